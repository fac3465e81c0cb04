"""The shapes of the rule files, so that a slip in a corrected file is named, not guessed at.

Members that only people read (`board`, `measure`, `swap`, …) may hold anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.canonical import Json
from pbem.canon.forms import (
    AnyValue,
    Either,
    Exactly,
    Flag,
    Form,
    ListOf,
    MapOf,
    Number,
    Record,
    Text,
    Word,
)
from pbem.games.italy1943.pieces import KINDS, SIDES

_PROSE: Final = AnyValue()
_TEXT: Final = Text(least=1)
_ZONE: Final = Number(1, 99)
_ZONES: Final = ListOf(_ZONE)
_COUNT: Final = Number(0, 99)
_DIE: Final = Number(1, 6)
_RULER: Final = Word("short", "long")
_COUNTER: Final = Text(r"A[LX]-[A-Z0-9]{1,8}", what="the id of a counter, like AL-T1")
_COUNTERS: Final = ListOf(_COUNTER)
_PER_SIDE: Final = Record({"allied": _COUNT, "axis": _COUNT})
_LINE_KIND: Final = "fortified_line"


def _file(members: Mapping[str, Form], optional: Mapping[str, Form] | None = None) -> Record:
    head: dict[str, Form] = {"game": Exactly("1943-1945"), "format": Exactly(1)}
    return Record(head | dict(members), optional or {})


_ZONE_FORM: Final = Record(
    {
        "number": _ZONE,
        "name": _TEXT,
        "kind": Word("mainland", "island"),
        "region": Word("africa", "italy", "france", "germany"),
        "adjacent": _ZONES,
        "arrows": _ZONES,
        "coastal": Flag(),
        "star": Flag(),
        "axis_symbol": Flag(),
        "allied_start": Either(_TEXT, Exactly(None)),
        "airport": Flag(),
        "mountain": Flag(),
        "partisan": Flag(),
        "surrender_trigger": Flag(),
        "fleet_supply": Flag(),
        "axis_entry": Flag(),
        "x": Number(0, 10_000),
        "y": Number(0, 10_000),
        "range_short": _ZONES,
        "range_long": _ZONES,
    }
)

_DOTTED_FORM: Final = Record(
    {
        "id": _TEXT,
        "name": _TEXT,
        "x": Number(0, 10_000),
        "y": Number(0, 10_000),
        "land_entry": Exactly(value=False),
        "air_basing": Exactly(value=False),
        "overflight": Exactly(value=True),
        "controllable": Exactly(value=False),
        "borders": _ZONES,
    }
)

_RULER_FORM: Final = Record(
    {
        "length_hundredths": Number(1, 10_000),
        "users": ListOf(Word(*SIDES), least=1),
        "from_turn": Number(1, 8),
    }
)

_MAP: Final = _file(
    {
        "board": _PROSE,
        "link_rule": _PROSE,
        "rulers": Record(
            {"short": _RULER_FORM, "long": _RULER_FORM, "measure": _PROSE, "authority": _PROSE}
        ),
        "sea": _PROSE,
        "dotted": ListOf(_DOTTED_FORM),
        "zones": ListOf(_ZONE_FORM, least=1),
    },
    {"files": _PROSE},
)

_TURN_FORM: Final = Record(
    {
        "turn": Number(1, 8),
        "label": _TEXT,
        "allied_cubes": _COUNT,
        "axis_cubes": _COUNT,
        "allied_naval": _COUNT,
        "axis_naval": _COUNT,
        "allied_ruler": _RULER,
        "axis_ruler": _RULER,
        "overlord": Flag(),
    }
)

_TURN_TRACK: Final = _file(
    {
        "turns": ListOf(_TURN_FORM, least=8, most=8),
        "axis_naval_condition": _PROSE,
        "impulses": Record(
            {
                "normal": Exactly(4),
                "first_player": Exactly([1, 3]),
                "second_player": Exactly([2, 4]),
                "additional_max": _COUNT,
            }
        ),
        "combat_rounds": Record({"normal": Exactly(3), "with_reserves": Exactly(4)}),
        "naval_track": Record({"minimum": Exactly(0), "maximum": _COUNT}),
    }
)

_PRICE: Final = Either(Number(1, 23), Exactly(None))
_CONVERSION: Final = _file(
    {
        "unit": _PROSE,
        "costs": ListOf(
            Record(
                {"kind": Word(*KINDS), "allied": _PRICE, "axis": _PRICE},
                {
                    "allied_limit_per_turn": _COUNT,
                    "axis_limit_per_turn": _COUNT,
                    "allied_last_turn": Number(1, 8),
                    "axis_last_turn": Number(1, 8),
                    "needs": Exactly("surrender of Italy"),
                },
            )
        ),
        "never_bought": _PROSE,
    }
)

_HIT: Final = Record({"hit_from": _DIE})
_CARRIED: Final = Record({"cubes": _COUNT, "cubes_with_tank": _COUNT})
_COMBAT: Final = _file(
    {
        "die": Exactly(6),
        "ground": Record(
            {
                "base": _DIE,
                "tank_support": Number(-5, 0),
                "plane_support": Number(-5, 0),
                "best": _DIE,
            }
        ),
        "dice_limit": Record({"value": _COUNT, "paratroop_drop_extra": _COUNT}),
        "fortified_line_dice": Record({"value": _COUNT}),
        "air_bombardment": Record({"hit_from": _DIE, "hit_from_with_enemy_plane_or_line": _DIE}),
        "fleet_bombardment": _HIT,
        "interception": _HIT,
        "fleet_attack": _HIT,
        "uboat_attack": _HIT,
        "landing": Record({"one_fleet": _CARRIED, "two_fleets": _CARRIED}),
    }
)

_COMMON_EVENTS: Final = (
    "reinforcements", "additional_impulse", "stop_battle", "logistics", "reserves"
)  # fmt: skip
_WINDOWS: Final = ListOf(
    Word(
        "own_movement",
        "any_open_window",
        "end_of_round",
        "end_of_last_round",
        "own_reinforcements",
        "supply_phase",
        "after_last_impulse",
    ),
    least=1,
)


def _boxes(*own: str) -> ListOf:
    word = Word(*_COMMON_EVENTS, *own)
    box = Record({"id": word, "name": _TEXT, "max": _COUNT, "windows": _WINDOWS})
    return ListOf(box, least=7, most=7)


_EVENTS: Final = _file(
    {
        "tokens_per_side": Record({"value": _COUNT}),
        "per_impulse_limit": Record({"value": _COUNT}),
        "allied": _boxes("operational", "strangle"),
        "axis": _boxes("kesselring", "new_line"),
    }
)

_GROUPS: Final = ListOf(
    Record(
        {"kind": Word(*KINDS, _LINE_KIND), "count": _COUNT, "ids": _COUNTERS},
        {"italian": _COUNTERS, "nations": ListOf(_TEXT)},
    )
)
_FORCES: Final = _file(
    {
        "cubes": Record({"total": _COUNT, "allied": _COUNT, "axis": _COUNT}),
        "allied": _GROUPS,
        "axis": _GROUPS,
        "attack_arrows": Record({"value": _COUNT}),
    }
)

_PLACEMENTS: Final = ListOf(
    Record({"zone": _ZONE, "cubes": _COUNT, "counters": _COUNTERS}, {"line": _COUNTER})
)
_SETUP: Final = _file(
    {
        "allied": _PLACEMENTS,
        "axis_fixed": _PLACEMENTS,
        "axis_free": Record(
            {
                "cubes": _COUNT,
                "counters": _COUNTERS,
                "lines": _COUNTERS,
                "zones": _PROSE,
                "swap": _PROSE,
            }
        ),
        "axis_default": _PLACEMENTS,
        "sea": Record({"engaged": _COUNTERS, "ready": _COUNTERS}),
        "tracks": Record(
            {
                "turn": Exactly(1),
                "impulse": Exactly(1),
                "combat": Exactly(1),
                "allied_naval": _COUNT,
                "axis_naval": _COUNT,
            }
        ),
        "control": _PROSE,
        "events": Record({"allied_hand": _COUNT, "axis_hand": _COUNT}),
    }
)

# The stacks of the sample are read, and checked, as a position is (`position_data`).
_SAMPLE: Final = _file(
    {
        "turn": Number(1, 8),
        "step": _TEXT,
        "naval_points": _PER_SIDE,
        "tokens": _PER_SIDE,
        "allied": MapOf(r"[a-z0-9]{1,7}", _PROSE, "a zone or the sea"),
        "axis": MapOf(r"[a-z0-9]{1,7}", _PROSE, "a zone or the sea"),
        "control_allied": _ZONES,
        "engaged": _COUNTERS,
    }
)

RULE_FILES: Final[Mapping[str, Record]] = {
    "combat": _COMBAT,
    "conversion": _CONVERSION,
    "events": _EVENTS,
    "forces": _FORCES,
    "map": _MAP,
    "sample": _SAMPLE,
    "setup": _SETUP,
    "turn-track": _TURN_TRACK,
}
"""The form of each rule file, explaining members removed, by its name without ``.json``."""


def misfits(files: Mapping[str, Json]) -> list[str]:
    """Everything in the rule files that has not the shape it should have, one sentence each."""
    missing = [f"{name}.json is missing" for name in RULE_FILES if name not in files]
    return missing + [
        f"{name}.json, {fault.pointer or '/'}: {fault.reason}"
        for name, form in RULE_FILES.items()
        if name in files
        for fault in form.faults(files[name])
    ]
