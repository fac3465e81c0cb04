"""What can be wrong with the zones, counters and forces that an entry names (section 30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from pbem.canon.canonical import Json
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import LAND_KINDS, Force, Side
from pbem.games.italy1943.play import Play


def unknown_zone(facts: Facts, zone: int, at: str) -> Iterator[Refusal]:
    """S43-2.1 A zone that the board does not have."""
    if zone not in facts.zones:
        yield Refusal("E_ZONE_UNKNOWN", at, "S43-2.1", f"there is no zone {zone}")


def unknown_counter(facts: Facts, side: Side, counter: str, at: str) -> Iterator[Refusal]:
    """S43-1.10 A counter that the game does not have, or that is the opponent's."""
    known = facts.counters.get(counter)
    if known is None:
        yield Refusal("E_COUNTER_UNKNOWN", at, "S43-1.10", f"there is no counter {counter}")
    elif known.side != side:
        yield Refusal("E_NOT_YOURS", at, "S43-1.1", f"{counter} is not yours")


def written_force(fields: Mapping[str, Json]) -> Force:
    """S43-1.8 The force that the members `cubes` and `counters` name; none of them is held."""
    counters = cast("list[str]", fields.get("counters", []))
    return Force(cast("int", fields.get("cubes", 0)), counters=tuple(counters))


def force_problems(
    play: Play, side: Side, fields: Mapping[str, Json], at: str, clause: str
) -> list[Refusal]:
    """S43-1.3 What is wrong with the land forces that an entry, or a part of one, names.

    Args:
        play: the run of the step.
        side: whose forces they should be.
        fields: the members `from`, `cubes` and `counters`.
        at: JSON pointer of what has these members.
        clause: the clause that says which forces may be named.
    """
    zone = cast("int", fields["from"])
    wrong = list(unknown_zone(play.facts, zone, f"{at}/from"))
    if wrong:
        return wrong
    force = written_force(fields)
    if not force.size:
        return [Refusal("E_FORMAT", at, clause, 'no force is named: add "cubes" or "counters"')]
    here = land_forces(play.pos, side, zone)
    if force.cubes > here.cubes:
        cubes = "is 1 cube" if here.cubes == 1 else f"are {here.cubes or 'no'} cubes"
        text = f"there {cubes} of yours in {play.title(zone)}, not {force.cubes}"
        wrong.append(Refusal("E_NOT_THERE", f"{at}/cubes", clause, text))
    for index, counter in enumerate(force.counters):
        pointer = f"{at}/counters/{index}"
        wrong += _counter_problems(play, side, zone, counter, pointer, clause)
        if counter in force.counters[:index]:
            wrong.append(Refusal("E_FORMAT", pointer, clause, f"{counter} is named twice"))
    return wrong


def _counter_problems(
    play: Play, side: Side, zone: int, counter: str, at: str, clause: str
) -> list[Refusal]:
    wrong = list(unknown_counter(play.facts, side, counter, at))
    if wrong:
        return wrong
    kind = play.facts.counter(counter).kind
    here = land_forces(play.pos, side, zone).counters
    if kind not in LAND_KINDS:
        text = f"{counter} is a {kind}, which is no land force"
        return [Refusal("E_KIND", at, clause, text, here)]
    if counter not in here:
        text = f"{counter} is not in {play.title(zone)}"
        return [Refusal("E_NOT_THERE", at, clause, text, here)]
    return []


def held_problems(play: Play, side: Side, fields: Mapping[str, Json], at: str) -> list[Refusal]:
    """S43-9.7, S43-19.16 More cubes than a partisan leaves free to go; the zone is known."""
    zone, wanted = cast("int", fields["from"]), cast("int", fields.get("cubes", 0))
    here = play.pos.force(side, zone)
    if not here.free < wanted <= here.cubes:
        return []
    text = f"partisans hold {here.held} of the {here.cubes} cubes in {play.title(zone)}"
    return [Refusal("E_HELD", f"{at}/cubes", "S43-9.7", text)]
