"""What is measured as whole processes: the start of the program, and one step adjudicated."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from measure import ROOT, median_process

PBEM = "from pbem.cli import main; main()"
SAMPLE = ROOT / "sample_games/1943-1945/sample-turn"
EMPTY = '''
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
@app.command()
def main(name: str = "") -> None:
    """The only command."""
app()
'''


def empty_help() -> float:
    """Seconds of `--help` of a Typer program with one command that does nothing."""
    return median_process(["-c", EMPTY, "--help"])


def empty_run() -> float:
    """Seconds of the command of a Typer program that does nothing, with one option."""
    return median_process(["-c", EMPTY, "--name", "x"])


def pbem_help() -> float:
    """Seconds of `pbem --help`, started as its console script starts it."""
    return median_process(["-c", PBEM, "--help"])


def adjudicated(work: Path, step: int) -> float:
    """Seconds of `pbem adjudicate` of a step of the sample turn.

    Args:
        work: a folder for copies of the host's folder.
        step: which of the host's adjudications, counted from 0.
    """
    moves = [shlex.split(line) for line in (SAMPLE / "moves.txt").read_text().splitlines()]
    place = [at for at, move in enumerate(moves) if move[0] == "adjudicate"][step]
    ready = work / f"step-{step}"
    _play(ready, moves[:place])

    def prepare() -> tuple[Path, Mapping[str, str]]:
        shutil.rmtree(work / "run", ignore_errors=True)
        shutil.copytree(ready, work / "run")
        return work / "run/game", _environment(work / "run")

    return median_process(["-c", PBEM, *moves[place]], prepare=prepare)


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
            env=os.environ | {"PYTHONPATH": str(ROOT)} | _environment(folder),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )


def _environment(folder: Path) -> Mapping[str, str]:
    return {"PBEM_HOME": str(folder / "home"), "PBEM_PASSPHRASE": "sample"}
