"""What a side can do in an open window (28.2), and which of it a policy means (29.1, D13, D35).

A deed is written as the entry that a player would write for it, so that policies, answers and
orders are carried out in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.policies import Place
from pbem.engine.refusals import Refusal
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943 import axis_events, bombardment, events, partisans
from pbem.games.italy1943.asking import names, not_an_option
from pbem.games.italy1943.bombardment import possible_bombs
from pbem.games.italy1943.event_cubes import affordable
from pbem.games.italy1943.partisans import draws, zone_of
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play

Value: TypeAlias = Mapping[str, Json]
"""The value of a policy that is more than a word."""


@immutable(frozen=True, slots=True)
class Deed:
    """S43-28.2 One thing that a side can do now.

    Attributes:
        do: the order type of the entry.
        fields: the fields of the entry.
        place: the zone at which policies are tried: the zone bombed, of the partisan, or of the
            event; None for an event without zone.
        piece: the plane or partisan; "" for an event.
    """

    do: str
    fields: Mapping[str, Json]
    place: Place | None
    piece: str = ""

    def entry(self, at: str) -> Entry:
        """The entry to be carried out; `at` is the JSON pointer of what decided."""
        return Entry(at, self.do, self.fields)

    def written(self) -> dict[str, Json]:
        """The entry as a player would write it."""
        return {"do": self.do, **self.fields}


# What is possible

WORDS: Final[Mapping[Side, tuple[str, ...]]] = {
    "allied": ("bomb", "partisan", "operational", "strangle"),
    "axis": ("bomb", "reinforcements", "kesselring"),
}
"""S43-28.2 The decisions of a side in open windows, in the order in which they are read."""

CLAUSES: Final[Mapping[str, str]] = {
    "bomb": "S43-D13",
    "partisan": "S43-D35",
    "operational": "S43-D38",
    "strangle": "S43-D39",
    "reinforcements": "S43-D40",
    "kesselring": "S43-D41",
}


def possible(play: Play, side: Side, word: str) -> Iterator[Deed]:
    """S43-28.2 Every deed of a word that is legal now: pieces in order, zones ascending.

    They are found one by one, because windows often need to know only whether there is any.
    """
    if word == "bomb":
        return _bombs(play, side)
    if word == "partisan":
        return _draws(play)
    return _events(play, side, word)


def possible_against(play: Play, side: Side, word: str, zone: int) -> Iterator[Deed]:
    """S43-28.3 The deeds against a force in a zone: bombs on it, cubes drawn out, Strangle."""
    if word == "bomb":
        return _bombs(play, side, (zone,))
    if word == "partisan":
        return (deed for deed in _draws(play) if deed.fields["from"] == zone)
    return _events(play, side, word)


def _bombs(play: Play, side: Side, zones: Iterable[int] | None = None) -> Iterator[Deed]:
    for zone, plane in possible_bombs(play, side, zones):
        yield Deed("bomb", {"plane": plane, "zone": zone}, zone, plane)


def everything(play: Play, side: Side) -> Iterator[Deed]:
    """S43-28.2 Every deed that is legal for a side now, word by word."""
    for word in WORDS[side]:
        yield from possible(play, side, word)


def _draws(play: Play) -> Iterator[Deed]:
    for draw in sorted(draws(play), key=lambda draw: zone_of(play, draw.partisan)):
        fields: dict[str, Json] = {"partisan": draw.partisan, "from": draw.start}
        yield Deed("partisan_use", fields, zone_of(play, draw.partisan), draw.partisan)


def _events(play: Play, side: Side, event: str) -> Iterator[Deed]:
    if events.is_playable(play, side, event):
        yield Deed("event", {"event": event}, None)
    for zone in events.playable_zones(play, side, event):
        yield Deed("event", {"event": event, "zone": zone}, zone)


# What a policy means


def places(policy: Mapping[str, Json], deeds: Sequence[Deed]) -> list[Place]:
    """S43-29.1 The places at which a policy is tried: those it names, else all, where legal.

    Bombs and partisans go by `where`, events by the `to` of the value.
    """
    legal = list(dict.fromkeys(deed.place for deed in deeds if deed.place is not None))
    named = policy.get("where")
    if deeds and deeds[0].do == "event":
        value = policy["value"]
        named = value.get("to") if isinstance(value, dict) else None
    if not isinstance(named, list):
        return legal
    return [place for place in cast("list[Place]", named) if place in legal]


def meant(play: Play, side: Side, value: Value, by: By, deeds: Sequence[Deed]) -> Deed:
    """S43-29.1 The deed at one place that the value of a policy prefers.

    Raises:
        OrdersRefused: E_OPTION, it allows none of them.
    """
    if "from" in value:
        wished = cast("list[Json]", value["from"])
        deeds = [deed for zone in wished for deed in deeds if deed.fields["from"] == zone]
    if not deeds:
        not_an_option(by.at, CLAUSES["partisan"], "no cube can be drawn out of these zones")
    if deeds[0].do == "event":
        return _with_conversions(play, side, value, deeds[0])
    spent = play.current.spent.get((side, by.doc, by.at), [])
    piece = _preferred(play, value, [deed.piece for deed in deeds], spent)
    if not piece:
        text = "none of the pieces it names can do this now, or as many as it allows have done it"
        not_an_option(by.at, CLAUSES["bomb"], text)
    return next(deed for deed in deeds if deed.piece == piece)


def _with_conversions(play: Play, side: Side, value: Value, deed: Deed) -> Deed:
    """S43-D40 The event with those conversions of the policy that are possible."""
    listed = cast("list[Mapping[str, Json]]", value.get("convert", []))
    zone = cast("int", deed.place)
    found = affordable(play.pos, side, axis_events.CUBES, zone, listed) if listed else []
    if not found:
        return deed
    return Deed(deed.do, {**deed.fields, "convert": found}, deed.place)


def _preferred(play: Play, value: Value, legal: Sequence[str], spent: Sequence[str]) -> str:
    """S43-29.1 The next piece of a choice, where `spent` have been used through it; "" for none.

    `max` and `:n` count for the whole impulse.
    """
    used = tokens(*map(str, cast("list[Json]", value.get("use", list(legal)))))
    if len(spent) >= cast("int", value.get("max", len(spent) + 1)):
        return ""
    for token in used:
        through = sum(_first_meant(play, used, piece) == token for piece in spent)
        if token.most is not None and through >= token.most:
            continue
        for piece in legal:
            if names(play, token, piece):
                return piece
    return ""


def _first_meant(play: Play, used: Sequence[Token], piece: str) -> Token | None:
    """The entry of `use` through which a piece was used, whatever its state is now."""
    kind = play.facts.counter(piece).kind
    return next((token for token in used if token.word in (piece, kind)), None)


# Carrying out


@immutable(frozen=True, slots=True)
class Reaction:
    """S43-8.7, S43-28.2 One order type of open windows, for either side.

    Attributes:
        problems: everything that is wrong with an entry of a side.
        assume: what it does to a trial position (28.9).
        carry_out: does it; the entry is legal.
    """

    problems: Callable[[Play, Side, Entry], list[Refusal]]
    assume: Callable[[Play, Side, Entry], None]
    carry_out: Callable[[Play, Side, Entry, By | None], Coroutine[Any, Any, None]]


REACTIONS: Final[Mapping[str, Reaction]] = {
    "bomb": Reaction(bombardment.problems, bombardment.assume, bombardment.carry_out),
    "partisan_use": Reaction(partisans.problems, partisans.assume, partisans.carry_out),
    "event": Reaction(events.problems, events.assume, events.carry_out),
}
"""S43-28.2 What may be written for an open window."""


async def do(play: Play, side: Side, deed: Deed, by: By) -> None:
    """S43-28.2 Carry out a legal deed that a policy has chosen."""
    if deed.piece:
        play.current.spent.setdefault((side, by.doc, by.at), []).append(deed.piece)
    await REACTIONS[deed.do].carry_out(play, side, deed.entry(by.at), by)
