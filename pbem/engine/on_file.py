"""What is on file for a decision: plans, `policies` entries and standing orders, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Decision, Filing, Places
from pbem.engine.events import Event
from pbem.engine.policies import ASK, DEFAULT, Place, fits
from pbem.engine.refusals import OrdersRefused
from pbem.engine.sheets import Given, Settled, by_default


class PolicyPassedOver(Event):
    """A policy fitted, but its value was impossible at that moment.

    Attributes:
        seat: whose policy it was.
        decision: the word of the decision.
        place: the place of the decision; None if it has none.
        by: the policy.
        reason: why it was impossible.
    """

    seat: str
    decision: str
    place: Place | None
    by: By
    reason: str


def on_file(
    decision: Decision[Any],
    seat: str,
    filings: Iterable[Filing],
    place_word: str,
    passed: list[Event],
) -> Settled | None:
    """What the policies on file say; None when the seat must be asked.

    Args:
        decision: what is to be decided.
        seat: who decides.
        filings: the lists in force, in the order in which they are read.
        place_word: the member that names a place in conditions.
        passed: filled with the policies that fitted but could not be used.
    """
    if decision.places is None:
        return _at_one_place(decision, seat, filings, place_word, passed)
    return _at_places(decision, decision.places, filings, place_word)


def _at_one_place(
    decision: Decision[Any],
    seat: str,
    filings: Iterable[Filing],
    place_word: str,
    passed: list[Event],
) -> Settled | None:
    """The first policy that fits at the place of the decision and can be used."""
    for by, value in _fitting(decision, filings, place_word):
        if value == ASK:
            return None if decision.may_ask else by_default(decision)
        if value == DEFAULT:
            return by_default(decision)
        try:
            read = decision.read(value, f"{by.at}/value")
        except OrdersRefused as refused:
            passed.append(_passed_over(seat, decision, by, refused))
            continue
        return Settled(Given(by, value), read)
    return _unfiled(decision)


def _fitting(
    decision: Decision[Any], filings: Iterable[Filing], place_word: str
) -> Iterator[tuple[By, Json]]:
    """Every policy on file that fits a decision, in the order in which they count."""
    for listed in filings:
        for policy, by in listed.about(decision.word, wildcard=not decision.own_orders):
            if fits(policy, decision.where, decision.facts, place_word):
                yield by, policy["value"]


def _at_places(
    decision: Decision[Any], places: Places[Any], filings: Iterable[Filing], place_word: str
) -> Settled | None:
    """The first policy and place where `where` and `if` hold and something is legal.

    A policy that fits and says "nothing" closes its place for those behind it.
    """
    closed: set[Place] = set()
    for by, value, place in _tried(decision, places, filings, place_word):
        if place in closed:
            continue
        if value == ASK and decision.may_ask:
            return None
        try:
            found = None if value in (ASK, DEFAULT) else places.read(value, by, place)
        except OrdersRefused:
            continue
        if found is not None:
            return Settled(Given(by, value, place), found)
        closed.add(place)
    return _unfiled(decision)


def _tried(
    decision: Decision[Any], places: Places[Any], filings: Iterable[Filing], place_word: str
) -> Iterator[tuple[By, Json, Place]]:
    """Every policy on file at every one of its places where it fits, in order."""
    for listed in filings:
        for policy, by in listed.about(decision.word, wildcard=not decision.own_orders):
            for place in places.order(policy):
                if fits(policy, place, places.facts(place), place_word):
                    yield by, policy["value"], place


def _unfiled(decision: Decision[Any]) -> Settled | None:
    return None if decision.unfiled == "ask" and decision.may_ask else by_default(decision)


def _passed_over(seat: str, decision: Decision[Any], by: By, refused: OrdersRefused) -> Event:
    return PolicyPassedOver(
        clause=decision.clause,
        seat=seat,
        decision=decision.word,
        place=decision.where,
        by=by,
        reason=refused.refusals[0].text,
    )
