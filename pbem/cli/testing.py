"""The command for makers of games and engines: case."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.output import EXIT_REFUSED, say

if TYPE_CHECKING:
    from pbem.testing.cases import Verdict
    from pbem.testing.playing import Played


def add_commands(app: typer.Typer) -> None:
    """Add the commands that test rules."""
    app.command()(case)


def case(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.")],
    show: Annotated[
        bool, typer.Option("--show", help="Also print everything that happened.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print only cases that are not passed.")
    ] = False,
) -> None:
    """Run cases: small positions with orders, dice, and the one right outcome."""
    from pbem.testing.cases import case_files, run_file  # noqa: PLC0415

    verdicts = []
    for path in case_files(paths):
        verdict = run_file(path)
        verdicts.append(verdict)
        if not (quiet and verdict.passed):
            _tell(verdict)
        if show and verdict.played is not None:
            _show(verdict.played)
    failed = sum(not verdict.passed for verdict in verdicts)
    say(f"{len(verdicts) - failed} passed, {failed} not passed.")
    if failed:
        raise typer.Exit(EXIT_REFUSED)


def _tell(verdict: "Verdict") -> None:
    name = verdict.title or str(verdict.path)
    say(f"passed      {name}" if verdict.passed else f"NOT PASSED  {name}")
    for difference in verdict.differences:
        say(f"- {difference}", "    ")


def _show(played: "Played") -> None:
    from pbem.canon.canonical import encode  # noqa: PLC0415

    for event in played.events:
        say(encode(dict(event)).decode("utf-8"), "    ")
    for refusal in played.refusals:
        say(f"refused {encode(dict(refusal)).decode('utf-8')}", "    ")
    say(f"open asks: {', '.join(played.asks) or 'none'}", "    ")
    if played.over is not None:
        say(f"result: {encode(dict(played.over)).decode('utf-8')}", "    ")
