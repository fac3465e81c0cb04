"""Forms: what people are told (orders-format section 1; S43-28.22)."""

import pytest

from pbem.canon.codes import Refused
from pbem.canon.forms import (
    AnyObject,
    AnyValue,
    Either,
    Exactly,
    Flag,
    ListOf,
    MapOf,
    Named,
    Number,
    Record,
    Tagged,
    Text,
    Word,
    below,
    require,
)

ZONE = Number(1, 21)
PLACE = Either(ZONE, Word("sea"))
CONDITION = Named("condition", lambda: CONDITIONS)
CONDITIONS = Record({}, {"turn": Number(1, 9), "all": ListOf(CONDITION), "not": CONDITION})
ORDER = Tagged(
    "do",
    {
        "attack": Record({"zone": ZONE, "path": ListOf(ZONE, 1, 3)}, {"if": CONDITION}),
        "bomb": Record({"plane": Text("[A-Z]{2}-P[1-9]", what="a plane"), "zone": PLACE}),
        "pass": Record({}),
    },
)


def reasons(form, value, at=""):
    found = [fault.reason for fault in form.faults(value, at)]
    assert form.fits(value) == (not found)
    return found


def pointers(form, value, at=""):
    return [fault.pointer for fault in form.faults(value, at)]


# --- numbers


def test_s43_28_22_a_number_in_quotation_marks():
    assert reasons(ZONE, "07", "/orders/2/zone") == [
        "'zone' should be a whole number from 1 to 21, not \"07\": write 7"
    ]


def test_s43_28_22_a_number_in_quotation_marks_where_a_word_may_stand():
    assert reasons(PLACE, "07", "/zone") == [
        "'zone' should be a whole number from 1 to 21 or 'sea', not \"07\": write 7"
    ]
    assert reasons(Either(Word("sea"), ZONE), "07", "/zone")[0].endswith("write 7")


@pytest.mark.parametrize("value", [0, 22, -1, True, False, "x", "22", "7.0", "", [7], {}, None])
def test_number_refuses(value):
    (fault,) = ZONE.faults(value, "/zone")
    assert fault.pointer == "/zone"
    assert fault.reason.startswith("'zone' should be a whole number from 1 to 21, not ")
    assert "write" not in fault.reason


@pytest.mark.parametrize("value", [1, 7, 21])
def test_number_takes(value):
    assert not reasons(ZONE, value)


def test_a_range_of_one_number():
    assert reasons(Number(1, 1), 2, "/v") == ["'v' should be 1, not 2"]


# --- words, texts, flags, constants


def test_word_says_what_may_have_been_meant():
    (fault,) = Word("attack", "bomb", "pass").faults("atack", "/do")
    assert fault.legal == ("attack",)
    assert fault.reason == (
        "'do' should be one of 'attack', 'bomb' or 'pass', not \"atack\": did you mean 'attack'?"
    )


def test_word_finds_what_was_meant_whatever_the_capitals():
    assert next(Word("attack", "bomb").faults("ATTACK")).legal == ("attack",)


@pytest.mark.parametrize("value", ["zzz", 1, True, None, ["attack"]])
def test_word_lists_all_words_where_nothing_is_near(value):
    (fault,) = Word("attack", "bomb").faults(value, "/do")
    assert fault.legal == ("attack", "bomb")
    assert "did you mean" not in fault.reason


@pytest.mark.parametrize(
    ("form", "value", "reason"),
    [
        (Text(), 7, "'x' should be text, not 7"),
        (Text("[a-z]+", what="a seat"), "A", "'x' should be a seat, not \"A\""),
        (Text("[a-z]+", what="a seat"), "a\n", "'x' should be a seat, not \"a\\n\""),
        (Text(least=1, most=3), "abcd", "'x' should be text of 1 to 3 characters, not of 4"),
        (Text(least=1, most=3), "", "'x' should be text of 1 to 3 characters, not of 0"),
        (Text(least=2), "a", "'x' should be text of at least 2 characters, not of 1"),
        (Text(), None, "'x' should be text, not null"),
        (Flag(), "True", "'x' should be true or false, not \"True\": write true without quotation"),
        (Flag(), 1, "'x' should be true or false, not 1"),
        (Exactly(1), True, "'x' should be 1, not true"),
        (Exactly(1), 2, "'x' should be 1, not 2"),
        (Exactly("orders"), "Orders", '\'x\' should be "orders", not "Orders"'),
        (AnyObject(), [], "'x' should be an object, not a list"),
    ],
)
def test_sentences(form, value, reason):
    (said,) = reasons(form, value, "/x")
    assert said.startswith(reason)


def test_a_text_is_counted_in_code_points():
    assert not reasons(Text(most=1), "😀")


@pytest.mark.parametrize("value", [0, True, None, "x", [1], {"a": 1}])
def test_any_value_takes_everything(value):
    assert not reasons(AnyValue(), value)


def test_a_long_value_is_shown_short():
    assert len(reasons(ZONE, "x" * 60_000, "/zone")[0]) < 150
    assert len(reasons(Word("a"), {"x": ["y"] * 4000}, "/do")[0]) < 150


# --- places


def test_items_are_counted_from_one_in_sentences_and_from_zero_in_pointers():
    (fault,) = ListOf(ZONE).faults([1, "07"], "/orders/2/path")
    assert fault.pointer == "/orders/2/path/1"
    assert fault.reason.startswith("item 2 of 'path' should be ")


def test_names_of_digits_are_names():
    (fault,) = MapOf("[0-9]+", Flag(), "a zone").faults({"7": 1}, "/zones")
    assert fault.pointer == "/zones/7"
    assert fault.reason.startswith("'7' should be ")


def test_pointers_are_escaped():
    assert below("/a", "b/c~d") == "/a/b~1c~0d"
    assert pointers(Record({"b/c~d": ZONE}), {"b/c~d": 0}) == ["/b~1c~0d"]
    assert reasons(Record({"b/c~d": ZONE}), {"b/c~d": 0})[0].startswith("'b/c~d' should be ")


def test_the_whole_value():
    assert reasons(ZONE, 0) == ["the whole should be a whole number from 1 to 21, not 0"]
    assert reasons(ListOf(ZONE), [0])[0].startswith("item 1 should be ")


# --- lists and objects


@pytest.mark.parametrize(("value", "count"), [([], 0), ([1, 2, 3, 4], 4)])
def test_list_length(value, count):
    said = reasons(ListOf(ZONE, 1, 3), value, "/path")
    assert said == [f"'path' should be a list of 1 to 3 items, not of {count}"]


def test_list_reports_all_its_items():
    assert pointers(ListOf(ZONE), [0, 1, "x", None]) == ["/0", "/2", "/3"]


def test_record_reports_everything_missing_and_unknown_at_once():
    form = Record({"seat": Text(), "ask": Text()}, {"note": Text()})
    faults = list(form.faults({"saet": "axis", "nota": "x", "ref": 1}, "/signed"))
    assert [fault.pointer for fault in faults] == [
        "/signed",
        "/signed",
        "/signed/saet",
        "/signed/nota",
        "/signed/ref",
    ]
    assert [fault.reason for fault in faults] == [
        "'seat' is missing in 'signed'",
        "'ask' is missing in 'signed'",
        "'saet' is not a member that is known in 'signed': did you mean 'seat'?",
        "'nota' is not a member that is known in 'signed': did you mean 'note'?",
        "'ref' is not a member that is known in 'signed': leave it out",
    ]
    assert faults[2].legal == ("seat",)


def test_record_does_not_propose_what_is_there():
    form = Record({"zone": ZONE}, {"zones": ListOf(ZONE)})
    (fault,) = form.faults({"zone": 1, "zoned": 2})
    assert fault.legal == ("zones",)


@pytest.mark.parametrize("form", [Record({}), MapOf("a", Flag(), "an a"), ORDER, CONDITION])
@pytest.mark.parametrize("value", [[], "x", 1, None, True])
def test_objects_refuse_everything_else(form, value):
    (said,) = reasons(form, value, "/x")
    assert said.startswith("'x' should be an object, not ")


def test_map_refuses_names():
    faults = list(MapOf("[a-z]+", ZONE, "a seat").faults({"axis": 1, "AXIS": 1, "b": 0}, "/m"))
    assert [fault.pointer for fault in faults] == ["/m/AXIS", "/m/b"]
    assert faults[0].reason == "'AXIS' is not a seat"


# --- told apart by a member or by type


def test_tagged_takes_each_kind():
    assert not reasons(ORDER, {"do": "attack", "zone": 17, "path": [16]})
    assert not reasons(ORDER, {"do": "bomb", "plane": "AL-P1", "zone": "sea"})
    assert not reasons(ORDER, {"do": "pass"})


def test_tagged_speaks_of_the_word_first():
    (fault,) = ORDER.faults({"do": "atack", "zone": "x"}, "/orders/0")
    assert (fault.pointer, fault.legal) == ("/orders/0/do", ("attack",))
    (fault,) = ORDER.faults({"zone": 7}, "/orders/0")
    assert (fault.pointer, fault.legal) == ("/orders/0", ("attack", "bomb", "pass"))
    assert fault.reason.startswith("'do' is missing in item 1 of 'orders': write 'attack', ")
    assert pointers(ORDER, {"do": 7}) == ["/do"]


def test_tagged_reports_all_faults_of_the_kind():
    value = {"do": "attack", "zone": "07", "path": [0], "plane": "AL-P1"}
    assert pointers(ORDER, value) == ["/zone", "/path/0", "/plane"]


def test_tagged_records_may_name_the_member_themselves():
    form = Tagged("do", {"pass": Record({"do": Exactly("pass")})})
    assert not reasons(form, {"do": "pass"})
    assert form.schema() == Tagged("do", {"pass": Record({})}).schema()


def test_either_says_all_that_may_stand_there():
    said = reasons(Either(ZONE, Word("sea"), ListOf(ZONE)), True, "/to")
    assert said == ["'to' should be a whole number from 1 to 21 or 'sea' or a list, not true"]


def test_either_reports_inside_the_form_that_has_the_type():
    assert pointers(Either(ZONE, ListOf(ZONE)), [1, 0], "/to") == ["/to/1"]


def test_either_forms_must_differ_in_type():
    with pytest.raises(ValueError, match="different JSON types"):
        Either(Text(), Word("sea"))


def test_named_forms_may_hold_themselves():
    value = {"all": [{"turn": 1}, {"not": {"all": [{"turn": 0}, {"tourn": 1}]}}]}
    faults = list(CONDITION.faults(value, "/if"))
    assert [fault.pointer for fault in faults] == [
        "/if/all/1/not/all/0/turn",
        "/if/all/1/not/all/1/tourn",
    ]
    assert faults[1].legal == ("turn",)


# --- require


def test_code_j09_place_and_reasons():
    require(ORDER, {"do": "pass"})
    with pytest.raises(Refused) as caught:
        require(ORDER, {"do": "attack", "zone": "07", "path": [0]})
    assert (caught.value.code, caught.value.at) == ("J09", "/zone")
    assert "write 7; item 1 of 'path'" in caught.value.reason


def test_code_j09_stays_short_for_a_hostile_document():
    with pytest.raises(Refused) as caught:
        require(ListOf(ORDER), [{"do": "x" * 1000}] * 4096)
    assert len(caught.value.reason) < 2000
