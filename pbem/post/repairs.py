"""What mail programs do to JSON, undone one kind of damage after the other (section 10.3)."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from pbem.post.text import INVISIBLE

_STRAIGHT: Final = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f", '"'))
_QUOTE_MARKS: Final = re.compile(r"^(?:[ \t]*+[>|])++ ?", re.MULTILINE)
_LONGEST_RUN: Final = 30
"""More combining marks in a row than this occur in no language (Unicode annex 15)."""


def _without_invisible(text: str) -> str:
    return text.translate(INVISIBLE)


def _with_plain_spaces(text: str) -> str:
    return text.replace("\u00a0", " ")


def _without_quote_marks(text: str) -> str:
    return _QUOTE_MARKS.sub("", text)


def _with_straight_quotes(text: str) -> str:
    return text.translate(_STRAIGHT)


def _on_one_line(text: str) -> str:
    return " ".join(line.strip(" \t") for line in text.split("\n"))


def _composed(text: str) -> str:
    """Return the text in NFC, unless it holds hostile runs of marks (slow to normalise)."""
    if text.isascii():
        return text
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.combining(letter) else 0
        if run > _LONGEST_RUN:
            return text
    return unicodedata.normalize("NFC", text)


LADDER: Final[tuple[Callable[[str], str], ...]] = (
    _without_invisible,
    _with_plain_spaces,
    _without_quote_marks,
    _with_straight_quotes,
    _on_one_line,
    _composed,
)
"""The repairs in the order of section 10.3, each to be done on top of those before it."""
