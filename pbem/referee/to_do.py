"""Who has to do what before the game goes on, and until when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.canon.immutable import immutable
from pbem.engine.decisions import Decision, Question
from pbem.history.answers import missing_releases
from pbem.history.documents import HOST
from pbem.history.log import Log
from pbem.history.records import Ask, Phase
from pbem.history.times import written
from pbem.referee.draft_forms import guide_of
from pbem.report.model import Duty, Option
from pbem.report.names import Names
from pbem.report.offers import Offers
from pbem.report.phrases import Phrases
from pbem.report.values import moment

CLOSING: Final = "close the log with `pbem host-entry end` and mail it to everybody once more"
PASSING_ON: Final = (
    "the log is closed. Mail it to everybody a last time; each player takes it in with "
    "`pbem update` and checks it with `pbem audit`"
)


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
        return (_host(PASSING_ON),)
    if log.phase is Phase.OVER:
        return (_host(CLOSING),)
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
        text=f"{names.adjective(ask.seat)}: {names.asked(ask.id, ask.kind)}{rest}.",
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
        late=_late(duty, question, wording),
        options=tuple(_option(decision, wording) for decision in question.decisions),
        possible=tuple(guide.legal) if guide is not None else (),
    )


def _late(duty: Duty, question: Question[Any], wording: Wording) -> str:
    """What happens when no answer comes."""
    each = {d.word: wording.phrases.default(d.word) for d in question.decisions}
    if len(each) == 1:
        (what,) = each.values()
    else:
        told = (f"{_about(word, wording)}: {default}" for word, default in each.items())
        what = "; ".join(told)
    when = "has come by then" if duty.due else "comes in time"
    return f"If no answer {when}, the host may go on without it. Then the default holds: {what}."


def _about(word: str, wording: Wording) -> str:
    """What a decision is about, to be said to anybody."""
    about = wording.phrases.about(word).removeprefix("Your ")
    return about[:1].upper() + about[1:]


def _option(decision: Decision[Any], wording: Wording) -> Option:
    return Option(
        word=decision.word,
        about=_about(decision.word, wording),
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
