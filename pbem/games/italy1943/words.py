"""The words of policies (section 29): decisions with their values, facts, topics.

Everything that players write in advance is checked against this table, and the JSON Schema of
standing orders is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.forms import Either, Form, ListOf, MapOf, Number, Record, Text, Word
from pbem.engine.vocabulary import FactKind, Vocabulary
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import KINDS, SEA

ZONE: Final = Number(1, 999)
"""S43-28.22 A zone is a whole number; whether the board has it is a matter of legality."""

COUNTER: Final = Text(r"[A-Z]{2}-[A-Z0-9]{1,12}", what='the id of a counter, such as "AL-T1"')
CUBES: Final = Number(0, 99)
PIECE_WORDS: Final = ("cube", *KINDS)
BUYABLE: Final = Word("tank", "plane", "elite", "paratroopers", "partisan")
TRADES: Final = ListOf(Record({"kind": BUYABLE}, {"counter": COUNTER}), most=23)

OWN_ORDERS: Final = (
    "begin",
    "setup",
    "reinforce",
    "convert",
    "new_line",
    "impulse",
    "pause",
)
"""S43-29.1 Words for a side's own orders, which ``*`` never settles."""

WINDOW_WORDS: Final = (
    "bomb",
    "partisan",
    "operational",
    "strangle",
    "reinforcements",
    "kesselring",
)
PLACELESS_WORDS: Final = (
    "initiative",
    *OWN_ORDERS,
    "overlord",
    "additional_impulse",
    "logistics",
)
PLAN_WORDS: Final = (
    "support_tank",
    "support_plane",
    "drop",
    "losses",
    "elite",
    "break_off",
    "stop_battle",
    "reserves",
    "advance",
    "return_to",
    "held_first",
)
"""S43-O14 The decisions that the plan of an attack or landing may settle."""


def topic(word: str, zone: int | None) -> str:
    """S43-29.1 The topic of standing documents that is read first for a decision."""
    if word in PLACELESS_WORDS:
        return "turn"
    return "windows" if word in WINDOW_WORDS else f"zone:{zone}"


def is_topic(text: str, facts: Facts) -> bool:
    """S43-29.1 Whether a standing document may have this topic; "" serves all decisions."""
    zones = (f"zone:{number}" for number in facts.zones)
    return text in ("", "turn", "windows", *zones)


def vocabulary(facts: Facts, zone: Form = ZONE) -> Vocabulary:
    """S43-29.1 The words of policies on a board; `zone` is the form of a zone."""
    return Vocabulary("zone", zone, _decisions(facts, zone), _facts(), OWN_ORDERS)


def _decisions(facts: Facts, zone: Form) -> Mapping[str, Form | None]:
    never, always = Word("never"), Word("never", "always")
    zones = ListOf(zone, least=1)
    pieces = ListOf(_piece(facts), most=50)
    places = ListOf(Either(zone, Word(SEA)), least=1)
    routes = ListOf(Either(zone, Record({"use": pieces, "to": zones})), least=1, most=50)
    use_most = Record({}, {"use": pieces, "max": CUBES})
    support = Either(always, Record({}, {"use": pieces}))
    fleets = tuple(c.id for c in facts.counters_of["allied"] if c.kind == "fleet")
    effect = Word("inflict", "absorb", "hold")
    conversion = Record({"kind": BUYABLE, "zone": zone}, {"counter": COUNTER, "to": zone})
    return {
        "initiative": Word("self", "opponent"),
        "setup": None,
        "reinforce": Record({"to": zones}),
        "convert": Either(never, ListOf(conversion, most=23)),
        "new_line": Either(never, Record({"to": zones})),
        "impulse": None,
        "pause": None,
        "bomb": Either(never, use_most),
        "intercept_transport": Either(never, use_most),
        "intercept_landing": Either(never, use_most),
        "planes_leave": Either(never, Record({}, {"use": pieces, "max": CUBES, "to": zones})),
        "support_tank": support,
        "support_plane": support,
        "drop": support,
        "elite": Either(effect, MapOf(r"[A-Z]{2}-[A-Z0-9]{1,12}", effect, "a counter")),
        "losses": ListOf(_loss(facts), most=50),
        "retreat_to": routes,
        "retreat": Either(Word("never", "all"), use_most),
        "stop_battle": always,
        "break_off": always,
        "reserves": always,
        "advance": Either(Word("all", "none"), use_most),
        "return_to": routes,
        "stacking": Record({}, {"use": pieces, "to": zones}),
        "partisan": Either(never, Record({}, {"use": pieces, "from": zones})),
        "overlord": Word(*fleets),
        "operational": Either(never, Record({"to": places})),
        "strangle": Either(never, Record({"to": zones})),
        "reinforcements": Either(never, Record({"to": zones}, {"convert": TRADES})),
        "kesselring": always,
        "logistics": Either(never, Record({"to": zones})),
        "additional_impulse": always,
        "held_first": always,
    }


def _piece(facts: Facts) -> Form:
    """S43-29.1 A piece in a choice: a counter id, a kind, a kind with state, each with `:n`."""
    words = "|".join((*facts.counters, *PIECE_WORDS))
    example = 'a piece such as "plane", "plane(ready)", "cube:2" or the id of a counter'
    return Text(rf"({words})(\((ready|engaged)\))?(:[1-9][0-9]?)?", what=example)


def _loss(facts: Facts) -> Form:
    """S43-29.1 An entry of an order of loss."""
    kinds = "|".join(("tank", "plane", "elite", "paratroopers", *facts.counters))
    pattern = rf"(cube|line|retreat|(engage|eliminate):({kinds}))(:[1-9][0-9]?(/round)?)?"
    return Text(pattern, what='a loss such as "cube", "cube:1", "engage:tank" or "retreat"')


def _facts() -> Mapping[str, FactKind]:
    numbers = [
        *("turn", "impulse", "own_tokens", "enemy_tokens", "own_forces", "enemy_forces"),
        *("round", "own_dice", "enemy_dice", "own_needs", "enemy_needs"),
        *("losses", "enemy_losses", "moving", "carried"),
    ]
    for kind in PIECE_WORDS:
        states = ("",) if kind == "cube" else ("", "(ready)", "(engaged)")
        numbers += [f"{own}:{kind}{state}" for own in ("own", "enemy") for state in states]
        numbers.append(f"carried:{kind}")
    flags = ("active", "own_line", "star", "coastal", "own_control", "own_supplied")
    return {
        **dict.fromkeys(numbers, "number"),
        **dict.fromkeys((*flags, "attacked", "landing"), "flag"),
        "side": ("attack", "defence"),
        "cause": ("combat", "bombardment", "fleet", "interception"),
        "trigger": ("window", "enters"),
    }
