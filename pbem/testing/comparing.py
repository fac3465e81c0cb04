"""Comparing what a case expects with what came out: one sentence for every difference.

Only what the case names is compared, with these exceptions: whatever is refused must be expected,
every answer of the case must have been asked for, and exactly its dice must have been rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.canon.canonical import encode
from pbem.testing.playing import Played
from pbem.testing.pointers import NOTHING, find


def differences(expect: Mapping[str, Any], played: Played) -> list[str]:
    """What is not as the case says; empty if the case is passed."""
    found = [*played.problems]
    if played.refusals and "refusals" not in expect:
        found += [f"refused, and not expected: {_text(refusal)}" for refusal in played.refusals]
    for member, expected in expect.items():
        found += _COMPARE[member](expected, played)
    return found


def _position(expected: Mapping[str, Any], played: Played) -> Iterator[str]:
    for pointer, value in expected.items():
        yield from _unequal(f"position {pointer}", value, find(played.position, pointer))


def _places(expected: Mapping[str, Any], played: Played) -> Iterator[str]:
    places = {place["id"]: place for place in played.view.get("places", ())}
    for name, members in expected.items():
        place = places.get(name)
        if place is None:
            yield f"there is no place {name} in the view of the position"
            continue
        for word, value in members.items():
            if word == "owner":
                yield from _unequal(f"owner of {name}", value, place["owner"])
            else:
                yield from _unequal_pieces(f"{word} in {name}", value, place["groups"], word)


def _pools(expected: Mapping[str, Any], played: Played) -> Iterator[str]:
    for seat, pieces in expected.items():
        yield from _unequal_pieces(f"pool of {seat}", pieces, played.view.get("pools", ()), seat)


def _removed(expected: Mapping[str, Any], played: Played) -> Iterator[str]:
    for seat, pieces in expected.items():
        lists = played.view.get("removed", ())
        yield from _unequal_pieces(f"out of the game for {seat}", pieces, lists, seat)


def _events(expected: Sequence[Mapping[str, Any]], played: Played) -> Iterator[str]:
    """The events must come in this order; others may stand between them."""
    start = 0
    for number, wanted in enumerate(expected, 1):
        fits = (i for i in range(start, len(played.events)) if _holds(played.events[i], wanted))
        found = next(fits, None)
        if found is None:
            missing = f"event {number} of the case did not happen: {_text(wanted)}"
            yield f"{missing}; {_nearest(wanted, played, start)}"
            return
        start = found + 1


def _nearest(wanted: Mapping[str, Any], played: Played, start: int) -> str:
    name = wanted.get("event")
    same = [event for event in played.events[start:] if event["event"] == name]
    if same:
        return "instead: " + "; ".join(map(_text, same))
    told = ", ".join(str(event["event"]) for event in played.events[start:])
    return f"what happened from there on: {told or 'nothing'}"


def _never(expected: Sequence[str], played: Played) -> Iterator[str]:
    for event in played.events:
        if event["event"] in expected:
            yield f"this must not happen: {_text(event)}"


def _asks(expected: Sequence[str], played: Played) -> Iterator[str]:
    yield from _unequal("open asks", list(expected), played.asks)


def _over(expected: Mapping[str, Any], played: Played) -> Iterator[str]:
    if played.over is None or not _holds(played.over, expected):
        yield f"result: {_text(expected)} is expected, and it is {_text(played.over)}"


def _refusals(expected: Sequence[Mapping[str, Any]], played: Played) -> Iterator[str]:
    """Exactly these refusals, in any order."""
    left = list(played.refusals)
    for wanted in expected:
        found = next((refusal for refusal in left if _holds(refusal, wanted)), None)
        if found is None:
            yield f"not refused: {_text(wanted)}"
        else:
            left.remove(found)
    yield from (f"refused, and not expected: {_text(refusal)}" for refusal in left)


_COMPARE: Final[Mapping[str, Callable[[Any, Played], Iterator[str]]]] = {
    "position": _position,
    "places": _places,
    "pools": _pools,
    "removed": _removed,
    "events": _events,
    "never": _never,
    "asks": _asks,
    "over": _over,
    "refusals": _refusals,
}


def _holds(value: Any, wanted: Any) -> bool:  # noqa: ANN401 - any plain data
    """Whether a value is the wanted one; of objects only the members named are looked at."""
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and all(
            name in value and _holds(value[name], member) for name, member in wanted.items()
        )
    return encode(value) == encode(wanted)


def _unequal(what: str, expected: Any, found: Any) -> Iterator[str]:  # noqa: ANN401 - plain data
    if found is NOTHING:
        yield f"{what}: {_text(expected)} is expected, and there is nothing"
    elif encode(found) != encode(expected):
        yield f"{what}: {_text(expected)} is expected, and it is {_text(found)}"


def _unequal_pieces(
    what: str, expected: Sequence[str], groups: Sequence[Mapping[str, Any]], owner: str
) -> Iterator[str]:
    """Pieces are compared whole, in any order."""
    pieces = [piece for group in groups if group["owner"] == owner for piece in group["pieces"]]
    found = sorted(map(piece_text, pieces))
    if found != sorted(expected):
        yield f"{what}: {_text(sorted(expected))} is expected, and it is {_text(found)}"


def piece_text(piece: Mapping[str, Any]) -> str:
    """A piece of a view as a case writes it: ``3 cube``, ``1 cube held``, ``AL-T1 engaged``.

    Counts stand before kinds and not before names; the state ``ready`` is not written.
    """
    words = [piece["id"]] if "id" in piece else [str(piece["count"]), piece["kind"]]
    state = piece.get("state", "ready")
    return " ".join(words if state == "ready" else [*words, state])


def _text(value: Any) -> str:  # noqa: ANN401 - any plain data
    return encode(value).decode("utf-8")
