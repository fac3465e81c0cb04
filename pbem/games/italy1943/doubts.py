"""Doubts: orders of an impulse that are legal, and yet contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import Question
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play

Written = Mapping[str, Any]

ACTS_WITH_FORCES: Final = ("move", "transport")
ATTACKS: Final = ("attack", "landing")
MANY: Final = 99
"""S43-24.1 Where the event Reinforcements brings cubes, nobody counts beforehand."""


def doubts(question: Question[Any], orders: Sequence[Json]) -> list[Refusal]:
    """S43-28.11, S43-28.15 What a player may not have meant."""
    play, side = cast("Play", question.scene), cast("Side", question.seat)
    entries = cast("Sequence[Written]", orders)
    if "attack" not in question.takes:
        return []
    return [*_lost_windows(play, entries), *_ordered_twice(play, side, entries)]


def _lost_windows(play: Play, entries: Sequence[Written]) -> Iterator[Refusal]:
    """S43-28.15 Entries for the windows of a combat that no order declares."""
    attacked = [str(entry["zone"]) for entry in entries if entry["do"] in ATTACKS]
    attacked += [str(attack.zone) for attack in play.current.attacks]
    for index, entry in enumerate(entries):
        window, _, zone = str(entry.get("when", "")).partition(":")
        if zone and zone not in attacked:
            text = (
                f"the window {window}:{zone} comes only with an attack on zone {zone}, and none "
                "is ordered: this entry will be skipped"
            )
            legal = tuple(f"{window}:{each}" for each in attacked)
            yield Refusal("W_WINDOW", f"/orders/{index}/when", "S43-28.15", text, legal)


@dataclass
class _Claims:
    """What entries take from a zone: the cubes so far, and who took each counter first."""

    cubes: dict[int, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)


def _ordered_twice(play: Play, side: Side, entries: Sequence[Written]) -> Iterator[Refusal]:
    """S43-28.11 Forces that entries with `if` want, too: these are not tried together."""
    claims = _Claims()
    arrived = _arrivals(entries)
    for index, entry in enumerate(entries):
        for at, part in _parts(entry, f"/orders/{index}"):
            yield from _counters_twice(claims, index, at, part)
            zone = int(part["from"])
            claims.cubes[zone] = claims.cubes.get(zone, 0) + part.get("cubes", 0)
            here = play.pos.force(side, zone).cubes + arrived.get(zone, 0)
            if part.get("cubes") and claims.cubes[zone] > here:
                text = (
                    f"with this entry {claims.cubes[zone]} cubes are ordered out of "
                    f"{play.title(zone)}, where at most {here} can be: if all conditions hold, "
                    "the later entries get what is left"
                )
                yield Refusal("W_ORDERED_TWICE", at, "S43-28.11", text)


def _counters_twice(claims: _Claims, index: int, at: str, part: Written) -> Iterator[Refusal]:
    for counter in part.get("counters", ()):
        first = claims.counters.setdefault(counter, index)
        if first != index:
            text = f"{counter} is ordered already by entry {first + 1}; only one of them can count"
            yield Refusal("W_ORDERED_TWICE", at, "S43-28.11", text)


def _parts(entry: Written, at: str) -> Iterator[tuple[str, Written]]:
    """The forces an entry takes, if it has a condition or attacks; each with its place."""
    if entry["do"] in ACTS_WITH_FORCES and "if" in entry:
        yield at, entry
    if entry["do"] in ATTACKS:
        for number, part in enumerate(entry["forces"]):
            yield f"{at}/forces/{number}", part


def _arrivals(entries: Sequence[Written]) -> dict[int, int]:
    """How many cubes moves, transports and events bring into each zone at the most."""
    found: dict[int, int] = {}
    for entry in entries:
        if entry["do"] in ACTS_WITH_FORCES:
            end = entry["path"][-1] if entry["do"] == "move" else entry["to"]
            found[end] = found.get(end, 0) + entry.get("cubes", 0)
        if entry["do"] == "event" and entry["event"] == "reinforcements":
            found[entry["zone"]] = MANY
    return found
