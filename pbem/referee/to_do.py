"""Who has to do what before the game goes on, and until when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.decisions import Question
from pbem.history.answers import missing_releases
from pbem.history.documents import HOST
from pbem.history.log import Log
from pbem.history.records import Ask, Phase
from pbem.history.times import written
from pbem.report.model import Duty, Option
from pbem.report.names import Names
from pbem.report.values import in_words, moment


def duties_of(log: Log, questions: Sequence[Question[Any]], names: Names) -> tuple[Duty, ...]:
    """What is to be done, and of the open asks also what has been done.

    Args:
        log: the log.
        questions: the questions behind its open asks, as far as they are known.
        names: the names of the seats.
    """
    if log.phase is Phase.ENDED:
        return ()
    if log.phase is Phase.OVER:
        return (_host("close the log with `pbem host-entry end`"),)
    if log.phase is Phase.LOCKED:
        return tuple(_releases(log, names))
    known = {question.id: question for question in questions}
    asked = tuple(_asked(log, ask, known.get(ask.id), names) for ask in log.asks)
    return asked if log.unanswered() else (*asked, _host("go on with `pbem adjudicate`"))


def _host(task: str) -> Duty:
    return Duty(who=HOST, text=f"The host: {task}.")


def _releases(log: Log, names: Names) -> Iterator[Duty]:
    missing = missing_releases(log)
    for seat in missing:
        name = names.adjective(seat)
        yield Duty(who=seat, text=f"{name}: send the dice link with `pbem release`.")
    if not missing:
        yield _host("go on with `pbem adjudicate`")


def _asked(log: Log, ask: Ask, question: Question[Any] | None, names: Names) -> Duty:
    done = _done(log, ask)
    due = written(log.due) if log.due is not None and log.paused is None and not done else ""
    until = f", until {moment(due)}" if due else ""
    rest = f": done, {done}" if done else until
    return Duty(
        who=ask.seat,
        text=f"{names.adjective(ask.seat)}: {names.task(ask.kind)}{rest}.",
        ask=ask.id,
        due=due,
        done=done,
        options=() if done or question is None else tuple(_options(question)),
    )


def _done(log: Log, ask: Ask) -> str:
    """How an ask has been settled; "" while it is open."""
    if ask.id in log.answers:
        return f"rev {log.answers[ask.id].rev} is here"
    return "by default" if ask.id in log.defaults else ""


def _options(question: Question[Any]) -> Iterator[Option]:
    for decision in question.decisions:
        legal = in_words(decision.offer) if decision.offer is not None else ""
        yield Option(word=decision.word, clause=decision.clause, legal=legal)
