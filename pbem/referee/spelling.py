"""Words of a command line: capitals do not matter, and a misspelt word is told what was meant."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.canon.wording import either, meant, quoted


def spelled(given: str, known: Iterable[str]) -> str | None:
    """The known word that is given, however its capitals are written; None if there is none."""
    words = list(known)
    if given in words:
        return given
    alike = [word for word in words if word.lower() == given.lower()]
    return alike[0] if len(alike) == 1 else None


def unknown(given: str, known: Iterable[str], what: str, several: str) -> str:
    """A sentence about a word that is not known, with the nearest ones and all of them.

    Args:
        given: the word.
        known: the words that would do.
        what: what the word is not, such as ``seat of this game``.
        several: how to begin the list, such as ``its seats are``.
    """
    words = list(known)
    near = meant(given, words)
    guess = f"; did you mean {either(near)}?" if near else ""
    listed = f"; {several} {', '.join(words)}" if words else ""
    return f"{quoted(given)} is no {what}{listed}{guess}"
