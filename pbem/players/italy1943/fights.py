"""What a side decides in the middle of a fight: whether to stand, to retreat, or to stop it."""

from __future__ import annotations

from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.engine.decisions import Decision, Question

ROUNDS: Final = 3
HOPE: Final = 0.5
"""By so many losses a side trusts its luck against the average."""


def stand_or_go(question: Question[Any]) -> list[Json]:
    """S43-D28, S43-D29 The answer of a defender at the end of a round, by the facts he knows.

    A choice without members takes everything that has a way out.
    """
    decisions = {decision.word: decision for decision in question.decisions}
    retreat = decisions.get("retreat")
    if retreat is None or not is_lost(retreat):
        return []
    if "stop_battle" in decisions and _fact(retreat, "star"):
        return [{"do": "answer", "decision": "stop_battle", "value": "always"}]
    return [{"do": "answer", "decision": "retreat", "value": {}}]


def is_lost(decision: Decision[Any]) -> bool:
    """Whether the rounds that are left would on average wipe out the defenders first."""
    rounds = ROUNDS - _fact(decision, "round")
    if rounds <= 0:
        return False
    dealt = rounds * _hits(decision, "own")
    taken = rounds * _hits(decision, "enemy")
    ours, theirs = _endurance(decision, "own"), _endurance(decision, "enemy")
    return taken >= ours - HOPE and dealt / max(theirs, 1) < taken / max(ours, 1)


def _hits(decision: Decision[Any], whose: str) -> float:
    """The mean hits of a side in a round with what it has now."""
    return _fact(decision, f"{whose}_dice") * (7 - _fact(decision, f"{whose}_needs")) / 6


def _endurance(decision: Decision[Any], whose: str) -> int:
    """The losses that a side can take: one for each force, two for what can be turned over."""
    kinds = ("tank", "plane", "elite", "paratroopers")
    ready = sum(_fact(decision, f"{whose}:{kind}(ready)") for kind in kinds)
    line = _fact(decision, "own_line") if whose == "own" else 0
    return _fact(decision, f"{whose}_forces") + ready + line


def _fact(decision: Decision[Any], name: str) -> int:
    """A fact of the moment as a number; 0 where it has no meaning."""
    value = decision.facts(name, None)
    return int(value) if isinstance(value, int) else 0
