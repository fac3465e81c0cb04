"""Names of seats, places and pieces."""

from pbem.canon.prose import counted
from pbem.report.names import Names, listed, names_of

WORDS = {
    "seats": {"axis": {"name": "the Axis", "adjective": "Axis"}},
    "kinds": {"inf": ("infantry", "infantry")},
    "letters": {"tank": "T"},
}
VIEW = {
    "places": [
        {
            "id": "14",
            "name": "14 Sicily",
            "groups": [{"owner": "axis", "pieces": [{"kind": "tank", "id": "AX-T3"}]}],
        }
    ],
    "pools": [{"owner": "axis", "pieces": [{"kind": "plane", "id": "AX-P1"}]}],
    "removed": [{"owner": "axis", "pieces": [{"kind": "fleet", "id": "AX-FI"}, {"kind": "cube"}]}],
}


def test_places_and_pieces_get_their_names_from_the_view():
    names = names_of(VIEW, WORDS)
    assert names.place(14) == names.place("14") == "14 Sicily"
    assert names.piece("AX-T3") == "tank AX-T3"
    assert names.piece("AX-P1") == "plane AX-P1"
    assert names.piece("AX-FI") == "fleet AX-FI"


def test_what_the_view_does_not_name_keeps_its_id():
    names = names_of({}, {})
    assert names.place(99) == "99"
    assert names.piece("X-1") == "X-1"


def test_a_seat_without_words_is_called_by_its_own():
    names = Names(words=WORDS)
    assert names.seat("axis") == "the Axis"
    assert names.adjective("axis") == "Axis"
    assert names.seat("united-kingdom") == names.adjective("united-kingdom") == "United Kingdom"
    assert names.seat("host") == "the host"
    assert names.adjective("host") == "host"


def test_kinds_have_a_plural_and_a_letter():
    names = Names(words=WORDS)
    assert [names.kind("cube", n) for n in (1, 2)] == ["cube", "cubes"]
    assert names.kind("inf", 2) == "infantry"
    assert names.letter("tank") == "T"
    assert names.letter("carrier") == "car"


def test_words_in_a_row():
    assert listed([]) == "nothing"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_numbers_of_things():
    assert counted(0, "hit") == "no hits"
    assert counted(1, "die", "dice") == "1 die"
    assert counted(2, "die", "dice") == "2 dice"


def test_an_ask_says_what_is_wanted_and_where():
    words = {
        "tasks": {"losses": "choose losses"},
        "matters": {"combat": "{place}", "round": "round {word}", "setup": "the set-up"},
    }
    names = Names(places={"14": "14 Sicily", "2": "02 Provence"}, words=words)
    asked = names.asked("t2/i1/combat:14/round:2/losses/axis", "losses")
    assert asked == "choose losses (14 Sicily, round 2)"
    assert names.asked("t1/setup/orders", "orders") == "give orders (the set-up)"
    assert names.asked("t2/i1/orders", "orders") == "give orders"
    assert Names().asked("t2/combat:14/end", "end") == "answer"
