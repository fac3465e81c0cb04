"""Reading values and choices (29.1, O21)."""

import pytest

from pbem.engine.refusals import OrdersRefused
from pbem.games.italy1943.asking import chosen, read_pieces, read_value
from pbem.games.italy1943.pieces import Force
from support.entries import play_in
from support.skirmish import field

PLAY = play_in(field({20: "3C AL-T1 AL-T2(e) AL-P2 AL-P3(e)"}))
LEGAL = Force(3, counters=("AL-T1", "AL-T2", "AL-P2", "AL-P3"))


@pytest.mark.parametrize(
    ("value", "force"),
    [
        ({}, LEGAL),
        ({"max": 2}, Force(2)),
        ({"max": 4}, Force(3, counters=("AL-T1",))),
        ({"use": ["AL-P3", "cube:1"]}, Force(1, counters=("AL-P3",))),
        ({"use": ["tank"]}, Force(counters=("AL-T1", "AL-T2"))),
        ({"use": ["tank:1", "plane(ready)"]}, Force(counters=("AL-T1", "AL-P2"))),
        ({"use": ["plane(engaged)", "plane"]}, Force(counters=("AL-P3", "AL-P2"))),
        ({"use": ["plane", "cube"], "max": 3}, Force(1, counters=("AL-P2", "AL-P3"))),
        ({"use": ["cube:2", "cube:9"]}, Force(3)),
        ({"use": ["elite", "AL-T4"]}, Force()),
    ],
)
def test_s43_29_1_a_choice_takes_pieces_in_order_of_preference(value, force):
    assert chosen(PLAY, value, LEGAL) == force


def test_s43_29_1_a_choice_of_nothing_is_no_option():
    with pytest.raises(OrdersRefused) as caught:
        read_pieces(PLAY, {"use": ["elite"]}, LEGAL, "/policies/2/value", "S43-D32")
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.at) == ("E_OPTION", "/policies/2/value")
    assert refusal.legal == ("cube:3", "AL-T1", "AL-T2", "AL-P2", "AL-P3")


@pytest.mark.parametrize(
    ("word", "value", "at"),
    [
        ("break_off", "perhaps", ""),
        ("losses", ["cube", "boat:1"], "/1"),
        ("advance", {"use": ["cube:0"]}, "/use/0"),
        ("retreat_to", [{"use": ["cube"]}], "/0"),
        ("retreat_to", [], ""),
        ("setup", "never", ""),
    ],
)
def test_s43_o21_a_value_of_a_wrong_form_is_refused_at_its_place(word, value, at):
    with pytest.raises(OrdersRefused) as caught:
        read_value(PLAY, word, "S43-O21", value, "/orders/0/value")
    assert [(r.code, r.at) for r in caught.value.refusals] == [("E_OPTION", f"/orders/0/value{at}")]
