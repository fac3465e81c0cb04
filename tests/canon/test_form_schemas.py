"""Forms and their exported JSON Schemas accept the same values, and faults are found in others."""

import re

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.canon.canonical import digest, encode
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
    whole_schema,
)
from support.json_values import NAMES, SCALARS, TEXTS, values


def _pattern(_validator, pattern, value, _schema):
    """JSON Schema means ECMA-262, where $ is the very end; in Python that is written \\Z."""
    if isinstance(value, str) and not re.search(pattern.removesuffix("$") + r"\Z", value):
        yield jsonschema.ValidationError("pattern")


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _pattern})

ANYTHING = values(SCALARS | st.none())
MEMBERS = ("do", "zone", "path", "x", "7")
SMALL = st.integers(-2, 3)


@st.composite
def numbers(draw):
    low = draw(SMALL)
    return Number(low, low + draw(st.integers(0, 3)))


@st.composite
def texts(draw):
    least = draw(st.integers(0, 2))
    most = draw(st.none() | st.integers(least, 4))
    return Text(draw(st.sampled_from([None, "[a-c]+", "a|bc", "[a-z]{1,3}", "[^x]*"])), least, most)


WORDS = st.builds(lambda words: Word(*words), st.lists(st.sampled_from("abc"), min_size=1))
EXACTLY = st.builds(Exactly, st.sampled_from([0, 1, True, False, "a", [1], {"x": 1}, []]))
LEAVES = st.one_of(
    numbers(), texts(), WORDS, EXACTLY, st.sampled_from([Flag(), AnyObject(), AnyValue()])
)


def records(inner):
    some = st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=3)
    return st.builds(Record, some, some)


def eithers(inner):
    def build(forms):
        chosen, kinds = [], set()
        for form in forms:
            if not form.kinds() & kinds:
                chosen.append(form)
                kinds |= form.kinds()
        return Either(*chosen)

    return st.lists(inner, min_size=1, max_size=4).map(build)


def containers(inner):
    lists = st.builds(ListOf, inner, st.integers(0, 1), st.integers(1, 3))
    maps = st.builds(MapOf, st.sampled_from(["[a-z]+", "[0-9]"]), inner, st.just("a name"))
    named = inner.map(name)
    words = st.dictionaries(st.sampled_from("abc"), records(inner), min_size=1, max_size=3)
    tagged = st.builds(Tagged, st.just("do"), words)
    return lists | maps | records(inner) | tagged | eithers(inner) | named


def name(form):
    """Name a form of objects; other forms stay as they are."""
    if form.kinds() != {"object"}:
        return form
    return Named(f"form-{digest(form.schema())[:12]}", lambda: form)


FORMS = st.recursive(LEAVES, containers, max_leaves=6)


def fitting(form):
    """Values that fit the form, or nearly."""
    match form:
        case Number():
            return st.integers(form.low - 1, form.high + 1) | st.integers(form.low, form.high)
        case Word():
            return st.sampled_from(form.words) | st.sampled_from("abcd")
        case Text():
            return st.text("abcx\n", max_size=5)
        case Flag():
            return st.booleans()
        case Exactly():
            return st.just(form.value)
        case ListOf():
            return st.lists(nearly(form.form), max_size=form.most + 1)
        case MapOf():
            keys = st.sampled_from(["a", "zone", "7", "A", "a\n"])
            return st.dictionaries(keys, nearly(form.form), max_size=3)
        case Record():
            return record_values(form, {})
        case Tagged():
            return st.sampled_from([*form.records, "z"]).flatmap(
                lambda word: record_values(form.records.get(word, Record({})), {form.member: word})
            )
        case Either():
            return st.one_of(*(nearly(each) for each in form.forms))
        case Named():
            return fitting(form.make())
        case _:
            return ANYTHING


def record_values(form, base):
    required = {key: nearly(each) for key, each in form.required.items()}
    optional = {key: nearly(each) for key, each in form.optional.items() if key not in required}
    extra = st.just({}) | st.just({}) | st.dictionaries(NAMES, ANYTHING, max_size=1)
    whole = st.fixed_dictionaries(required, optional=optional)
    return st.tuples(whole, extra, st.sampled_from([None, None, None, *MEMBERS])).map(
        lambda drawn: {
            key: value for key, value in {**drawn[1], **drawn[0], **base}.items() if key != drawn[2]
        }
    )


def nearly(form):
    return st.integers(0, 9).flatmap(lambda n: ANYTHING if n == 0 else fitting(form))


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_form_and_schema_accept_the_same_values(data):
    form = data.draw(FORMS)
    schema = whole_schema(form, "a form")
    Validator.check_schema(schema)
    for _ in range(4):
        value = data.draw(nearly(form))
        assert form.fits(value) == Validator(schema).is_valid(value)
        assert form.fits(value) == (not list(form.faults(value)))


ZONES = ListOf(Number(1, 21), 1, 2)
RECORD = Record({"zone": Number(1, 21)}, {"as": Text("[a-z]+")})
KINDS = Tagged("do", {"attack": RECORD, "pass": Record({})})
SEATS = MapOf("[a-z]+|x1", Flag(), "a seat")
EITHER = Either(Number(1, 21), Word("sea"), ZONES)
NAMED = Named("record", lambda: RECORD)


@pytest.mark.parametrize(
    ("form", "value", "fits"),
    [
        (RECORD, {"zone": 1}, True),
        (RECORD, {"zone": 1, "as": "x"}, True),
        (RECORD, {"zone": 1, "more": 1}, False),
        (RECORD, {"as": "x"}, False),
        (RECORD, {"zone": 1, "as": "x\n"}, False),
        (RECORD, {"zone": 0}, False),
        (RECORD, {"zone": True}, False),
        (NAMED, {"zone": 1}, True),
        (NAMED, {"zone": 1, "more": 1}, False),
        (ListOf(NAMED), [{"zone": 22}], False),
        (ZONES, [], False),
        (ZONES, [1, 21], True),
        (ZONES, [1, 2, 3], False),
        (KINDS, {"do": "pass"}, True),
        (KINDS, {"do": "attack", "zone": 1}, True),
        (KINDS, {"do": "attack"}, False),
        (KINDS, {"do": "pass", "zone": 1}, False),
        (KINDS, {"do": "Attack", "zone": 1}, False),
        (KINDS, {"zone": 1}, False),
        (SEATS, {"axis": True, "x1": False}, True),
        (SEATS, {"axis": 1}, False),
        (SEATS, {"axis2": True}, False),
        (SEATS, {"x1y": True}, False),
        (EITHER, "sea", True),
        (EITHER, [7], True),
        (EITHER, [], False),
        (EITHER, "land", False),
        (EITHER, None, False),
        (Exactly(1), True, False),
        (Exactly([1]), [1], True),
        (Exactly([1]), [True], False),
        (Word("a"), "b", False),
        (Flag(), 0, False),
        (AnyObject(), {"a": [None]}, True),
        (AnyObject(), [], False),
        (AnyValue(), None, True),
    ],
)
def test_examples_of_what_fits(form, value, fits):
    assert (not list(form.faults(value))) == fits
    assert Validator(whole_schema(form, "a form")).is_valid(value) == fits


@given(FORMS, ANYTHING)
@settings(deadline=None)
def test_faults_are_sentences_with_places(form, value):
    for fault in form.faults(value, "/orders/0"):
        assert fault.pointer.startswith("/orders/0")
        assert fault.reason.strip()
        assert not fault.reason.endswith(".")


@given(TEXTS)
@settings(deadline=None)
def test_reasons_do_not_grow_with_hostile_text(text):
    form = Tagged("do", {"attack": Record({"zone": Number(1, 21)})})
    for value in (text * 50, {"do": text * 50}, {"do": "attack", "zone": text * 50}):
        assert all(len(fault.reason) < 400 for fault in form.faults(value))


# --- schemas for editors


CONDITION = Named("condition", lambda: CONDITIONS)
CONDITIONS = Record({}, {"turn": Number(1, 9), "all": ListOf(CONDITION)})


def test_a_schema_says_its_dialect_and_its_definitions():
    schema = whole_schema(ListOf(Record({"if": CONDITION})), "Orders")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == "Orders"
    assert list(schema["$defs"]) == ["condition"]
    assert Validator(schema).is_valid([{"if": {"all": [{"all": [{"turn": 9}]}]}}])
    assert not Validator(schema).is_valid([{"if": {"all": [{"all": [{"turn": 10}]}]}}])
    assert "$defs" not in whole_schema(Flag(), "Flag")


def test_a_schema_is_canonical_json():
    assert encode(whole_schema(CONDITION, "Condition"))


def test_a_schema_of_kinds_gives_the_exact_place_and_reason():
    form = Tagged("do", {"attack": Record({"zone": Number(1, 21)}), "pass": Record({})})
    validator = Validator(whole_schema(ListOf(form), "Orders"))
    error = jsonschema.exceptions.best_match(validator.iter_errors([{"do": "attack", "zone": 22}]))
    assert (error.json_path, error.validator) == ("$[0].zone", "maximum")
    error = jsonschema.exceptions.best_match(validator.iter_errors([{"do": "atack"}]))
    assert (error.json_path, error.validator) == ("$[0].do", "enum")
    (error,) = validator.iter_errors([{"zone": 7}])
    assert (error.json_path, error.validator) == ("$[0]", "required")


def test_two_forms_of_one_name_would_be_confused():
    one, other = Named("x", lambda: Record({})), Named("x", AnyObject)
    with pytest.raises(ValueError, match="two forms"):
        whole_schema(ListOf(Record({"a": one, "b": other})), "x")
