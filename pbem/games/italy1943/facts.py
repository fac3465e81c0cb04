"""The board and the tables of the game, built once from its rule files and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from pbem.canon.canonical import Json
from pbem.games.italy1943.data_checks import contradictions
from pbem.games.italy1943.data_forms import misfits
from pbem.games.italy1943.pieces import SIDES, Kind, Side
from pbem.games.italy1943.tables import (
    CombatNumbers,
    EventBox,
    Price,
    Tracks,
    Turn,
    per_side,
    read_boxes,
    read_combat,
    read_prices,
    read_tracks,
    read_turns,
)


@dataclass(frozen=True, slots=True)
class Zone:
    """S43-2.1 One numbered zone of the board.

    Attributes:
        number: its number.
        name: its name.
        region: `africa`, `italy`, `france` or `germany`.
        coastal: it touches the sea (2.6).
        star: it is a key zone (2.7).
        airport: two planes may fly missions from it (2.8).
        mountain: it restricts tanks (2.9).
        triangle: partisans may be there (2.10).
        axis_symbol: it is Munich (2.11).
        allied_start: Allied forces start here (2.12).
        surrender_trigger: Italy surrenders when the Allies control it (22.1).
        fleet_supply: the Italian fleet supplies it (21.6).
        axis_entry: Axis reinforcements may enter here (6.3).
        neighbours: all adjacent zones, those over white arrows included (2.1, 2.2), ascending.
        arrows: those of them that a white arrow joins.
        range_short: zones in range of the short ruler, without the zone itself (11.12).
        range_long: zones in range of the long ruler, without the zone itself.
    """

    number: int
    name: str
    region: str
    coastal: bool
    star: bool
    airport: bool
    mountain: bool
    triangle: bool
    axis_symbol: bool
    allied_start: bool
    surrender_trigger: bool
    fleet_supply: bool
    axis_entry: bool
    neighbours: tuple[int, ...]
    arrows: tuple[int, ...]
    range_short: tuple[int, ...]
    range_long: tuple[int, ...]

    @property
    def title(self) -> str:
        """S43-28.22 Number and name as reports and refusals show them: ``07 Bologna``."""
        return f"{self.number:02d} {self.name}"


@dataclass(frozen=True, slots=True)
class Counter:
    """S43-1.2 One counter: its id, kind and owner, and whether it is Italian (1.9)."""

    id: str
    kind: Kind
    side: Side
    italian: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """What a set-up puts into one zone; `line` is the id of a fortified line or ""."""

    zone: int
    cubes: int
    counters: tuple[str, ...] = ()
    line: str = ""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The start position of `setup.json` (section 3).

    Attributes:
        allied: what stands in the Allied-star zones.
        axis_fixed: the Axis forces in Africa.
        axis_default: the Axis deployment that is used without an order.
        free_cubes: cubes the Axis deploys.
        free_counters: counters it deploys.
        free_lines: fortified lines it deploys.
        sea_engaged: sea forces that start engaged.
        sea_ready: sea forces that start ready.
        turn: the turn in which the game starts.
        naval_points: naval points at the start.
        tokens: event tokens at the start.
    """

    allied: tuple[Placement, ...]
    axis_fixed: tuple[Placement, ...]
    axis_default: tuple[Placement, ...]
    free_cubes: int
    free_counters: tuple[str, ...]
    free_lines: tuple[str, ...]
    sea_engaged: tuple[str, ...]
    sea_ready: tuple[str, ...]
    turn: int
    naval_points: Mapping[Side, int]
    tokens: Mapping[Side, int]


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """The board and the tables of one game; shared by all positions, never changed.

    Attributes:
        zones: every numbered zone by its number, ascending.
        dotted: names of the dotted zones by id (2.4).
        turns: the turn track, turn 1 first.
        tracks: the lengths of the other tracks.
        combat: the combat results table.
        prices: what each side can buy, by kind.
        events: the event boxes of each side, by id.
        tokens: event tokens of each side (23.1).
        events_per_impulse: events a side may play in an impulse (23.4).
        cubes: all cubes of each side (1.10).
        counters: all counters by id, in the order of `forces.json`.
        counters_of: the counters of each side in the order of `forces.json`, which is the
            order of choice wherever nobody chooses.
        lines: ids of the fortified lines.
        arrows: attack arrows per impulse (13.3).
        set_up: the start position.
        sample: the position of `sample.json` (31.1) as plain data; to be read only.
    """

    zones: Mapping[int, Zone]
    dotted: Mapping[str, str]
    turns: tuple[Turn, ...]
    tracks: Tracks
    combat: CombatNumbers
    prices: Mapping[Side, Mapping[Kind, Price]]
    events: Mapping[Side, Mapping[str, EventBox]]
    tokens: int
    events_per_impulse: int
    cubes: Mapping[Side, int]
    counters: Mapping[str, Counter]
    counters_of: Mapping[Side, tuple[Counter, ...]]
    lines: tuple[str, ...]
    arrows: int
    set_up: SetUp
    sample: Mapping[str, Json]

    @classmethod
    def from_data(cls, files: Mapping[str, Json]) -> Facts:
        """Build the facts from the rule files, each under its name without ``.json``.

        Args:
            files: the content of the files, explaining members removed (protocol section 2.3).

        Raises:
            ValueError: the data are incomplete or contradict themselves; each line of the
                message names the file and the place.
        """
        wrong = misfits(files) or contradictions(files)
        if wrong:
            raise ValueError("\n".join(wrong))
        read = cast("Mapping[str, Mapping[str, Any]]", files)
        board, forces, events = read["map"], read["forces"], read["events"]
        own = [_counters(forces, side) for side in SIDES]
        return cls(
            zones=MappingProxyType({zone["number"]: _zone(zone) for zone in board["zones"]}),
            dotted=MappingProxyType({zone["id"]: zone["name"] for zone in board["dotted"]}),
            turns=read_turns(read["turn-track"]),
            tracks=read_tracks(read["turn-track"]),
            combat=read_combat(read["combat"]),
            prices=read_prices(read["conversion"]),
            events=read_boxes(events),
            tokens=events["tokens_per_side"]["value"],
            events_per_impulse=events["per_impulse_limit"]["value"],
            cubes=per_side(forces["cubes"]["allied"], forces["cubes"]["axis"]),
            counters=MappingProxyType({counter.id: counter for side in own for counter in side}),
            counters_of=per_side(*own),
            lines=_lines(forces),
            arrows=forces["attack_arrows"]["value"],
            set_up=_set_up(read["setup"]),
            sample=cast("Mapping[str, Json]", read["sample"]),
        )

    def zone(self, number: int) -> Zone:
        """The zone of a number; KeyError if there is none."""
        return self.zones[number]

    def turn(self, number: int) -> Turn:
        """The turn of a number, 1 to 8."""
        return self.turns[number - 1]

    def counter(self, counter: str) -> Counter:
        """The counter of an id; KeyError if there is none."""
        return self.counters[counter]

    def price(self, side: Side, kind: Kind) -> Price | None:
        """S43-7.3 What a side pays for a kind of counter; None if it can not buy it."""
        return self.prices[side].get(kind)


def _zone(data: Mapping[str, Any]) -> Zone:
    return Zone(
        number=data["number"],
        name=data["name"],
        region=data["region"],
        coastal=data["coastal"],
        star=data["star"],
        airport=data["airport"],
        mountain=data["mountain"],
        triangle=data["partisan"],
        axis_symbol=data["axis_symbol"],
        allied_start=data["allied_start"] is not None,
        surrender_trigger=data["surrender_trigger"],
        fleet_supply=data["fleet_supply"],
        axis_entry=data["axis_entry"],
        neighbours=tuple(sorted(data["adjacent"] + data["arrows"])),
        arrows=tuple(data["arrows"]),
        range_short=tuple(data["range_short"]),
        range_long=tuple(data["range_long"]),
    )


def _counters(forces: Mapping[str, Any], side: Side) -> tuple[Counter, ...]:
    return tuple(
        Counter(counter, group["kind"], side, counter in group.get("italian", ()))
        for group in forces[side]
        if group["kind"] != "fortified_line"
        for counter in group["ids"]
    )


def _lines(forces: Mapping[str, Any]) -> tuple[str, ...]:
    groups = [group for group in forces["axis"] if group["kind"] == "fortified_line"]
    return tuple(line for group in groups for line in group["ids"])


def _set_up(data: Mapping[str, Any]) -> SetUp:
    free, tracks = data["axis_free"], data["tracks"]
    return SetUp(
        allied=_placements(data["allied"]),
        axis_fixed=_placements(data["axis_fixed"]),
        axis_default=_placements(data["axis_default"]),
        free_cubes=free["cubes"],
        free_counters=tuple(free["counters"]),
        free_lines=tuple(free["lines"]),
        sea_engaged=tuple(data["sea"]["engaged"]),
        sea_ready=tuple(data["sea"]["ready"]),
        turn=tracks["turn"],
        naval_points=per_side(tracks["allied_naval"], tracks["axis_naval"]),
        tokens=per_side(data["events"]["allied_hand"], data["events"]["axis_hand"]),
    )


def _placements(data: list[Mapping[str, Any]]) -> tuple[Placement, ...]:
    return tuple(
        Placement(p["zone"], p["cubes"], tuple(p["counters"]), p.get("line", "")) for p in data
    )
