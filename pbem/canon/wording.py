"""How forms speak: naming a place in a document, showing a value, guessing what was meant."""

import difflib
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pbem.canon.canonical import Json, encode

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "null": "null",
        "boolean": "true or false",
        "integer": "a whole number",
        "string": "a text between quotation marks",
        "array": "a list",
        "object": "an object",
    }
)
"""The JSON types of the profile, by their names in JSON Schema, in words."""


class Key(str):
    """A pointer whose last part is a member's name even if it consists of digits."""

    __slots__ = ()


def below(at: str, part: str | int) -> str:
    """Return the JSON pointer to a member, or to an item counted from 0, of what is at `at`."""
    if isinstance(part, int):
        return f"{at}/{part}"
    if "~" in part or "/" in part:
        part = part.replace("~", "~0").replace("/", "~1")
    return f"{at}/{part}"


def subject(at: str) -> str:
    """Return what to call the value at a JSON pointer; people count list items from 1."""
    if not at:
        return "the whole"
    rest, _, last = at.rpartition("/")
    if last.isdecimal() and not isinstance(at, Key):
        owner = rest.rpartition("/")[2]
        return f"item {int(last) + 1} of {_member(owner)}" if owner else f"item {int(last) + 1}"
    return _member(last)


def _member(part: str) -> str:
    return quoted(part.replace("~1", "/").replace("~0", "~"))


def kind_of(value: Json) -> str:
    """Return the JSON type of a value, named as in `KINDS`."""
    for kind, python in _PYTHON:
        if isinstance(value, python):
            return kind
    return "null"


_PYTHON: Final[tuple[tuple[str, type], ...]] = (
    ("boolean", bool),
    ("integer", int),
    ("string", str),
    ("array", list),
    ("object", dict),
)


def shown(value: Json) -> str:
    """Return a short form of a value, however large it is."""
    if isinstance(value, list | dict):
        return KINDS[kind_of(value)]
    text = encode(value[:40] if isinstance(value, str) else value).decode("utf-8")
    return text[:-1] + '…"' if isinstance(value, str) and len(value) > 40 else text


def quoted(word: str) -> str:
    """Return a word in the quotation marks of our sentences."""
    return f"'{word[:40]}…'" if len(word) > 40 else f"'{word}'"


def either(words: Iterable[str]) -> str:
    """Return words as in "'a', 'b' or 'c'"."""
    marked = [quoted(word) for word in words]
    return " or ".join([", ".join(marked[:-1]), marked[-1]] if len(marked) > 1 else marked)


def meant(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return up to three words that somebody who wrote `word` may have meant, nearest first."""
    plain = {known.lower(): known for known in words}
    near = difflib.get_close_matches(word[:80].lower(), plain, n=3, cutoff=0.6)
    return tuple(plain[each] for each in near)
