"""Air bombardment (section 11): the order type `bomb`, and what the windows need of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.control import is_enemy_occupied
from pbem.games.italy1943.entry_checks import unknown_counter, unknown_zone
from pbem.games.italy1943.losses import Toll, suffer
from pbem.games.italy1943.missions import (
    base_of,
    fly_mission,
    obstacle,
    targets_of_planes,
)
from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.stands import stand_in_zone
from pbem.games.italy1943.victory import test_elimination


class ZoneBombed(Event):
    """S43-11.4 A plane bombed a zone.

    Attributes:
        side: whose plane.
        plane: the plane, engaged now.
        start: where it stands.
        zone: the zone bombed.
        label: the full label of the die.
        die: what it rolled.
        needs: the lowest die that hits.
        hit: whether there is a loss.
        by: what decided; None for an entry of the active player's orders.
        name: the player's own name for the order.
    """

    side: Side
    plane: str
    start: int
    zone: int
    label: str
    die: int
    needs: int
    hit: bool
    by: By | None = None
    name: str | None = None


def check_bomb(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O11 Everything that is wrong with a `bomb` of the active player."""
    return problems(play, play.current.active, entry)


def problems(play: Play, side: Side, entry: Entry) -> list[Refusal]:
    """S43-O11 Everything that is wrong with a `bomb` of a side."""
    plane, zone = str(entry.fields["plane"]), cast("int", entry.fields["zone"])
    wrong = list(unknown_counter(play.facts, side, plane, f"{entry.at}/plane"))
    wrong += unknown_zone(play.facts, zone, f"{entry.at}/zone")
    return wrong or list(_mission_problems(play, side, plane, zone, entry.at))


def _mission_problems(play: Play, side: Side, plane: str, zone: int, at: str) -> Iterator[Refusal]:
    """S43-11.1 Why a plane may not bomb a zone now."""
    if play.facts.counter(plane).kind != "plane":
        yield Refusal("E_KIND", f"{at}/plane", "S43-11.1", f"{plane} is no plane")
        return
    if not isinstance(play.pos.place_of(plane), int):
        yield Refusal("E_NOT_THERE", f"{at}/plane", "S43-11.1", f"{plane} is not on the board")
        return
    why_not = obstacle(play, side, plane, zone, f"{at}/plane")
    if why_not is not None:
        yield why_not
    if not is_enemy_occupied(play.pos, side, zone):
        text = f"no enemy land or air force is in {play.title(zone)}"
        legal = tuple(str(target) for target in bomb_targets(play, side))
        yield Refusal("E_NO_TARGET", f"{at}/zone", "S43-11.1", text, legal)


def possible_bombs(
    play: Play, side: Side, zones: Iterable[int] | None = None
) -> Iterator[tuple[int, str]]:
    """S43-11.1, S43-11.10 Every zone and plane that may bomb it now.

    Zones are ascending, planes in the order of `forces.json`.

    Args:
        play: the run of the step, which must be an impulse.
        side: the owner of the planes.
        zones: the zones that are looked at; None for the whole board.
    """
    targets = targets_of_planes(play, side)
    if not targets:
        return
    for zone in play.facts.zones if zones is None else zones:
        planes = [plane for plane, reached in targets.items() if zone in reached]
        if planes and is_enemy_occupied(play.pos, side, zone):
            for plane in planes:
                yield zone, plane


def bomb_targets(play: Play, side: Side) -> tuple[int, ...]:
    """S43-11.1 Every zone that a side may bomb now, ascending."""
    return tuple(dict.fromkeys(zone for zone, _ in possible_bombs(play, side)))


def number_to_hit(play: Play, side: Side, zone: int) -> int:
    """S43-11.5, S43-11.7 The lowest die with which a bomb of a side hits a zone now."""
    enemy = other(side)
    line = enemy == "axis" and zone in play.pos.lines
    numbers = play.facts.combat
    if line or play.pos.of_kind(enemy, zone, "plane"):
        return numbers.bomb_defended_from
    return numbers.bomb_from


def assume_bomb(play: Play, entry: Entry) -> None:
    """S43-28.9 A bomb of the active player in a trial."""
    assume(play, play.current.active, entry)


def assume(play: Play, _side: Side, entry: Entry) -> None:
    """S43-28.9 A bomb in a trial: the plane has flown its mission, nothing is hit."""
    fly_mission(play, str(entry.fields["plane"]))


async def bomb(play: Play, entry: Entry) -> None:
    """S43-11.4 The active player bombs a zone."""
    await carry_out(play, play.current.active, entry)


async def carry_out(play: Play, side: Side, entry: Entry, by: By | None = None) -> None:
    """S43-11.2, S43-11.4 A side carries out a legal `bomb`."""
    plane, zone = str(entry.fields["plane"]), cast("int", entry.fields["zone"])
    await bombard(play, side, plane, zone, by, entry.name or None)


async def bombard(
    play: Play,
    side: Side,
    plane: str,
    zone: int,
    by: By | None = None,
    name: str | None = None,
) -> None:
    """S43-11.4, S43-11.5 A plane becomes engaged, rolls one die, and may inflict one loss."""
    start, needs = base_of(play, plane), number_to_hit(play, side, zone)
    fly_mission(play, plane)
    bombing = play.current.once_more(f"bomb:{zone}/{plane}")
    (die,) = play.roll(bombing, 1)
    play.tell(
        ZoneBombed(
            clause="S43-11.4",
            side=side,
            plane=plane,
            start=start,
            zone=zone,
            label=f"{play.step}/{bombing}",
            die=die,
            needs=needs,
            hit=die >= needs,
            by=by,
            name=name,
        )
    )
    if die >= needs:
        await _suffer_bomb(play, other(side), zone, bombing)


async def _suffer_bomb(play: Play, owner: Side, zone: int, bombing: str) -> None:
    """S43-11.6, S43-D16 The owner satisfies one loss in the zone, not by going away."""
    toll = Toll(
        side=owner,
        zone=zone,
        losses=1,
        cause="bombardment",
        stand=stand_in_zone(play.pos, owner, zone),
        clause="S43-D16",
    )
    await suffer(play, toll, f"{bombing}/losses/{owner}")
    test_elimination(play)


BOMB = Action(check_bomb, assume_bomb, bomb)
