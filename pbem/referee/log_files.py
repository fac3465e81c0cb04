"""Logs as they arrive: with other line ends, inside a mail, cut short, or no log at all.

Only what programs on the way do to every line alike is undone here: the lines themselves are
never mended, for their bytes are what is signed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Final

from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.strict import ENTRY, read
from pbem.canon.trouble import Trouble
from pbem.history.durable import read_file
from pbem.history.lines import LogLines
from pbem.post.limits import SIZE
from pbem.post.mail import is_mail
from pbem.post.mime import parts_of
from pbem.referee.spelling import no_path

MOST_BYTES = 268_435_456
"""The largest file of lines that is read: far above any game."""

_BOM: Final = b"\xef\xbb\xbf"


class NoLog(Trouble):
    """A file is no log; the message says what it is instead, and what to do."""


@immutable(frozen=True)
class LogFile:
    """The lines of a file.

    Attributes:
        lines: without line ends; in memory, or read one by one.
        notices: what was undone, and whether the file is cut short, in sentences.
        is_cut: whether the file ends in the middle of a line, which is left out.
    """

    lines: list[bytes] | LogLines
    notices: list[str] = field(default_factory=list)
    is_cut: bool = False


def read_log_file(path: Path) -> LogFile:
    """The lines in a file, or in a mail that has them attached.

    Raises:
        NoLog: there is no such file, or it is no log.
        FolderTrouble: it can not be read.
    """
    raw = read_file(path, MOST_BYTES)
    if raw is None:
        raise NoLog(no_path(path))
    if _is_log(raw):
        return _lines(raw, [])
    attached = [part for part in _attached(path, raw) if _is_log(part)]
    if len(attached) == 1:
        return _lines(attached[0], [f"{path} is a mail: its attached log is read."])
    raise NoLog(_other(path, raw, len(attached)))


def as_signed(log: LogLines) -> bool:
    """Whether the lines are as they were signed; programs change all line ends alike, or none."""
    first = next(iter(log), b"")
    return first.startswith(b'{"sign') and not first.endswith(b"\r") and not log.ends_blank


def without_carriage_returns(lines: list[bytes]) -> tuple[list[bytes], list[str]]:
    """Lines as they were signed, and a notice if a program had changed their ends."""
    if not any(line.endswith(b"\r") for line in lines):
        return lines, []
    return [line.removesuffix(b"\r") for line in lines], [_CHANGED_ENDS]


_CHANGED_ENDS: Final = (
    "A program on the way has changed the line ends (CR LF instead of LF). The lines are read as "
    "they were signed."
)


def _lines(raw: bytes, notices: list[str]) -> LogFile:
    if raw.startswith(_BOM):
        notices.append("An editor has put a mark before the first line; it is left out.")
    lines, changed = without_carriage_returns(raw.removeprefix(_BOM).split(b"\n"))
    notices += changed
    last = lines.pop()
    is_cut = bool(last) and not _is_whole(last)
    if last and not is_cut:
        lines.append(last)
    if is_cut:
        notices.append(
            f"The file is cut short: its last line has no end ({len(last):,} bytes) and is not "
            "read. Ask for the file again, best as an attachment."
        )
    while lines and not lines[-1]:
        lines.pop()
    return LogFile(lines, notices, is_cut)


def _is_whole(line: bytes) -> bool:
    try:
        read(line, ENTRY)
    except Refused:
        return False
    return True


def first_number(line: bytes) -> int:
    """The number a line gives itself; 0 if it can not be read, which is for the audit to say."""
    try:
        signed = read(line, ENTRY).get("signed")
    except Refused:
        return 0
    number = signed.get("seq") if isinstance(signed, dict) else None
    return number if isinstance(number, int) else 0


def _is_log(raw: bytes) -> bool:
    """Whether one of the first lines looks like one of a log; damaged ones are for the audit."""
    first = raw[: 4 * ENTRY.size].removeprefix(_BOM).split(b"\n", 3)[:3]
    return any(line.startswith(b'{"sign') and b'"seq":' in line for line in first)


def _attached(path: Path, raw: bytes) -> Iterator[bytes]:
    letter = raw.removeprefix(_BOM).lstrip(b"\r\n")
    if not (path.suffix.lower() == ".eml" or is_mail(letter[:SIZE])):
        return
    try:
        yield from (part.data for part in parts_of(letter))
    except Refused:
        return


def _other(path: Path, raw: bytes, logs: int) -> str:
    """What a file is that is no log."""
    if logs:
        return f"{logs} logs are attached to the mail {path}: save the right one, and name that"
    if path.suffix.lower() == ".eml" or is_mail(raw[:SIZE]):
        return f"no log is attached to the mail {path}: ask for game.jsonl as an attachment"
    if not raw.strip():
        return f"the file {path} is empty: ask for game.jsonl again"
    if raw.startswith((b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf")):
        return f"the file {path} is packed: unpack it, and name the file inside"
    if raw.startswith(b'{"sign') and not _is_whole(raw.rstrip()):
        return f"the file {path} is cut short before the end of its first line: ask for it again"
    if raw.lstrip().startswith(b"{") and b'"signed"' in raw:
        return (
            f"the file {path} is a signed document, not a log: the host takes it in with `pbem "
            "submit`; an invitation is answered with `pbem join`"
        )
    return (
        f"the file {path} is no log of a game: a log is a file game.jsonl of the host, whose lines "
        'begin with {"signatures"'
    )
