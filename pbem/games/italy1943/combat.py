"""The course of a combat (section 14), from its first moment to advance or return."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pbem.engine.decisions import By
from pbem.engine.events import Event
from pbem.games.italy1943.advance import advance
from pbem.games.italy1943.attack import Attack, drop_lost
from pbem.games.italy1943.elite import use_elites
from pbem.games.italy1943.fight import Fight, attackers, defenders, dropped, is_decided
from pbem.games.italy1943.fire import roll_round
from pbem.games.italy1943.landing import come_ashore, return_landing
from pbem.games.italy1943.pieces import DROPPED, Force, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.round_end import end_round
from pbem.games.italy1943.round_losses import take_losses
from pbem.games.italy1943.support import end_support, name_support
from pbem.games.italy1943.victory import test_elimination
from pbem.games.italy1943.withdrawal import planes_leave

Ending: TypeAlias = Literal[
    "defenders_gone",
    "defenders_retreated",
    "attackers_gone",
    "both_gone",
    "stop_battle",
    "broken_off",
    "last_round",
]


class AttackVoid(Event):
    """S43-13.9 An attack was void: none of its land forces was left."""

    zone: int
    side: Side


class CombatEnded(Event):
    """S43-14.13 A combat ended.

    Attributes:
        zone: the attacked zone.
        side: the attacker.
        landing: whether it was a landing.
        rounds: how many rounds were fought; 0 if the zone was empty before the first (13.8).
        ending: why it ended.
        retreated_to: where the last defenders went; None if they did not retreat.
        by: what decided that; None if nobody did.
    """

    zone: int
    side: Side
    landing: bool
    rounds: int
    ending: Ending
    retreated_to: tuple[int, ...] | None = None
    by: By | None = None


class ParatroopersLost(Event):
    """S43-19.10 Dropped paratroopers were eliminated: the zone was not conquered."""

    zone: int
    side: Side
    force: Force


async def fight(play: Play, attack: Attack) -> None:
    """S43-14.1 Fight out an attack: everything between the windows W4 and W6 of its zone."""
    drop_lost(play.current.attacks, play.pos)
    attack.fighting = True
    battle = Fight(attack)
    if not attack.committed().size:
        play.tell(AttackVoid(clause="S43-13.9", zone=attack.zone, side=attack.attacker))
    else:
        await _fight(play, battle)
    attack.ended = True


async def _fight(play: Play, battle: Fight) -> None:
    """S43-14.1 Landing, rounds, and what follows; stops where the game is over."""
    if battle.attack.landing:
        await come_ashore(play, battle)
    if play.over is not None or not attackers(play, battle).size:
        return
    more = bool(defenders(play, battle).size)
    while more:
        more = await _fight_round(play, battle)
    if play.over is None:
        _tell_end(play, battle)
        await _clear_up(play, battle)


async def _fight_round(play: Play, battle: Fight) -> bool:
    """S43-14.1, S43-14.8, S43-14.9 One round; returns whether another one follows."""
    battle.begin_round()
    await planes_leave(play, battle)
    end_support(play, battle)
    if not defenders(play, battle).size:
        return False
    await name_support(play, battle, battle.attacker)
    await name_support(play, battle, battle.defender)
    roll_round(play, battle)
    await take_losses(play, battle, await use_elites(play, battle))
    if play.over is not None or is_decided(play, battle):
        return False
    return await end_round(play, battle)


def _tell_end(play: Play, battle: Fight) -> None:
    """S43-14.13 Put the end of a combat on the record."""
    ending = _ending(play, battle)
    play.tell(
        CombatEnded(
            clause="S43-14.13" if battle.fought else "S43-13.8",
            zone=battle.zone,
            side=battle.attacker,
            landing=battle.attack.landing,
            rounds=battle.fought,
            ending=ending,
            retreated_to=battle.retreated_to if ending == "defenders_retreated" else None,
            by=battle.ended_by,
        )
    )


def _ending(play: Play, battle: Fight) -> Ending:
    """S43-14.13, S43-14.14 Why a combat ended."""
    if defenders(play, battle).size:
        return battle.ending or "attackers_gone"
    if attackers(play, battle).size:
        return "defenders_retreated" if battle.retreated_to else "defenders_gone"
    return "attackers_gone" if battle.retreated_to else "both_gone"


async def _clear_up(play: Play, battle: Fight) -> None:
    """S43-14.1, S43-14.15, S43-18.13, S43-19.10 Advance, or everybody stays; the rest returns."""
    if not defenders(play, battle).size and attackers(play, battle).size:
        await advance(play, battle)
    _lose_dropped(play, battle)
    if battle.attack.landing and battle.attack.committed().size and play.over is None:
        await return_landing(play, battle)
    test_elimination(play)


def _lose_dropped(play: Play, battle: Fight) -> None:
    """S43-19.10 Paratroopers whose zone was not conquered are eliminated."""
    lost = dropped(play, battle)
    if lost.size:
        play.pos.eliminate(battle.attacker, DROPPED, lost)
        play.tell(
            ParatroopersLost(clause="S43-19.10", zone=battle.zone, side=battle.attacker, force=lost)
        )
