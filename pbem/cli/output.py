"""Saying things: plain sentences, 80 columns, everything that matters without colour."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import typer

from pbem.canon.prose import capital, one_line

if TYPE_CHECKING:
    from pbem.canon.canonical import Json
    from pbem.canon.trouble import Trouble

WIDTH = 80
Item_co = TypeVar("Item_co", covariant=True)
WORTH_A_BAR = 20
"""Fewer lines than these are read in less than a second."""

EXIT_REFUSED = 1
EXIT_USAGE = 2
EXIT_TROUBLE = 3
EXIT_WAITING = 4


class Counted(Protocol[Item_co]):
    """Things that can be gone through and whose number is known before."""

    def __len__(self) -> int:
        """How many there are."""

    def __iter__(self) -> Iterator[Item_co]:
        """They, one by one."""


def say(text: str, indent: str = "") -> None:
    """Print a paragraph, wrapped; words longer than a line (digests) are never broken.

    It stays one paragraph whatever somebody else has written into it.
    """
    typer.echo(wrapped(text, indent))


def wrapped(line: str, indent: str = "") -> str:
    """A line of prose in 80 columns; continuation lines keep the indent."""
    kept = _COMMAND.sub(lambda command: command.group().replace(" ", _KEPT), one_line(line))
    filled = textwrap.fill(
        kept,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(_KEPT, " ")


_COMMAND: Final = re.compile("`[^`]*`")
_KEPT: Final = "\ue000"
"""Stands for the blanks of a command while a paragraph is wrapped: it can be copied whole."""


def say_command(*words: object) -> None:
    """Print a command on a line of its own, ready to be copied."""
    listed = [str(word) for word in words]
    if sys.platform == "win32":
        from subprocess import list2cmdline as join  # noqa: PLC0415 - keeps the start light
    else:
        from shlex import join  # noqa: PLC0415
    line = join(listed)
    typer.echo(f"    {one_line(line)}")


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


def confirm(question: str) -> None:
    """Go on only with a yes, given at the keyboard or by standard input.

    Raises:
        typer.Exit: the answer is no, or there is none.
    """
    try:
        agreed = typer.confirm(one_line(question), err=True)
    except typer.Abort:
        agreed = False
        typer.echo(err=True)
    if not agreed:
        typer.echo("Nothing was signed. (With --yes you are not asked.)", err=True)
        raise typer.Exit(EXIT_REFUSED)


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
    for text in trouble.paragraphs():
        typer.echo(wrapped(_sentence(text or type(trouble).__name__)), err=True)


def _sentence(text: str) -> str:
    text = capital(text)
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
