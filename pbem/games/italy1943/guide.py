"""Help for whoever writes orders: what is legal now, in lines (`pbem.engine.game.Guides`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
Entry: TypeAlias = Mapping[str, Json]


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
            yield f"Move from {play.title(zone)} to {_zones(play, near)}, and on from there."


def _flights(play: Play, side: Side) -> Lines:
    """Planes that can fly to the same zones, each its own one left out, stand in one line."""
    found: dict[frozenset[int], list[str]] = {}
    for plane, places in _by_piece("plane", flights(play, side), "to").items():
        base = play.pos.place_of(plane)
        own = {base} if isinstance(base, int) else set[int]()
        found.setdefault(frozenset({*cast("list[int]", places), *own}), []).append(plane)
    for zones, planes in found.items():
        near = _zones(play, sorted(zones))
        yield f"Fly {_pieces(play, planes)} to any of these zones but its own: {near}."


def _transports(play: Play, side: Side) -> Lines:
    ports = list(ports_of(play, side))
    points = play.pos.naval_points[side]
    if len(ports) > 1 and points:
        left = f"{points} naval point{'s' if points != 1 else ''}"
        yield f"Carry land forces over sea, with {left}, between {_zones(play, ports, 'and')}."


def _partisan_moves(play: Play, side: Side) -> Lines:
    for piece, places in _by_piece("partisan", partisan_moves(play, side), "to").items():
        yield f"Move {_pieces(play, [piece])} to {_zones(play, places)}."


def _sea_attacks(play: Play, side: Side) -> Lines:
    for piece, targets in _by_piece("by", sea_attacks(play, side), "target").items():
        ships = _pieces(play, map(str, targets))
        yield f"Attack {ships} at sea with {_pieces(play, [piece])}."


def _deeds(play: Play, side: Side) -> Lines:
    found = list(deeds(play, side))
    for plane, places in _by_piece("plane", _of_type(found, "bomb"), "zone").items():
        yield f"Bomb {_zones(play, places)} with {_pieces(play, [plane])}."
    for piece, places in _by_piece("partisan", _of_type(found, "partisan_use"), "from").items():
        yield f"Let {_pieces(play, [piece])} hold a cube of {_zones(play, places)}."
    played = _of_type(found, "event")
    for event, places in _by_piece("event", (e for e in played if "zone" in e), "zone").items():
        yield f"Play {_event(play, side, event)} on {_zones(play, places)}."
    for entry in played:
        if "zone" not in entry:
            yield f"Play {_event(play, side, str(entry['event']))}."


def _of_type(found: Iterable[Entry], do: str) -> list[Entry]:
    return [entry for entry in found if entry["do"] == do]


def _event(play: Play, side: Side, event: str) -> str:
    return play.facts.events[side][event].name


def _attacks(play: Play, side: Side) -> Lines:
    for zone, starts in fronts(play, side).items():
        yield f"Attack {play.title(zone)} from {_zones(play, starts)}."


def _landings(play: Play, side: Side) -> Lines:
    fleets = [f for f in play.pos.of_kind(side, SEA, *SEA_KINDS) if play.pos.is_ready(f)]
    fleets = [fleet for fleet in fleets if play.facts.counter(fleet).kind == "fleet"]
    if side == "allied" and fleets:
        coasts = [z for z in garrisons(play, side) if play.facts.zone(z).coastal]
        yield (
            f"Land with {_pieces(play, fleets)} in {_zones(play, beaches(play, side))}, "
            f"out of {_zones(play, coasts)}."
        )


_LINES: Final[tuple[Callable[[Play, Side], Lines], ...]] = (
    *(_moves, _flights, _transports, _partisan_moves, _sea_attacks),
    *(_deeds, _attacks, _landings),
)


def _by_piece(piece: str, entries: Iterable[Entry], place: str) -> dict[str, list[Json]]:
    """The places that entries name, by the piece that they name."""
    found: dict[str, list[Json]] = {}
    for entry in entries:
        found.setdefault(str(entry[piece]), []).append(entry[place])
    return found


def _pieces(play: Play, ids: Iterable[str]) -> str:
    return _listed([f"{_kind(play, each)} {each}" for each in ids])


def _kind(play: Play, piece: str) -> str:
    kind = play.facts.counter(piece).kind
    return "U-boat" if kind == "uboat" else kind


def _zones(play: Play, places: Iterable[Json], word: str = "or") -> str:
    return _listed([play.title(p) if isinstance(p, int) else f"the {p}" for p in places], word)


def _listed(words: Sequence[str], word: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


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
