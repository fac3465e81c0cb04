"""The forms of orders with the zones and pieces that are possible now (`engine.guiding`).

Nothing legal is left out: what other entries of the same document may bring about is counted in.
So a zone is left out only where the rules never let it in while this impulse lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pbem.canon.choices import Choice
from pbem.canon.forms import Either, Form, ListOf, Record, Word
from pbem.canon.immutable import immutable
from pbem.engine.entries import Frame
from pbem.games.italy1943.control import is_controlled_by, is_enemy_occupied
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.orders import frame_of
from pbem.games.italy1943.pieces import (
    AIR_KINDS,
    LAND_KINDS,
    POOL,
    REMOVED,
    SEA,
    SEA_KINDS,
    Kind,
    Side,
    other,
)
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement import entry_zones
from pbem.games.italy1943.words import BUYABLE, CUBES, vocabulary

Fields: TypeAlias = Mapping[str, Form]
Test: TypeAlias = Callable[[int], bool]


def board_frame(facts: Facts) -> Frame:
    """S43-2.1 The frame with the zones of the board, for standing orders in any position."""
    return frame_of(vocabulary(facts, zones(facts, lambda _: True)))


def narrowed_frame(play: Play, side: Side) -> Frame:
    """S43-28.9 The frame for an ask of a side."""
    frame = board_frame(play.facts)
    return frame.narrowed({do: make(Here(play, side)) for do, make in _FIELDS.items()})


def zones(facts: Facts, test: Test) -> Choice:
    """S43-28.22 The zones that pass a test, with their names."""
    return Choice({n: zone.title for n, zone in facts.zones.items() if test(n)})


@immutable(frozen=True)
class Here:
    """What is possible for a side in the position of a question."""

    play: Play
    side: Side

    @property
    def pos(self) -> Position:
        """The position."""
        return self.play.pos

    def zones(self, test: Test) -> Choice:
        """The zones that pass a test."""
        return zones(self.play.facts, test)

    def all(self) -> Choice:
        """S43-2.1 All zones."""
        return self.zones(lambda _: True)

    def open(self) -> Choice:
        """S43-9.2 The zones without enemy land forces."""
        return self.zones(lambda zone: not is_enemy_occupied(self.pos, self.side, zone))

    def ports(self) -> Choice:
        """S43-2.5 The coastal ones among them."""
        return self.zones(lambda zone: self._coastal(zone) and zone in self.open().meanings)

    def enemy(self) -> Choice:
        """S43-2.14, S43-13.2 The zones that the enemy controls or stands in."""
        return self.zones(self._is_enemy)

    def _is_enemy(self, zone: int) -> bool:
        stands = self.pos.force(other(self.side), zone).size
        return bool(stands) or is_controlled_by(self.pos, other(self.side), zone)

    def beaches(self) -> Choice:
        """S43-18.2 The coasts that the enemy controls or stands on."""
        return self.zones(lambda zone: self._coastal(zone) and self._is_enemy(zone))

    def _coastal(self, zone: int) -> bool:
        return self.play.facts.zone(zone).coastal

    def entry(self) -> Choice:
        """S43-6.2, S43-6.3 The zones in which cubes may enter."""
        return self.zones(lambda zone: zone in entry_zones(self.pos, self.side))

    def event_zones(self) -> Form:
        """S43-23.1 Where events are played: a zone, or the sea."""
        return Either(self.all(), Word(SEA))

    def counters(self, *kinds: Kind) -> Choice:
        """S43-1.2 Own counters of some kinds in the game; bought ones may join in this impulse."""
        return self._pieces(self.side, kinds, REMOVED)

    def pool(self) -> Choice:
        """S43-7.2 Own counters that can be bought; those lost in this impulse count as well."""
        return self.counters(*LAND_KINDS, *AIR_KINDS, "partisan")

    def enemy_ships(self) -> Choice:
        """S43-12.3 Enemy fleets and U-boats in the game."""
        return self._pieces(other(self.side), SEA_KINDS, REMOVED, POOL)

    def _pieces(self, side: Side, kinds: tuple[Kind, ...], *gone: str) -> Choice:
        listed = self.play.facts.counters_of[side]
        found = [c for c in listed if c.kind in kinds and self.pos.place_of(c.id) not in gone]
        return Choice({c.id: f"{c.kind}, {self._whereabouts(c.id)}" for c in found})

    def _whereabouts(self, counter: str) -> str:
        place = self.pos.place_of(counter)
        where = self.play.title(place) if isinstance(place, int) else str(place)
        return f"{where}, engaged" if self.pos.is_engaged(counter) else where

    def land(self) -> Fields:
        """S43-1.3 Cubes and counters that move over land."""
        return {"cubes": CUBES, "counters": ListOf(self.counters(*LAND_KINDS), most=40)}

    def forces(self, start: Form) -> Form:
        """S43-13.4 The forces of an attack."""
        return ListOf(Record({"from": start}, self.land()), least=1, most=40)


def _move(here: Here) -> Fields:
    path = ListOf(here.open(), least=1, most=100)
    return {"from": here.open(), "path": path, **here.land()}


def _fly(here: Here) -> Fields:
    return {"plane": here.counters(*AIR_KINDS), "to": here.open()}


def _transport(here: Here) -> Fields:
    return {"from": here.ports(), "to": here.ports(), **here.land()}


def _partisan_move(here: Here) -> Fields:
    return {"partisan": here.counters("partisan"), "to": here.enemy()}


def _sea_attack(here: Here) -> Fields:
    return {"by": here.counters(*SEA_KINDS), "target": here.enemy_ships()}


def _bomb(here: Here) -> Fields:
    return {"plane": here.counters(*AIR_KINDS), "zone": here.enemy()}


def _attack(here: Here) -> Fields:
    return {"zone": here.enemy(), "forces": here.forces(here.open())}


def _landing(here: Here) -> Fields:
    fleets = ListOf(here.counters("fleet"), least=1, most=4)
    return {"zone": here.beaches(), "fleets": fleets, "forces": here.forces(here.ports())}


def _event(here: Here) -> Fields:
    trade = Record({"kind": BUYABLE}, {"counter": here.pool(), "to": here.all()})
    own = Word(*(e for e in here.play.facts.events[here.side] if e in _EVENT_ENTRIES))
    return {"event": own, "zone": here.event_zones(), "convert": ListOf(trade, most=23)}


def _partisan_use(here: Here) -> Fields:
    return {"partisan": here.counters("partisan"), "from": here.enemy()}


def _convert(here: Here) -> Fields:
    return {"zone": here.open(), "counter": here.pool(), "to": here.all()}


def _reinforce(here: Here) -> Fields:
    cubes = ListOf(Record({"zone": here.entry(), "cubes": CUBES}), most=40)
    return {"place": cubes}


def _stacking(here: Here) -> Fields:
    pieces: Fields = {
        "cubes": CUBES,
        "counters": ListOf(here.counters(*LAND_KINDS, *AIR_KINDS), most=40),
    }
    moves = ListOf(Record({"to": here.open()}, pieces), most=40)
    return {"moves": moves, "lose": Record({}, pieces)}


def _logistics(here: Here) -> Fields:
    own = here.zones(lambda zone: bool(here.pos.force(here.side, zone).size))
    return {"zone": own}


_EVENT_ENTRIES: Final = ("reinforcements", "operational", "strangle", "kesselring", "new_line")
"""S43-O15 The events that are played by an entry `event`."""

_FIELDS: Final[Mapping[str, Callable[[Here], Fields]]] = {
    "reinforce": _reinforce,
    "convert": _convert,
    "move": _move,
    "fly": _fly,
    "transport": _transport,
    "partisan_move": _partisan_move,
    "sea_attack": _sea_attack,
    "bomb": _bomb,
    "attack": _attack,
    "landing": _landing,
    "event": _event,
    "partisan_use": _partisan_use,
    "stacking": _stacking,
    "logistics": _logistics,
}
"""S43-30 The narrower fields of each order type."""
