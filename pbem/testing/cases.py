"""Running cases: files in, a verdict for each out (docs/case-format.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem import registry
from pbem.canon.immutable import immutable
from pbem.canon.strict import STATE
from pbem.canon.trouble import Trouble
from pbem.history.durable import read_file
from pbem.testing.case_forms import Case, read_case
from pbem.testing.comparing import differences
from pbem.testing.playing import Played, play


class NoCases(Trouble):
    """There is no such file, or no case in a folder."""


@immutable(frozen=True, slots=True)
class Verdict:
    """How one case file came out.

    Attributes:
        path: the file.
        title: name and title of the case; "" if it could not be read.
        differences: what is not as the case says; empty if it is passed.
        played: what came out; None if the case could not be played.
    """

    path: Path
    title: str
    differences: Sequence[str]
    played: Played | None = None

    @property
    def passed(self) -> bool:
        """Whether everything came out as the case says."""
        return not self.differences


def case_files(paths: Sequence[Path]) -> list[Path]:
    """The files named, and in place of a folder every ``*.json`` in it and below, sorted.

    Raises:
        NoCases: a path does not exist, or a folder holds none.
    """
    return [file for path in paths for file in _files(path)]


def _files(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise NoCases(f"there is no file {path}")
    if not path.is_dir():
        yield path
        return
    inside = sorted(path.rglob("*.json"))
    if not inside:
        raise NoCases(f"there is no case in the folder {path}: cases are files *.json")
    yield from inside


def run_file(path: Path) -> Verdict:
    """Run the case in a file; a file that is no case, or names no installed game, is not passed.

    Never a link, a pipe or a device: those are not passed either.
    """
    try:
        case = read_case(read_file(path, STATE.size) or b"")
    except Trouble as trouble:
        return Verdict(path, "", [str(trouble)])
    title = f"{case.case}: {case.title}"
    if case.case != path.stem:
        return Verdict(path, title, [f"the case is called {case.case}, its file {path.name}"])
    try:
        played = run_case(case)
    except Trouble as trouble:
        return Verdict(path, title, str(trouble).splitlines())
    return Verdict(path, title, differences(case.expect, played), played)


def run_case(case: Case) -> Played:
    """Play a case with the rules installed for its game.

    Raises:
        UnknownGame: the game is not installed.
        UnusableCase: its start is no position of the game.
    """
    return play(case, registry.module(case.game).rules)
