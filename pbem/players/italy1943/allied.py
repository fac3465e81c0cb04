"""The standing orders of the Allied player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.canonical import Json

STANDING: Final[tuple[Mapping[str, Json], ...]] = (
    {"decision": "intercept_transport", "value": {"use": ["fleet:1"]}, "if": {"impulse": [3, 4]}},
    {"decision": "intercept_transport", "value": "never"},
    {"decision": "support_plane", "if": {"side": "defence"}, "value": "always"},
    {"decision": "losses", "value": "default"},
    {"decision": "retreat", "value": "ask"},
    {"decision": "partisan", "if": {"active": True, "enemy:cube": {">=": 2}}, "value": {}},
    {"decision": "stacking", "value": "default"},
    {"decision": "overlord", "value": "default"},
)
"""Asked is the player only where thinking helps: about its steps, and about retreats."""
