"""Sentences about a game that several commands print."""

from __future__ import annotations

from collections.abc import Iterator

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
GO_ON = "the host goes on with `pbem adjudicate`."


def asked(log: Log) -> None:
    """Who has to do what next, and until when."""
    for sentence in next_moves(log):
        say(sentence)


def next_moves(log: Log) -> list[str]:
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
    return [*moves, *(_releases(log) if log.phase is Phase.LOCKED else _answers(log))]


def _over(log: Log) -> Iterator[str]:
    from pbem.referee.gathering import ending_of  # noqa: PLC0415 - keeps the start light

    yield ending_of(log)
    if log.phase is Phase.OVER:
        yield "The host closes the log with `pbem host-entry end` and mails it."
    else:
        yield f"The log is closed. {LAST_MAIL}"


def _releases(log: Log) -> Iterator[str]:
    due = written(release_due(log))
    for seat in missing_releases(log):
        yield f"{seat} has to release the dice: pbem release"
        if log.paused is None and due <= clock.now():
            yield f"That was due until {due}{_without_release(log, seat)}."
    if not missing_releases(log):
        yield f"All dice are released: {GO_ON}"


def _without_release(log: Log, seat: str) -> str:
    if log.terms["deadline"]["on_release"] != "skip":
        return "; in this game a release is waited for"
    return f"; the host may go on without it: `pbem host-entry default {seat}`"


def _answers(log: Log) -> Iterator[str]:
    for ask in log.unanswered():
        yield from _ask(log, ask)
    if not log.unanswered():
        yield f"Every ask is answered: {GO_ON}"


def _ask(log: Log, ask: Ask) -> Iterator[str]:
    """An open ask; if its answer is late, or will never come, also how the host goes on."""
    due = written(log.due) if log.due is not None and log.paused is None else ""
    without = f"the host may go on without it: `pbem host-entry default {ask.id}"
    if has_conceded(log, ask.seat):
        yield f"{ask.seat} is asked {ask.id}; {without} --why conceded`."
    elif due and due <= clock.now():
        yield f"{ask.seat} is asked {ask.id}. That is late: it was due until {due}; {without}`."
    else:
        until = f", until {due}" if due else ""
        yield f"{ask.seat} is asked {ask.id}{until}."
