"""Short notation for positions of 1943-1945, for the tests of its rules.

    position({17: "2C AL-T1", 14: "axis 4C AX-T3 AX-E1(e)", 7: "axis 1C 2H AX-L1; AL-G1"})

A stack is a list of ``nC`` (cubes), ``nH`` (cubes held by a partisan), counter ids, with ``(e)`` if
engaged, and the id of a fortified line. The side is that of the first word if it names one, else
that of the first counter, else Allied; ``;`` begins the stack of the other side.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from pbem.canon.moduledata import strip
from pbem.games.italy1943 import setup
from pbem.games.italy1943.data_forms import RULE_FILES
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.position import Position

ROOT = Path(__file__).parents[2]
DATA = ROOT / "pbem" / "games" / "italy1943" / "data"
LETTERS = {
    "tank": "T",
    "elite": "E",
    "paratroopers": "X",
    "plane": "P",
    "partisan": "G",
    "fleet": "F",
    "uboat": "U",
}


def raw_file(name):
    """A data file as it stands, explaining members included; a new copy each time."""
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def rule_files():
    """The rule files as `Facts.from_data` takes them; a new copy each time."""
    return {name: strip(raw_file(name)) for name in RULE_FILES}


@cache
def facts() -> Facts:
    """The board and the tables."""
    return Facts.from_data(rule_files())


def sample_position() -> Position:
    """The position of section 31.1."""
    return setup.sample_start(facts())


def standard_position() -> Position:
    """The standard start after the default Axis deployment."""
    pos = setup.standard_start(facts())
    setup.deploy(pos, setup.axis_default(facts()))
    return pos


def position(
    stacks,
    *,
    turn=2,
    step="i1",
    initiative="allied",
    allied=(),
    removed=(),
    naval_points=(6, 2),
    tokens=(6, 6),
    plays=None,
    passes=0,
) -> Position:
    """A position from stacks by place (a zone, "sea" or "afloat").

    Zones with Allied forces and those of `allied` are under Allied control, all others under
    Axis control. Sea forces that are neither named nor removed are at sea and ready.
    """
    data = {
        "turn": turn,
        "step": step,
        "passes": passes,
        "naval_points": dict(zip(("allied", "axis"), naval_points, strict=True)),
        "tokens": dict(zip(("allied", "axis"), tokens, strict=True)),
        "plays": plays or {},
        "removed": list(removed),
        "control_allied": sorted(allied),
        "engaged": [],
        "allied": {"sea": _at_sea("allied", removed)},
        "axis": {"sea": _at_sea("axis", removed)},
    }
    if initiative:
        data["initiative"] = initiative
    for place, text in stacks.items():
        for stack in text.split(";"):
            _read(data, str(place), stack.split())
    return Position.from_data(facts(), data)


def _at_sea(side, removed):
    return [
        counter.id
        for counter in facts().counters_of[side]
        if counter.kind in ("fleet", "uboat") and counter.id not in removed
    ]


def _read(data, place, words):
    side = "axis" if any(w.startswith("AX-") for w in words) else "allied"
    if words and words[0] in ("allied", "axis"):
        side = words.pop(0)
    stack = {"cubes": 0, "held": 0, "counters": []}
    for word in words:
        _read_word(data, stack, word)
    if place == "sea":
        return
    if place == "afloat":
        del stack["held"]
    data[side][place] = stack
    stands = [c for c in stack["counters"] if not c.startswith("AL-G")]
    if place.isdecimal() and side == "allied" and (stack["cubes"] or stands):
        data["control_allied"] = sorted({*data["control_allied"], int(place)})


def _read_word(data, stack, word):
    cubes = re.fullmatch(r"(\d*)([CH])", word)
    counter = word.removesuffix("(e)")
    if cubes:
        count = int(cubes[1] or 1)
        stack["cubes"] += count
        stack["held"] += count if cubes[2] == "H" else 0
    elif word in facts().lines:
        stack["line"] = word
    else:
        stack["counters"].append(counter)
    if counter != word:
        data["engaged"].append(counter)


def shorthand(pos, side, place) -> str:
    """What a side has at a place in the notation of section 0: ``3C T x``; "" for nothing.

    Held cubes are written behind the free ones: ``2C 1H``.
    """
    force = pos.force(side, place)
    words = [f"{force.free}C"] if force.free else []
    words += [f"{force.held}H"] if force.held else []
    for kind, letter in LETTERS.items():
        own = [c for c in force.counters if facts().counter(c).kind == kind]
        words += [letter for c in own if pos.is_ready(c)]
        words += [letter.lower() for c in own if pos.is_engaged(c)]
    return " ".join(words)
