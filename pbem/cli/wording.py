"""Sentences about a game that several commands print."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.canon.immutable import immutable
from pbem.cli.output import say
from pbem.history.answers import missing_releases
from pbem.history.closing import one_side_is_left
from pbem.history.deadlines import release_due
from pbem.history.deciding import has_conceded
from pbem.history.log import Log
from pbem.history.records import Ask, Phase
from pbem.history.times import written
from pbem.referee import clock

LAST_MAIL = (
    "The host mails the log to everybody a last time; each player takes it in with `pbem update` "
    "and checks it with `pbem audit`."
)
CONCEDED = "the host goes on with its default"
GO_ON = "the host goes on with `pbem adjudicate`."


def asked(log: Log, at: str | None = None, *, host: bool = True) -> None:
    """Who has to do what next, and until when.

    Args:
        log: the log.
        at: when it is; None for now.
        host: whether the host is told, or a player.
    """
    for sentence in next_moves(log, Hearer(clock.written(at), host=host)):
        say(sentence)


@immutable(frozen=True)
class Hearer:
    """Who is told what comes next, and when."""

    now: str
    host: bool = True


def next_moves(log: Log, hearer: Hearer) -> list[str]:
    """What stands in the way of going on, and who has to do what next, one sentence each."""
    if log.phase in (Phase.OVER, Phase.ENDED):
        return list(_over(log))
    conceded = [seat for seat in log.seats if has_conceded(log, seat)]
    moves = [f"{seat} has conceded." for seat in conceded]
    if conceded and one_side_is_left(log):
        return [*moves, "The host ends the game with `pbem host-entry end --why concession`."]
    if log.paused is not None:
        moves.append(
            f"The game is paused since {written(log.paused)}: no deadline runs until the host "
            "lets it go on with `pbem host-entry resume --why TEXT`."
        )
    return [*moves, *_waiting(log, hearer)]


def _waiting(log: Log, hearer: Hearer) -> Iterator[str]:
    return _releases(log, hearer) if log.phase is Phase.LOCKED else _answers(log, hearer)


def _over(log: Log) -> Iterator[str]:
    from pbem.referee.gathering import ending_of  # noqa: PLC0415 - keeps the start light

    yield ending_of(log)
    if log.phase is Phase.OVER:
        yield "The host closes the log with `pbem host-entry end` and mails it."
    else:
        yield f"The log is closed. {LAST_MAIL}"


def _releases(log: Log, hearer: Hearer) -> Iterator[str]:
    due = written(release_due(log))
    for seat in missing_releases(log):
        yield f"{seat} has to release the dice: pbem release"
        if log.paused is None and due <= hearer.now:
            yield f"That was due until {due}{_without_release(log, seat, hearer)}."
    if not missing_releases(log):
        yield f"All dice are released: {GO_ON}"


def _without_release(log: Log, seat: str, hearer: Hearer) -> str:
    if log.terms["deadline"]["on_release"] != "skip":
        return "; in this game a release is waited for"
    return f"; {_without(hearer, f'default {seat}')}"


def _without(hearer: Hearer, entry: str) -> str:
    """How the host goes on without what is late; a player has another thing to know of it."""
    if hearer.host:
        return f"the host may go on without it: `pbem host-entry {entry}`"
    return "the host may go on without it; until he does, it still counts"


def _answers(log: Log, hearer: Hearer) -> Iterator[str]:
    for ask in log.unanswered():
        yield from _ask(log, ask, hearer)
    if not log.unanswered():
        yield f"Every ask is answered: {GO_ON}"


def _ask(log: Log, ask: Ask, hearer: Hearer) -> Iterator[str]:
    """An open ask; if its answer is late, or will never come, also how the host goes on."""
    due = written(log.due) if log.due is not None and log.paused is None else ""
    if has_conceded(log, ask.seat):
        without = _without(hearer, f"default {ask.id} --why conceded") if hearer.host else CONCEDED
        yield f"{ask.seat} is asked {ask.id}; {without}."
    elif due and due <= hearer.now:
        without = _without(hearer, f"default {ask.id}")
        yield f"{ask.seat} is asked {ask.id}. That is late: it was due until {due}; {without}."
    else:
        until = f", until {due}" if due else ""
        yield f"{ask.seat} is asked {ask.id}{until}."
