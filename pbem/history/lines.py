"""The lines of a log file, one by one: the one reader of them (limits: sections 2.1 and 5)."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from pbem.canon.strict import ENTRY
from pbem.history.durable import FolderTrouble, explained, open_ordinary
from pbem.history.fields import MOST_LINES

LONGEST: Final = ENTRY.size
"""The most bytes of a line of the log, its line feed not counted (section 2.1)."""
TORN: Final = (
    "The last line of {name} has no end ({size:,} bytes) and is not read: the program was stopped "
    "while it wrote it, or another pbem is writing it at this moment."
)
_CHUNK: Final = 65_536


def whole_and_size(file: BinaryIO) -> tuple[int, int]:
    """Return the bytes up to and with the last line feed, and all bytes of the file."""
    size = at = file.seek(0, os.SEEK_END)
    while at > 0:
        start = max(0, at - _CHUNK)
        file.seek(start)
        found = file.read(at - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1, size
        at = start
    return 0, size


def read_lines(file: BinaryIO, whole: int) -> Iterator[bytes]:
    """Yield the lines in the first `whole` bytes, without their line feeds.

    A line that is too long is the last one, cut one byte past the limit, so that whoever checks it
    refuses it (J01).

    Raises:
        FolderTrouble: there are more lines than a log may have.
    """
    file.seek(0)
    count = 0
    while whole > 0:
        line = file.readline(LONGEST + 1)
        if not line.endswith(b"\n"):  # too long, or another process has just cut the file
            if len(line) > LONGEST:
                yield line
            return
        if count == MOST_LINES:
            raise FolderTrouble(f"the log has more than {MOST_LINES:,} lines, as no log may.")
        yield line[:-1]
        count += 1
        whole -= len(line)


class LogLines:
    """The whole lines of a file, which are in memory one at a time.

    Attributes:
        notices: a sentence for the user about a torn end, which is left out.
        ends_blank: whether an empty line stands at the end, as some editors put it there.
    """

    def __init__(self, path: Path) -> None:
        """Look how many lines there are.

        Raises:
            FolderTrouble: the file cannot be read, or is no ordinary file.
        """
        self._path = path
        with self._open() as file:
            self._whole, size = whole_and_size(file)
            self._count = _line_feeds(file, self._whole)
            file.seek(max(0, self._whole - 2))
            self.ends_blank = file.read(2) == b"\n\n"
        torn = TORN.format(name=path.name, size=size - self._whole)
        self.notices = [torn] if size > self._whole else []

    def __len__(self) -> int:
        """Return the number of whole lines."""
        return self._count

    def __iter__(self) -> Iterator[bytes]:
        """Read the lines from the first on; see `read_lines`.

        Raises:
            FolderTrouble: the file cannot be read, or has too many lines.
        """
        with explained(self._path, "read"), self._open() as file:
            yield from read_lines(file, self._whole)

    def _open(self) -> BinaryIO:
        with explained(self._path, "read"):
            return os.fdopen(open_ordinary(self._path, os.O_RDONLY), "rb")


def _line_feeds(file: BinaryIO, whole: int) -> int:
    file.seek(0)
    count = 0
    while whole > 0 and (chunk := file.read(min(_CHUNK, whole))):
        count += chunk.count(b"\n")
        whole -= len(chunk)
    return count
