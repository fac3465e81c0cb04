"""Small things about sentences and lines of text; light, for every start needs them."""

import re
from typing import Final


def capital(text: str) -> str:
    """Return a sentence with a capital at its beginning.

    A word that is written exactly so, such as a path or the id of an ask, stays as it is.
    """
    return text[:1].upper() + text[1:] if _PLAIN.match(text) else text


_PLAIN: Final = re.compile(r"[a-z]+(?:['\u2019-][a-z]+)*[,.:;!?]?(?=\s|$)")


def one_line(text: str) -> str:
    """Return a text of anybody's as a part of one line: it can forge no line and turn none round.

    Line ends become blanks; other control characters, and those that change the direction of
    writing, become visible.
    """
    return _ODD.sub(lambda odd: f"\\u{ord(odd.group()):04x}", _LINE_ENDS.sub(" ", text))


_LINE_ENDS: Final = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_ODD: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def counted(count: int, one: str, several: str = "") -> str:
    """A number of things: ``no cubes``, ``1 cube``, ``3 cubes``."""
    return f"{count or 'no'} {one if count == 1 else several or one + 's'}"
