"""Examples: an entry of each order type, and a policy for each decision (sections 29.2, 30).

They show the form; whether something like it is legal hangs on the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.guiding import Advice
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.policy_checks import ONE_SIDED

ENTRIES: Final[Mapping[str, Mapping[str, Json]]] = {
    "setup": {
        "do": "setup",
        "place": [{"zone": 14, "cubes": 2, "counters": ["AX-T3"]}, {"zone": 7, "line": "AX-L1"}],
    },
    "initiative": {"do": "initiative", "choice": "self"},
    "reinforce": {
        "do": "reinforce",
        "place": [{"zone": 17, "cubes": 3}, {"zone": 20, "cubes": 1}],
    },
    "convert": {"do": "convert", "zone": 17, "kind": "tank"},
    "pass": {"do": "pass"},
    "move": {"do": "move", "from": 20, "path": [17], "cubes": 2, "counters": ["AL-T1"]},
    "fly": {"do": "fly", "plane": "AL-P1", "to": 17},
    "transport": {"do": "transport", "from": 20, "to": 14, "cubes": 2},
    "partisan_move": {"do": "partisan_move", "partisan": "AL-G1", "to": 7},
    "sea_attack": {"do": "sea_attack", "by": "AL-FUK", "target": "AX-FI"},
    "bomb": {"do": "bomb", "plane": "AL-P1", "zone": 14, "when": "W2"},
    "attack": {
        "do": "attack",
        "zone": 14,
        "forces": [{"from": 13, "cubes": 3, "counters": ["AL-T1"]}],
        "plan": [{"decision": "losses", "value": ["cube:2", "engage:tank", "cube"]}],
    },
    "landing": {
        "do": "landing",
        "zone": 14,
        "fleets": ["AL-FUS"],
        "forces": [{"from": 17, "cubes": 3, "counters": ["AL-T1"]}],
    },
    "event": {"do": "event", "event": "strangle", "zone": 13, "when": "W2"},
    "partisan_use": {"do": "partisan_use", "partisan": "AL-G1", "from": 7, "when": "W2"},
    "overlord": {"do": "overlord", "remove": "AL-FUK"},
    "stacking": {"do": "stacking", "moves": [{"to": 16, "cubes": 1}]},
    "logistics": {"do": "logistics", "zone": 17},
    "pause": {"do": "pause"},
    "policies": {
        "do": "policies",
        "policies": [{"decision": "losses", "value": ["cube", "engage:tank"]}],
    },
    "answer": {"do": "answer", "decision": "losses", "value": ["cube:1", "engage:tank"]},
}

_POLICIES: Final = (
    Advice("initiative", "S43-D01", "ask", "self"),
    Advice("setup", "S43-D02", "ask", "default"),
    Advice("reinforce", "S43-D03", "ask", {"to": [17, 20]}),
    Advice("convert", "S43-D04", "ask", [{"kind": "tank", "zone": 17}]),
    Advice("new_line", "S43-D05", "ask", {"to": [7, 6]}),
    Advice("impulse", "S43-D06", "ask", "ask"),
    Advice("pause", "S43-D44", "ask", "default"),
    Advice("bomb", "S43-D13", "default", {"use": ["plane(ready)"], "max": 1}),
    Advice("intercept_transport", "S43-D14", "ask", {"use": ["plane(ready)"], "max": 1}),
    Advice("intercept_landing", "S43-D20", "ask", {"use": ["AX-FI", "uboat"]}),
    Advice("planes_leave", "S43-D22", "default", {"use": ["plane"], "to": [7, 6]}),
    Advice("support_tank", "S43-D23", "default", "always"),
    Advice("support_plane", "S43-D23", "default", "always", {"side": "defence", "round": 1}),
    Advice("drop", "S43-D23", "default", "always"),
    Advice("elite", "S43-D25", "default", "absorb"),
    Advice("losses", "S43-D26", "default", ["cube:1", "engage:tank", "cube"], {"cause": "combat"}),
    Advice("retreat_to", "S43-D27", "default", [13, 11]),
    Advice("retreat", "S43-D28", "ask", "never"),
    Advice("stop_battle", "S43-D29", "default", "never"),
    Advice("break_off", "S43-D30", "default", "never"),
    Advice("reserves", "S43-D31", "default", "always"),
    Advice("advance", "S43-D32", "default", "all"),
    Advice("return_to", "S43-D33", "default", [17, 20]),
    Advice("stacking", "S43-D34", "ask", {"use": ["cube"], "to": [16, 20]}),
    Advice("partisan", "S43-D35", "default", {"use": ["partisan"], "from": [7, 6]}),
    Advice("overlord", "S43-D36", "ask", "AL-FUK"),
    Advice("operational", "S43-D38", "default", {"to": [14, "sea"]}),
    Advice("strangle", "S43-D39", "default", {"to": [13]}),
    Advice("reinforcements", "S43-D40", "default", {"to": [14, 7]}),
    Advice("kesselring", "S43-D41", "default", "never"),
    Advice("logistics", "S43-D42", "ask", {"to": [17, 14]}),
    Advice("additional_impulse", "S43-D43", "ask", "never"),
    Advice("held_first", "S43-D45", "default", "always"),
)
"""S43-29.2 The decision table, less what only orders settle."""


def advice(side: Side) -> tuple[Advice, ...]:
    """S43-29.2 The decisions that a side may have to take."""
    return tuple(one for one in _POLICIES if ONE_SIDED.get(one.decision, side) == side)
