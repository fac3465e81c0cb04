"""Policies picked at random, as they may stand in plans and standing documents (29.1, 29.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.picking import Pick, happens, one, shuffled, some
from pbem.engine.policies import ANY_DECISION, ASK, COMPARISONS, DEFAULT
from pbem.engine.vocabulary import FactKind, Vocabulary
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import KINDS, SEA, Side
from pbem.games.italy1943.policy_checks import ONE_SIDED
from pbem.games.italy1943.suggest_answers import EFFECTS
from pbem.games.italy1943.words import BUYABLE

MOST_POLICIES: Final = 24
_EAGER: Final = ("support_plane", "drop", "reserves", "stop_battle")
"""Decisions of a plan that do something only if they are named."""


def policies(facts: Facts, words: Vocabulary, side: Side, pick: Pick) -> list[Mapping[str, Json]]:
    """S43-29.1 Policies of a side, as they may stand in any position."""
    own = [word for word in words.decisions if ONE_SIDED.get(word, side) == side]
    listed = [_policy(facts, words, one(pick, own), pick) for _ in range(pick(MOST_POLICIES))]
    if happens(pick, 1, 4):
        listed.append({"decision": ANY_DECISION, "value": one(pick, (ASK, DEFAULT))})
    return [*listed]


def plan(facts: Facts, words: Vocabulary, allowed: Sequence[str], pick: Pick) -> list[Json]:
    """S43-O14 Policies for a plan, which name pieces by their kinds only."""
    named = one(pick, (tuple(allowed), _EAGER))
    return [_policy(facts, words, one(pick, named), pick) for _ in range(1 + pick(4))]


def _policy(facts: Facts, words: Vocabulary, word: str, pick: Pick) -> dict[str, Json]:
    value: Json = one(pick, (ASK, DEFAULT))
    if word in _WISHES and happens(pick, 2, 3):
        value = _WISHES[word](facts, pick)
    policy: dict[str, Json] = {"decision": word, "value": value}
    if happens(pick, 1, 4):
        policy["where"] = [*some(pick, tuple(facts.zones), least=1)]
    if happens(pick, 1, 4):
        policy["if"] = condition(words, pick)
    return policy


def condition(words: Vocabulary, pick: Pick) -> dict[str, Json]:
    """S43-29.1 A condition on some fact."""
    name = one(pick, sorted(words.facts))
    test: dict[str, Json] = {name: _test(words.facts[name], pick)}
    if happens(pick, 1, 5):
        return {one(pick, ("all", "any")): [test, condition(words, pick)]}
    return {"not": test} if happens(pick, 1, 5) else test


def _test(kind: FactKind, pick: Pick) -> Json:
    if kind == "flag":
        return happens(pick, 1, 2)
    if kind == "number":
        return {one(pick, COMPARISONS): pick(7)}
    return one(pick, kind)


_Wish: TypeAlias = Callable[[Facts, Pick], Json]


def _said(*words: str) -> _Wish:
    return lambda _facts, pick: one(pick, words)


def _somewhere(facts: Facts, pick: Pick) -> list[Json]:
    return [*some(pick, tuple(facts.zones), least=1)]


def _to(facts: Facts, pick: Pick) -> Json:
    return {"to": _somewhere(facts, pick)}


def _at_sea_or_in(facts: Facts, pick: Pick) -> Json:
    return {"to": [SEA, *_somewhere(facts, pick)]}


def _pieces(pick: Pick) -> list[Json]:
    kinds = some(pick, ("cube", "cube:1", *KINDS, "plane(ready)", "tank:1"), least=1)
    return [*kinds]


def _use(_facts: Facts, pick: Pick) -> dict[str, Json]:
    return {"use": _pieces(pick)}


def _use_most(facts: Facts, pick: Pick) -> Json:
    return _use(facts, pick) | ({"max": 1 + pick(3)} if happens(pick, 1, 2) else {})


def _use_and(member: str) -> _Wish:
    return lambda facts, pick: {"use": _pieces(pick), member: _somewhere(facts, pick)}


def _purchases(facts: Facts, pick: Pick) -> Json:
    zones = tuple(facts.zones)
    return [
        {"kind": one(pick, BUYABLE.words), "zone": one(pick, zones), "to": one(pick, zones)}
        if happens(pick, 1, 4)
        else {"kind": one(pick, BUYABLE.words), "zone": one(pick, zones)}
        for _ in range(1 + pick(6))
    ]


def _arrivals(facts: Facts, pick: Pick) -> Json:
    return {"to": _somewhere(facts, pick), "convert": [{"kind": one(pick, BUYABLE.words)}]}


def _loss_list(_facts: Facts, pick: Pick) -> Json:
    options = ("cube", "cube:1", "line", "retreat", "engage:tank", "engage:plane", "eliminate:tank")
    return [*shuffled(pick, options)[: 1 + pick(4)]]


def _fleet(facts: Facts, pick: Pick) -> Json:
    return one(pick, [c.id for c in facts.counters_of["allied"] if c.kind == "fleet"])


_WISHES: Final[Mapping[str, _Wish]] = {
    "initiative": _said("self", "opponent"),
    "reinforce": _to,
    "convert": _purchases,
    "new_line": _to,
    "bomb": _use_most,
    "intercept_transport": _use_most,
    "intercept_landing": _use_most,
    "planes_leave": _use_and("to"),
    "support_tank": _said("never", "always"),
    "support_plane": _said("never", "always"),
    "drop": _said("never", "always"),
    "elite": _said(*EFFECTS),
    "losses": _loss_list,
    "retreat_to": _somewhere,
    "retreat": _said("never", "all"),
    "stop_battle": _said("never", "always"),
    "break_off": _said("never", "always"),
    "reserves": _said("never", "always"),
    "advance": _said("all", "none"),
    "return_to": _somewhere,
    "stacking": _use_and("to"),
    "partisan": _use_and("from"),
    "overlord": _fleet,
    "operational": _at_sea_or_in,
    "strangle": _to,
    "reinforcements": _arrivals,
    "kesselring": _said("never", "always"),
    "logistics": _to,
    "additional_impulse": _said("never", "always"),
    "held_first": _said("never", "always"),
}
"""S43-29.2 Values that policies may have, by the decision."""
