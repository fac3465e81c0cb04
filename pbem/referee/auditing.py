"""Auditing a history: anybody's, from its lines alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from pbem import registry
from pbem.history.audit import Audit, audit
from pbem.history.folder import GameFolder
from pbem.history.lines import LogLines
from pbem.referee.corrections import data_of
from pbem.referee.open_game import NotThere

Watch: TypeAlias = Callable[[LogLines], Iterable[bytes]]


def audit_path(
    path: Path, data: Path | None = None, watch: Watch = iter
) -> tuple[Audit, list[str]]:
    """Audit a game folder, or a single file of lines.

    Nothing outside the lines is used but the data whose digest they name, so that the host's own
    audit says what everybody's says.

    Args:
        path: the folder or file.
        data: a folder with corrected rule files; None for those that a game folder keeps.
        watch: gives the lines one by one, and may show how far it has come.

    Returns:
        The audit, and notices about the file itself (a torn last line).

    Raises:
        FolderTrouble: nothing can be read there.
        NotThere: there are no lines, or no folder `data`.
    """
    if data is not None and not data.is_dir():
        raise NotThere(f"there is no folder {data}")
    lines = _lines(path)
    if not len(lines):
        raise NotThere(_NO_LINES.format(path=path))
    corrected = data or (data_of(GameFolder(path)) if path.is_dir() else None)
    return audit(watch(lines), partial(registry.rules_for, corrected=corrected)), lines.notices


def _lines(path: Path) -> LogLines:
    if not path.is_dir():
        return LogLines(path)
    lines = GameFolder(path).lines_one_by_one()
    if lines is None:
        raise NotThere(_NO_LINES.format(path=path))
    return lines


_NO_LINES: Final = "there is no log in {path}: a game's folder has it in game.jsonl"
