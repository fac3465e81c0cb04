"""Starting a game: the set-up of section 3, the Axis deployment, and the sample's position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from pbem.canon.canonical import Json
from pbem.canon.forms import Record, Word
from pbem.canon.immutable import immutable
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.control import set_control
from pbem.games.italy1943.facts import Counter, Facts, Placement
from pbem.games.italy1943.pieces import FORCES_PER_ZONE, SEA, TANKS_PER_ZONE, Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.steps import Step

STANDARD: Final = "standard"
SAMPLE: Final = "sample"

OPTIONS: Final = Record({}, {"start": Word(STANDARD, SAMPLE)})
"""The options of an invitation. `start`: where the game begins, `standard` if it is missing."""

_AFRICA: Final = "africa"
_HEAD: Final = ("game", "format")


def start(facts: Facts, options: Mapping[str, Json]) -> Position:
    """S43-3.1, S43-28.23 The position in which a game with these checked options begins."""
    if options.get("start", STANDARD) == STANDARD:
        return standard_start(facts)
    pos = sample_start(facts)
    pos.step = Step("begin")
    return pos


def sample_start(facts: Facts) -> Position:
    """Section 31.1: the position from which the game sample is played, before initiative.

    Raises:
        ValueError: `sample.json` holds no position of this game.
    """
    members = {name: value for name, value in facts.sample.items() if name not in _HEAD}
    try:
        return Position.from_data(facts, members)
    except ValueError as error:
        raise ValueError(f"sample.json: {error}") from error


def standard_start(facts: Facts) -> Position:
    """S43-3.1 to S43-3.9 The start of turn 1; the Axis still has to deploy its free forces."""
    plan = facts.set_up
    pos = Position.blank(facts, plan.turn, Step("setup"))
    for stack in plan.allied:
        _place(pos, "allied", stack)
    for stack in plan.axis_fixed:
        _place(pos, "axis", stack)
    for counter in (*plan.sea_engaged, *plan.sea_ready):
        pos.place_counter(counter, SEA)
    for counter in plan.sea_engaged:
        pos.engage(counter)
    pos.naval_points |= plan.naval_points
    pos.tokens |= plan.tokens
    return pos


def _place(pos: Position, side: Side, stack: Placement) -> None:
    """S43-2.14 Put a stack on the board; the zone is its side's."""
    pos.place_cubes(side, stack.zone, stack.cubes)
    for counter in stack.counters:
        pos.place_counter(counter, stack.zone)
    if stack.line:
        pos.place_line(stack.line, stack.zone)
    set_control(pos, side, stack.zone)


@immutable(frozen=True, slots=True)
class Deployment:
    """S43-3.5, S43-3.6 The Axis set-up.

    Attributes:
        placements: what goes where; a zone may be named more than once.
        swaps: pairs of counters: the first stands in Africa in place of the second.
    """

    placements: tuple[Placement, ...]
    swaps: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_order(cls, order: Mapping[str, Json]) -> Deployment:
        """S43-O01 The deployment that a well-formed `setup` entry orders."""
        read = cast("Mapping[str, Any]", order)
        placements = tuple(
            Placement(
                each["zone"],
                each.get("cubes", 0),
                tuple(each.get("counters", ())),
                each.get("line", ""),
            )
            for each in read["place"]
        )
        return cls(placements, tuple((swap["in"], swap["out"]) for swap in read.get("swap", ())))

    def order(self) -> dict[str, Json]:
        """S43-O01 The deployment as a `setup` entry, as a player would write it."""
        entry: dict[str, Json] = {
            "do": "setup",
            "place": [_written(placement) for placement in self.placements],
        }
        if self.swaps:
            entry["swap"] = [{"in": inside, "out": out} for inside, out in self.swaps]
        return entry


def _written(placement: Placement) -> dict[str, Json]:
    written: dict[str, Json] = {"zone": placement.zone}
    if placement.cubes:
        written["cubes"] = placement.cubes
    if placement.counters:
        written["counters"] = list(placement.counters)
    if placement.line:
        written["line"] = placement.line
    return written


def axis_default(facts: Facts) -> Deployment:
    """S43-3.11 The Axis deployment that is used without an order."""
    return Deployment(facts.set_up.axis_default)


def deploy(pos: Position, deployment: Deployment) -> None:
    """S43-3.5, S43-3.6 Carry out an Axis deployment that `deployment_refusals` has passed."""
    for inside, out in deployment.swaps:
        zone = pos.place_of(out)
        pos.eliminate_counter(out)
        pos.place_counter(inside, zone)
    for placement in deployment.placements:
        _place(pos, "axis", placement)


def deployment_refusals(facts: Facts, deployment: Deployment, at: str) -> list[Refusal]:
    """S43-O01 Everything that is illegal in an Axis deployment; `at` points to its entry."""
    unknown = list(_unknown(facts, deployment, at))
    if unknown:
        return unknown
    return [
        *_wrong_swaps(facts, deployment, at),
        *_wrong_zones(facts, deployment, at),
        *_wrong_total(facts, deployment, at),
        *_wrong_stacks(facts, deployment, at),
    ]


def _unknown(facts: Facts, deployment: Deployment, at: str) -> Iterator[Refusal]:
    """S43-O01 Zones and pieces that do not exist, or that the Axis does not own."""
    for index, placement in enumerate(deployment.placements):
        here = f"{at}/place/{index}"
        if placement.zone not in facts.zones:
            text = f"there is no zone {placement.zone}"
            yield Refusal("E_ZONE_UNKNOWN", f"{here}/zone", "S43-2.1", text)
        for place, counter in enumerate(placement.counters):
            yield from _not_axis(facts, counter, f"{here}/counters/{place}")
        if placement.line and placement.line not in facts.lines:
            text = f"there is no fortified line {placement.line}"
            yield Refusal("E_COUNTER_UNKNOWN", f"{here}/line", "S43-1.10", text, facts.lines)
    for index, (inside, out) in enumerate(deployment.swaps):
        yield from _not_axis(facts, inside, f"{at}/swap/{index}/in")
        yield from _not_axis(facts, out, f"{at}/swap/{index}/out")


def _not_axis(facts: Facts, counter: str, at: str) -> Iterator[Refusal]:
    known = facts.counters.get(counter)
    if known is None:
        yield Refusal("E_COUNTER_UNKNOWN", at, "S43-1.10", f"there is no counter {counter}")
    elif known.side != "axis":
        yield Refusal("E_NOT_YOURS", at, "S43-3.5", f"{counter} is an Allied counter")


def _wrong_swaps(facts: Facts, deployment: Deployment, at: str) -> Iterator[Refusal]:
    """S43-3.6 A swap changes a tank for a tank or a plane for a plane, each counter once."""
    seen: list[str] = []
    for index, (inside, out) in enumerate(deployment.swaps):
        problem = _swap_problem(facts, inside, out)
        if inside in seen or out in seen:
            problem = f"{inside if inside in seen else out} is swapped twice"
        if problem:
            yield Refusal("E_SETUP_SWAP", f"{at}/swap/{index}", "S43-3.6", problem)
        seen += [inside, out]


def _swap_problem(facts: Facts, inside: str, out: str) -> str:
    in_africa = [c for stack in facts.set_up.axis_fixed for c in stack.counters]
    if out not in in_africa:
        return f"{out} does not stand in Africa; {' and '.join(in_africa)} do"
    if inside not in facts.set_up.free_counters:
        return f"{inside} is not one of the counters you place"
    if facts.counter(inside).kind != facts.counter(out).kind:
        return f"{inside} and {out} are not of the same kind"
    return ""


def _wrong_zones(facts: Facts, deployment: Deployment, at: str) -> Iterator[Refusal]:
    """S43-3.5 Africa is closed to the free forces."""
    for index, placement in enumerate(deployment.placements):
        zone = facts.zone(placement.zone)
        if zone.region == _AFRICA:
            text = f"{zone.title} is in Africa, where nothing more can be placed"
            yield Refusal("E_SETUP_ZONE", f"{at}/place/{index}/zone", "S43-3.5", text)


def _wrong_total(facts: Facts, deployment: Deployment, at: str) -> Iterator[Refusal]:
    """S43-3.5 Exactly the free forces are placed, those that swaps free instead of others."""
    plan = facts.set_up
    texts = []
    cubes = sum(placement.cubes for placement in deployment.placements)
    if cubes != plan.free_cubes:
        found = "1 cube is placed" if cubes == 1 else f"{cubes} cubes are placed"
        texts.append(f"{found}, but {plan.free_cubes} have to be")
    inside = [swap[0] for swap in deployment.swaps]
    due = [c for c in plan.free_counters if c not in inside]
    due += [out for _, out in deployment.swaps if out not in due]
    placed = [c for placement in deployment.placements for c in placement.counters]
    texts += _differences(due, placed)
    lines = [placement.line for placement in deployment.placements if placement.line]
    texts += _differences(plan.free_lines, lines)
    for text in texts:
        yield Refusal("E_SETUP_TOTAL", f"{at}/place", "S43-3.5", text)


def _differences(due: Sequence[str], placed: Sequence[str]) -> Iterator[str]:
    """Sentences on what is missing, surplus or named twice."""
    missing = [piece for piece in due if piece not in placed]
    surplus = sorted({piece for piece in placed if piece not in due})
    twice = sorted({piece for piece in placed if placed.count(piece) > 1})
    if missing:
        yield f"not placed yet: {', '.join(missing)}"
    if surplus:
        yield f"not yours to place: {', '.join(surplus)}"
    if twice:
        yield f"placed more than once: {', '.join(twice)}"


def _wrong_stacks(facts: Facts, deployment: Deployment, at: str) -> Iterator[Refusal]:
    """S43-2.25 The limits hold at once: six forces, two tanks, one line in a zone."""
    for zone in facts.zones:
        stacks = [p for p in deployment.placements if p.zone == zone]
        title = facts.zone(zone).title
        counters = [facts.counter(c) for p in stacks for c in p.counters]
        size = sum(p.cubes for p in stacks) + len(counters)
        if size > FORCES_PER_ZONE:
            text = f"{size} forces in {title}, but at most {FORCES_PER_ZONE} may be there"
            yield Refusal("E_STACK", f"{at}/place", "S43-2.17", text)
        if _tanks(counters) > TANKS_PER_ZONE:
            text = f"{_tanks(counters)} tanks in {title}, but at most {TANKS_PER_ZONE} may be there"
            yield Refusal("E_TANKS", f"{at}/place", "S43-2.19", text)
        if sum(bool(p.line) for p in stacks) > 1:
            text = f"two fortified lines in {title}, but only one may be there"
            yield Refusal("E_LINE_TWICE", f"{at}/place", "S43-2.20", text)


def _tanks(counters: Iterable[Counter]) -> int:
    return sum(counter.kind == "tank" for counter in counters)
