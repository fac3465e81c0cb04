"""How things stand when a document is received: its ask, its `head`, its `rev` (section 6.1)."""

from pbem.canon.codes import Refused
from pbem.history.documents import Document
from pbem.history.links import check_link, link_rule
from pbem.history.log import Log
from pbem.history.records import Ask, Moment, Phase, Receipt


def moment_for(log: Log, seat: str, ask: Ask | None) -> Moment:
    """Return what an orders or standing document that the next line receives is checked against.

    Raises:
        Refused: D06 if the playing host has not answered yet and must do so first (section 9.1).
    """
    return Moment(
        seq=log.seq,
        key=log.parties[seat].key,
        ask=ask,
        link="never" if ask is None else link_rule(log, ask),
        next=log.next,
        not_before=not_before(log, seat, ask),
    )


def not_before(log: Log, seat: str, ask: Ask | None) -> int:
    """Return the line that the `head` of a document may name at the earliest (D06)."""
    if seat == log.host_seat:
        return log.seq - 1
    if ask is None:
        return 0
    return max(log.opening, *_host_answered(log))


def _host_answered(log: Log) -> list[int]:
    """The lines that hold the playing host's own answers to what is asked of several seats."""
    own = [ask for ask in log.asks if ask.seat == log.host_seat]
    if not own or not log.several_seats_asked():
        return [0]
    lines = {ask.id: receipt.seq for ask in own if (receipt := log.answers.get(ask.id))}
    lines |= log.defaults
    if any(ask.id not in lines for ask in own):
        raise Refused(
            "D06",
            "the host plays a seat that is asked too, and his own answer must be logged first",
            "/head",
            "wait for the next lines of the log",
        )
    return [lines[ask.id] for ask in own]


def check_moment(log: Log, document: Document, moment: Moment) -> None:
    """Check `head` and link of an orders or standing document as of its receipt.

    Raises:
        Refused: D04, D06, C03, C02, C04, C10.
    """
    check_head(log, document, moment.seq)
    check_fresh(log, document, moment.not_before)
    check_link(log, document, moment)


def check_head(log: Log, document: Document, before: int) -> None:
    """Pass a document whose `head` is one of the first `before` lines of this log (D04)."""
    place = log.places.get(document.signed["head"])
    if place is None or place >= before:
        raise Refused(
            "D04",
            "its head is not a line of this log: it was written for another copy",
            "/head",
            "take in the newest lines of the log, then sign the draft again",
        )


def check_fresh(log: Log, document: Document, not_before: int) -> None:
    """Pass a document whose `head` is not too old (D06)."""
    place = log.places[document.signed["head"]]
    if place < not_before:
        raise Refused(
            "D06",
            f"it was written after line {place}, but line {not_before} must be known to its author",
            "/head",
            "take in the newest lines of the log, then sign the draft again",
        )


def open_ask(log: Log, seat: str, ask_id: str) -> Ask:
    """Return an ask that is open for a seat.

    Raises:
        Refused: D05 if there is no such ask, or a default line has closed it.
    """
    ask = log.ask(ask_id)
    if ask is None or ask.seat != seat:
        mine = [each.id for each in log.asks if each.seat == seat]
        hint = f"open for {seat}: {', '.join(mine)}" if mine else f"nothing is open for {seat}"
        raise Refused("D05", f"{ask_id} is not open for {seat}", "/ask", hint)
    if ask_id in log.defaults:
        line = log.defaults[ask_id]
        raise Refused("D05", f"{ask_id} was closed by the default in line {line}", "/ask")
    return ask


def check_rev(log: Log, ask: Ask, rev: int) -> None:
    """Pass a revision that may replace the former answer.

    Raises:
        Refused: D07 if its number is too low, D10 if no other answer is taken any more.
    """
    former = log.answers.get(ask.id)
    if former is not None and rev <= former.rev:
        raise Refused(
            "D07", f"rev {former.rev} is already received", "/rev", f"write {former.rev + 1}"
        )
    if log.phase is not Phase.OPEN:
        raise Refused("D10", "the answers are locked", "/ask")
    if former is not None and _is_final(log, former):
        raise Refused("D10", f"the answer received in line {former.seq} is final", "/rev")


def _is_final(log: Log, former: Receipt) -> bool:
    """Whether an answer can not be replaced (sections 3.5 and 9.1)."""
    if former.seat == log.host_seat and log.several_seats_asked():
        return True
    return log.policy == "all" and former.document is not None and "link" in former.document.signed


def check_standing_rev(log: Log, seat: str, topic: str, rev: int) -> None:
    """Pass a standing document that is newer than the one before.

    Raises:
        Refused: D07; D10 once the game is over.
    """
    former = log.standing.get((seat, topic))
    if former and rev <= former[-1].rev:
        last = former[-1].rev
        raise Refused("D07", f"rev {last} is already received", "/rev", f"write {last + 1}")
    _refuse_after_end(log)


def _refuse_after_end(log: Log) -> None:
    if log.phase in (Phase.OVER, Phase.ENDED):
        raise Refused("D10", "the game is over")
