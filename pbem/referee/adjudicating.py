"""Adjudicating: from the answers at hand to the next question (protocol 3.5, "at a resolution")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.history import compose
from pbem.history.planning import (
    AwaitsAnswers,
    AwaitsReleases,
    NeedsLock,
    NothingOpen,
    Ready,
    plan_resolution,
)
from pbem.history.records import Ask, Phase
from pbem.referee.host_desk import HostDesk


@dataclass
class Adjudicated:
    """What one call of adjudicate did.

    Attributes:
        lines: numbers of the `resolve` lines written.
        locked: whether a lock was written.
        waits_for: asks without an answer.
        releases: seats whose release is missing.
        over: whether the game is over.
    """

    lines: list[int] = field(default_factory=list)
    locked: bool = False
    waits_for: Sequence[Ask] = ()
    releases: Sequence[str] = ()
    over: bool = False


def adjudicate(desk: HostDesk, at: str | None, done: Adjudicated | None = None) -> Adjudicated:
    """Lock and resolve as far as what is at hand allows.

    Args:
        desk: the host's desk.
        at: the time to write, None for the present.
        done: filled as lines are written, for who wants to know of them if a later one fails.

    Raises:
        NotWritten, FolderTrouble, KeyTrouble, WrongTime: what was written before stands.
    """
    done = Adjudicated() if done is None else done
    while _advance(desk, at, done):
        pass
    done.over = desk.game.log.phase in (Phase.OVER, Phase.ENDED)
    return done


def _advance(desk: HostDesk, at: str | None, done: Adjudicated) -> bool:
    """One line more; False when nothing more can be done now."""
    log = desk.game.log
    plan = plan_resolution(log, desk.link)
    match plan:
        case AwaitsAnswers(asks):
            done.waits_for = asks
        case NothingOpen():
            pass
        case NeedsLock():
            desk.write(compose.lock(log, desk.game.time(at), plan))
            done.locked = True
            return True
        case AwaitsReleases(seats):
            if log.host_seat in seats:
                _own_release(desk, at)
                return True
            done.releases = seats
        case Ready():
            done.lines.append(log.seq)
            desk.write(compose.resolve(log, desk.game.time(at), plan))
            return True
    return False


def _own_release(desk: HostDesk, at: str | None) -> None:
    """The host who plays gives his own seat's link: nothing is left for him to choose."""
    from pbem.referee.player_seat import PlayerSeat  # noqa: PLC0415 - few hosts play

    log = desk.game.log
    assert log.host_seat is not None  # noqa: S101 - the caller has looked
    seat = PlayerSeat(desk.game, desk.keyring, log.host_seat)
    document = seat.release()
    desk.write(compose.receive(log, desk.game.time(at), document))
