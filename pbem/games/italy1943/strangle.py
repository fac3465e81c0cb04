"""The Strangle Plan while it lasts: what no Axis force may do (24.12, 24.16)."""

from __future__ import annotations

from pbem.engine.events import Event
from pbem.games.italy1943.attack import Attack, drop_lost
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Play


class AttackStrangled(Event):
    """Forces left an attack because Strangle was played on their zone; they stay there."""

    zone: int
    start: int
    force: Force


def is_strangled(play: Play, side: Side, zone: int) -> bool:
    """S43-24.12 Whether forces of a side may neither enter nor leave a zone nor fight out of it."""
    return side == "axis" and play.impulse is not None and play.impulse.strangled == zone


def strangle(play: Play, zone: int) -> None:
    """S43-24.12, S43-24.16 Put a zone under Strangle until the stacking test of the impulse."""
    play.current.strangled = zone
    drop_lost(play.current.attacks, play.pos)
    for attack in play.current.attacks:
        if not attack.ended and attack.attacker == "axis" and zone in attack.forces:
            _leave(play, attack, zone)


def _leave(play: Play, attack: Attack, zone: int) -> None:
    """S43-24.16 The forces of a zone leave their attack; its arrow stays used (13.9)."""
    force = attack.forces.pop(zone)
    if force.size:
        play.tell(AttackStrangled(clause="S43-24.16", zone=attack.zone, start=zone, force=force))
