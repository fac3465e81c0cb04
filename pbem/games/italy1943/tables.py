"""The tables of the player aids: turn track, combat numbers, prices and event boxes.

Each table is built from the content of its rule file, whose shape `data_forms` has checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

from pbem.canon.immutable import immutable
from pbem.games.italy1943.pieces import SIDES, Kind, Side

Ruler: TypeAlias = Literal["short", "long"]
_V = TypeVar("_V")


def per_side(allied: _V, axis: _V) -> Mapping[Side, _V]:
    """One value for each side, read only."""
    return MappingProxyType({"allied": allied, "axis": axis})


@immutable(frozen=True, slots=True)
class Turn:
    """S43-6.1 One turn of the turn track.

    Attributes:
        number: 1 to 8.
        label: its season and year.
        cubes: reinforcement cubes of each side.
        naval_points: naval points of each side, for the Axis while Italy fights on (10.5).
        ruler: the ruler each side uses (11.12).
        overlord: whether the turn begins with Overlord (20.1).
    """

    number: int
    label: str
    cubes: Mapping[Side, int]
    naval_points: Mapping[Side, int]
    ruler: Mapping[Side, Ruler]
    overlord: bool


@immutable(frozen=True, slots=True)
class Tracks:
    """S43-1.13 The lengths of the tracks.

    Attributes:
        impulses: normal impulses of a turn (8.1).
        rounds: rounds of a combat (14.7).
        rounds_with_reserves: its rounds after the event Reserves (14.7).
        most_naval_points: the last box of the naval track.
    """

    impulses: int
    rounds: int
    rounds_with_reserves: int
    most_naval_points: int


@immutable(frozen=True, slots=True)
class Capacity:
    """S43-18.4 What the fleets of a landing carry: `cubes`, or `cubes_with_tank` and a tank."""

    cubes: int
    cubes_with_tank: int


@immutable(frozen=True, slots=True)
class CombatNumbers:
    """The combat results table. "From" is the lowest die that hits.

    Attributes:
        base: number to hit without support (15.15).
        tank_support: what a supporting tank adds to it, below 0.
        plane_support: what a supporting plane adds to it, below 0.
        best: the number to hit is never lower.
        dice: most base dice of a side (15.2).
        drop_dice: dice of paratroopers dropped into a fight (15.4).
        line_dice: dice of a fortified line (15.1).
        bomb_from: bombardment by a plane (11.5).
        bomb_defended_from: the same where an enemy plane or line is.
        fleet_bombard_from: bombardment by a fleet (18.10).
        intercept_from: interception (10.11, 18.8).
        fleet_attack_from: attack of a fleet on a fleet (12.2).
        uboat_attack_from: attack of the U-boat on a fleet (12.4).
        landing: capacity by number of fleets, 1 or 2 (18.4).
    """

    base: int
    tank_support: int
    plane_support: int
    best: int
    dice: int
    drop_dice: int
    line_dice: int
    bomb_from: int
    bomb_defended_from: int
    fleet_bombard_from: int
    intercept_from: int
    fleet_attack_from: int
    uboat_attack_from: int
    landing: Mapping[int, Capacity]


@immutable(frozen=True, slots=True)
class Price:
    """S43-7.3 What a side pays for a counter of a kind.

    Attributes:
        cubes: the price.
        most_per_turn: how many of the kind it may buy in a turn (7.6); None if any number.
        last_turn: the last turn in which it may buy one (7.8); None if there is none.
        after_surrender: whether Italy must have surrendered (7.8).
    """

    cubes: int
    most_per_turn: int | None = None
    last_turn: int | None = None
    after_surrender: bool = False


@immutable(frozen=True, slots=True)
class EventBox:
    """S43-23.2 One box of an event display.

    Attributes:
        id: the word orders use.
        name: its name on the display.
        most: how often its owner may play it in a game.
        windows: the words for the moments at which it may be played (28.17).
    """

    id: str
    name: str
    most: int
    windows: tuple[str, ...]


def read_turns(track: Mapping[str, Any]) -> tuple[Turn, ...]:
    """The turns of `turn-track.json`."""
    return tuple(
        Turn(
            number=turn["turn"],
            label=turn["label"],
            cubes=per_side(turn["allied_cubes"], turn["axis_cubes"]),
            naval_points=per_side(turn["allied_naval"], turn["axis_naval"]),
            ruler=per_side(turn["allied_ruler"], turn["axis_ruler"]),
            overlord=turn["overlord"],
        )
        for turn in track["turns"]
    )


def read_tracks(track: Mapping[str, Any]) -> Tracks:
    """The tracks of `turn-track.json`."""
    rounds = track["combat_rounds"]
    return Tracks(
        impulses=track["impulses"]["normal"],
        rounds=rounds["normal"],
        rounds_with_reserves=rounds["with_reserves"],
        most_naval_points=track["naval_track"]["maximum"],
    )


def read_combat(combat: Mapping[str, Any]) -> CombatNumbers:
    """The numbers of `combat.json`."""
    ground, bomb, landing = combat["ground"], combat["air_bombardment"], combat["landing"]
    return CombatNumbers(
        base=ground["base"],
        tank_support=ground["tank_support"],
        plane_support=ground["plane_support"],
        best=ground["best"],
        dice=combat["dice_limit"]["value"],
        drop_dice=combat["dice_limit"]["paratroop_drop_extra"],
        line_dice=combat["fortified_line_dice"]["value"],
        bomb_from=bomb["hit_from"],
        bomb_defended_from=bomb["hit_from_with_enemy_plane_or_line"],
        fleet_bombard_from=combat["fleet_bombardment"]["hit_from"],
        intercept_from=combat["interception"]["hit_from"],
        fleet_attack_from=combat["fleet_attack"]["hit_from"],
        uboat_attack_from=combat["uboat_attack"]["hit_from"],
        landing=MappingProxyType(
            {1: Capacity(**landing["one_fleet"]), 2: Capacity(**landing["two_fleets"])}
        ),
    )


def read_prices(conversion: Mapping[str, Any]) -> Mapping[Side, Mapping[Kind, Price]]:
    """What each side can buy, by kind, in the order of `conversion.json`."""
    return per_side(*(_prices_of(side, conversion["costs"]) for side in SIDES))


def _prices_of(side: Side, costs: list[Mapping[str, Any]]) -> Mapping[Kind, Price]:
    return MappingProxyType(
        {
            cost["kind"]: Price(
                cubes=cost[side],
                most_per_turn=cost.get(f"{side}_limit_per_turn"),
                last_turn=cost.get(f"{side}_last_turn"),
                after_surrender="needs" in cost,
            )
            for cost in costs
            if cost[side] is not None
        }
    )


def read_boxes(events: Mapping[str, Any]) -> Mapping[Side, Mapping[str, EventBox]]:
    """The boxes of each side's display, by id, in the order of `events.json`."""
    return per_side(*(_boxes_of(events[side]) for side in SIDES))


def _boxes_of(boxes: list[Mapping[str, Any]]) -> Mapping[str, EventBox]:
    return MappingProxyType(
        {
            box["id"]: EventBox(box["id"], box["name"], box["max"], tuple(box["windows"]))
            for box in boxes
        }
    )
