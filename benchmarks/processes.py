"""What is measured as whole processes: the start of the program, and one step adjudicated."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from measure import ROOT, Program, median, medians

from pbem.trust.secret import unlock

PBEM = "from pbem.cli import main; main()"
SAMPLE = ROOT / "sample_games/1943-1945/sample-turn"
PASSPHRASE = "sample"  # noqa: S105 - of the sample game
EMPTY = '''
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
@app.command()
def main(name: str = "") -> None:
    """The only command."""
app()
'''


class Starts(NamedTuple):
    """Seconds of whole processes.

    Attributes:
        empty_help: `--help` of a Typer program with one command that does nothing.
        empty_run: that command, with one option.
        help: `pbem --help`, started as its console script starts it.
        adjudications: each `pbem adjudicate` of the sample turn.
    """

    empty_help: float
    empty_run: float
    help: float
    adjudications: Sequence[float]


def starts(work: Path) -> Starts:
    """All of them, measured in turn.

    Args:
        work: a folder for copies of the host's folder.
    """
    programs = [
        Program(["-c", EMPTY, "--help"]),
        Program(["-c", EMPTY, "--name", "x"]),
        Program(["-c", PBEM, "--help"]),
        *_adjudications(work),
    ]
    empty_help, empty_run, own_help, *adjudications = medians(programs)
    return Starts(empty_help, empty_run, own_help, adjudications)


def unlocking() -> float:
    """Seconds that opening the host's secret takes: one Argon2id."""
    (secret,) = SAMPLE.glob("home/*.secret.json")
    return median(lambda: unlock(secret, PASSPHRASE), runs=5)


def _adjudications(work: Path) -> Iterator[Program]:
    """Every `pbem adjudicate` of the sample turn.

    Args:
        work: a folder for copies of the host's folder.
    """
    moves = [shlex.split(line) for line in (SAMPLE / "moves.txt").read_text().splitlines()]
    for place, move in enumerate(moves):
        if move[0] == "adjudicate":
            yield _adjudication(work / str(place), moves[:place], move)


def _adjudication(work: Path, before: list[list[str]], move: list[str]) -> Program:
    _play(work / "ready", before)

    def prepare() -> tuple[Path, Mapping[str, str]]:
        shutil.rmtree(work / "run", ignore_errors=True)
        shutil.copytree(work / "ready", work / "run")
        return work / "run/game", _environment(work / "run")

    return Program(["-c", PBEM, *move], prepare)


def _play(folder: Path, moves: list[list[str]]) -> None:
    """Do the host's moves up to the step in a fresh folder."""
    (folder / "game").mkdir(parents=True)
    shutil.copytree(SAMPLE / "home", folder / "home")
    shutil.copy(SAMPLE / "invite.pbem.json", folder / "game")
    for move in moves:
        words = [str(SAMPLE / word) if word.endswith(".pbem.json") else word for word in move]
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "pbem", *words],
            cwd=folder / "game",
            env={**os.environ, "PYTHONPATH": str(ROOT), **_environment(folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )


def _environment(folder: Path) -> Mapping[str, str]:
    return {"PBEM_HOME": str(folder / "home"), "PBEM_PASSPHRASE": PASSPHRASE}
