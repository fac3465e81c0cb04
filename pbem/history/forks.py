"""New lines that arrive at a player, and forks (protocol section 6.2, L09)."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.history.entries import Entry, read_entry
from pbem.history.errors import Fork
from pbem.history.fields import NOTHING
from pbem.history.log import Log
from pbem.trust.envelope import verify


def new_lines(log: Log, known: Sequence[bytes], received: Sequence[bytes]) -> list[bytes]:
    """Return the lines of `received` that continue the log this reader knows.

    What is known already may be repeated. The new lines are not verified here: `apply_line` does.

    Args:
        log: the log after the known lines.
        known: its lines.
        received: a whole log or its end, as it came in.

    Raises:
        Refused: the code of a line that cannot be read; D01 if it is of another game; L02 if lines
            are missing, doubled or out of order, which proves nothing against the host.
        Fork: another line stands where this reader has one: L09 if the host signed both behind
            the same line, which proves a dishonest or restored host, else L03.
    """
    if not received:
        return []
    _check_game(log, received[0])
    first = _first(received[0], len(known))
    for place, line in enumerate(received[: len(known) - first], start=first):
        if line != known[place]:
            raise _fork(log, place, known[place], line)
    fresh = list(received[len(known) - first :])
    if fresh:
        _check_continues(log, known, fresh[0])
    return fresh


def _check_game(log: Log, line: bytes) -> None:
    """A host may keep many games under one key: their lines differ without any fraud."""
    game = read_entry(line).signed["game"]
    if log.game and game != log.game:
        raise Refused(
            "D01",
            f"these lines belong to the game {game}, and this is the folder of {log.game}",
            hint="go into the folder of that game, or name it with --in",
        )


def _first(line: bytes, known: int) -> int:
    """The place of the first line that came in; nothing may be missing before it."""
    first = _seq(read_entry(line))
    if first > known:
        raise Refused(
            "L02",
            f"lines {known} to {first - 1} are missing",
            hint=f"ask the host for the lines from {known} on",
        )
    return first


def _seq(entry: Entry) -> int:
    return int(entry.signed["seq"])


def _check_seq(entry: Entry, place: int) -> None:
    """A true line of the host in the wrong place: anybody may have put it there."""
    if _seq(entry) != place:
        raise Refused(
            "L02",
            f"where line {place} belongs stands line {_seq(entry)}: lines are missing, doubled or "
            "out of order",
            hint="ask the host for the whole file again, best as an attachment",
        )


def _check_continues(log: Log, known: Sequence[bytes], line: bytes) -> None:
    """The first new line must name the head this reader knows."""
    entry = read_entry(line)
    _check_seq(entry, len(known))
    if entry.signed["prev"] != log.head:
        raise Fork(
            "L03",
            "the new line follows another line than the last one you have: the logs have parted",
            len(known),
            known[-1] if known else b"",
            line,
            of_host=_signed_by_host(log, len(known), entry),
        )


def _fork(log: Log, place: int, known_line: bytes, other_line: bytes) -> Fork:
    """The fork at a place; only two signed lines for one place are proof against the host."""
    other = read_entry(other_line)
    _check_seq(other, place)
    before = log.heads[place - 1] if place else NOTHING
    code, reason = "L03", "this is another line than yours, and the host has not signed it"
    of_host = _signed_by_host(log, place, other)
    if of_host:
        reason = "the logs have parted before this line: ask for the earlier lines too"
        if other.signed["prev"] == before:
            code = "L09"
            reason = "the host signed two different lines for this place: show both to everybody"
    return Fork(code, reason, place, known_line, other_line, of_host=of_host)


def _signed_by_host(log: Log, place: int, entry: Entry) -> bool:
    try:
        verify(entry.envelope, {log.host_key_at(place)}, entry.line)
    except Refused:
        return False
    return True
