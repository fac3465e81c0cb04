"""Actions: what an entry of the active player's list does, and how one is carried out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, cast

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.game import Table
from pbem.engine.policies import holds
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play


@immutable(frozen=True, slots=True)
class Action:
    """S43-8.2 One type of entry that may stand in the orders of an impulse.

    Attributes:
        check: everything that is wrong with the entry in the position as it stands.
        assume: what it does to a trial position: no reactions, and its dice change nothing
            (28.9).
        carry_out: does it, with dice, reactions and events; only called when `check` found
            nothing.
    """

    check: Callable[[Play, Entry], list[Refusal]]
    assume: Callable[[Play, Entry], None]
    carry_out: Callable[[Play, Entry], Coroutine[Any, Any, None]]


class EntrySkipped(Event):
    """An entry was not carried out: its condition did not hold, or it had become illegal."""

    side: Side
    do: str
    at: str
    reason: str
    name: str | None = None


async def perform(play: Play, action: Action, entry: Entry) -> bool:
    """S43-28.8, S43-28.11 Carry out an entry of the active player, or skip and report it.

    Forces that are no longer there are dropped from the entry first.

    Returns:
        whether it was carried out.
    """
    side = play.current.active
    if not condition_holds(play, side, entry):
        skip(play, side, entry, "S43-28.11", "its condition does not hold")
        return False
    left = still_there(play, side, entry)
    if names_no_force(left) and not names_no_force(entry):
        skip(play, side, entry, "S43-28.8", "none of its forces is there any longer")
        return False
    refusals = action.check(play, left)
    if refusals:
        skip(play, side, entry, "S43-28.8", refusals[0].text)
        return False
    await action.carry_out(play, left)
    return True


def skip(play: Play, side: Side, entry: Entry, clause: str, reason: str) -> None:
    """S43-28.8 Report that an entry of a side is not carried out."""
    name = entry.name or None
    play.tell(
        EntrySkipped(clause=clause, side=side, do=entry.do, at=entry.at, reason=reason, name=name)
    )


def condition_holds(play: Play, side: Side, entry: Entry) -> bool:
    """S43-28.11 Whether the `if` of an entry holds now; True if it has none.

    Facts without a zone of their own are counted in the zone the entry is about.
    """
    if entry.condition is None:
        return True
    facts = reader(play, side, zone_of(entry), {})
    return holds(cast("Json", entry.condition), facts, play.frame.vocabulary.place_word)


def zone_of(entry: Entry) -> int | None:
    """S43-29.1 The zone an entry is about: its target, or where it ends."""
    path = entry.fields.get("path")
    ends = path[-1] if isinstance(path, list) else entry.fields.get("to")
    zone = entry.fields.get("zone", ends)
    return zone if isinstance(zone, int) else None


def still_there(play: Play, side: Side, entry: Entry) -> Entry:
    """S43-28.8, S43-9.7 An entry with those of its forces that are still there, and free to go.

    Where nothing but held cubes is left they stay in the entry: its check says what is wrong.
    """
    start = entry.fields.get("from")
    if not isinstance(start, int) or not entry.fields.keys() & {"cubes", "counters"}:
        return entry
    here, wanted = play.pos.force(side, start), cast("int", entry.fields.get("cubes", 0))
    named = cast("list[Json]", entry.fields.get("counters", []))
    counters: list[Json] = [counter for counter in named if counter in here.counters]
    cubes = min(wanted, here.free if here.free or counters else here.cubes)
    return replace(entry, fields={**entry.fields, "cubes": cubes, "counters": counters})


def names_no_force(entry: Entry) -> bool:
    """S43-28.8 Whether neither `cubes` nor `counters` of an entry name anything."""
    return not (entry.fields.get("cubes") or entry.fields.get("counters"))


def trial_of(play: Play) -> Play:
    """S43-28.9 A copy of a run to try orders on: nothing is put on record, nothing is rolled."""
    table = Table(_no_dice, lambda _: None)
    impulse = play.impulse.copy() if play.impulse is not None else None
    return replace(play, pos=play.pos.copy(), table=table, impulse=impulse)


def _no_dice(label: str, count: int, sides: int = 6) -> tuple[int, ...]:
    raise ValueError(f"a trial does not roll {count}d{sides} for {label}")
