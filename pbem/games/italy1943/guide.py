"""Help for whoever writes orders: what is legal now, in lines (`pbem.engine.game.Guides`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.canon.choices import Choice, Completed
from pbem.canon.forms import Either, Form, ListOf, Record
from pbem.engine.decisions import Decision, Question
from pbem.engine.guiding import Guide
from pbem.games.italy1943.guide_forms import narrowed_frame
from pbem.games.italy1943.pieces import SEA, SEA_KINDS, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.suggest_impulse import (
    beaches,
    deeds,
    flights,
    fronts,
    garrisons,
    next_zones,
    partisan_moves,
    sea_attacks,
)
from pbem.games.italy1943.transport import ports_of
from pbem.games.italy1943.view import view

Lines: TypeAlias = Iterator[str]


def guide(question: Question[Any]) -> Guide:
    """S43-28.19 What helps to answer a question."""
    play, side = cast("Play", question.scene), cast("Side", question.seat)
    frame = narrowed_frame(play, side)
    return Guide(
        frame=frame,
        view=view(play.pos),
        legal=tuple(_legal(play, side, question)),
        takes=_takes(play, side, question),
        values=dict(_values(play, question)),
    )


ALLIED_ONLY: Final = ("landing", "partisan_move", "partisan_use", "overlord")
"""S43-29.2, S43-O09, S43-O13, S43-O16, S43-O17 The order types that the Axis never has."""


def _takes(play: Play, side: Side, question: Question[Any]) -> tuple[str, ...]:
    """The order types that a side can use; S43-22.2 leaves the Axis without ships."""
    gone = ALLIED_ONLY if side == "axis" else ()
    if not play.pos.of_kind(side, SEA, *SEA_KINDS):
        gone = (*gone, "sea_attack", "landing")
    return tuple(do for do in question.takes if do not in gone)


# What is legal now, in lines


def _legal(play: Play, side: Side, question: Question[Any]) -> Lines:
    """S43-28.9 What each order type of an impulse could do before any other entry."""
    if "attack" in question.takes:
        for lines in _LINES:
            yield from lines(play, side)


def _moves(play: Play, side: Side) -> Lines:
    for zone in garrisons(play, side):
        near = next_zones(play, side, zone)
        if near:
            yield f"move: from {play.title(zone)} into {_zones(play, near)}, and on from there"


def _flights(play: Play, side: Side) -> Lines:
    yield from _grouped(play, "fly", "plane", flights(play, side), "to")


def _transports(play: Play, side: Side) -> Lines:
    ports = list(ports_of(play, side))
    if len(ports) > 1:
        points = play.pos.naval_points[side]
        yield f"transport: between {_zones(play, ports)}; naval points left: {points}"


def _partisan_moves(play: Play, side: Side) -> Lines:
    yield from _grouped(play, "partisan_move", "partisan", partisan_moves(play, side), "to")


def _sea_attacks(play: Play, side: Side) -> Lines:
    yield from _grouped(play, "sea_attack", "by", sea_attacks(play, side), "target")


def _deeds(play: Play, side: Side) -> Lines:
    found = list(deeds(play, side))
    for do, piece, place in _DEEDS:
        of_type = [deed for deed in found if deed["do"] == do and place in deed]
        yield from _grouped(play, do, piece, of_type, place)
    yield from (f"event: {deed['event']}" for deed in found if _is_placeless(deed))


def _is_placeless(deed: Mapping[str, Json]) -> bool:
    return deed["do"] == "event" and "zone" not in deed


def _attacks(play: Play, side: Side) -> Lines:
    for zone, starts in fronts(play, side).items():
        yield f"attack: {play.title(zone)} from {_zones(play, starts)}"


def _landings(play: Play, side: Side) -> Lines:
    fleets = [f for f in play.pos.of_kind(side, SEA, *SEA_KINDS) if play.pos.is_ready(f)]
    fleets = [fleet for fleet in fleets if play.facts.counter(fleet).kind == "fleet"]
    if side == "allied" and fleets:
        coasts = [z for z in garrisons(play, side) if play.facts.zone(z).coastal]
        yield (
            f"landing: with {' or '.join(fleets)}, in {_zones(play, beaches(play, side))}, "
            f"out of {_zones(play, coasts)}"
        )


_LINES: Final[tuple[Callable[[Play, Side], Lines], ...]] = (
    *(_moves, _flights, _transports, _partisan_moves, _sea_attacks),
    *(_deeds, _attacks, _landings),
)
_DEEDS: Final = (
    ("bomb", "plane", "zone"),
    ("partisan_use", "partisan", "from"),
    ("event", "event", "zone"),
)
"""S43-28.2 The type, the piece and the place of what can be done in open windows."""


def _grouped(
    play: Play, do: str, piece: str, entries: Iterable[Mapping[str, Json]], place: str
) -> Lines:
    """A line for each piece, with the places that its entries name."""
    found: dict[str, list[Json]] = {}
    for entry in entries:
        found.setdefault(str(entry[piece]), []).append(entry[place])
    for who, places in found.items():
        yield f"{do}: {who}: {_zones(play, places)}"


def _zones(play: Play, places: Iterable[Json]) -> str:
    return ", ".join(play.title(p) if isinstance(p, int) else str(p) for p in places)


# What answers may say now


def _values(play: Play, question: Question[Any]) -> Iterator[tuple[str, Form]]:
    """S43-O21 The values of answers, with what the decision offers."""
    for decision in question.decisions:
        make = _VALUES.get(decision.word)
        if make is not None and question.orders is None:
            yield decision.word, make(play, decision)


def _zone_choice(play: Play, decision: Decision[Any]) -> Choice:
    zones = cast("list[int]", decision.offer())
    return Choice({zone: play.title(zone) for zone in zones})


def _routes(play: Play, decision: Decision[Any]) -> Form:
    """S43-29.1 Zones in order of preference; with `use` for some of the pieces."""
    zones = _zone_choice(play, decision)
    known = play.frame.vocabulary.decisions[decision.word]
    assert isinstance(known, ListOf)  # noqa: S101 - the decision table says so
    either = known.form
    assert isinstance(either, Either)  # noqa: S101 - likewise
    (some,) = (form for form in either.forms if isinstance(form, Record))
    part = Record({**some.required, "to": ListOf(zones, least=1)})
    return ListOf(Either(zones, part), least=1, most=50)


def _order_of_loss(play: Play, decision: Decision[Any]) -> Form:
    """S43-29.1 An order of loss: what is possible for the losses is offered."""
    known = play.frame.vocabulary.decisions[decision.word]
    assert isinstance(known, ListOf)  # noqa: S101 - the decision table says so
    offer = cast("Mapping[str, list[str]]", decision.offer())
    now = dict.fromkeys(offer["options"], "possible now")
    later = dict.fromkeys(offer.get("later", ()), "possible for a later loss")
    return ListOf(Completed(known.form, Choice(now | later)), most=50)


_VALUES: Final[Mapping[str, Callable[[Play, Decision[Any]], Form]]] = {
    "next_combat": _zone_choice,
    "retreat_to": _routes,
    "return_to": _routes,
    "losses": _order_of_loss,
}
