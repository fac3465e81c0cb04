"""Forms for one moment: what is possible now, checked and exported alike."""

import pytest
from jsonschema import Draft202012Validator

from pbem.canon.choices import Choice, Completed, Depending
from pbem.canon.forms import AnyValue, ListOf, Number, Text, Word

ZONES = Choice({14: "14 Sicily", 17: "17 Tunis"})
PIECES = Choice({"AL-T1": "tank", "AL-T3": "tank"})
ANSWER = Depending(
    {"decision": Word("a", "b"), "value": AnyValue()},
    word="decision",
    value="value",
    forms={"a": ZONES, "b": Word("never")},
)


def faults(form, value):
    found = [(fault.pointer, fault.legal) for fault in form.faults(value)]
    assert form.fits(value) == (not found)
    return found


def test_a_choice_takes_its_values_only():
    assert faults(ZONES, 14) == []
    assert faults(ZONES, 15) == [("", ("14", "17"))]
    assert faults(Choice({1: "one"}), True)
    assert faults(PIECES, "AL-T33") == [("", ("AL-T3", "AL-T1"))]


def test_a_choice_says_what_was_probably_meant():
    (fault,) = PIECES.faults("al-t1")
    assert "did you mean AL-T1" in fault.reason


def test_an_editor_is_shown_what_a_value_means():
    assert ZONES.schema()["enumDescriptions"] == ["14 Sicily", "17 Tunis"]


def test_where_nothing_is_possible_every_value_is_wrong():
    assert faults(Choice({}), "x")
    assert not Draft202012Validator(Choice({}).schema()).is_valid("x")


def test_what_is_completed_may_also_be_something_else_of_the_form():
    form = Completed(Text("[a-z]+(:[0-9])?"), Choice({"cube": "possible"}))
    assert faults(form, "cube") == faults(form, "tank:1") == []
    assert faults(form, "?")
    assert form.schema()["anyOf"][0]["enum"] == ["cube"]


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ({"decision": "a", "value": 14}, True),
        ({"decision": "a", "value": "never"}, False),
        ({"decision": "b", "value": "never"}, True),
        ({"decision": "b", "value": 14}, False),
        ({"decision": "c", "value": 14}, False),
        ({"value": 14}, False),
        ({"decision": "a", "value": 14, "more": 1}, False),
    ],
)
def test_a_value_hangs_on_the_word_beside_it_in_check_and_schema(value, right):
    assert (faults(ANSWER, value) == []) is right
    assert Draft202012Validator(ANSWER.schema()).is_valid(value) is right


def test_lists_of_choices_point_to_the_item():
    assert faults(ListOf(ZONES), [14, 3]) == [("/1", ("14", "17"))]
    assert faults(ListOf(Number(1, 9)), [14]) != []
