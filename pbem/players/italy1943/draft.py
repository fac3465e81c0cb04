"""A draft of impulse orders, with the two positions that count: before the attacks and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.canon.canonical import Json
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.pieces import Force, Side, other
from pbem.games.italy1943.position import Position
from pbem.players.italy1943.groups import Group


@dataclass
class Draft:
    """Orders for an impulse as far as they are thought out.

    Attributes:
        side: the active side.
        before: the position when the action part is over; nobody reacts.
        after: the position after the attacks, as they most probably end.
        actions: entries of the action part.
        attacks: entries of the declaration.
        late: entries for windows, behind everything else.
        reserved: the forces that take part in attacks or have been carried, by zone.
        arrows: attack arrows used.
        targets: zones attacked.
        flown: planes that fly missions.
        fleets: fleets in a landing.
        event: whether the event of this impulse is played.
        luck: what the attacks are worth on average beyond what `after` shows.
    """

    side: Side
    before: Position
    after: Position
    actions: list[Json] = field(default_factory=list)
    attacks: list[Json] = field(default_factory=list)
    late: list[Json] = field(default_factory=list)
    reserved: dict[int, Force] = field(default_factory=dict)
    arrows: int = 0
    targets: tuple[int, ...] = ()
    flown: tuple[str, ...] = ()
    fleets: tuple[str, ...] = ()
    event: bool = False
    luck: float = 0.0

    @classmethod
    def begin(cls, side: Side, pos: Position) -> Draft:
        """S43-23.10 An empty draft; an additional impulse has its event already."""
        is_additional = pos.step.number > pos.facts.tracks.impulses
        return cls(side, pos.copy(), pos.copy(), event=is_additional)

    def copy(self) -> Draft:
        """An independent copy."""
        return Draft(
            self.side,
            self.before.copy(),
            self.after.copy(),
            list(self.actions),
            list(self.attacks),
            list(self.late),
            dict(self.reserved),
            self.arrows,
            self.targets,
            self.flown,
            self.fleets,
            self.event,
            self.luck,
        )

    @property
    def enemy(self) -> Side:
        """The other side."""
        return other(self.side)

    def orders(self) -> list[Json]:
        """The draft as a document's `orders`."""
        return [*self.actions, *self.attacks, *self.late]

    def free(self, zone: int) -> Group:
        """The land forces of a zone that may still be given orders."""
        here = land_forces(self.before, self.side, zone)
        taken = self.reserved.get(zone, Force())
        counters = [c for c in here.counters if c not in taken.counters]
        return Group(zone, max(0, here.free - taken.cubes), counters)

    def reserve(self, group: Group) -> None:
        """Keep a group from being given further orders."""
        self.reserved[group.zone] = self.reserved.get(group.zone, Force()).plus(group.force)

    def move(self, group: Group, way: list[int]) -> None:
        """Order a land move; what is entered becomes the mover's (9.3)."""
        self.actions.append({"do": "move", **group.written(), "path": list(way)})
        for pos in (self.before, self.after):
            shift(pos, self.side, group, way[-1])
            for zone in way:
                take(pos, self.side, zone)

    def act(self, entry: Mapping[str, Json]) -> None:
        """Add an entry to the action part."""
        self.actions.append(dict(entry))


def shift(pos: Position, side: Side, group: Group, to: int) -> None:
    """Put a group somewhere else; control does not change."""
    pos.move_forces(side, group.force, group.zone, to)


def take(pos: Position, side: Side, zone: int) -> None:
    """S43-9.3, S43-9.4 A land force is in a zone: it is its side's, and an enemy line falls."""
    pos.control[zone] = side
    if side == "allied" and zone in pos.lines:
        pos.eliminate_line(zone)
