"""The order types (section 30): what may be written, and in which ask.

The table below is the only list of order types; documents are checked against it, and the JSON
Schema of orders is made from it. Whether an order is legal in the position is looked at by the
chapter that carries it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.forms import AnyValue, Either, Form, ListOf, Number, Record, Text, Word
from pbem.engine.entries import Frame, OrderType, answer_type, policies_type
from pbem.engine.vocabulary import Vocabulary
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import SEA
from pbem.games.italy1943.words import (
    BUYABLE,
    COUNTER,
    CUBES,
    PLAN_WORDS,
    ZONE,
    vocabulary,
)

CLAUSE: Final = "S43-28.9"
"""The clause for what fits no order type."""

PIECES: Final[Mapping[str, Form]] = {"cubes": CUBES, "counters": ListOf(COUNTER, most=40)}
FORCES: Final = ListOf(Record({"from": ZONE}, PIECES), least=1, most=40)
WHEN: Final = Text(
    r"W0|W2|W3|W7|W[46]:[1-9][0-9]{0,2}", what='a window such as "W2", "W4:7" or "W7"'
)

SETUP: Final = OrderType(
    "setup",
    "S43-O01",
    {
        "place": ListOf(
            Record({"zone": ZONE}, {**PIECES, "line": COUNTER}),
            most=40,
        )
    },
    {"swap": ListOf(Record({"in": COUNTER, "out": COUNTER}), most=10)},
)
INITIATIVE: Final = OrderType("initiative", "S43-O02", {"choice": Word("self", "opponent")})
REINFORCE: Final = OrderType(
    "reinforce",
    "S43-O03",
    {"place": ListOf(Record({"zone": ZONE, "cubes": Number(1, 99)}), most=40)},
)
CONVERT: Final = OrderType(
    "convert",
    "S43-O04",
    {"zone": ZONE, "kind": BUYABLE},
    {"counter": COUNTER, "to": ZONE},
    repeatable=True,
)
PASS: Final = OrderType("pass", "S43-O05")
MOVE: Final = OrderType(
    "move",
    "S43-O06",
    {"from": ZONE, "path": ListOf(ZONE, least=1, most=100)},
    PIECES,
    repeatable=True,
    conditional=True,
)
FLY: Final = OrderType(
    "fly", "S43-O07", {"plane": COUNTER, "to": ZONE}, repeatable=True, conditional=True
)
TRANSPORT: Final = OrderType(
    "transport",
    "S43-O08",
    {"from": ZONE, "to": ZONE},
    PIECES,
    repeatable=True,
    conditional=True,
)
PARTISAN_MOVE: Final = OrderType(
    "partisan_move",
    "S43-O09",
    {"partisan": COUNTER, "to": ZONE},
    repeatable=True,
    conditional=True,
)
SEA_ATTACK: Final = OrderType(
    "sea_attack", "S43-O10", {"by": COUNTER, "target": COUNTER}, repeatable=True, conditional=True
)
BOMB: Final = OrderType(
    "bomb",
    "S43-O11",
    {"plane": COUNTER, "zone": ZONE},
    {"when": WHEN},
    repeatable=True,
    conditional=True,
    codes={"when": ("E_WINDOW", "S43-28.15")},
)
EVENT: Final = OrderType(
    "event",
    "S43-O15",
    {"event": Word("reinforcements", "operational", "strangle", "kesselring", "new_line")},
    {
        "zone": Either(ZONE, Word(SEA)),
        "when": WHEN,
        "convert": ListOf(Record({"kind": BUYABLE}, {"counter": COUNTER, "to": ZONE}), most=23),
    },
    repeatable=True,
    conditional=True,
    codes={"when": ("E_WINDOW", "S43-28.15")},
)
PARTISAN_USE: Final = OrderType(
    "partisan_use",
    "S43-O16",
    {"partisan": COUNTER, "from": ZONE},
    {"when": WHEN},
    repeatable=True,
    conditional=True,
    codes={"when": ("E_WINDOW", "S43-28.15")},
)
OVERLORD: Final = OrderType("overlord", "S43-O17", {"remove": COUNTER})
STACKING: Final = OrderType(
    "stacking",
    "S43-O18",
    {},
    {
        "moves": ListOf(Record({"to": ZONE}, PIECES), most=40),
        "lose": Record({}, PIECES),
    },
)
LOGISTICS: Final = OrderType("logistics", "S43-O19", {"zone": ZONE})
PAUSE: Final = OrderType("pause", "S43-O22", repeatable=True)


def _attack(words: Vocabulary) -> OrderType:
    return OrderType(
        "attack",
        "S43-O12",
        {"zone": ZONE, "forces": FORCES},
        {"plan": words.policies(PLAN_WORDS)},
        repeatable=True,
        conditional=True,
        codes={"plan": ("E_POLICY", "S43-O14")},
    )


def _landing(words: Vocabulary) -> OrderType:
    return OrderType(
        "landing",
        "S43-O13",
        {"zone": ZONE, "fleets": ListOf(COUNTER, least=1, most=4), "forces": FORCES},
        {"plan": words.policies(PLAN_WORDS)},
        repeatable=True,  # a second one has a code of its own, E_LANDING_SECOND
        conditional=True,
        codes={"plan": ("E_POLICY", "S43-O14")},
    )


def frame(facts: Facts) -> Frame:
    """S43-28.9 The frame in which documents of this game are read."""
    return frame_of(vocabulary(facts))


def frame_of(words: Vocabulary) -> Frame:
    """S43-28.9 All order types, with the words that policies may use."""
    kinds = (
        *(SETUP, INITIATIVE, REINFORCE, CONVERT, PASS, MOVE, FLY, TRANSPORT, PARTISAN_MOVE),
        *(SEA_ATTACK, BOMB, _attack(words), _landing(words), EVENT, PARTISAN_USE, OVERLORD),
        *(STACKING, LOGISTICS, PAUSE),
        policies_type(words, "S43-O20"),
        answer_type((*words.decisions, "next_combat"), AnyValue(), "S43-O21"),
    )
    types: Mapping[str, OrderType] = {kind.do: kind for kind in kinds}
    return Frame(words, types, CLAUSE)
