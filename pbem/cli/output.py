"""Saying things: plain sentences, 80 columns, everything that matters without colour."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

import typer

if TYPE_CHECKING:
    from pbem.canon.canonical import Json
    from pbem.canon.trouble import Trouble

WIDTH = 80
Item_co = TypeVar("Item_co", covariant=True)
WORTH_A_BAR = 20
"""Fewer lines than these are read in less than a second."""

EXIT_REFUSED = 1
EXIT_TROUBLE = 3
EXIT_WAITING = 4


class Counted(Protocol[Item_co]):
    """Things that can be gone through and whose number is known before."""

    def __len__(self) -> int:
        """How many there are."""

    def __iter__(self) -> Iterator[Item_co]:
        """They, one by one."""


def say(text: str, indent: str = "") -> None:
    """Print a paragraph, wrapped; words longer than a line (digests) are never broken."""
    for line in text.splitlines() or [""]:
        typer.echo(wrapped(line, indent))


def wrapped(line: str, indent: str = "") -> str:
    """A line of prose in 80 columns; continuation lines keep the indent."""
    return textwrap.fill(
        line,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def progress(items: Counted[Item_co], label: str, least: int = WORTH_A_BAR) -> Iterator[Item_co]:
    """The items one by one, with a bar on the error stream while somebody waits at a terminal.

    Args:
        items: what is gone through.
        label: what is being done.
        least: how many items take about a second.
    """
    if len(items) < least or not sys.stderr.isatty():
        yield from items
        return
    with typer.progressbar(iter(items), length=len(items), label=label, file=sys.stderr) as shown:
        yield from shown


def print_json(value: Json) -> None:
    """Print a value for a program to read."""
    from pbem.referee.files import pretty  # noqa: PLC0415 - keeps the start light

    typer.echo(pretty(value).decode(), nl=False)


def warn(sentences: Iterable[str]) -> None:
    """Print warnings to the error stream."""
    for sentence in sentences:
        typer.echo(wrapped(f"Note: {sentence}"), err=True)


def complain(trouble: Trouble) -> None:
    """Print what went wrong and what to do about it."""
    for line in (str(trouble) or type(trouble).__name__).splitlines():
        typer.echo(wrapped(_sentence(line)), err=True)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
