"""A position as a report shows it: made from the view of the rules, the same for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.canon.immutable import immutable
from pbem.report.names import Names

READY = "ready"
"""The state that needs no mention."""


@immutable(frozen=True, slots=True, kw_only=True)
class Piece:
    """Pieces of one kind and state, or one named piece.

    Attributes:
        kind: the game's word for the kind.
        count: how many.
        id: its name; "" for pieces without one.
        state: such as `engaged`; "" where that means nothing.
        text: for people.
    """

    kind: str
    count: int
    id: str
    state: str
    text: str


@immutable(frozen=True, slots=True, kw_only=True)
class Group:
    """The pieces of one owner; `name` is the owner for people."""

    owner: str
    name: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The pieces in words."""
        return ", ".join(piece.text for piece in self.pieces) or "none"


@immutable(frozen=True, slots=True, kw_only=True)
class Place:
    """One place of the board.

    Attributes:
        id: its id.
        name: its name for people.
        owner: who controls it; "" if nobody does.
        owner_name: the same for people.
        symbols: what is printed there, as the view names it.
        marks: the same in words.
        groups: the pieces there.
    """

    id: str
    name: str
    owner: str
    owner_name: str
    symbols: tuple[str, ...]
    marks: tuple[str, ...]
    groups: tuple[Group, ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Track:
    """A marker on a track."""

    name: str
    value: str


@immutable(frozen=True, slots=True, kw_only=True)
class Board:
    """A position.

    Attributes:
        headline: turn and step.
        when: the moment the position belongs to, a sentence.
        places: every place.
        tracks: every track.
        pools: pieces off the board.
        removed: pieces out of the game.
        meanings: words of this position that need it, each with what it means.
    """

    headline: str = ""
    when: str = ""
    places: tuple[Place, ...] = ()
    tracks: tuple[Track, ...] = ()
    pools: tuple[Group, ...] = ()
    removed: tuple[Group, ...] = ()
    meanings: tuple[tuple[str, str], ...] = ()


def board_of(view: Mapping[str, Any], names: Names, when: str) -> Board:
    """The board of a view (docs/architecture.md, "Views"); what the view leaves out stays empty.

    Args:
        view: what the rules show of a position.
        names: the names of seats, places and pieces.
        when: the moment the position belongs to, a sentence.
    """
    places = tuple(_place(place, names) for place in view.get("places", ()))
    tracks = tuple(
        Track(name=str(track["name"]), value=str(track["value"]))
        for track in view.get("tracks", ())
    )
    return Board(
        headline=str(view.get("headline", "")),
        when=when,
        places=places,
        tracks=tracks,
        pools=tuple(_groups(view.get("pools", ()), names)),
        removed=tuple(_groups(view.get("removed", ()), names)),
        meanings=tuple(_meanings(places, tracks, names)),
    )


def _meanings(
    places: Sequence[Place], tracks: Sequence[Track], names: Names
) -> Iterator[tuple[str, str]]:
    """What the game explains, as far as it occurs, in the game's order."""
    pieces = [piece for place in places for group in place.groups for piece in group.pieces]
    words = {symbol for place in places for symbol in place.symbols}
    words |= {piece.state for piece in pieces}
    for word, meaning in names.meanings.items():
        is_begun = any(piece.id.startswith(word) for piece in pieces)
        if word in words or is_begun or any(word in track.name for track in tracks):
            yield names.mark(word), meaning


def _place(place: Mapping[str, Any], names: Names) -> Place:
    owner = str(place.get("owner") or "")
    return Place(
        id=str(place["id"]),
        name=str(place["name"]),
        owner=owner,
        owner_name=names.adjective(owner) if owner else "",
        symbols=tuple(str(mark) for mark in place.get("marks", ())),
        marks=tuple(names.mark(str(mark)) for mark in place.get("marks", ())),
        groups=tuple(_groups(place.get("groups", ()), names)),
    )


def _groups(groups: Sequence[Mapping[str, Any]], names: Names) -> Iterator[Group]:
    for group in groups:
        owner = str(group["owner"])
        pieces = tuple(_piece(piece, names) for piece in group["pieces"])
        yield Group(owner=owner, name=names.adjective(owner), pieces=pieces)


def _piece(piece: Mapping[str, Any], names: Names) -> Piece:
    kind, count = str(piece["kind"]), int(piece.get("count", 1))
    name, state = str(piece.get("id", "")), str(piece.get("state", ""))
    what = f"{names.kind(kind, 1)} {name}" if name else f"{count} {names.kind(kind, count)}"
    told = f" ({state})" if state and state != READY else ""
    return Piece(kind=kind, count=count, id=name, state=state, text=what + told)
