"""Who has to do what before the game goes on, and until when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.canon.immutable import immutable
from pbem.engine.decisions import Decision, Question
from pbem.history.answers import missing_releases
from pbem.history.documents import HOST
from pbem.history.log import Log
from pbem.history.records import Ask, Phase
from pbem.history.times import written
from pbem.referee.draft_forms import guide_of
from pbem.referee.phrases import Phrases
from pbem.report.model import Duty, Option
from pbem.report.names import Names
from pbem.report.offers import Offers
from pbem.report.values import moment


@immutable(frozen=True)
class Wording:
    """What asks are worded with: names, what is written in orders, what decisions offer."""

    names: Names
    phrases: Phrases
    offers: Offers


def duties_of(log: Log, questions: Sequence[Question[Any]], wording: Wording) -> tuple[Duty, ...]:
    """What is to be done, and of the open asks also what has been done.

    Args:
        log: the log.
        questions: the questions behind its open asks, as far as they are known.
        wording: the words for it.
    """
    if log.phase is Phase.ENDED:
        return ()
    if log.phase is Phase.OVER:
        return (_host("close the log with `pbem host-entry end`"),)
    if log.phase is Phase.LOCKED:
        return tuple(_releases(log, wording.names))
    known = {question.id: question for question in questions}
    asked = tuple(_asked(log, ask, known.get(ask.id), wording) for ask in log.asks)
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


def _asked(log: Log, ask: Ask, question: Question[Any] | None, wording: Wording) -> Duty:
    done = _done(log, ask)
    due = written(log.due) if log.due is not None and log.paused is None and not done else ""
    until = f", until {moment(due)}" if due else ""
    rest = f": done, {done}" if done else until
    names = wording.names
    duty = Duty(
        who=ask.seat,
        text=f"{names.adjective(ask.seat)}: {names.task(ask.kind)}{rest}.",
        ask=ask.id,
        due=due,
        done=done,
    )
    return duty if done or question is None else _with_options(duty, log, question, wording)


def _done(log: Log, ask: Ask) -> str:
    """How an ask has been settled; "" while it is open."""
    if ask.id in log.answers:
        return f"rev {log.answers[ask.id].rev} is here"
    return "by default" if ask.id in log.defaults else ""


def _with_options(duty: Duty, log: Log, question: Question[Any], wording: Wording) -> Duty:
    """The duty with what can be chosen."""
    guide = guide_of(log.rules, question) if log.rules is not None else None
    return replace(
        duty,
        options=tuple(_option(decision, wording) for decision in question.decisions),
        possible=tuple(guide.legal) if guide is not None else (),
    )


def _option(decision: Decision[Any], wording: Wording) -> Option:
    about = wording.phrases.about(decision.word).removeprefix("Your ")
    return Option(
        word=decision.word,
        about=about[:1].upper() + about[1:],
        clause=decision.clause,
        legal=_offered(decision.word, decision.offer(), wording),
    )


def _offered(word: str, offer: Any, wording: Wording) -> str:  # noqa: ANN401 - any plain data
    """What may be chosen; where the offer lists order entries, those as sentences."""
    if isinstance(offer, list) and offer and all(_is_entry(item) for item in offer):
        return "; ".join(wording.phrases.entry(item) for item in offer)
    return wording.offers.said(word, offer)


def _is_entry(item: Any) -> bool:  # noqa: ANN401 - any plain data
    return isinstance(item, Mapping) and "do" in item
