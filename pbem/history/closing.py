"""`pause`, `resume`, `remark` and `end` (section 5)."""

from pbem.canon.canonical import Json, digest
from pbem.canon.codes import Refused
from pbem.history.deadlines import check_due_after_pause
from pbem.history.documents import Signed
from pbem.history.entries import Entry
from pbem.history.errors import NeedsLater
from pbem.history.log import Log
from pbem.history.opened import Opened, commit_opened, read_opened, settle
from pbem.history.records import Note, Phase
from pbem.history.replaying import Resolved
from pbem.history.times import seconds


def pause(log: Log, entry: Entry) -> None:
    """Stop the deadlines."""
    log.paused = seconds(entry.signed["time"])
    log.notes.append(Note(log.seq, "pause", f"The game was paused: {entry.signed['why']}"))


def resume(log: Log, entry: Entry) -> None:
    """Let the deadlines go on.

    Raises:
        Refused: L11 if the new deadline takes away time that was left.
    """
    signed = entry.signed
    check_due_after_pause(log, signed)
    if log.paused is not None:
        begun = max(log.paused, log.lock.time) if log.lock is not None else log.paused
        log.paused_for += seconds(signed["time"]) - begun
    log.paused = None
    log.due = seconds(signed["due"]) if "due" in signed else None
    log.notes.append(Note(log.seq, "pause", f"The game went on: {signed['why']}"))


def remark(_log: Log, _entry: Entry) -> None:
    """Take a remark of the host; it has no effect."""


def end(log: Log, entry: Entry) -> tuple[Resolved, ...]:
    """Close the log; returns the resolutions that could be replayed only now.

    Raises:
        Refused: D13 without the consent it needs, L05 in the wrong state, R06 for another
            result than the one there is, L12 for the opened texts.
        NeedsLater: it ends by motion and votes.
    """
    signed = entry.signed
    _check_why(log, signed)
    result = result_of(log, signed["why"])
    if result is not None and digest(signed["result"]) != digest(result):
        raise Refused("R06", "the result is not the one that follows from the log", "/result")
    opened = read_opened(log, signed.get("opened", ()))
    _all_used_open(log, opened)
    settled = settle(log, log.pending, opened)
    commit_opened(log, opened)
    settled.commit(log)
    log.questions = ()
    log.phase, log.result = Phase.ENDED, signed["result"]
    return settled.resolved


def _check_why(log: Log, signed: Signed) -> None:
    why = signed["why"]
    if why == "victory" and log.phase is not Phase.OVER:
        raise Refused("L05", "the rules do not say that the game is over", "/why")
    if why == "concession" and not one_side_is_left(log):
        raise Refused("L05", "seats of more than one side are still playing", "/why")
    given = [name for name in ("motion", "votes") if name in signed]
    if why == "motion" and log.terms["consent"]["end"] != "host":
        if len(given) == 2:
            raise NeedsLater("an end by motion and votes")
        raise Refused("D13", "motion and votes are missing, and the host alone may not end it")
    if given:
        raise Refused("D13", f"the {given[0]} stands where none is needed", f"/{given[0]}")


def result_of(log: Log, why: str) -> dict[str, Json] | None:
    """Return the only result with which a game can end now; None where people agree on one.

    What the rules have found comes first. After a concession the side that is left has won;
    nobody has if all have conceded, nor in a game that is abandoned (section 8.6).
    """
    if log.over is not None:
        return dict(log.over)
    if why == "motion":
        return None
    left = sorted(_sides_left(log)) if why == "concession" else []
    return {"winner": left[0]} if left else {}


def one_side_is_left(log: Log) -> bool:
    """Whether a game may end by concession: no two sides still play (section 8.6)."""
    return len(_sides_left(log)) <= 1


def _sides_left(log: Log) -> set[str]:
    """The sides of the seats that have not conceded and are active."""
    return {
        str(seat.get("side", seat["seat"]))
        for seat in log.terms["seats"]
        if seat["seat"] not in log.inactive and seat["seat"] not in log.leaving
    }


def _all_used_open(log: Log, opened: Opened) -> None:
    """What has been used must be shown at last (section 5, `end`)."""
    used = {each for resolution in log.pending for each in resolution.signed["inputs"]}
    for digest_ in [*log.held, *sorted(used)]:
        if not opened.is_open(log.receipts[digest_]):
            raise Refused("L12", f"the document {digest_[:8]}… was used and is still held")
