"""Where values stand in a text: line and column of a JSON pointer."""

import json

import pytest

from pbem.canon.positions import Positions

TEXT = """{
  "orders": [
    {"do": "move", "path": [16, 17]},
    {"do": "a \\"quoted\\" [word]", "deep": {"a/b": [[], {}], "é": 1}}
  ],
  "note": "x, y: {z}"
}
"""


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", "line 1, column 1"),
        ("/orders", "line 2, column 13"),
        ("/orders/0", "line 3, column 5"),
        ("/orders/0/path/1", "line 3, column 33"),
        ("/orders/1/do", "line 4, column 12"),
        ("/orders/1/deep/a~1b/1", "line 4, column 56"),
        ("/orders/1/deep/é", "line 4, column 66"),
        ("/note", "line 6, column 11"),
    ],
)
def test_a_pointer_leads_to_the_value(pointer, place):
    assert str(Positions(TEXT).of(pointer)) == place


def test_a_value_that_is_not_there_leads_to_what_would_hold_it():
    places = Positions(TEXT)
    assert places.of("/orders/0/zone") == places.of("/orders/0")
    assert places.of("/orders/7/do") == places.of("/orders")
    assert places.of("/nothing") == places.of("")


def test_a_byte_order_mark_is_no_column():
    assert str(Positions.of_file(b'\xef\xbb\xbf{"a": 1}').of("/a")) == "line 1, column 7"


def test_every_value_of_a_document_is_found():
    value = json.loads(TEXT)
    places = Positions(json.dumps(value, indent=1))
    for pointer, found in _values(value):
        place = places.of(pointer)
        line = places.text.splitlines()[place.line - 1]
        assert line[place.column - 1 :].startswith(json.dumps(found)[:1])


def _values(value, at=""):
    yield at, value
    pairs = value.items() if isinstance(value, dict) else ()
    pairs = enumerate(value) if isinstance(value, list) else pairs
    for name, inner in pairs:
        yield from _values(inner, f"{at}/{str(name).replace('~', '~0').replace('/', '~1')}")


@pytest.mark.parametrize("text", ["", "[", "]]", '{"a"', ",,", '{"a": [1,', '"never closed'])
def test_a_broken_text_never_breaks_it(text):
    assert Positions(text).of("/a/0").line == 1
