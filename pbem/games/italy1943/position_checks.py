"""What plain data must fulfil to be a position: its shape, and the rules no position breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.canon.forms import Form, ListOf, Number, Record, Text, Word
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import (
    AFLOAT,
    DROPPED,
    LAND_KINDS,
    SEA,
    SEA_KINDS,
    SIDES,
    Kind,
    Side,
    other,
)
from pbem.games.italy1943.steps import STEP_PATTERN, Step

_Object: TypeAlias = Mapping[str, Any]
_COUNT = Number(0, 99)


def faults(facts: Facts, data: Mapping[str, Json]) -> list[str]:
    """Everything that keeps `data` from being a position, one sentence each; empty if nothing."""
    wrong = [f"{fault.pointer or '/'}: {fault.reason}" for fault in _form(facts).faults(dict(data))]
    return wrong or list(_breaches(facts, cast("_Object", data)))


@lru_cache(maxsize=8)
def _form(facts: Facts) -> Record:
    """The shape of a position on this board."""
    tracks = facts.tracks
    required: dict[str, Form] = {
        "turn": Number(1, len(facts.turns)),
        "step": Text(STEP_PATTERN, what="a step of a turn, like initiative, reinforce/axis, i3"),
        "naval_points": _both(Number(0, tracks.most_naval_points)),
        "tokens": _both(Number(0, facts.tokens)),
        "control_allied": ListOf(Number(1, max(facts.zones))),
        "engaged": _counters(facts, SIDES),
        "allied": _side(facts, "allied"),
        "axis": _side(facts, "axis"),
    }
    plays: dict[str, Form] = {side: Record({}, _most_plays(facts, side)) for side in SIDES}
    bought: dict[str, Form] = {side: Record({}, _most_bought(facts, side)) for side in SIDES}
    optional: dict[str, Form] = {
        "initiative": Word(*SIDES),
        "passes": Number(0, 2),
        "plays": Record({}, plays),
        "bought": Record({}, bought),
        "removed": _counters(facts, SIDES),
    }
    return Record(required, optional)


def _both(form: Form) -> Record:
    return Record(dict.fromkeys(SIDES, form))


def _counters(facts: Facts, sides: Iterable[Side]) -> ListOf:
    return ListOf(Word(*(counter.id for side in sides for counter in facts.counters_of[side])))


def _side(facts: Facts, side: Side) -> Record:
    counters = _counters(facts, (side,))
    afloat: dict[str, Form] = {"cubes": _COUNT, "counters": counters}
    stack: dict[str, Form] = afloat | {"held": _COUNT}
    if side == "axis":
        stack["line"] = Word(*facts.lines)
    zones: dict[str, Form] = {str(zone): Record({}, stack) for zone in facts.zones}
    return Record({SEA: counters}, zones | {AFLOAT: Record({}, afloat), DROPPED: counters})


def _most_plays(facts: Facts, side: Side) -> dict[str, Form]:
    return {box.id: Number(0, box.most) for box in facts.events[side].values()}


def _most_bought(facts: Facts, side: Side) -> dict[str, Form]:
    prices = facts.prices[side].items()
    return {kind: Number(0, p.most_per_turn) for kind, p in prices if p.most_per_turn is not None}


def _breaches(facts: Facts, data: _Object) -> Iterator[str]:
    """The rules that data of the right shape break."""
    yield from _sequence(facts, data)
    yield from _pieces_once(facts, data)
    yield from _zones(facts, data)
    for side in SIDES:
        yield from _cubes(facts, side, data[side])
        yield from _places(facts, side, data[side])


def _sequence(facts: Facts, data: _Object) -> Iterator[str]:
    """S43-28.18 The turn has the step, and somebody has the initiative where it counts."""
    step, turn = Step.parse(data["step"]), data["turn"]
    if (
        (step.word == "setup" and turn != 1)
        or (step.word == "reinforce" and turn == 1)
        or (step.word == "overlord" and not facts.turn(turn).overlord)
    ):
        yield f"/step: turn {turn} has no step {step} (S43-28.18)"
    if step.word in ("reinforce", "impulse", "supply") and "initiative" not in data:
        yield f"/initiative: somebody has the initiative in the step {step} (S43-5.2)"


def _pieces_once(facts: Facts, data: _Object) -> Iterator[str]:
    """S43-1.10 No piece is in two places; only counters outside the pool are engaged."""
    found = [*data.get("removed", ())]
    for side in SIDES:
        for here in data[side].values():
            found += here if isinstance(here, list) else here.get("counters", ())
    lines = [here["line"] for here in data["axis"].values() if "line" in here]
    for piece in (*facts.counters, *facts.lines):
        if found.count(piece) + lines.count(piece) > 1:
            yield f"{piece} is in two places (S43-1.10)"
    for counter in facts.counters.values():
        if counter.kind in SEA_KINDS and counter.id not in found:
            yield f"{counter.id} is neither at sea nor removed (S43-12.1)"
    for engaged in data["engaged"]:
        if engaged not in found or engaged in data.get("removed", ()):
            yield f"/engaged: {engaged} is not on the board, so it is not engaged (S43-1.5)"


def _cubes(facts: Facts, side: Side, own: _Object) -> Iterator[str]:
    stacks = {name: here for name, here in own.items() if isinstance(here, dict)}
    if sum(here.get("cubes", 0) for here in stacks.values()) > facts.cubes[side]:
        yield f"/{side}: there are only {facts.cubes[side]} cubes (S43-1.10)"
    for name, here in stacks.items():
        if here.get("held", 0) > here.get("cubes", 0):
            yield f"/{side}/{name}: more held cubes than cubes (S43-19.16)"


def _places(facts: Facts, side: Side, own: _Object) -> Iterator[str]:
    """S43-2.3 Sea forces are at sea, and only they; what is afloat or dropped is a land force."""
    for name, here in own.items():
        for counter in here if isinstance(here, list) else here.get("counters", ()):
            kind = facts.counters[counter].kind
            if kind not in _kinds_at(name):
                yield f"/{side}/{name}: {counter} cannot be there (S43-2.3)"


def _kinds_at(name: str) -> tuple[Kind, ...]:
    if name == SEA:
        return SEA_KINDS
    if name == AFLOAT:
        return LAND_KINDS
    return ("paratroopers",) if name == DROPPED else (*LAND_KINDS, "plane", "partisan")


def _zones(facts: Facts, data: _Object) -> Iterator[str]:
    """S43-2.13, S43-2.14 Forces stand only in zones of their side, lines in Axis zones."""
    allied = data["control_allied"]
    for zone in allied:
        if zone not in facts.zones or allied.count(zone) > 1:
            yield f"/control_allied: {zone} is there twice, or is no zone"
    for zone in facts.zones:
        owner: Side = "allied" if zone in allied else "axis"
        enemy = other(owner)
        if _has_forces(facts, data[enemy].get(str(zone), {})):
            yield f"/{enemy}/{zone}: {facts.zone(zone).title} is {owner} (S43-2.14)"
        if owner == "allied" and "line" in data["axis"].get(str(zone), {}):
            yield f"/axis/{zone}: no line stands in an Allied zone (S43-9.4)"


def _has_forces(facts: Facts, here: _Object) -> bool:
    counters = here.get("counters", ())
    stand = [c for c in counters if facts.counters[c].kind != "partisan"]
    return here.get("cubes", 0) > 0 or bool(stand)
