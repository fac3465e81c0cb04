"""Partisans (19.12 to 19.17): the order types `partisan_move` and `partisan_use`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.canon.immutable import immutable
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.conversion import partisan_zones
from pbem.games.italy1943.entry_checks import unknown_counter, unknown_zone
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.strangle import is_strangled


class PartisanMoved(Event):
    """S43-19.13 A partisan went to another zone.

    Attributes:
        partisan: the partisan.
        start: the zone it left.
        to: the zone where it is now.
        name: the player's own name for the order.
    """

    partisan: str
    start: int
    to: int
    name: str | None = None


class CubeDrawn(Event):
    """S43-19.15, S43-19.16 A partisan drew an Axis cube into its zone and holds it there.

    Attributes:
        partisan: the partisan, engaged now.
        start: the zone the cube left.
        to: the zone of the partisan.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    partisan: str
    start: int
    to: int
    by: By | None = None
    name: str | None = None


@immutable(frozen=True, slots=True)
class Draw:
    """S43-19.15 One use of a partisan: it draws a cube out of a zone beside its own."""

    partisan: str
    start: int


# Moving


def check_move(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O09 Everything that is wrong with a `partisan_move`."""
    partisan, to = str(entry.fields["partisan"]), cast("int", entry.fields["to"])
    wrong = _partisan_problems(play, play.current.active, partisan, f"{entry.at}/partisan")
    wrong += unknown_zone(play.facts, to, f"{entry.at}/to")
    return wrong or list(_move_problems(play, partisan, to, entry.at))


def _partisan_problems(play: Play, side: Side, partisan: str, at: str) -> list[Refusal]:
    """S43-19.12 A counter that is no partisan of the side on the board."""
    wrong = list(unknown_counter(play.facts, side, partisan, at))
    if wrong:
        return wrong
    on_board = partisans_on_board(play)
    if play.facts.counter(partisan).kind != "partisan":
        return [Refusal("E_KIND", at, "S43-19.12", f"{partisan} is no partisan", on_board)]
    if partisan not in on_board:
        return [
            Refusal("E_NOT_THERE", at, "S43-19.12", f"{partisan} is not on the board", on_board)
        ]
    return []


def partisans_on_board(play: Play) -> tuple[str, ...]:
    """S43-19.12 The partisans on the board, in the order of `forces.json`."""
    return tuple(
        counter.id
        for counter in play.facts.counters_of["allied"]
        if counter.kind == "partisan" and isinstance(play.pos.place_of(counter.id), int)
    )


def _move_problems(play: Play, partisan: str, to: int, at: str) -> Iterator[Refusal]:
    """S43-19.12, S43-19.13 Why a partisan may not be moved to a zone now."""
    start = play.pos.place_of(partisan)
    open_zones = tuple(zone for zone in partisan_zones(play.pos) if zone != start)
    legal = tuple(map(str, open_zones))
    if partisan in play.current.rebased:
        text = f"{partisan} has been moved in this action part already"
        yield Refusal("E_ALREADY_MOVED", f"{at}/partisan", "S43-19.13", text)
    if to == start:
        text = f"{partisan} is in {play.title(to)} already"
        yield Refusal("E_SAME_ZONE", f"{at}/to", "S43-19.13", text, legal)
    elif to not in open_zones:
        text = f"{play.title(to)} is no triangle zone that the Axis controls"
        yield Refusal("E_PARTISAN_ZONE", f"{at}/to", "S43-19.12", text, legal)


def assume_move(play: Play, entry: Entry) -> None:
    """S43-19.13 Put a partisan into another zone; its state stays."""
    partisan = str(entry.fields["partisan"])
    play.pos.where[partisan] = cast("int", entry.fields["to"])
    play.current.rebased.add(partisan)


async def move(play: Play, entry: Entry) -> None:
    """S43-19.13 Move a partisan, no path needed."""
    partisan = str(entry.fields["partisan"])
    start = cast("int", play.pos.place_of(partisan))
    assume_move(play, entry)
    told = PartisanMoved(
        clause="S43-19.13",
        partisan=partisan,
        start=start,
        to=cast("int", entry.fields["to"]),
        name=entry.name or None,
    )
    play.tell(told)


PARTISAN_MOVE = Action(check_move, assume_move, move)


# The effect


def check_use(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O16 Everything that is wrong with a `partisan_use` of the active player."""
    return problems(play, play.current.active, entry)


def problems(play: Play, side: Side, entry: Entry) -> list[Refusal]:
    """S43-O16 Everything that is wrong with a `partisan_use` of a side."""
    partisan, start = str(entry.fields["partisan"]), cast("int", entry.fields["from"])
    wrong = _partisan_problems(play, side, partisan, f"{entry.at}/partisan")
    wrong += unknown_zone(play.facts, start, f"{entry.at}/from")
    return wrong or list(_effect_problems(play, Draw(partisan, start), entry.at))


def _effect_problems(play: Play, draw: Draw, at: str) -> Iterator[Refusal]:
    """S43-19.15, S43-19.17 Why a partisan may not draw a cube out of a zone now."""
    yield from _idle_problems(play, draw.partisan, f"{at}/partisan")
    yield from _source_problems(play, draw.start, zone_of(play, draw.partisan), f"{at}/from")


def _idle_problems(play: Play, partisan: str, at: str) -> Iterator[Refusal]:
    """S43-19.15, S43-19.17 Why a partisan may draw no cube at all now."""
    here = zone_of(play, partisan)
    if play.pos.is_engaged(partisan):
        yield Refusal("E_ENGAGED", at, "S43-19.15", f"{partisan} is engaged")
    if play.pos.control[here] != "axis":
        text = f"{partisan} is in {play.title(here)}, which the Axis does not control"
        yield Refusal("E_PARTISAN_ZONE", at, "S43-19.15", text)
    if is_strangled(play, "axis", here):
        text = f"{play.title(here)} is under the Strangle Plan: no cube can be drawn into it"
        yield Refusal("E_STRANGLED", at, "S43-19.17", text)


def _source_problems(play: Play, start: int, to: int, at: str) -> Iterator[Refusal]:
    """S43-19.15, S43-19.17, S43-19.21 Why no cube can be drawn out of a zone into another."""
    near, title = play.facts.zone(to).neighbours, play.title(start)
    free, loose = play.pos.stack("axis", start), loose_cubes(play, start)
    if start not in near:
        text = f"{title} is not adjacent to {play.title(to)}"
        yield Refusal("E_NOT_ADJACENT", at, "S43-19.15", text, tuple(map(str, near)))
    elif is_strangled(play, "axis", start):
        text = f"{title} is under the Strangle Plan: no cube can be drawn out of it"
        yield Refusal("E_STRANGLED", at, "S43-19.17", text)
    elif free.cubes == free.held:
        text = f"no Axis cube is in {title} that is not held already"
        yield Refusal("E_NO_CUBES", at, "S43-19.15", text)
    elif not loose:
        text = f"all Axis cubes in {title} are committed to attacks"
        yield Refusal("E_COMMITTED_TWICE", at, "S43-19.17", text)


def loose_cubes(play: Play, zone: int) -> int:
    """S43-19.17, S43-19.21 The Axis cubes in a zone that are neither held nor committed."""
    stack = play.pos.stack("axis", zone)
    committed = sum(
        attack.forces[zone].free
        for attack in play.current.attacks
        if attack.attacker == "axis" and not attack.ended and zone in attack.forces
    )
    return max(0, stack.cubes - stack.held - committed)


def zone_of(play: Play, partisan: str) -> int:
    """The zone where a partisan on the board is."""
    return cast("int", play.pos.place_of(partisan))


def draws(play: Play) -> Iterator[Draw]:
    """S43-19.15 Every use that could be made of partisans now.

    Partisans come in the order of `forces.json`, the zones of the cubes ascending.
    """
    for partisan in partisans_on_board(play):
        if not any(_idle_problems(play, partisan, "")):
            here = zone_of(play, partisan)
            for start in play.facts.zone(here).neighbours:
                if not any(_source_problems(play, start, here, "")):
                    yield Draw(partisan, start)


def assume_use(play: Play, entry: Entry) -> None:
    """S43-28.9 A use of a partisan by the active player in a trial."""
    assume(play, play.current.active, entry)


def assume(play: Play, _side: Side, entry: Entry) -> None:
    """S43-19.15, S43-19.16 The partisan becomes engaged, the cube comes to it and is held."""
    start, to = cast("int", entry.fields["from"]), zone_of(play, str(entry.fields["partisan"]))
    play.pos.engage(str(entry.fields["partisan"]))
    play.pos.move_forces("axis", Force(cubes=1), start, to)
    if play.current.active == "axis":
        play.current.take_carried(start, 1)  # S43-10.4: cubes that were carried go first
    play.pos.stack("axis", to).held += 1


async def use(play: Play, entry: Entry) -> None:
    """S43-19.15 The active Allied player uses a partisan."""
    await carry_out(play, play.current.active, entry)


async def carry_out(play: Play, side: Side, entry: Entry, by: By | None = None) -> None:
    """S43-19.15 A partisan draws a cube into its zone and holds it there."""
    assume(play, side, entry)
    partisan = str(entry.fields["partisan"])
    told = CubeDrawn(
        clause="S43-19.15",
        partisan=partisan,
        start=cast("int", entry.fields["from"]),
        to=zone_of(play, partisan),
        by=by,
        name=entry.name or None,
    )
    play.tell(told)


PARTISAN_USE = Action(check_use, assume_use, use)
