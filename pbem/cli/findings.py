"""What a look through a draft has found, as text; and what the draft says, in sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from pbem.canon.prose import capital, one_line
from pbem.cli.output import EXIT_REFUSED, WIDTH, say

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.canon.canonical import Json
    from pbem.referee.draft_checks import Finding
    from pbem.referee.drafts import Draft
    from pbem.referee.foresight import Foreseen
    from pbem.referee.open_game import OpenGame
    from pbem.report.phrases import Phrases


def tell_findings(findings: Sequence[Finding]) -> None:
    """Each finding with line and column, the fact, the clause, and what to write instead."""
    for finding in findings:
        word = "Warning, line" if finding.kind == "warning" else "Line"
        place = f"{word} {finding.position.line}, column {finding.position.column}"
        say(f"{place} ({finding.at or '/'}):")
        say(f"{_sentence(finding.text)} ({finding.code}, {finding.clause})", "    ")
        if finding.nearest:
            say(f"Did you mean {' or '.join(finding.nearest)}?", "    ")
        if finding.legal:
            say(f"Legal: {', '.join(finding.legal)}", "    ")


def _sentence(text: str) -> str:
    text = capital(text)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def tell_content(draft: Draft, phrases: Phrases) -> None:
    """What a draft orders, a numbered line for each entry or policy."""
    if not _listed(draft):
        say_item("- nothing: " + _NOTHING[draft.kind])
    for number, entry in enumerate(_listed(draft), start=1):
        if draft.kind == "standing":
            say_item(f"{number}. {phrases.policy(entry)}")
            continue
        say_item(f"{number}. {phrases.entry(entry)}")
        for sentence in phrases.under(entry):
            say_item(f"- {sentence}", "   ")


_NOTHING = {
    "orders": "no order stands in it, so the default counts",
    "standing": "no policy stands in it, so you are asked, or the default counts",
}


def _listed(draft: Draft) -> list[dict[str, Json]]:
    """The entries or policies of a draft whose form has been checked."""
    listed = draft.signed["orders" if draft.kind == "orders" else "policies"]
    assert isinstance(listed, list)  # noqa: S101 - the form has been checked
    return [entry for entry in listed if isinstance(entry, dict)]


def say_item(text: str, indent: str = "") -> None:
    """Print an item of a list; its second line stands under the first."""
    mark = text.partition(" ")[0]
    typer.echo(
        textwrap.fill(
            one_line(text),
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent + " " * (len(mark) + 1),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def tell_foreseen(foreseen: Sequence[Foreseen], seat: str, phrases: Phrases) -> None:
    """Which decisions the orders may raise, those of the others first."""
    others = dict.fromkeys(each.seat for each in foreseen if each.seat != seat)
    own = [each for each in foreseen if each.seat == seat]
    for other in others:
        say(f"Decisions of {phrases.names.seat(other)} that these orders may raise:")
        _tell_decisions([each for each in foreseen if each.seat == other], phrases)
    if own:
        say("Decisions that may come back to you:")
        _tell_decisions(own, phrases)
    if foreseen:
        say(
            f"(Found by playing your orders {foreseen[0].of} times with random dice, against what "
            "is public of the standing orders. What really comes may differ.)"
        )


def _tell_decisions(listed: Sequence[Foreseen], phrases: Phrases) -> None:
    """Those that stop the game or are on file one by one; mere defaults in one line."""
    for each in listed:
        if not each.only_default:
            name, often = _named(each, phrases), f"{each.runs} of {each.of} times"
            say_item(f"- {name}, {often}: {'; or '.join(each.ways)}")
    silent = [_named(each, phrases) for each in listed if each.only_default]
    if silent:
        say_item(f"- settled by the default: {'; '.join(silent)}")


def _named(each: Foreseen, phrases: Phrases) -> str:
    where = f" in {each.place}" if each.place else ""
    about = phrases.about(each.decision).removeprefix("Your ")
    return f"{about[:1].lower()}{about[1:]}{where} ({each.decision}, {each.clause})"


def end_if_wrong(game: OpenGame, draft: Draft, file: Path) -> None:
    """Tell what is wrong with a draft, and end the command if it is more than a warning.

    Raises:
        typer.Exit: there is something to mend.
    """
    from pbem.referee.draft_checks import look_through  # noqa: PLC0415 - keeps the start light

    findings = look_through(game, draft)
    tell_findings(findings)
    if any(finding.kind == "mistake" for finding in findings):
        say(count_of(findings, file))
        raise typer.Exit(EXIT_REFUSED)


def count_of(findings: Sequence[Finding], file: Path) -> str:
    """How much there is to mend."""
    one = len(findings) == 1
    return f"{len(findings)} {'thing' if one else 'things'} to mend in {file}."
