"""`default` and `lock`: the host closes an ask, or fixes the answers (6.3, steps 6 and 7)."""

from typing import Final

from pbem.canon.codes import Refused
from pbem.history.answers import counted, missing_releases
from pbem.history.deadlines import release_due
from pbem.history.dice import check_announced
from pbem.history.documents import Signed
from pbem.history.entries import Entry
from pbem.history.log import Log
from pbem.history.records import Lock, Note, Phase
from pbem.history.times import seconds, written

CONCEDED: Final = "it has conceded"
RETIRED: Final = "the rules have retired it"
"""Why a seat is inactive, in words that follow "the seat is not active any more"."""


def default(log: Log, entry: Entry) -> None:
    """Go on without an answer or a release.

    Raises:
        Refused: L11 if the line is not justified.
    """
    if "ask" in entry.signed:
        _default_ask(log, entry.signed)
    else:
        _default_release(log, entry.signed)


def _default_ask(log: Log, signed: Signed) -> None:
    seat, ask = signed["seat"], log.ask(signed["ask"])
    if ask is None or ask.seat != seat:
        raise Refused("L11", f"{signed['ask']} is not open for {seat}", "/ask")
    if ask not in log.unanswered():
        raise Refused("L11", f"{ask.id} is answered or defaulted already", "/ask")
    if signed["why"] == "deadline":
        _check_time(signed, log.due)
    if signed["why"] == "conceded" and not has_conceded(log, seat):
        raise Refused("L11", f"the seat {seat} has not conceded", "/why")
    if signed["why"] == "vacant":
        raise Refused("L11", f"the seat {seat} is not vacant", "/why")
    log.defaults[ask.id] = log.seq
    text = f"{ask.id} of {seat} was closed by default ({signed['why']})."
    log.notes.append(Note(log.seq, "default", text))


def _default_release(log: Log, signed: Signed) -> None:
    seat, number = signed["seat"], signed["segment"]
    if log.terms["deadline"]["on_release"] != "skip":
        raise Refused("L11", "in this game missing releases are waited for")
    if number != log.next or seat not in missing_releases(log):
        raise Refused("L11", f"no link {number} of {seat} is missing", "/segment")
    if signed["why"] != "deadline":
        raise Refused("L11", "a release is defaulted for its deadline only", "/why")
    _check_time(signed, release_due(log))
    log.excused[seat] = number
    log.links.clear()
    log.phase, log.next = Phase.RELOCK, log.next + 1
    text = f"{seat} sent no link {number}: the number is burnt, and {seat} is left out of the dice."
    log.notes.append(Note(log.seq, "excused", text))


def _check_time(signed: Signed, due: int | None) -> None:
    if due is None:
        raise Refused("L11", "no deadline is set, so nobody is late", "/why")
    if seconds(signed["time"]) < due:
        raise Refused("L11", f"nobody is late yet: the deadline is {written(due)}", "/time")


def has_conceded(log: Log, seat: str) -> bool:
    """Whether a seat has conceded (8.6), however long ago."""
    return seat in log.leaving or log.inactive.get(seat) == CONCEDED


def lock(log: Log, entry: Entry) -> None:
    """Fix the answers; from here links may be released.

    Raises:
        Refused: L06, L08, C01, C07, R02.
    """
    signed = entry.signed
    resolution = counted(log, signed)
    if signed["inputs"] != resolution.inputs():
        raise Refused("L08", "the inputs are not the answers that count", "/inputs")
    if signed["segment"] != log.next:
        raise Refused("C01", f"the next segment is {log.next}", "/segment")
    if signed["parties"] != list(resolution.parties):
        parties = ", ".join(resolution.parties)
        raise Refused("C07", f"the dice parties are {parties}", "/parties")
    check_announced(resolution)
    log.lock = Lock(
        entry.head, seconds(signed["time"]), tuple(resolution.inputs()), resolution.parties
    )
    log.phase, log.paused_for = Phase.LOCKED, 0
