"""The folder of one game: `game.jsonl` is the truth, the other files stand beside it (section 5).

A line is in the game from the moment `GameFolder.append` returns. Whatever stops the program
earlier leaves whole lines and at most one torn end, which is never read and never thrown away.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

from pbem.canon.immutable import immutable
from pbem.history.durable import (
    FolderTrouble,
    explained,
    open_ordinary,
    refuse_link,
    sync,
    sync_folder,
    write_all,
    write_atomic,
)
from pbem.history.fields import HEX32, MOST_LINES, PARTY
from pbem.history.lines import LONGEST, TORN, LogLines, read_lines, whole_and_size
from pbem.history.names import FILE_NAME, SIGNED, checked, portable

if sys.platform == "win32":
    import msvcrt

    def _take_lock(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take_lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class GameFolder:
    """The files of one game.

    Attributes:
        path: the folder.
        notices: sentences the user has to be shown, such as that a torn line was moved aside.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.notices: list[str] = []
        self._log = self.path / "game.jsonl"
        self._read = _Extent(lines=0, size=0)
        self._locked = False

    def create(self) -> None:
        """Make the folder if it is not there.

        Raises:
            FolderTrouble: it cannot be made.
        """
        with explained(self.path, "made"):
            if not self.path.is_dir():
                self.path.mkdir(parents=True)
                sync_folder(self.path.parent)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep every other pbem from writing to this game until the block is left.

        Whoever has the lock may take it again. It dies with the process, so a lock file that was
        left behind locks nothing.

        Raises:
            FolderTrouble: another pbem works on this game, or the folder cannot be written.
        """
        if self._locked:
            yield
            return
        path = self.path / "game.lock"
        with explained(path, "opened"):
            fd = open_ordinary(path, os.O_RDWR | os.O_CREAT)
        try:
            _lock_or_complain(fd, path)
            self._locked = True
            try:
                yield
            finally:
                self._locked = False
        finally:
            os.close(fd)  # gives the lock back

    def lines(self) -> list[bytes]:
        """Return the whole lines of the log without their line feeds; none before the start.

        Nothing is written. A torn end is left out and noticed. A line that is too long is the last
        one returned, cut one byte past the limit, so that whoever checks it refuses it (J01).

        Raises:
            FolderTrouble: the log cannot be read, is no ordinary file, or has too many lines.
        """
        with explained(self._log, "read"):
            fd = self._open_to_read()
            if fd is None:
                self._read = _Extent(lines=0, size=0)
                return []
            with os.fdopen(fd, "rb") as file:
                whole, size = whole_and_size(file)
                lines = list(read_lines(file, whole))
        if whole < size:
            self._notice(TORN.format(name=self._log.name, size=size - whole))
        self._read = _Extent(len(lines), whole)
        return lines

    def lines_one_by_one(self) -> LogLines | None:
        """Return the same lines for a reader who does not want them all in memory, or None.

        Raises:
            FolderTrouble: the log cannot be read, or is no ordinary file.
        """
        refuse_link(self._log, "file")
        return LogLines(self._log) if self._log.exists() else None

    def append(self, lines: Sequence[bytes]) -> None:
        """Add lines to the log; once this returns, a power cut cannot take them away again.

        The log must be as `lines` last found it (empty, if it was never read), so that a line never
        lands behind one it does not know. A torn end is moved aside first and noticed.

        Args:
            lines: whole entries without line feeds.

        Raises:
            FolderTrouble: none of the lines is in the log, unless the text says so.
        """
        if not self._locked:
            raise RuntimeError("append needs the lock of the game folder")
        data = b"".join(_checked_line(line) + b"\n" for line in lines)
        if not data:
            return
        if self._read.lines + len(lines) > MOST_LINES:
            raise FolderTrouble(f"{self._log} is full: a log has at most {MOST_LINES:,} lines.")
        with explained(self._log, "written"):
            self._append(data)
        self._read = _Extent(self._read.lines + len(lines), self._read.size + len(data))

    def _append(self, data: bytes) -> None:
        fd = open_ordinary(self._log, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        with os.fdopen(fd, "r+b", buffering=0) as file:
            whole, size = whole_and_size(file)
            if whole != self._read.size:
                raise FolderTrouble(_CHANGED.format(path=self._log))
            if whole < size:
                self._move_torn_end(file, whole)
            self._write_or_take_back(fd, data, whole)

    def _write_or_take_back(self, fd: int, data: bytes, size: int) -> None:
        try:
            write_all(fd, data)
            sync(fd)
            if size == 0:  # not "if the file is new": an earlier attempt may have made it in vain
                sync_folder(self.path)
        except BaseException:
            self._take_back(fd, size)
            raise

    def _take_back(self, fd: int, size: int) -> None:
        try:
            os.ftruncate(fd, size)
            sync(fd)
        except OSError as error:
            raise FolderTrouble(_NOT_TAKEN_BACK.format(path=self._log)) from error

    def _move_torn_end(self, file: BinaryIO, whole: int) -> None:
        file.seek(whole)
        torn = file.read()
        aside = self._free_name()
        write_atomic(aside, torn)  # before the cut: the bytes are always in one of the two files
        os.ftruncate(file.fileno(), whole)
        sync(file.fileno())
        self._notice(_MOVED.format(name=self._log.name, size=len(torn), aside=aside.name))

    def _free_name(self) -> Path:
        names = (self._log.with_name(f"{self._log.name}.cut-{n}") for n in count(1))
        return next(path for path in names if not path.exists())

    def _open_to_read(self) -> int | None:
        try:
            return open_ordinary(self._log, os.O_RDONLY)
        except FileNotFoundError:
            if not self.path.is_dir():
                raise
            return None

    def _notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)

    def holds_game(self) -> bool:
        """Return whether the folder is that of a game, begun or only invited to."""
        return any(os.path.lexists(path) for path in (self._log, self.invite_file()))

    def invite_file(self) -> Path:
        """Return the path of the invitation."""
        return self.path / f"invite{SIGNED}"

    def join_file(self, seat: str) -> Path:
        """Return the path of a seat's answer to the invitation."""
        return self._inside("joins", portable(checked(PARTY, seat)) + SIGNED)

    def held_file(self, digest: str) -> Path:
        """Return the path of the text of a held document, by its digest."""
        return self._inside("held", checked(HEX32, digest) + ".json")

    def journal_file(self, party: str) -> Path:
        """Return the path of a party's journal."""
        return self.path / f"journal-{checked(PARTY, party)}.json"

    def fork_file(self) -> Path:
        """Return the path of the two lines that prove that the log has parted (section 6.2)."""
        return self.path / "fork.jsonl"

    def orders_file(self, name: str) -> Path:
        """Return the path of a draft or a signed document; build the name with `safe_name`."""
        return self._inside("orders", checked(FILE_NAME, name))

    def report_file(self, name: str) -> Path:
        """Return the path of a report; build the name with `safe_name`."""
        return self._inside("reports", checked(FILE_NAME, name))

    def _inside(self, folder: str, name: str) -> Path:
        inner = self.path / folder
        with explained(inner, "opened"):
            refuse_link(inner, "folder")
        return inner / name


@immutable(frozen=True)
class _Extent:
    """How much of the log was read: its whole lines, and their bytes with line feeds."""

    lines: int
    size: int


_MOVED: Final = (
    "The last line of {name} had no end ({size:,} bytes), because the program was stopped while it "
    "wrote it or an editor took its line end away. It does not count; it was moved to {aside}. All "
    "lines before it are untouched."
)
_CHANGED: Final = (
    "{path} has changed since this command read it: another program (an editor, a program that "
    "copies folders between computers) has written to it. Nothing was written. See that the file "
    "is the right one, then give the command again."
)
_NOT_TAKEN_BACK: Final = (
    "{path} could not be written to the end, and what was written could not be taken back. All "
    "lines that stood in it before are untouched. See to the disk and make a copy of the file; "
    "then give the command again: it starts from the lines that are whole."
)


def _checked_line(line: bytes) -> bytes:
    if not line or b"\n" in line or len(line) > LONGEST:
        raise ValueError("a line of the log holds one entry within its limits, and no line feed")
    return line


def _lock_or_complain(fd: int, path: Path) -> None:
    with explained(path, "locked"):
        try:
            _take_lock(fd)
        except (BlockingIOError, PermissionError):
            raise FolderTrouble(
                f"Another pbem is working on the game in {path.parent}. Nothing was changed. Wait "
                "until it has finished, then give the command again."
            ) from None
