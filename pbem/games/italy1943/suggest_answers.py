"""Legal answers to the decisions of section 29.2, picked at random among what they offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import Decision
from pbem.engine.picking import Pick, happens, one, some

EFFECTS: Final = ("inflict", "absorb", "hold")


def answers(decisions: Sequence[Decision[Any]], pick: Pick) -> list[Json]:
    """S43-O21 An `answer` entry for some of the decisions, each legal by what it offers."""
    return [
        {"do": "answer", "decision": each.word, "value": _ANSWERS[each.word](each.offer(), pick)}
        for each in decisions
        if each.word in _ANSWERS and happens(pick, 5, 6)
    ]


def _word(*words: str) -> _Answer:
    return lambda _offer, pick: one(pick, words)


def _offered(offer: Any, pick: Pick) -> Json:  # noqa: ANN401 - plain data of any shape
    return cast("Json", one(pick, offer))


def _order_of_loss(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
    return [*some(pick, [*offer["options"], *offer.get("later", ())], least=1)]


def _effects(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
    if happens(pick, 1, 3):
        return one(pick, EFFECTS)
    return {elite: one(pick, EFFECTS) for elite in some(pick, offer, least=1)}


def _routes(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
    routes = list[Json](some(pick, offer, least=1))
    if happens(pick, 1, 4):
        routes.insert(0, {"use": ["cube:1"], "to": [one(pick, offer)]})
    return routes


def _named(word: str) -> _Answer:
    """A word, or some of the pieces offered as a list of ids."""

    def value(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
        if happens(pick, 1, 3):
            return word
        return {"use": [*some(pick, offer, least=1)]}

    return value


def _support(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
    values: list[Json] = ["never", "always", {"use": [one(pick, offer)]}]
    return one(pick, values)


def _force(*words: str) -> _Answer:
    """A word, or some of the pieces offered as a force."""

    def value(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
        if happens(pick, 1, 2):
            return one(pick, words)
        return {"use": [*_tokens(offer, pick)]}

    return value


def _tokens(force: Mapping[str, Any], pick: Pick) -> list[str]:
    """Some pieces of a force, at least one."""
    cubes = force.get("cubes", 0)
    pieces = [*([f"cube:{1 + pick(cubes)}"] if cubes else []), *force.get("counters", ())]
    return some(pick, pieces, least=1)


def _flight(offer: Any, pick: Pick) -> Json:  # noqa: ANN401
    if happens(pick, 1, 3) or not offer["planes"]:
        return "never"
    return {
        "use": [*some(pick, offer["planes"], least=1)],
        "to": [*some(pick, offer["to"], least=1)],
    }


_Answer: TypeAlias = Callable[[Any, Pick], Json]

_YES_OR_NO: Final = _word("never", "always")
_ANSWERS: Final[Mapping[str, _Answer]] = {
    "additional_impulse": _YES_OR_NO,
    "stop_battle": _YES_OR_NO,
    "break_off": _YES_OR_NO,
    "reserves": _YES_OR_NO,
    "held_first": _YES_OR_NO,
    "next_combat": _offered,
    "losses": _order_of_loss,
    "elite": _effects,
    "retreat_to": _routes,
    "return_to": _routes,
    "retreat": _force("never"),
    "advance": _force("all", "none"),
    "support_tank": _support,
    "support_plane": _support,
    "drop": _support,
    "intercept_transport": _named("never"),
    "intercept_landing": _named("never"),
    "planes_leave": _flight,
}
"""S43-29.2 The decisions that are answered with `answer` entries."""
