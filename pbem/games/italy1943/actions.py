"""All order types that do something in the action part or in a window of the own impulse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.games.italy1943.action import Action
from pbem.games.italy1943.bombardment import BOMB
from pbem.games.italy1943.events import EVENT
from pbem.games.italy1943.fleets import SEA_ATTACK
from pbem.games.italy1943.movement import FLY, MOVE
from pbem.games.italy1943.partisans import PARTISAN_MOVE, PARTISAN_USE
from pbem.games.italy1943.transport import TRANSPORT

ACTIONS: Final[Mapping[str, Action]] = {
    "move": MOVE,
    "fly": FLY,
    "transport": TRANSPORT,
    "partisan_move": PARTISAN_MOVE,
    "sea_attack": SEA_ATTACK,
    "bomb": BOMB,
    "event": EVENT,
    "partisan_use": PARTISAN_USE,
}
"""S43-8.2 The actions by their order types (O06 to O11, O15, O16)."""

WINDOW_TYPES: Final = ("bomb", "event", "partisan_use")
"""S43-28.15 The order types that may wait for a window."""
