"""What no position between two steps may be; whole random games are looked at with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.canon.canonical import Json
from pbem.games.italy1943.control import is_controlled_by
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.limits import excesses
from pbem.games.italy1943.pieces import AFLOAT, DROPPED, REMOVED, SEA, SIDES
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.position_checks import faults


def breaches(facts: Facts, data: Mapping[str, Json]) -> list[str]:
    """S43-1.10, S43-2.14, S43-2.21 Everything that is wrong with a position, in sentences."""
    wrong = faults(facts, data)
    if wrong:
        return wrong
    pos = Position.from_data(facts, data)
    if pos.to_data() != data:
        return ["the position is written in another way than it was read"]
    return [*_left_behind(pos), *_overfull(pos), *_not_recovered(pos), *_half_surrendered(pos)]


def _left_behind(pos: Position) -> Iterator[str]:
    """S43-18.7, S43-19.8 Between steps nobody is on board or still in a fight."""
    for side in SIDES:
        for place in (AFLOAT, DROPPED):
            if pos.force(side, place).size:
                yield f"{side} forces are {place} between two steps"


def _overfull(pos: Position) -> Iterator[str]:
    """S43-2.21 Behind an impulse the limits hold everywhere."""
    number = pos.step.number
    if pos.step.word == "supply" or (pos.step.word == "impulse" and number > 1):
        for over in excesses(pos, "allied"):
            yield f"{over.side} forces pass the limits in {pos.facts.zone(over.zone).title}"


def _not_recovered(pos: Position) -> Iterator[str]:
    """S43-26.1 Before the first impulse of a later turn all is ready and free."""
    if pos.turn == 1 or pos.step.word == "supply" or pos.step.number > 1:
        return
    if pos.engaged:
        yield f"{', '.join(sorted(pos.engaged))} are engaged at the beginning of a turn"
    if any(stack.held for side in SIDES for stack in pos.stacks[side].values()):
        yield "cubes are held at the beginning of a turn"


def _half_surrendered(pos: Position) -> Iterator[str]:
    """S43-12.8, S43-22.2 Italy surrenders as a whole, and no U-boat is without a coast."""
    italian = [counter for counter in pos.facts.counters.values() if counter.italian]
    gone = [counter for counter in italian if pos.place_of(counter.id) == REMOVED]
    if gone and len(gone) < len(italian):
        yield "some Italian counters are out of the game, others are not"
    coasts = [zone.number for zone in pos.facts.zones.values() if zone.coastal]
    all_allied = all(is_controlled_by(pos, "allied", zone) for zone in coasts)
    if all_allied and pos.of_kind("axis", SEA, "uboat"):
        yield "the Allies control every coast, but there is a U-boat"
