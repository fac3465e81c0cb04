"""Dice and numbers to hit (section 15)."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.events import Event
from pbem.games.italy1943.control import land_forces
from pbem.games.italy1943.fight import Fight, Salvo, dropped, forces_of
from pbem.games.italy1943.pieces import Force, Side, other
from pbem.games.italy1943.play import Moment, Play


@immutable(frozen=True, slots=True)
class LineDice:
    """S43-15.1 A fortified line in a fight, and its dice."""

    piece: str
    dice: int

    def data(self) -> dict[str, Json]:
        """The line as plain data."""
        return {"piece": self.piece, "dice": self.dice}


class RoundFought(Event):
    """S43-14.9 A side rolled its dice of a round.

    Attributes:
        zone: the attacked zone.
        round: the round.
        side: who rolled.
        rolling: the forces that roll base dice, more perhaps than dice are rolled (15.2).
        line: the fortified line that rolls beside them; None if there is none.
        label: the label of the dice; None when the side had none (28.20).
        values: the dice, the drop die of the attacker last.
        drop_dice: how many of them are drop dice.
        needs: the number to hit.
        hits: how many hit.
        tank: the tank that supports; None if none does.
        plane: the plane that supports; None if none does.
    """

    zone: int
    round: int
    side: Side
    rolling: Force
    line: LineDice | None
    label: str | None
    values: tuple[int, ...]
    drop_dice: int
    needs: int
    hits: int
    tank: str | None
    plane: str | None


def dice(play: Play, fight: Fight, side: Side) -> int:
    """S43-15.2, S43-15.4 The dice of a side now; the drop die is above the limit."""
    return base_dice(play, fight, side) + drop_dice(play, fight, side)


def base_dice(play: Play, fight: Fight, side: Side) -> int:
    """S43-15.1, S43-15.2, S43-15.6 The base dice of a side with the support named so far."""
    rolled = rolling(play, fight, side).size + _of_line(play, fight, side)
    return min(rolled, play.facts.combat.dice)


def rolling(play: Play, fight: Fight, side: Side) -> Force:
    """S43-15.1, S43-15.6 The forces of a side that roll a base die each, if there were no limit."""
    force = forces_of(play, fight, side)
    counters = tuple(c for c in force.counters if _rolls(play, fight, side, c))
    tank = fight.tank.get(side)
    alone = not force.cubes and not counters and not _of_line(play, fight, side)
    if alone and tank and drop_dice(play, fight, side):
        counters = (tank,)  # it rolls where only the drop die is left besides
    return Force(force.cubes, force.held, counters)


def others_roll(play: Play, fight: Fight, side: Side, tank: str) -> bool:
    """S43-15.9 Whether any other force of a side rolls a die besides a tank that may support."""
    force = forces_of(play, fight, side)
    others = (c for c in force.counters if c != tank and _rolls(play, fight, side, c))
    rolled = force.cubes + len(tuple(others)) + _of_line(play, fight, side)
    return bool(rolled or drop_dice(play, fight, side))


def drop_dice(play: Play, fight: Fight, side: Side) -> int:
    """S43-15.4 The extra dice of paratroopers dropped into the fight."""
    if side != fight.attacker:
        return 0
    return play.facts.combat.drop_dice * dropped(play, fight).size


def _rolls(play: Play, fight: Fight, side: Side, counter: str) -> bool:
    """S43-15.1, S43-15.3, S43-15.5 Whether a counter in the fight rolls a base die."""
    kind = play.facts.counter(counter).kind
    if kind == "tank":
        return fight.tank.get(side) != counter
    if kind == "elite":
        return play.pos.is_engaged(counter)
    if kind == "plane":
        alone = not land_forces(play.pos, side, fight.zone).size
        return alone and fight.plane.get(side) != counter
    return counter not in dropped(play, fight).counters


def _of_line(play: Play, fight: Fight, side: Side) -> int:
    """S43-15.1, S43-19.19 The dice of the fortified line, while it has defenders beside it."""
    has_line = fight.defender == side == "axis" and fight.zone in play.pos.lines
    return play.facts.combat.line_dice if has_line else 0


def needs(play: Play, fight: Fight, side: Side) -> int:
    """S43-15.15, S43-15.16 The number from which every die of a side hits."""
    numbers = play.facts.combat
    tank = numbers.tank_support if fight.tank.get(side) else 0
    plane = numbers.plane_support if fight.plane.get(side) else 0
    return max(numbers.best, numbers.base + tank + plane)


def moment(play: Play, fight: Fight, side: Side) -> Moment:
    """S43-29.1 The facts of a combat as a side sees them now."""
    own, enemy = _salvo(play, fight, side), _salvo(play, fight, other(side))
    facts: dict[str, int | str | bool] = {
        "side": "attack" if side == fight.attacker else "defence",
        "landing": fight.attack.landing,
        "round": fight.round,
        "own_dice": own.dice,
        "enemy_dice": enemy.dice,
        "own_needs": own.needs,
        "enemy_needs": enemy.needs,
    }
    if fight.salvos:
        facts["losses"] = fight.losses.get(side, 0)
        facts["enemy_losses"] = fight.losses.get(other(side), 0)
    return facts


def _salvo(play: Play, fight: Fight, side: Side) -> Salvo:
    """What a side has rolled in this round, or would roll with the support named so far."""
    computed = Salvo(dice(play, fight, side), needs(play, fight, side), 0)
    return fight.salvos.get(side, computed)


def roll_round(play: Play, fight: Fight) -> None:
    """S43-14.9, S43-28.6 Both sides roll with what they have, the attacker first."""
    salvos = (
        (fight.attacker, _roll(play, fight, fight.attacker, "attacker")),
        (fight.defender, _roll(play, fight, fight.defender, "defender")),
    )
    fight.salvos.update(salvos)
    fight.fought += 1
    for side, salvo in salvos:
        fight.losses[other(side)] = salvo.hits


def _roll(play: Play, fight: Fight, side: Side, role: str) -> Salvo:
    """S43-28.20 The dice of one side; nothing is drawn where there are none."""
    count, needed, label = dice(play, fight, side), needs(play, fight, side), fight.name(role)
    values = play.roll(label, count)
    hits = sum(value >= needed for value in values)
    line_dice = _of_line(play, fight, side)
    play.tell(
        RoundFought(
            clause="S43-14.9",
            zone=fight.zone,
            round=fight.round,
            side=side,
            rolling=rolling(play, fight, side),
            line=LineDice(play.pos.lines[fight.zone], line_dice) if line_dice else None,
            label=f"{play.step}/{label}" if values else None,
            values=values,
            drop_dice=drop_dice(play, fight, side),
            needs=needed,
            hits=hits,
            tank=fight.tank.get(side),
            plane=fight.plane.get(side),
        )
    )
    return Salvo(count, needed, hits)
