"""Words of a command line: capitals do not matter, and a misspelt word is told what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

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


def no_path(path: Path, kind: str = "file") -> str:
    """A sentence about a file or folder that is not there, with what stands beside it instead.

    Args:
        path: as it was given.
        kind: what was looked for, `file` or `folder`.
    """
    try:
        beside = [each.name for each in path.parent.iterdir() if each.is_dir() or kind == "file"]
    except OSError:
        beside = []
    near = [path.with_name(name) for name in meant(path.name, beside)[:2]]
    orders = path.parent / "orders" / path.name
    if kind == "file" and orders.is_file():
        near = [orders]
    guess = f"; did you mean {' or '.join(map(str, near))}?" if near else ""
    return f"there is no {kind} {path}{guess}"
