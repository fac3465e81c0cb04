"""A combat while it is fought (section 14): what one round hands over to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Filing, Heading
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.pieces import DROPPED, SIDES, Force, Side
from pbem.games.italy1943.play import Play
from pbem.mechanics.losses import Tally


@immutable(frozen=True, slots=True)
class Salvo:
    """S43-15.15 What a side rolled in a round.

    Attributes:
        dice: the number of dice.
        needs: the number to hit.
        hits: how many of them hit.
    """

    dice: int
    needs: int
    hits: int


@dataclass
class Fight:
    """S43-14.1 The combat of one attack.

    Attributes:
        attack: the attack.
        round: the round that runs; 0 before round 1.
        fought: the rounds in which dice were rolled.
        tank: the tank that supports each side in this round.
        tank_of: the only tank that may support each side in this combat (15.7).
        plane: the plane that supports each side.
        base: where that plane stood when it was named.
        flown: the sides whose plane has supported in this combat (15.12).
        salvos: what each side has rolled in this round.
        losses: the losses of each side in this round, effects of elites included.
        tallies: the uses of entries of orders of loss in this combat.
        ending: why the combat ends though both sides have forces left; "" while it goes on.
        ended_by: what decided that, if somebody did.
        retreated_to: the zones to which defenders have retreated in this round.
    """

    attack: Attack
    round: int = 0
    fought: int = 0
    tank: dict[Side, str] = field(default_factory=dict)
    tank_of: dict[Side, str] = field(default_factory=dict)
    plane: dict[Side, str] = field(default_factory=dict)
    base: dict[Side, int] = field(default_factory=dict)
    flown: set[Side] = field(default_factory=set)
    salvos: dict[Side, Salvo] = field(default_factory=dict)
    losses: dict[Side, int] = field(default_factory=dict)
    tallies: dict[Side, Tally] = field(default_factory=lambda: {side: Tally() for side in SIDES})
    ending: Literal["", "stop_battle", "broken_off", "last_round"] = ""
    ended_by: By | None = None
    retreated_to: tuple[int, ...] = ()

    @property
    def zone(self) -> int:
        """The attacked zone."""
        return self.attack.zone

    @property
    def attacker(self) -> Side:
        """The side that attacks."""
        return self.attack.attacker

    @property
    def defender(self) -> Side:
        """The side that is attacked."""
        return self.attack.defender

    def name(self, what: str) -> str:
        """S43-28.19, S43-28.20 An ask id or label of this round, without the step before it."""
        return f"combat:{self.zone}/round:{self.round}/{what}"

    def plan_of(self, side: Side) -> Filing | None:
        """S43-O14 The plan of a side: only the attacker has one."""
        return self.attack.plan if side == self.attacker else None

    def heading(self, play: Play, kind: str, side: Side, clause: str) -> Heading:
        """S43-28.19, S43-28.21 The heading of a question ``…/round:1/losses/axis`` to a side."""
        ask = play.current.once_more(self.name(f"{kind}/{side}"))
        return play.heading(ask, side, kind, clause, self.plan_of(side))

    def begin_round(self) -> None:
        """S43-14.7 Begin the next round; support of tanks is named anew (15.8)."""
        self.round += 1
        self.tank.clear()
        self.salvos.clear()
        self.losses.clear()
        self.retreated_to = ()
        for tally in self.tallies.values():
            tally.new_round()


def defenders(play: Play, fight: Fight) -> Force:
    """S43-16.5 The land and air forces in the attacked zone."""
    return land_and_air(play.pos, fight.defender, fight.zone)


def dropped(play: Play, fight: Fight) -> Force:
    """S43-19.8 The paratroopers dropped into the fight."""
    return Force(counters=play.pos.counters(fight.attacker, DROPPED))


def committed(play: Play, fight: Fight) -> Force:
    """S43-13.1 The land forces committed to the fight, in the order of `forces.json`."""
    force = fight.attack.committed()
    counters = tuple(counter for counter in play.facts.counters if counter in force.counters)
    return Force(force.cubes, force.held, counters)


def attackers(play: Play, fight: Fight) -> Force:
    """S43-16.4 The land forces committed to the fight, and the paratroopers dropped into it."""
    return committed(play, fight).plus(dropped(play, fight))


def forces_of(play: Play, fight: Fight, side: Side) -> Force:
    """S43-15.1 The forces of a side in the fight; planes that support from elsewhere are none."""
    return attackers(play, fight) if side == fight.attacker else defenders(play, fight)


def is_decided(play: Play, fight: Fight) -> bool:
    """S43-14.13 Whether one side, or both, has nothing left in the fight."""
    return not (attackers(play, fight).size and defenders(play, fight).size)
