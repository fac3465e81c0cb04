"""What standing orders leave open: decisions for which nothing is on file."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.game import Guides
from pbem.engine.guiding import Advice
from pbem.engine.policies import ANY_DECISION
from pbem.history.log import Log
from pbem.referee.drafts import Draft
from pbem.report.phrases import Phrases


def left_open(log: Log, draft: Draft, phrases: Phrases) -> Iterator[tuple[str, list[str]]]:
    """The decisions that no policy of a draft names, those that stop the game first.

    Yields:
        a title, and the decisions under it; nothing for an empty group.
    """
    rules = log.rules
    if rules is None or not isinstance(rules, Guides):
        return
    own_orders = rules.frame.vocabulary.own_orders
    open_ = [a for a in rules.advice(str(draft.signed["seat"])) if _is_open(a, draft, own_orders)]
    asked = [_when_asked(each, phrases) for each in open_ if each.unfiled == "ask" or each.asked_if]
    if asked:
        yield "Nothing is said about these, so you are asked when they come:", asked
    left = [_by_default(each, phrases) for each in open_ if each.unfiled == "default"]
    if left:
        yield "Nothing is said about these, so the default counts:", left


def _when_asked(advice: Advice, phrases: Phrases) -> str:
    about = phrases.about(advice.decision)
    return f"{about}, if {phrases.condition(advice.asked_if)}" if advice.asked_if else about


def _is_open(advice: Advice, draft: Draft, own_orders: tuple[str, ...]) -> bool:
    policies = draft.signed["policies"]
    assert isinstance(policies, list)  # noqa: S101 - the form has been checked
    named = [policy["decision"] for policy in policies if isinstance(policy, dict)]
    by_star = ANY_DECISION in named and advice.decision not in own_orders
    return advice.decision not in named and not by_star


def _by_default(advice: Advice, phrases: Phrases) -> str:
    return f"{phrases.about(advice.decision)}: {phrases.default(advice.decision)}"
