"""Sentences for what does not fit a JSON Schema, whoever wrote the schema."""

import pytest

from pbem.referee.schema_sentences import sentences

UNION = {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"const": "none"}]}


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": "integer"}, "4", 'the whole should be a whole number, not "4"'),
        ({"type": ["integer", "null"]}, "4", 'a whole number or null, not "4"'),
        ({"minimum": 3}, 2, "a whole number 3 or more, not 2"),
        ({"maximum": 3}, 4, "a whole number 3 or less, not 4"),
        ({"minItems": 2}, [1], "a list of 2 or more items, not of 1"),
        ({"minItems": 2, "maxItems": 2}, [1], "a list of 2 items, not of 1"),
        ({"maxLength": 3}, "four", "a text of 3 or less characters, not of 4"),
        ({"enum": ["land", "sea"]}, "see", "'land' or 'sea', not \"see\"; did you mean 'sea'?"),
        (UNION, 3, 'should be a list or "none", not 3'),
        (UNION, [1, "x"], '/1: item 2 should be a whole number, not "x"'),
        (UNION, "nine", 'should be a list or "none", not "nine"'),
        ({"uniqueItems": True}, [1, 1], "does not fit the schema (uniqueItems)"),
        ({"required": ["a", "b"]}, {}, "the member 'a' is missing"),
    ],
    ids=str,
)
def test_every_keyword_has_its_sentence(schema, value, told):
    assert any(told in line for line in sentences(schema, value)), sentences(schema, value)


def test_a_place_is_named_by_the_object_it_lies_in():
    schema = {"properties": {"zones": {"items": {"properties": {"star": {"type": "boolean"}}}}}}
    value = {"zones": [{"name": "Tunis", "star": True}, {"name": "Sicily", "star": 1}]}
    (told,) = sentences(schema, value)
    assert told == "/zones/1/star (Sicily): 'star' should be true or false, not 1"


def test_everything_is_told_once_and_in_order():
    schema = {"required": ["a", "b"], "properties": {"c": {"type": "integer"}}}
    told = sentences(schema, {"c": "x"})
    assert len(told) == 3
    assert sentences(schema, {"a": 1, "b": 2, "c": 3}) == []
