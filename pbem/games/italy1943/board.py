"""The pieces on the board: where each of them is, in which state, and the small changes to that.

Everything has one place of truth. A counter is where `Board.where` says, and in the pool when
it says nothing; cubes that stand nowhere are in the pool; so an eliminated piece cannot be lost,
and no piece can be in two places.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import POOL, REMOVED, Force, Kind, Place, Side, Stack
from pbem.games.italy1943.whereabouts import Whereabouts


@dataclass(slots=True)
class Board:
    """Where the pieces are.

    Attributes:
        facts: the map and the tables; shared, not part of the state.
        stacks: the cubes of each side, by zone and ``afloat``; every zone is there.
        where: the place of each counter that is not in the pool.
        engaged: the engaged counters; all others are ready.
        lines: the fortified line in a zone.
    """

    facts: Facts = field(repr=False, compare=False)
    stacks: dict[Side, dict[Place, Stack]]
    where: Whereabouts
    engaged: set[str]
    lines: dict[int, str]

    # Looking

    def stack(self, side: Side, place: Place) -> Stack:
        """The cubes of a side in a zone or afloat; changing them changes the position."""
        return self.stacks[side][place]

    def place_of(self, counter: str) -> Place:
        """S43-1.6 Where a counter is; in the pool if it is nowhere else."""
        return self.where.data.get(counter, POOL)

    def counters(self, side: Side, place: Place) -> tuple[str, ...]:
        """The counters of a side at a place, in the order of `forces.json`."""
        found = self.where.found
        if not found:
            where = self.where.data
            for owner, counters in self.facts.counters_of.items():
                for counter in counters:
                    key = owner, where.get(counter.id, POOL)
                    found[key] = (*found.get(key, ()), counter.id)
        return found.get((side, place), ())

    def of_kind(self, side: Side, place: Place, *kinds: Kind) -> tuple[str, ...]:
        """Those of the counters of a side at a place that are of one of the kinds."""
        here = self.counters(side, place)
        if not here:  # most places, most of the time
            return here
        known = self.facts.counters
        return tuple([counter for counter in here if known[counter].kind in kinds])

    def force(self, side: Side, place: Place) -> Force:
        """All pieces of a side at a place, the pool and the sea included."""
        if place == POOL:
            return Force(self.pool_cubes(side), counters=self.counters(side, POOL))
        stack = self.stacks[side].get(place, Stack())
        return Force(stack.cubes, stack.held, self.counters(side, place))

    def is_engaged(self, counter: str) -> bool:
        """S43-1.5 Whether a counter shows its red band."""
        return counter in self.engaged

    def is_ready(self, counter: str) -> bool:
        """S43-1.5 Whether a counter is not engaged."""
        return counter not in self.engaged

    def pool_cubes(self, side: Side) -> int:
        """S43-1.6 The number of cubes in the pool of a side."""
        placed = sum(stack.cubes for stack in self.stacks[side].values())
        return self.facts.cubes[side] - placed

    def pool_lines(self) -> tuple[str, ...]:
        """S43-1.6 The fortified lines that are not on the board."""
        placed = tuple(self.lines.values())
        return tuple(line for line in self.facts.lines if line not in placed)

    # Changing

    def place_cubes(self, side: Side, zone: int, count: int) -> None:
        """S43-6.1 Put cubes from the pool into a zone.

        Raises:
            ValueError: the pool has not so many.
        """
        if not 0 <= count <= self.pool_cubes(side):
            raise ValueError(f"the {side} pool has not {count} cubes")
        self.stack(side, zone).cubes += count

    def place_counter(self, counter: str, place: Place) -> None:
        """S43-7.5 Put a counter from the pool somewhere, ready.

        Raises:
            ValueError: the counter is not in the pool.
        """
        if self.place_of(counter) != POOL:
            raise ValueError(f"{counter} is not in the pool")
        self.where[counter] = place

    def place_line(self, line: str, zone: int) -> None:
        """S43-2.20 Put a fortified line from the pool into a zone.

        Raises:
            ValueError: the line is on the board, or the zone has one.
        """
        if line not in self.pool_lines() or zone in self.lines:
            raise ValueError(f"{line} cannot be placed in {zone}")
        self.lines[zone] = line

    def move_forces(self, side: Side, force: Force, start: Place, to: Place) -> None:
        """Put pieces from one place to another, held cubes staying held (19.21).

        Neither control (2.14) nor the state of a counter changes.

        Raises:
            ValueError: the pieces are not all at `start`.
        """
        self._take(side, force, start)
        stack = self.stack(side, to) if force.cubes else Stack()
        stack.cubes += force.cubes
        stack.held += force.held
        for counter in force.counters:
            self.where[counter] = to

    def _take(self, side: Side, force: Force, start: Place) -> None:
        left = self.force(side, start).minus(force)
        if force.cubes:
            stack = self.stack(side, start)
            stack.cubes, stack.held = left.cubes, left.held

    def eliminate(self, side: Side, place: Place, force: Force) -> None:
        """S43-1.6 Put pieces into their pool.

        Raises:
            ValueError: the pieces are not all there.
        """
        self._take(side, force, place)
        for counter in force.counters:
            self.eliminate_counter(counter)

    def eliminate_cube(self, side: Side, place: Place) -> None:
        """S43-19.21 Put one cube into its pool, a held one first, as where nobody chooses.

        Raises:
            ValueError: there is no cube.
        """
        held = min(1, self.stack(side, place).held)
        self.eliminate(side, place, Force(cubes=1, held=held))

    def eliminate_counter(self, counter: str) -> None:
        """S43-1.6 Put a counter into its pool."""
        self.where.pop(counter, None)
        self.engaged.discard(counter)

    def eliminate_line(self, zone: int) -> None:
        """S43-16.2 Put the fortified line of a zone, which must have one, into the pool."""
        del self.lines[zone]

    def remove_from_game(self, counter: str) -> None:
        """S43-1.7 Take a counter out of the game, wherever it is."""
        self.where[counter] = REMOVED
        self.engaged.discard(counter)

    def engage(self, counter: str) -> None:
        """S43-1.5 Turn a counter to its red band."""
        self.engaged.add(counter)

    def ready(self, counter: str) -> None:
        """S43-1.5 Turn a counter to its ready side."""
        self.engaged.discard(counter)
