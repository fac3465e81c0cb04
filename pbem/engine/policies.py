"""Policies: answers given in advance, their conditions and facts (orders format, 3 and 4).

One shape serves plans of a fight, `policies` entries and standing documents. In one list the
first policy that fits is used: its decision, its `where` and its `if` all hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from pbem.canon.canonical import Json

Place: TypeAlias = int | str
Fact: TypeAlias = int | bool | str | Fraction
Reader: TypeAlias = Callable[[str, Place | None], Fact | None]
"""Reads a fact; with a place, counted there, else at the place of the decision; None when the
fact has no meaning at that moment."""

ANY_DECISION = "*"
ASK = "ask"
DEFAULT = "default"

_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda fact, bound: fact < bound,
    "<=": lambda fact, bound: fact <= bound,
    "=": lambda fact, bound: fact == bound,
    ">=": lambda fact, bound: fact >= bound,
    ">": lambda fact, bound: fact > bound,
}
COMPARISONS = tuple(_COMPARE)


def no_facts(_name: str, _place: Place | None) -> None:
    """The reader of a decision that no condition can be put to."""


def speaks_of(policy: Mapping[str, Json], word: str, *, wildcard: bool) -> bool:
    """Whether a policy is about a decision, by its word or, if allowed, by ``*``."""
    named = policy["decision"]
    return named == word or (wildcard and named == ANY_DECISION)


def fits(policy: Mapping[str, Json], where: Place | None, facts: Reader, place_word: str) -> bool:
    """Whether the `where` of a policy holds a place and its `if` holds there."""
    places = policy.get("where")
    if isinstance(places, list) and where not in places:
        return False
    return holds(policy.get("if", {}), facts, place_word)


def holds(condition: Json, facts: Reader, place_word: str) -> bool:
    """Whether every member of a condition holds (orders format, section 4)."""
    if not isinstance(condition, dict):
        return False
    place = condition.get(place_word)
    where = place if isinstance(place, int | str) else None
    return all(
        _member_holds(name, test, facts, place_word, where)
        for name, test in condition.items()
        if name != place_word
    )


def _member_holds(
    name: str, test: Json, facts: Reader, place_word: str, where: Place | None
) -> bool:
    if name == "not":
        return not holds(test, facts, place_word)
    if name in ("all", "any") and isinstance(test, list):
        truths = [holds(part, facts, place_word) for part in test]
        return all(truths) if name == "all" else any(truths)
    return compare(facts(name, where), test)


def compare(fact: Fact | None, test: Json) -> bool:
    """Whether a fact passes a test: a comparison, a plain value, or a list of values.

    A fact without meaning (None) passes no test.
    """
    if fact is None:
        return False
    if isinstance(test, dict):
        return all(_passes(fact, sign, bound) for sign, bound in test.items())
    if isinstance(test, list):
        return any(_same(fact, value) for value in test)
    return _same(fact, test)


def _passes(fact: Fact, sign: str, bound: Json) -> bool:
    left, right = _number(fact), _number(bound)
    return left is not None and right is not None and _COMPARE[sign](left, right)


def _same(fact: Fact, value: Json) -> bool:
    left, right = _number(fact), _number(value)
    if left is not None and right is not None:
        return left == right
    return type(fact) is type(value) and fact == value


def _number(value: Fact | Json) -> Fraction | None:
    """Numbers, and fractions written as text (``"3/2"``), exactly; everything else is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, str):
        over, slash, under = value.partition("/")
        if slash and over.isdecimal() and under.isdecimal() and int(under):
            return Fraction(int(over), int(under))
    return None
