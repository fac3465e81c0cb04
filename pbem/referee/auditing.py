"""Auditing a history: anybody's, from its lines alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pbem import registry
from pbem.history.audit import Audit, audit
from pbem.history.durable import FolderTrouble, read_file
from pbem.history.folder import GameFolder
from pbem.referee.corrections import data_of
from pbem.referee.open_game import NotThere
from pbem.referee.spelling import no_path
from pbem.referee.updating import MOST_BYTES

Watch: TypeAlias = Callable[[Sequence[bytes]], Iterable[bytes]]


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
        raise NotThere(no_path(data, "folder"))
    lines, notices = _lines(path)
    if not lines:
        raise NotThere(f"there is no log in {path}: a game's folder has it in game.jsonl")
    corrected = data or (data_of(GameFolder(path)) if path.is_dir() else None)
    return audit(watch(lines), partial(registry.rules_for, corrected=corrected)), notices


def _lines(path: Path) -> tuple[list[bytes], list[str]]:
    if path.is_dir():
        folder = GameFolder(path)
        return folder.lines(), folder.notices
    raw = read_file(path, MOST_BYTES)
    if raw is None:
        raise FolderTrouble(no_path(path))
    body, _, torn = raw.rpartition(b"\n")
    notices = [f"The last line has no end ({len(torn):,} bytes) and is not read."] if torn else []
    return body.split(b"\n") if body else [], notices
