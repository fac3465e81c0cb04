"""What a player writes for an overfull zone (O18), and why it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal, refuse
from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.documents import read_entries
from pbem.games.italy1943.limits import destinations, excess, room, tanks
from pbem.games.italy1943.pieces import FORCES_PER_ZONE, TANKS_PER_ZONE, Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.stacking_steps import (
    CUBE,
    HELD,
    Exit,
    Shift,
    default_shift,
    exits,
    kind_of,
    leave,
    shift_of,
)


def read_orders(play: Play, side: Side, zone: int, orders: Json, at: str) -> Shift:
    """S43-O18 What a document orders to leave a zone; without an entry the default.

    Raises:
        OrdersRefused: it is no legal answer.
    """
    entries, wrong = read_entries(play, side, orders, at, ("stacking",))
    refuse(wrong)
    if not entries:
        return default_shift(play.pos, side, zone)
    reading = _Reading(play.pos.copy(), side, zone)
    refuse(list(reading.refusals(entries[0])))
    return shift_of(play.pos, reading.taken)


@dataclass
class _Reading:
    """A written order, tried on a copy of the position exit by exit."""

    pos: Position
    side: Side
    zone: int
    taken: list[Exit] = field(default_factory=list)

    def refusals(self, entry: Entry) -> Iterator[Refusal]:
        """Everything that is illegal in the entry."""
        moves = cast("list[Mapping[str, Json]]", entry.fields.get("moves", []))
        for index, move in enumerate(moves):
            yield from self._group(move, f"{entry.at}/moves/{index}", cast("int", move["to"]))
        lose = cast("Mapping[str, Json]", entry.fields.get("lose", {}))
        yield from self._group(lose, f"{entry.at}/lose", None)
        yield from self._still_here(entry.at)

    def _group(self, written: Mapping[str, Json], at: str, to: int | None) -> Iterator[Refusal]:
        """One move or the losses: each piece must be among the legal exits at its turn."""
        if to is not None and to not in self.pos.facts.zones:
            yield Refusal("E_ZONE_UNKNOWN", f"{at}/to", "S43-2.1", f"there is no zone {to}")
            return
        cubes = cast("int", written.get("cubes", 0))
        counters = cast("list[str]", written.get("counters", []))
        absent = list(self._absent(cubes, counters, at))
        yield from absent
        for piece in [] if absent else [*[CUBE] * cubes, *counters]:
            legal = exits(self.pos, self.side, self.zone)
            way = Exit(piece, to)
            if piece == CUBE and legal == [Exit(HELD, to)]:
                way = Exit(HELD, to)
            if way not in legal:
                yield self._reason(way, at)
                return
            leave(self.pos, self.side, self.zone, way)
            self.taken.append(way)

    def _absent(self, cubes: int, counters: list[str], at: str) -> Iterator[Refusal]:
        here = self.pos.force(self.side, self.zone)
        title = self.pos.facts.zone(self.zone).title
        if cubes > here.cubes:
            text = f"only {here.cubes} of your cubes are in {title}"
            yield Refusal("E_NOT_THERE", f"{at}/cubes", "S43-2.22", text)
        for index, counter in enumerate(counters):
            if counter not in here.counters or counters.count(counter) > 1:
                text = f"{counter} is not (or not any more) in {title}"
                yield Refusal("E_NOT_THERE", f"{at}/counters/{index}", "S43-2.22", text)

    def _reason(self, way: Exit, at: str) -> Refusal:
        """Why an exit is not legal now."""
        over = excess(self.pos, self.side, self.zone)
        title = self.pos.facts.zone(self.zone).title
        if way.piece == CUBE and not self.pos.force(self.side, self.zone).free:
            text = f"the cubes that are left in {title} are held by a partisan"
            return Refusal("E_HELD", f"{at}/cubes", "S43-2.26", text)
        if not over.forces and not over.tanks:
            text = f"nothing more has to leave {title}"
            return Refusal("E_STACK", at, "S43-2.22", text)
        if over.forces <= over.tanks and kind_of(self.pos, way.piece) != "tank":
            text = f"what leaves {title} now has to be a tank, because more than two are there"
            return Refusal("E_TANKS", at, "S43-2.19", text)
        if way.to is None:
            return self._room_left(at)
        return self._closed(way.piece, way.to, at)

    def _room_left(self, at: str) -> Refusal:
        legal = tuple(f"{way.piece} to {way.to}" for way in exits(self.pos, self.side, self.zone))
        text = "nothing is lost as long as there is room elsewhere"
        return Refusal("E_LOSE", at, "S43-2.23", text, legal)

    def _closed(self, piece: str, to: int, at: str) -> Refusal:
        """S43-2.22 Why a piece cannot go to a zone."""
        kind = kind_of(self.pos, piece)
        here, there = self.pos.facts.zone(self.zone), self.pos.facts.zone(to)
        legal = tuple(map(str, destinations(self.pos, self.side, self.zone, kind)))
        if kind != "plane" and to not in here.neighbours:
            text = f"{there.title} is not adjacent to {here.title}"
            return Refusal("E_NOT_ADJACENT", f"{at}/to", "S43-2.22", text, legal)
        if not is_friendly(self.pos, self.side, to):
            text = f"{there.title} is not friendly"
            return Refusal("E_NOT_FRIENDLY", f"{at}/to", "S43-2.22", text, legal)
        if kind == "tank" and tanks(self.pos, self.side, to) >= TANKS_PER_ZONE:
            text = f"{there.title} has two tanks already"
            return Refusal("E_TANKS", f"{at}/to", "S43-2.19", text, legal)
        left = _more(room(self.pos, self.side, to), "force")
        text = f"{there.title} has room for {left}" if to != self.zone else "it is here"
        return Refusal("E_STACK", f"{at}/to", "S43-2.17", text, legal)

    def _still_here(self, at: str) -> Iterator[Refusal]:
        over = excess(self.pos, self.side, self.zone)
        title = self.pos.facts.zone(self.zone).title
        if over.tanks:
            text = _must_leave(over.tanks, "tank", title)
            yield Refusal("E_TANKS", at, "S43-2.19", text)
        if over.forces > over.tanks:
            text = _must_leave(over.forces, "force", title)
            yield Refusal("E_STACK", at, "S43-2.17", text)


def _must_leave(count: int, what: str, title: str) -> str:
    return f"{_more(count, what)} {'has' if count == 1 else 'have'} to leave {title}"


def _more(count: int, what: str) -> str:
    return f"{count or 'no'} more {what}{'' if count == 1 else 's'}"


def offer(pos: Position, side: Side, zone: int) -> dict[str, Json]:
    """S43-2.22 What has to leave a zone and where it may go, for the help of a draft."""
    over = excess(pos, side, zone)
    here = Force(pos.force(side, zone).free, counters=pos.counters(side, zone))
    ways = exits(pos, side, zone)
    return {
        "forces": over.forces,
        "tanks": over.tanks,
        "most": FORCES_PER_ZONE,
        "most_tanks": TANKS_PER_ZONE,
        "here": here.data(),
        "next": [f"{way.piece} to {way.to}" for way in ways if way.to is not None],
    }
