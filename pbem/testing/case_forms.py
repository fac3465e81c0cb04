"""The form of a case file (docs/case-format.md): what it may say, and reading it.

A case is one adjudication: a position, what the players wrote, the dice, and what must come out.
The frame is the same for all games; what is inside a position, an order or an event is the game's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.canon.forms import (
    AnyObject,
    AnyValue,
    Form,
    ListOf,
    MapOf,
    Number,
    Record,
    Text,
    require,
    whole_schema,
)
from pbem.canon.immutable import immutable
from pbem.canon.strict import STATE, read
from pbem.engine.dice import LABEL

NAME: Final = Text(r"[A-Za-z0-9][A-Za-z0-9.-]{0,79}", what="a name such as 15.4-drop-die")
CLAUSE: Final = Text(r"[A-Z][A-Z0-9]*-[A-Z0-9.]+", what="the id of a clause such as S43-15.4")
SENTENCE: Final = Text(least=1, most=1000)
SEAT: Final = r"[a-z][a-z0-9-]{0,31}"
ASK: Final = Text(least=1, most=200, what="the id of an ask")
ENTRIES: Final = ListOf(AnyObject(), most=500)
DICE: Final = MapOf(LABEL.pattern, ListOf(Number(1, 256), least=1, most=99), "the label of a roll")
POINTED: Final = MapOf(r"(/[^/]+)+", AnyValue(), "a JSON pointer such as /tokens/axis")
PIECES: Final = ListOf(Text(least=1, what='a piece such as "3 cube" or "AL-T1 engaged"'))
BY_SEAT: Final = MapOf(SEAT, PIECES, "a seat")
STANDING: Final = Record({"policies": ListOf(AnyObject(), most=200)}, {"topic": Text(most=64)})
PLACE: Final = MapOf(r"[^/]+", AnyValue(), "a seat, or owner")
REFUSAL: Final = Record(
    {"code": Text(r"[A-Z][A-Z0-9_]*", what="a code such as E_RANGE")},
    {
        "ask": ASK,
        "standing": Text(SEAT, what="a seat"),
        "at": Text(),
        "clause": CLAUSE,
        "legal": ListOf(Text()),
    },
)
EXPECT: Final = Record(
    {},
    {
        "position": POINTED,
        "places": MapOf(r".+", PLACE, "a place"),
        "pools": BY_SEAT,
        "removed": BY_SEAT,
        "events": ListOf(AnyObject()),
        "never": ListOf(Text(r"[a-z][a-z0-9_]*", what="the name of an event")),
        "asks": ListOf(ASK),
        "refusals": ListOf(REFUSAL, least=1),
        "over": AnyObject(),
    },
)
FORM: Final[Form] = Record(
    {
        "case": NAME,
        "title": SENTENCE,
        "game": Text(least=1, most=64, what="the id of a game"),
        "clauses": ListOf(CLAUSE, least=1, most=20),
        "expect": EXPECT,
    },
    {
        "$schema": Text(),
        "note": SENTENCE,
        "options": AnyObject(),
        "position": AnyObject(),
        "patch": POINTED,
        "without": ListOf(Text(r"(/[^/]+)+", what="a JSON pointer")),
        "orders": MapOf(r".+", ENTRIES, "the id of an ask"),
        "standing": MapOf(SEAT, ListOf(STANDING, least=1), "a seat"),
        "defaults": ListOf(ASK),
        "dice": DICE,
    },
)


@immutable(frozen=True, slots=True)
class Case:
    """One adjudication with its one right outcome; `docs/case-format.md` explains each member.

    Attributes:
        position: the whole position; None where the game's own start is taken, by `options`.
    """

    case: str
    title: str
    game: str
    clauses: tuple[str, ...]
    expect: Mapping[str, Any]
    note: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)
    position: Mapping[str, Json] | None = None
    patch: Mapping[str, Json] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    orders: Mapping[str, list[Json]] = field(default_factory=dict)
    standing: Mapping[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    dice: Mapping[str, list[int]] = field(default_factory=dict)


def read_case(raw: bytes) -> Case:
    """The case in a file.

    Raises:
        Refused: it is no JSON of the profile (J01 to J08), or says something a case does not (J09).
    """
    content: dict[str, Any] = read(raw, STATE)
    require(FORM, content)
    content.pop("$schema", None)
    for name in ("clauses", "without", "defaults"):
        content[name] = tuple(content.get(name, ()))
    return Case(**content)


def case_schema() -> dict[str, Json]:
    """The JSON Schema of a case file."""
    return whole_schema(FORM, "pbem: case")
