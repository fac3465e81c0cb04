"""The events Stop Battle and Reserves (23.12, 23.13), which are played at the end of a round."""

from __future__ import annotations

from pbem.engine.decisions import By
from pbem.engine.events import Event
from pbem.games.italy1943.fight import Fight
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.playing import spend


class BattleStopped(Event):
    """S43-23.12 A side played Stop Battle: the combat ends at once."""

    zone: int
    round: int
    side: Side
    by: By


class ReservesPlayed(Event):
    """S43-23.13 The attacker played Reserves: the combat has one round more."""

    zone: int
    round: int
    side: Side
    by: By


def stop_battle(play: Play, fight: Fight, side: Side, by: By) -> None:
    """S43-23.12 A side that takes part ends the combat; everybody stays (14.15)."""
    spend(play, side, "stop_battle")
    fight.ending, fight.ended_by = "stop_battle", by
    play.tell(
        BattleStopped(clause="S43-23.12", zone=fight.zone, round=fight.round, side=side, by=by)
    )


def call_reserves(play: Play, fight: Fight, by: By) -> None:
    """S43-23.13 The attacker adds a round to the last one."""
    side = fight.attacker
    spend(play, side, "reserves")
    play.tell(
        ReservesPlayed(clause="S43-23.13", zone=fight.zone, round=fight.round, side=side, by=by)
    )
