"""Deadlines: when the asks of an entry are due (protocol section 5, L11)."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.history.documents import Signed
from pbem.history.log import Log
from pbem.history.records import Ask
from pbem.history.times import HOUR, LATEST, seconds, written


def earliest_due(time: int, hours: int, asks: Sequence[Ask]) -> int:
    """Return the earliest deadline for asks opened at `time`.

    Args:
        time: time of the entry, seconds.
        hours: the invitation's hours for an ask.
        asks: the asks; one without hours of its own takes the invitation's.
    """
    return min(time + HOUR * max((ask.hours or hours for ask in asks), default=0), LATEST)


def check_due(signed: Signed, hours: int, asks: Sequence[Ask]) -> None:
    """Pass an entry whose deadline leaves everybody the promised hours.

    Raises:
        Refused: L11.
    """
    if "due" in signed:
        _not_before(signed["due"], earliest_due(seconds(signed["time"]), hours, asks))


def earliest_due_after_pause(log: Log, time: int) -> int:
    """Return the earliest deadline that a `resume` entry may set (section 5)."""
    if log.due is None or log.paused is None:
        return earliest_due(time, log.terms["deadline"]["hours"], log.asks)
    return min(log.due + time - log.paused, LATEST)


def check_due_after_pause(log: Log, signed: Signed) -> None:
    """Pass a `resume` whose deadline is not earlier than the old one plus the pause.

    Raises:
        Refused: L11.
    """
    if "due" in signed:
        _not_before(signed["due"], earliest_due_after_pause(log, seconds(signed["time"])))


def release_due(log: Log) -> int:
    """Return from when on a missing release may be defaulted, seconds; pauses do not count.

    Raises:
        ValueError: there is no lock.
    """
    if log.lock is None:
        raise ValueError("no lock is in force")
    hours: int = log.terms["deadline"]["release_hours"]
    return min(log.lock.time + HOUR * hours + log.paused_for, LATEST)


def _not_before(due: str, earliest: int) -> None:
    if seconds(due) < earliest:
        raise Refused("L11", f"the deadline {due} is before {written(earliest)}", "/due")
