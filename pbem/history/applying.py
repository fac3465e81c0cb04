"""One line more: the checks of section 6.3 in their order, then its effect on the log."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.history import closing, deciding, opening, receiving, resolving
from pbem.history.deadlines import check_due
from pbem.history.documents import HOST, Document
from pbem.history.entries import Entry, read_entry
from pbem.history.later import new_host_key, refuse_later
from pbem.history.lobby import read_invite
from pbem.history.log import Log
from pbem.history.opening import asks_of
from pbem.history.phases import check_phase
from pbem.history.replaying import Resolved
from pbem.history.times import seconds, written
from pbem.trust.envelope import verify


@immutable(frozen=True, slots=True)
class Applied:
    """What a line did.

    Attributes:
        entry: the line.
        document: the document of a `receive`; None for other lines and while only the receipt
            is known.
        resolved: the resolutions that could be run, in order: the one of the line, and before it
            those that waited for texts it opens.
    """

    entry: Entry
    document: Document | None = None
    resolved: tuple[Resolved, ...] = ()


def read_log(log: Log, lines: Iterable[bytes]) -> list[Applied]:
    """Apply lines one after the other; see `apply_line`."""
    return [apply_line(log, line) for line in lines]


def apply_line(log: Log, line: bytes) -> Applied:
    """Check the next line of a log and let it take effect.

    Args:
        log: changed only if the line is good.
        line: the line without its line feed.

    Raises:
        Refused: the code of the first check of section 6.3 that fails.
        NeedsLater: only a later release plays such a line.
    """
    entry = read_entry(line)
    verify(entry.envelope, {_host_key(log, entry)}, entry.line)
    _check_place(log, entry)
    _check_due(log, entry)
    check_phase(log, entry)
    refuse_later(log, entry)
    applied = _EFFECTS[entry.type](log, entry)
    log.places[entry.head] = log.seq
    log.heads.append(entry.head)
    log.time = seconds(entry.signed["time"])
    return applied


def _host_key(log: Log, entry: Entry) -> str:
    """The key that signs a line; a first line brings it with it."""
    if log.invite is None and entry.type != "genesis":
        raise Refused("L05", "the first line of a log is 'genesis'")
    if entry.type == "host":
        return new_host_key(entry)
    if log.invite is not None:
        return log.parties[HOST].key
    return str(read_invite(entry.signed["invite"]).signed["host"]["key"])


def _check_place(log: Log, entry: Entry) -> None:
    """Check game, number, link to the line before, and time (step 3)."""
    signed = entry.signed
    if log.game and signed["game"] != log.game:
        raise Refused("D01", f"the line belongs to the game {signed['game']}", "/signed/game")
    if signed["seq"] != log.seq:
        found = f"it calls itself line {signed['seq']} and stands where line {log.seq} is due"
        lost = "lines are missing, stand twice or have changed places"
        raise Refused("L02", f"{found}: {lost}", "/signed/seq")
    if signed["prev"] != log.head:
        raise Refused("L03", "prev is not the head of the line before", "/signed/prev")
    if log.heads and seconds(signed["time"]) < log.time and entry.type != "host":
        raise Refused("L10", f"the line before has the time {written(log.time)}", "/signed/time")


def _check_due(log: Log, entry: Entry) -> None:
    """Check the deadline of the asks that a line opens (L11)."""
    signed = entry.signed
    if entry.type == "genesis":
        terms = read_invite(signed["invite"]).signed
    elif entry.type == "resolve":
        terms = log.terms
    else:
        return
    check_due(signed, terms["deadline"]["hours"], asks_of(signed))


def _genesis(log: Log, entry: Entry) -> Applied:
    opening.genesis(log, entry)
    return Applied(entry)


def _receive(log: Log, entry: Entry) -> Applied:
    return Applied(entry, document=receiving.receive(log, entry))


def _refuse(log: Log, entry: Entry) -> Applied:
    seat = entry.signed.get("seat", HOST)
    if seat not in log.parties:
        raise Refused("D02", f"this game has no seat {seat}", "/signed/seat")
    receiving.refuse(log, entry)
    return Applied(entry)


def _resolve(log: Log, entry: Entry) -> Applied:
    return Applied(entry, resolved=resolving.resolve(log, entry))


def _end(log: Log, entry: Entry) -> Applied:
    return Applied(entry, resolved=closing.end(log, entry))


def _plain(effect: Callable[[Log, Entry], None]) -> Callable[[Log, Entry], Applied]:
    """An entry that neither brings a document nor runs the rules."""

    def apply(log: Log, entry: Entry) -> Applied:
        effect(log, entry)
        return Applied(entry)

    return apply


_EFFECTS: Final[Mapping[str, Callable[[Log, Entry], Applied]]] = MappingProxyType(
    {
        "genesis": _genesis,
        "receive": _receive,
        "refuse": _refuse,
        "default": _plain(deciding.default),
        "lock": _plain(deciding.lock),
        "resolve": _resolve,
        "pause": _plain(closing.pause),
        "resume": _plain(closing.resume),
        "remark": _plain(closing.remark),
        "end": _end,
    }
)
