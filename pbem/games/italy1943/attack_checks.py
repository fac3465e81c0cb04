"""What can be wrong with a declared attack or landing (13.2 to 13.12, 18.1 to 18.5, O12, O13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.control import is_controlled_by, is_enemy_occupied, land_forces
from pbem.games.italy1943.entry_checks import (
    force_problems,
    unknown_counter,
    unknown_zone,
    written_force,
)
from pbem.games.italy1943.pieces import SEA, Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.strangle import is_strangled
from pbem.games.italy1943.tables import Capacity

Parts: TypeAlias = Sequence[Mapping[str, Json]]

LANDING_KINDS: Final = ("tank",)
"""S43-18.4 The counters that a landing may carry beside cubes."""


def parts_of(entry: Entry) -> Parts:
    """S43-O12 The forces that an entry names, each with the zone it comes from."""
    return cast("Parts", entry.fields["forces"])


def target_of(entry: Entry) -> int:
    """S43-O12 The target of an entry."""
    return cast("int", entry.fields["zone"])


def attack_problems(play: Play, side: Side, entry: Entry) -> list[Refusal]:
    """S43-O12 Everything that is wrong with an `attack`, its plan aside."""
    zone, at = target_of(entry), entry.at
    wrong = list(unknown_zone(play.facts, zone, f"{at}/zone"))
    wrong += _forces(play, side, entry, "S43-13.2", "E_NO_LAND_FORCE")
    if any(refusal.code == "E_ZONE_UNKNOWN" for refusal in wrong):
        return wrong
    if not is_enemy_occupied(play.pos, side, zone):
        text = f"there are no enemy forces in {_title(play, zone)}, so it is not attacked"
        wrong.append(Refusal("E_NOT_ENEMY_OCCUPIED", f"{at}/zone", "S43-13.2", text))
    for index, part in enumerate(parts_of(entry)):
        pointer = f"{at}/forces/{index}/from"
        wrong += _start_problems(play, side, zone, cast("int", part["from"]), pointer)
    starts = len(dict.fromkeys(part["from"] for part in parts_of(entry)))
    return wrong + list(_common_problems(play, entry, starts))


def _start_problems(play: Play, side: Side, zone: int, start: int, at: str) -> Iterator[Refusal]:
    """S43-13.2, S43-13.11 Zones from which the target cannot be attacked."""
    near = play.facts.zone(zone).neighbours
    if start not in near:
        text = f"{_title(play, start)} is not adjacent to {_title(play, zone)}"
        yield Refusal("E_NOT_ADJACENT", at, "S43-13.2", text, tuple(map(str, near)))
    if is_strangled(play, side, start):
        text = (
            f"{_title(play, start)} is under the Strangle Plan: no Axis force may attack out of it"
        )
        yield Refusal("E_STRANGLED", at, "S43-13.11", text)


def landing_problems(play: Play, side: Side, entry: Entry) -> list[Refusal]:
    """S43-O13 Everything that is wrong with a `landing`, its plan aside."""
    zone, at = target_of(entry), entry.at
    if side != "allied":
        return [Refusal("E_SIDE", at, "S43-18.1", "only the Allies can land")]
    wrong = list(unknown_zone(play.facts, zone, f"{at}/zone"))
    wrong += _forces(play, side, entry, "S43-18.4", "E_KIND")
    if any(refusal.code == "E_ZONE_UNKNOWN" for refusal in wrong):
        return wrong
    if any(attack.landing for attack in play.current.attacks):
        text = "there is one landing in an impulse at most"
        wrong.append(Refusal("E_LANDING_SECOND", at, "S43-18.1", text))
    wrong += _coast_problems(play, side, entry)
    wrong += _fleet_problems(play, side, entry)
    wrong += _size_problems(play, entry)
    return wrong + list(_common_problems(play, entry, 1))


def _coast_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-18.2, S43-18.5 The coasts that a landing leaves and comes to."""
    zone = target_of(entry)
    if not play.facts.zone(zone).coastal:
        text = f"{_title(play, zone)} does not touch the sea"
        yield Refusal("E_NOT_COASTAL", f"{entry.at}/zone", "S43-18.2", text)
    if is_controlled_by(play.pos, side, zone):
        text = f"{_title(play, zone)} is under your control"
        yield Refusal("E_NOT_ENEMY_ZONE", f"{entry.at}/zone", "S43-18.2", text)
    for index, part in enumerate(parts_of(entry)):
        start = cast("int", part["from"])
        if not play.facts.zone(start).coastal:
            text = f"{_title(play, start)} does not touch the sea"
            pointer = f"{entry.at}/forces/{index}/from"
            yield Refusal("E_NOT_COASTAL", pointer, "S43-18.5", text)


def fleets_of(entry: Entry) -> tuple[str, ...]:
    """S43-O13 The fleets that a landing names, in order."""
    return tuple(cast("list[str]", entry.fields["fleets"]))


def _fleet_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-18.3 Fleets that cannot take part."""
    fleets = fleets_of(entry)
    for index, fleet in enumerate(fleets):
        at = f"{entry.at}/fleets/{index}"
        unknown = list(unknown_counter(play.facts, side, fleet, at))
        yield from unknown
        if unknown:
            continue
        if fleet in fleets[:index]:
            yield Refusal("E_FORMAT", at, "S43-18.3", f"{fleet} is named twice")
        elif play.facts.counter(fleet).kind != "fleet":
            ready = tuple(f for f in play.pos.of_kind(side, SEA, "fleet") if play.pos.is_ready(f))
            yield Refusal("E_KIND", at, "S43-18.3", f"{fleet} is no fleet", ready)
        elif play.pos.place_of(fleet) != SEA:
            yield Refusal("E_NOT_THERE", at, "S43-18.3", f"{fleet} is not in the game any more")
        elif play.pos.is_engaged(fleet):
            yield Refusal("E_ENGAGED", at, "S43-18.3", f"{fleet} is engaged")


def _size_problems(play: Play, entry: Entry) -> Iterator[Refusal]:
    """S43-18.4 What the fleets carry, and what the order names."""
    capacity = _capacity(play, len(fleets_of(entry)))
    named = [written_force(part) for part in parts_of(entry)]
    cubes = sum(force.cubes for force in named)
    tanks = sum(len(force.counters) for force in named)
    most = most_cubes(play, len(fleets_of(entry)), with_tank=bool(tanks))
    if tanks > 1 or cubes > most:
        text = (
            f"{len(fleets_of(entry))} fleet(s) carry {capacity.cubes} cubes, "
            f"or {capacity.cubes_with_tank} cubes and a tank"
        )
        yield Refusal("E_LANDING_SIZE", f"{entry.at}/forces", "S43-18.4", text)


def most_cubes(play: Play, fleets: int, *, with_tank: bool) -> int:
    """S43-18.4 The cubes that a number of fleets carries, beside a tank or without one."""
    capacity = _capacity(play, fleets)
    return capacity.cubes_with_tank if with_tank else capacity.cubes


def _capacity(play: Play, fleets: int) -> Capacity:
    """S43-18.3, S43-18.4 The capacity of a number of fleets; more than two carry like two."""
    table = play.facts.combat.landing
    return table[min(fleets, max(table))]


def _common_problems(play: Play, entry: Entry, arrows: int) -> Iterator[Refusal]:
    """S43-13.3, S43-13.5, S43-13.10 What attacks and landings have in common."""
    zone, left = target_of(entry), play.facts.arrows - play.current.arrows
    if arrows > left:
        text = f"this needs {arrows} attack arrows, of {play.facts.arrows} there are {left} left"
        yield Refusal("E_ARROWS", entry.at, "S43-13.3", text)
    if any(attack.zone == zone for attack in play.current.attacks):
        text = f"{_title(play, zone)} is attacked already in this impulse"
        yield Refusal("E_TARGET_TWICE", f"{entry.at}/zone", "S43-13.5", text)


def _forces(play: Play, side: Side, entry: Entry, clause: str, kind_code: str) -> Iterator[Refusal]:
    """S43-13.4, S43-13.5, S43-13.6 Forces that cannot be committed.

    Args:
        play: the run of the step.
        side: the attacker.
        entry: the entry.
        clause: the clause that says which forces may be named.
        kind_code: the code for a counter of a wrong kind.
    """
    for index, part in enumerate(parts_of(entry)):
        at = f"{entry.at}/forces/{index}"
        wrong = force_problems(play, side, part, at, clause)
        for refusal in wrong:
            is_kind = refusal.code == "E_KIND"
            yield replace(refusal, code=kind_code, clause="S43-13.6") if is_kind else refusal
        if not wrong:
            yield from _carried_kinds(play, entry, part, at)
            yield from _committed_twice(play, side, entry, index, at)


def _carried_kinds(
    play: Play, entry: Entry, part: Mapping[str, Json], at: str
) -> Iterator[Refusal]:
    """S43-18.4 Counters that no landing carries."""
    if entry.do != "landing":
        return
    for index, counter in enumerate(written_force(part).counters):
        kind = play.facts.counter(counter).kind
        if kind not in LANDING_KINDS:
            text = f"{counter} cannot sail: a landing carries cubes and one tank"
            yield Refusal("E_KIND", f"{at}/counters/{index}", "S43-18.4", text)


def _committed_twice(
    play: Play, side: Side, entry: Entry, index: int, at: str
) -> Iterator[Refusal]:
    """S43-13.5 Forces that another attack, or an earlier part of this one, has committed."""
    part, earlier = parts_of(entry)[index], parts_of(entry)[:index]
    force = written_force(part)
    busy = [counter for attack in play.current.attacks for counter in attack.named]
    busy += [counter for before in earlier for counter in written_force(before).counters]
    for place, counter in enumerate(force.counters):
        if counter in busy:
            text = f"{counter} takes part in an attack already"
            yield Refusal("E_COMMITTED_TWICE", f"{at}/counters/{place}", "S43-13.5", text)
    start = cast("int", part["from"])
    busy_cubes = committed_cubes(play, start)
    busy_cubes += sum(written_force(p).cubes for p in earlier if p["from"] == start)
    here = land_forces(play.pos, side, start).cubes
    if force.cubes and force.cubes + busy_cubes > here:
        text = f"{busy_cubes} of the {here} cubes in {_title(play, start)} attack already"
        yield Refusal("E_COMMITTED_TWICE", f"{at}/cubes", "S43-13.5", text)


def committed_cubes(play: Play, start: int) -> int:
    """S43-13.5 The cubes in a zone that attacks have committed."""
    forces = (attack.forces.get(start, Force()) for attack in play.current.attacks)
    return sum(force.cubes for force in forces)


def _title(play: Play, zone: int) -> str:
    return play.facts.zone(zone).title
