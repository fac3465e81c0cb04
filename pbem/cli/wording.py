"""Sentences about a game that several commands print."""

from __future__ import annotations

from pbem.cli.output import say
from pbem.history.answers import missing_releases
from pbem.history.log import Log
from pbem.history.records import Phase
from pbem.history.times import written

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
    """Who has to do what next, one sentence each."""
    if log.phase is Phase.ENDED:
        return [f"The game has ended. {LAST_MAIL}"]
    if log.phase is Phase.OVER:
        return ["The game is over; the host closes it with `pbem host-entry end` and mails it."]
    if log.phase is Phase.LOCKED:
        missing = missing_releases(log)
        release = [f"{seat} has to release the dice: pbem release" for seat in missing]
        return release or [f"All dice are released: {GO_ON}"]
    until = f", until {written(log.due)}" if log.due is not None else ""
    waiting = [f"{ask.seat} is asked {ask.id}{until}." for ask in log.unanswered()]
    return waiting or [f"Every ask is answered: {GO_ON}"]
