"""Lines that only the host decides on: defaults, pauses, remarks, the end."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.canon.codes import Refused
from pbem.history import compose
from pbem.history.answers import missing_releases
from pbem.history.closing import result_of
from pbem.history.records import Phase
from pbem.referee.host_desk import HostDesk
from pbem.referee.open_game import NotWritten, NotYours
from pbem.referee.spelling import spelled, unknown


def default(desk: HostDesk, about: str | None, why: str, at: str | None) -> list[str]:
    """Go on without what is overdue; see `default_each`."""
    return list(default_each(desk, about, why, at))


def default_each(desk: HostDesk, about: str | None, why: str, at: str | None) -> Iterator[str]:
    """Go on without the answers or releases that are overdue, one by one.

    Args:
        desk: the host's desk.
        about: an ask id, or a seat whose release is missing; None for everything overdue.
        why: `deadline`, `conceded` or `vacant`.
        at: the time to write, None for the present.

    Yields:
        What was defaulted: an ask id, or a seat.

    Raises:
        NotWritten: D05, it is not waited for; L11, the default is not justified (yet).
        NotYours: nothing is overdue.
    """
    log = desk.game.log
    is_locked = log.phase is Phase.LOCKED
    missing = missing_releases(log) if is_locked else [ask.id for ask in log.unanswered()]
    if not missing:
        done = "all dice are released" if is_locked else "every ask is answered"
        raise NotYours(f"{done}; `pbem adjudicate` goes on")
    wanted = [_waited_for(about, missing, is_locked)] if about is not None else missing
    for each in wanted:
        now = desk.game.time(at)
        if is_locked:
            desk.write(compose.default_release(log, now, each))
        else:
            desk.write(compose.default_ask(log, now, each, why))
        yield each


def _waited_for(about: str, missing: list[str], is_locked: bool) -> str:
    """The ask or the seat that is named, if the game waits for it.

    Raises:
        NotWritten: D05, it does not.
    """
    found = spelled(about, missing)
    if found is None:
        what = "seat whose release is missing" if is_locked else "open ask"
        raise NotWritten(Refused("D05", unknown(about, missing, what, "waited for:")))
    return found


def pause(desk: HostDesk, why: str, at: str | None) -> None:
    """Stop all deadlines."""
    desk.write(compose.pause(desk.game.log, desk.game.time(at), why))


def resume(desk: HostDesk, why: str, at: str | None) -> None:
    """Let deadlines go on, moved by the length of the pause."""
    desk.write(compose.resume(desk.game.log, desk.game.time(at), why))


def remark(desk: HostDesk, text: str, at: str | None) -> None:
    """Put a remark into the log; it has no effect."""
    desk.write(compose.remark(desk.game.log, desk.game.time(at), text))


def end(desk: HostDesk, why: str, at: str | None) -> None:
    """Close the game with the result that follows from the log; nothing may follow.

    Args:
        desk: the host's desk.
        why: `victory`, `concession` or `abandoned`.
        at: the time to write, None for the present.

    Raises:
        NotYours: the rules have not found a result.
    """
    log = desk.game.log
    if log.over is None and why == "victory":
        raise NotYours("the rules have not found a result yet: the game goes on")
    desk.write(compose.end(log, desk.game.time(at), why, result_of(log, why) or {}))
