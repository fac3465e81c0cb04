"""Policies that an earlier one of the same list leaves nothing, or nearly nothing, to decide."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.policies import ANY_DECISION, ASK, DEFAULT
from pbem.engine.refusals import Refusal

CODE: Final = "W_POLICY_UNREAD"
CERTAIN: Final = (ASK, DEFAULT, "never")
"""Values that are possible at every moment, so that no policy behind them is tried."""


def overlaps(
    policies: Sequence[Mapping[str, Json]],
    places: Sequence[str],
    own_orders: Collection[str],
    clause: str,
) -> Iterator[Refusal]:
    """The policies of a list that are never used, or only where an earlier one is impossible.

    Args:
        policies: the list, its form checked.
        places: the JSON pointer of each policy.
        own_orders: decisions that ``*`` never settles.
        clause: the clause that gives the order of reading.
    """
    for index, policy in enumerate(policies):
        for before, earlier in enumerate(policies[:index]):
            if _covers(earlier, policy, own_orders):
                text = _text(before, index, earlier, policy)
                yield Refusal(CODE, places[index], clause, text)
                break


def _covers(
    earlier: Mapping[str, Json], later: Mapping[str, Json], own_orders: Collection[str]
) -> bool:
    """Whether an earlier policy fits wherever a later one does."""
    return (
        _speaks_for(earlier["decision"], later["decision"], own_orders)
        and _holds_places(earlier.get("where"), later.get("where"))
        and earlier.get("if", {}) in ({}, later.get("if"))
    )


def _speaks_for(earlier: Json, later: Json, own_orders: Collection[str]) -> bool:
    return earlier == later or (earlier == ANY_DECISION and later not in own_orders)


def _holds_places(earlier: Json, later: Json) -> bool:
    if not isinstance(earlier, list):
        return True
    return isinstance(later, list) and all(place in earlier for place in later)


def _text(before: int, index: int, earlier: Mapping[str, Json], later: Mapping[str, Json]) -> str:
    value = earlier["value"]
    behind = "put the narrower one in front" if value != later.get("value") else "leave one out"
    if value in CERTAIN or value == later["value"]:
        return (
            f"policy {index + 1} is never used: policy {before + 1} of the list fits wherever it "
            f"does and is read first; {behind}"
        )
    return (
        f"policy {index + 1} is used only where policy {before + 1} cannot be, as that fits "
        f"wherever it does and is read first; if you did not mean that, {behind}"
    )
