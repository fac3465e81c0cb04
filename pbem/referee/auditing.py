"""Auditing a history: anybody's, from its lines alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pbem import registry
from pbem.canon.immutable import immutable
from pbem.history.audit import Audit, audit
from pbem.history.folder import GameFolder
from pbem.history.lines import LogLines
from pbem.referee.corrections import data_of
from pbem.referee.log_files import (
    LogFile,
    NoLog,
    as_signed,
    first_number,
    read_log_file,
    without_carriage_returns,
)
from pbem.referee.open_game import NotThere
from pbem.referee.spelling import no_path

Watch: TypeAlias = Callable[[list[bytes] | LogLines], Iterable[bytes]]


@immutable(frozen=True)
class Audited:
    """What an audit of a folder or file says.

    Attributes:
        audit: what was found in the lines.
        notices: about the file itself, such as that its last line is torn.
        is_cut: whether the file ends in the middle of a line.
    """

    audit: Audit
    notices: list[str]
    is_cut: bool = False

    @property
    def verdict(self) -> str:
        """`GOOD`; `BAD`; or `INCOMPLETE`, if nothing is wrong as far as could be checked."""
        if self.audit.finding is not None:
            return "BAD"
        return "GOOD" if self.audit.complete and not self.is_cut else "INCOMPLETE"


def audit_path(path: Path, data: Path | None = None, watch: Watch = iter) -> Audited:
    """Audit a game folder, or a single file of lines.

    Nothing outside the lines is used but the data whose digest they name, so that the host's own
    audit says what everybody's says.

    Args:
        path: the folder or file.
        data: a folder with corrected rule files; None for those that a game folder keeps.
        watch: gives the lines one by one, and may show how far it has come.

    Raises:
        FolderTrouble: nothing can be read there.
        NotThere: there are no lines, or no folder `data`.
        NoLog: the file is no log.
    """
    if data is not None and not data.is_dir():
        raise NotThere(no_path(data, "folder"))
    file = _folder_lines(path) if path.is_dir() else _file_lines(path)
    first_line = next(iter(file.lines), None)
    if first_line is None:
        raise NotThere(f"there is no whole line of a log in {path}")
    if not path.is_dir() and (first := first_number(first_line)):
        raise NoLog(
            f"the lines in {path} begin with number {first}; an audit begins with number 0. Take "
            "them in with `pbem update`, then audit your folder"
        )
    corrected = data or (data_of(GameFolder(path)) if path.is_dir() else None)
    found = audit(watch(file.lines), partial(registry.rules_for, corrected=corrected))
    return Audited(found, file.notices, file.is_cut)


def _folder_lines(path: Path) -> LogFile:
    """The lines of a game folder: read one by one, unless a program has changed their ends."""
    folder = GameFolder(path)
    log = folder.lines_one_by_one()
    if log is None or not len(log):
        raise NotThere(f"there is no log in {path}: a game's folder has it in game.jsonl")
    if as_signed(log):
        return LogFile(log, log.notices)
    lines, notices = without_carriage_returns(folder.lines())
    return LogFile(lines, [*folder.notices, *notices])


def _file_lines(path: Path) -> LogFile:
    """The lines of a file: read one by one, unless something was done to it on its way."""
    if path.is_file() and not path.is_symlink():
        log = LogLines(path)
        if as_signed(log) and not log.notices:
            return LogFile(log)
    return read_log_file(path)
