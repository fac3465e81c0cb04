"""What the rule files must agree on: the checks any version of the data must pass.

The numbers of the checks are those of the README beside the data. Its checks 2 (provenance) and
9 (the sample of play) concern no rule and are held by the tests alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.games.italy1943.pieces import FORCES_PER_ZONE, SEA_KINDS, SIDES, TANKS_PER_ZONE, Side

_Object: TypeAlias = Mapping[str, Any]
_AFRICA = "africa"


def contradictions(files: Mapping[str, Json]) -> list[str]:
    """Every contradiction in rule files of the right shape, one sentence each."""
    read = cast("Mapping[str, _Object]", files)
    return [
        *_board(read["map"]),
        *_turns(read["turn-track"], read["map"]),
        *_forces(read["forces"]),
        *_tables(read["events"], read["conversion"]),
        *_set_up(read["setup"], read["forces"], read["map"]),
    ]


def _twice(values: Iterable[Any]) -> list[Any]:
    seen: list[Any] = []
    twice: list[Any] = []
    for value in values:
        (twice if value in seen else seen).append(value)
    return twice


def _board(board: _Object) -> Iterator[str]:
    zones = {zone["number"]: zone for zone in board["zones"]}
    for number in _twice(zone["number"] for zone in board["zones"]):
        yield f"map.json: zone {number} is there twice"
    if list(zones) != sorted(zones):
        yield "map.json: the zones should be in the order of their numbers"
    for zone in board["zones"]:
        yield from _lists(zone, zones)
        yield from _inclusions(zone)
        if zone["allied_start"] is not None and zone["star"]:
            yield f"map.json, zone {zone['number']}: has both an Allied start and a star"
    yield from _symbols(board["zones"])
    for dotted in board["dotted"]:
        for border in dotted["borders"]:
            if border not in zones:
                yield f"map.json, {dotted['id']}: borders {border}, which is no zone"


def _lists(zone: _Object, zones: Mapping[int, _Object]) -> Iterator[str]:
    """Check 1: the lists of a zone name other zones, once, and these name it too."""
    number = zone["number"]
    for name in ("adjacent", "arrows", "range_short", "range_long"):
        place = f"map.json, zone {number}, {name}"
        for listed in _twice(zone[name]):
            yield f"{place}: {listed} is there twice"
        for listed in zone[name]:
            if listed not in zones or listed == number:
                yield f"{place}: {listed} is no other zone"
            elif number not in zones[listed][name]:
                yield f"{place}: {listed} is there, but not {number} in the list of {listed}"


def _inclusions(zone: _Object) -> Iterator[str]:
    """Check 1: what is adjacent is in short range, what is in short range is in long range."""
    place = f"map.json, zone {zone['number']}"
    for near in zone["adjacent"] + zone["arrows"]:
        if near not in zone["range_short"]:
            yield f"{place}: {near} is adjacent, but not in short range"
    for near in zone["range_short"]:
        if near not in zone["range_long"]:
            yield f"{place}: {near} is in short range, but not in long range"
    for near in zone["arrows"]:
        if near in zone["adjacent"]:
            yield f"{place}: {near} is joined by a border and by an arrow"


def _symbols(zones: Iterable[_Object]) -> Iterator[str]:
    """Checks 3 and 4: the Axis symbol, the Allied starts, the sources of supply."""
    zones = list(zones)
    if sum(zone["axis_symbol"] for zone in zones) != 1:
        yield "map.json: exactly one zone should bear the Axis symbol"
    if sum(zone["allied_start"] is not None for zone in zones) != 3:
        yield "map.json: exactly three zones should be Allied start zones"
    if not any(zone["star"] and not zone["coastal"] for zone in zones):
        yield "map.json: at least one star zone should be inland, as source of Axis supply"
    if not any(zone["coastal"] for zone in zones):
        yield "map.json: at least one zone should be coastal"


def _turns(track: _Object, board: _Object) -> Iterator[str]:
    """Check 8, and the rulers of the turn track are those of the map."""
    numbers = [turn["turn"] for turn in track["turns"]]
    if numbers != list(range(1, 9)):
        yield "turn-track.json: the turns should be 1 to 8 in their order"
    for turn in track["turns"]:
        place = f"turn-track.json, turn {turn['turn']}"
        for side in SIDES:
            if turn["turn"] == 1 and turn[f"{side}_cubes"]:
                yield f"{place}: no reinforcements arrive in turn 1"
            if turn[f"{side}_naval"] > track["naval_track"]["maximum"]:
                yield f"{place}: the {side} naval points are beyond the naval track"
            ruler = _longest_ruler(board["rulers"], side, turn["turn"])
            if turn[f"{side}_ruler"] != ruler:
                yield f"{place}: the {side} ruler should be {ruler}, as map.json has it"


def _longest_ruler(rulers: _Object, side: str, turn: int) -> str:
    long = rulers["long"]
    return "long" if side in long["users"] and turn >= long["from_turn"] else "short"


def _forces(forces: _Object) -> Iterator[str]:
    cubes = forces["cubes"]
    if cubes["allied"] + cubes["axis"] != cubes["total"]:
        yield "forces.json, cubes: the cubes of both sides do not make the total"
    groups = [group for side in SIDES for group in forces[side]]
    for piece in _twice(piece for group in groups for piece in group["ids"]):
        yield f"forces.json: {piece} is there twice"
    for group in groups:
        if group["count"] != len(group["ids"]):
            yield f"forces.json, {group['kind']}: count is not the number of ids"
        for piece in group.get("italian", ()):
            if piece not in group["ids"]:
                yield f"forces.json, {group['kind']}: {piece} is Italian, but not among the ids"


def _tables(events: _Object, conversion: _Object) -> Iterator[str]:
    for side in SIDES:
        for box in _twice(box["id"] for box in events[side]):
            yield f"events.json, {side}: {box} is there twice"
    for kind in _twice(cost["kind"] for cost in conversion["costs"]):
        yield f"conversion.json: {kind} is there twice"


def _set_up(setup: _Object, forces: _Object, board: _Object) -> Iterator[str]:
    kinds: dict[Side, dict[str, str]] = {
        side: {piece: group["kind"] for group in forces[side] for piece in group["ids"]}
        for side in SIDES
    }
    for name in ("allied", "axis_fixed", "axis_default"):
        own = kinds["allied" if name == "allied" else "axis"]
        for stack in setup[name]:
            yield from _stack(stack, own, f"setup.json, {name}, zone {stack['zone']}")
    yield from _places(setup, board)
    yield from _axis_sum(setup, forces, kinds["axis"])
    yield from _sea(setup["sea"], kinds)
    if sum(stack["cubes"] for stack in setup["allied"]) > forces["cubes"]["allied"]:
        yield "setup.json, allied: more cubes than forces.json has"


def _stack(stack: _Object, kinds: Mapping[str, str], place: str) -> Iterator[str]:
    """Checks 6 and 7: the pieces exist, and the stack keeps the limits."""
    for counter in stack["counters"]:
        if kinds.get(counter, "fortified_line") in (*SEA_KINDS, "partisan", "fortified_line"):
            yield f"{place}: {counter} is no land or air counter of this side"
    if "line" in stack and kinds.get(stack["line"]) != "fortified_line":
        yield f"{place}: {stack['line']} is no fortified line"
    if stack["cubes"] + len(stack["counters"]) > FORCES_PER_ZONE:
        yield f"{place}: more than {FORCES_PER_ZONE} forces"
    if sum(kinds.get(c) == "tank" for c in stack["counters"]) > TANKS_PER_ZONE:
        yield f"{place}: more than {TANKS_PER_ZONE} tanks"


def _places(setup: _Object, board: _Object) -> Iterator[str]:
    zones = {zone["number"]: zone for zone in board["zones"]}
    starts = [zone["number"] for zone in board["zones"] if zone["allied_start"] is not None]
    if sorted(stack["zone"] for stack in setup["allied"]) != starts:
        yield "setup.json, allied: the zones should be the three Allied start zones"
    axis = [*setup["axis_fixed"], *setup["axis_default"]]
    for stack in axis:
        if stack["zone"] not in zones or stack["zone"] in starts:
            yield f"setup.json: {stack['zone']} is no zone for Axis forces"
    for number in _twice(stack["zone"] for stack in axis):
        yield f"setup.json: zone {number} is there twice"
    for stack in setup["axis_default"]:
        if zones.get(stack["zone"], {}).get("region") == _AFRICA:
            yield f"setup.json, axis_default: zone {stack['zone']} is in Africa"


def _axis_sum(setup: _Object, forces: _Object, kinds: Mapping[str, str]) -> Iterator[str]:
    """Check 6: the fixed and the free forces are all; the default places the free ones."""
    fixed, free, default = setup["axis_fixed"], setup["axis_free"], setup["axis_default"]
    cubes = [sum(stack["cubes"] for stack in stacks) for stacks in (fixed, default)]
    if cubes[0] + free["cubes"] != forces["cubes"]["axis"]:
        yield "setup.json: axis_fixed and axis_free should hold all Axis cubes"
    if cubes[1] != free["cubes"]:
        yield "setup.json: axis_default should place the cubes of axis_free"
    pieces = sorted(free["counters"] + free["lines"])
    if sorted(_pieces(default)) != pieces:
        yield "setup.json: axis_default should place the counters and lines of axis_free"
    land_based = sorted(piece for piece, kind in kinds.items() if kind not in SEA_KINDS)
    if sorted(_pieces(fixed) + pieces) != land_based:
        yield "setup.json: axis_fixed and axis_free should hold all Axis counters and lines"


def _pieces(stacks: Iterable[_Object]) -> list[str]:
    return [
        piece
        for stack in stacks
        for piece in [*stack["counters"], *([stack["line"]] if "line" in stack else [])]
    ]


def _sea(sea: _Object, kinds: Mapping[Side, Mapping[str, str]]) -> Iterator[str]:
    """Check 7: the sea forces are all there."""
    fleets = [piece for own in kinds.values() for piece, kind in own.items() if kind in SEA_KINDS]
    if sorted(sea["engaged"] + sea["ready"]) != sorted(fleets):
        yield "setup.json, sea: all fleets and the U-boat, and nothing else, start at sea"
