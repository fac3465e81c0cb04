"""Reading and writing files so that a crash or a power cut loses nothing that was there.

Links, pipes and devices are never followed or waited for, and every trouble of the system becomes a
sentence that names the file and says what to do.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from pbem.canon.trouble import Trouble

if sys.platform == "darwin":
    import fcntl


class FolderTrouble(Trouble):
    """The game folder cannot be read or written; the text says why and what to do."""


def write_atomic(path: Path, data: bytes) -> None:
    """Replace a file as a whole: after a crash it holds the old bytes or the new ones.

    The folder of the file is made if only that is missing.

    Raises:
        FolderTrouble: it could not be written; the old bytes stand, or the new ones if nothing but
            the very last step failed. To write it again is always right.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with explained(path, "written"):
        _make_folder(path.parent)
        try:
            _write_new(fresh, data)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        sync_folder(path.parent)


def read_file(path: Path, most: int) -> bytes | None:
    """Return the bytes of a file, or None where there is none.

    Args:
        path: the file.
        most: the most bytes it may have.

    Raises:
        FolderTrouble: it cannot be read, is no ordinary file, or is longer.
    """
    with explained(path, "read"):
        try:
            fd = open_ordinary(path, os.O_RDONLY)
        except FileNotFoundError:
            return None
        with os.fdopen(fd, "rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise FolderTrouble(f"{path} is too long: at most {most:,} bytes are read.")
    return data


def open_ordinary(path: Path, flags: int) -> int:
    """Open an ordinary file, never through a link and never waiting for a pipe.

    Returns:
        its descriptor, for the caller to close.

    Raises:
        FolderTrouble: it is a link, a folder, a pipe or a device.
        OSError: the system does not open it.
    """
    refuse_link(path, "file")
    fd = os.open(path, flags | _CAREFULLY, 0o666)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        if path.is_dir():
            raise FolderTrouble(_A_FOLDER.format(path=path))
        raise FolderTrouble(_NOT_ORDINARY.format(path=path, kind="file"))
    return fd


def refuse_link(path: Path, kind: Literal["file", "folder"]) -> None:
    """Pass a path that is no link; whether anything is there is not looked at.

    Raises:
        FolderTrouble: it is a link.
    """
    if path.is_symlink():
        raise FolderTrouble(_NOT_ORDINARY.format(path=path, kind=kind))


_A_FOLDER: Final = (
    "the path {path} is a folder, not a file: if a file in it is meant, name that one."
)
_NOT_ORDINARY: Final = (
    "the {kind} {path} is not an ordinary {kind}: pbem follows no links and opens no pipes or "
    "devices. Name the {kind} itself, or put it in that place."
)
_CAREFULLY: Final[int] = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir()
        sync_folder(folder.parent)


def _write_new(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)  # left behind by a crashed process of the same number
    fd = open_ordinary(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(fd, data)
        sync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Write all the bytes, in as many pieces as the system takes.

    Raises:
        OSError: only a part of them, or none, was written.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def sync(fd: int) -> None:
    """Make what was written to a file durable: after this a power cut cannot take it away.

    Raises:
        OSError: nobody knows what is on the disk.
    """
    if sys.platform == "darwin":
        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # there, fsync alone leaves bytes in the drive's cache
    else:
        os.fsync(fd)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system and the file system can."""
    if sys.platform != "win32":
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(fd)


_FULL: Final = ("the disk is full", "Free some space, then give the command again.")
_CLOSED: Final = (
    "you have no permission",
    "Change the permissions of the game folder or copy it to a place of your own, then give the "
    "command again.",
)
_CAUSES: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _CLOSED,
    errno.EPERM: _CLOSED,
    errno.EROFS: (
        "the disk is read-only",
        "Copy the game folder to a disk that can be written, then give the command again.",
    ),
    errno.ENOENT: ("there is no such folder", "See whether the path is spelled right."),
}
_OTHERWISE: Final = "See to the disk and the folder, then give the command again."


@contextmanager
def explained(
    path: Path, done: Literal["made", "opened", "locked", "read", "written"]
) -> Iterator[None]:
    """Turn the system's error into a sentence about the file and what could not be done to it."""
    try:
        yield
    except OSError as error:
        system = (error.strerror or "unknown error", _OTHERWISE)
        cause, advice = _CAUSES.get(error.errno or 0, system)
        raise FolderTrouble(
            f"{path} could not be {done}: {cause}. Nothing that was accepted before is lost. "
            f"{advice}"
        ) from error
