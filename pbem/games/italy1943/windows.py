"""Open windows: where both sides may bomb, use partisans and play events (28.1, 28.2, 28.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Choice, Decision, Places, orders_question
from pbem.engine.entries import Entry
from pbem.engine.policies import Place
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import condition_holds, skip, trial_of
from pbem.games.italy1943.asking import read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.deeds import (
    CLAUSES,
    REACTIONS,
    WORDS,
    Deed,
    do,
    everything,
    meant,
    places,
    possible,
)
from pbem.games.italy1943.documents import read_entries, refuse_in_order
from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.play import Impulse, Moment, Play, decision

MOST_ASKS: Final = 2
"""S43-28.16 How often a side is asked in the open windows of an impulse."""

ALWAYS_OPEN: Final = ("W0", "W7")
"""S43-28.13 The windows that are open in every impulse."""

Found: TypeAlias = Deed | tuple[Entry, ...] | None
"""What a side wants: a deed of a policy, the entries of an answer, or nothing."""


@dataclass
class Desk:
    """What lies before the players in one window.

    Attributes:
        entries: what each side still wants to carry out, and what decided it; None for entries
            of the active player's orders.
        answered: the sides that were asked in this window, so that nothing else is read for it.
    """

    entries: dict[Side, list[tuple[Entry, By | None]]]
    answered: list[Side] = field(default_factory=list)


async def window(play: Play, name: str, timed: Sequence[Entry]) -> None:
    """S43-28.2, S43-28.13 Run an open window, or skip it.

    Args:
        play: the run of the step.
        name: ``W0``, ``W1``, ``W2``, ``W3``, ``W4:14``, ``W6:14`` or ``W7``.
        timed: the active player's entries for this window, in the order of the list.
    """
    impulse = play.current
    if not is_open(impulse, name, timed):
        return
    impulse.stirred, impulse.window = False, name
    active = impulse.active
    desk = Desk({active: [(entry, None) for entry in timed], other(active): []})
    while await _once_round(play, desk):
        impulse.stirred = True
    impulse.window = ""


def is_open(impulse: Impulse, name: str, timed: Sequence[Entry]) -> bool:
    """S43-28.13 Whether a window is not skipped."""
    return name in ALWAYS_OPEN or impulse.stirred or bool(timed)


async def _once_round(play: Play, desk: Desk) -> bool:
    """S43-28.2, S43-23.7 First the active, then the reacting player; returns if anybody acted."""
    acted = False
    for side in (play.current.active, other(play.current.active)):
        if play.over is None and await _turn(play, side, desk):
            acted = True
    return acted


async def _turn(play: Play, side: Side, desk: Desk) -> bool:
    """S43-28.2, S43-28.15 One thing that a side does: by an entry, else by a policy."""
    while desk.entries[side]:
        entry, by = desk.entries[side].pop(0)
        if await _carry_out(play, side, entry, by):
            return True
    if side in desk.answered:
        return False
    return await _by_policies(play, side, desk)


async def _carry_out(play: Play, side: Side, entry: Entry, by: By | None) -> bool:
    """S43-28.8, S43-28.11 Carry out an entry, or skip and report it."""
    if not condition_holds(play, side, entry):
        skip(play, side, entry, "S43-28.11", "its condition does not hold")
        return False
    reaction = REACTIONS[entry.do]
    if wrong := reaction.problems(play, side, entry):
        skip(play, side, entry, "S43-28.8", wrong[0].text)
        return False
    await reaction.carry_out(play, side, entry, by)
    return True


async def _by_policies(play: Play, side: Side, desk: Desk) -> bool:
    """S43-28.2, S43-28.5 What the policies of a side say, word by word; they may say `ask`."""
    for word in WORDS[side]:
        first = next(possible(play, side, word), None)
        if first is None:
            continue
        choice = await _put(play, side, word, first)
        if choice.asked:
            return await _take_answer(play, side, desk, choice)
        if isinstance(choice.value, Deed):
            await do(play, side, choice.value, choice.by)
            return True
    return False


async def _put(play: Play, side: Side, word: str, first: Deed) -> Choice[Found]:
    """S43-28.16, S43-28.19 Put one decision of a window to a side."""
    asks = play.current.window_asks.get(side, 0)
    heading = play.heading(f"window:{asks + 1}/{side}", side, "window", "S43-28.2")
    put = _decision(play, side, word, first, may_ask=asks < MOST_ASKS)
    (choice,) = await orders_question(
        heading, put, lambda orders, at: read_answer(play, side, orders, at), tuple(REACTIONS)
    )
    return choice


def _decision(play: Play, side: Side, word: str, first: Deed, *, may_ask: bool) -> Decision[Found]:
    """S43-D12, S43-D13, S43-D35, S43-D38 to S43-D41 A decision of an open window.

    `first` is the first deed that is possible; the others are looked for only when a policy
    speaks of them.
    """
    moment: Moment = {"trigger": "window"}
    clause = "S43-D12" if word == "bomb" and side == play.current.active else CLAUSES[word]
    return decision(
        word,
        clause,
        lambda value, at: _read_plain(play, word, clause, value, at, first),
        lambda: None,
        "default",
        places=None if first.place is None else _places(play, side, word, moment),
        facts=reader(play, side, None, moment),
        may_ask=may_ask,
        offer=lambda: [deed.written() for deed in everything(play, side)],
    )


def _read_plain(play: Play, word: str, clause: str, value: Json, at: str, deed: Deed) -> Found:
    """S43-D41 An event without a zone: `always` or `never`."""
    return deed if read_value(play, word, clause, value, at) == "always" else None


def _places(play: Play, side: Side, word: str, moment: Moment) -> Places[Found]:
    """S43-29.1 The zones at which policies for a window are tried in turn."""
    found: list[Deed] = []

    def deeds() -> Sequence[Deed]:
        if not found:  # there is one at least, or nothing would be put to the side
            found.extend(possible(play, side, word))
        return found

    def read(value: Json, by: By, place: Place) -> Found:
        here = [deed for deed in deeds() if deed.place == place]
        return meant(play, side, value, by, here) if isinstance(value, dict) else None

    return Places(
        order=lambda policy: places(policy, deeds()),
        facts=lambda place: reader(play, side, _zone(place), moment),
        read=read,
    )


def _zone(place: Place) -> int | None:
    return place if isinstance(place, int) else None


def read_answer(play: Play, side: Side, orders: Json, at: str) -> tuple[Entry, ...]:
    """S43-28.19 The entries with which a side answers in a window.

    Each is tried in the position that those before it make, dice changing nothing (28.9); those
    with `if` are checked for form only (28.11).

    Raises:
        OrdersRefused: some of it is illegal.
    """
    entries, wrong = read_entries(play, side, orders, at, tuple(REACTIONS))
    trial = trial_of(play)
    for entry in entries:
        problems = _timing_problems(entry)
        if entry.condition is None:
            problems += REACTIONS[entry.do].problems(trial, side, entry)
            if not problems:
                REACTIONS[entry.do].assume(trial, side, entry)
        wrong += problems
    refuse_in_order(wrong, at)
    return tuple(entries)


def _timing_problems(entry: Entry) -> list[Refusal]:
    """S43-28.15 An answer belongs to the window in which it was asked."""
    if "when" not in entry.fields:
        return []
    text = "an answer is carried out in the window in which you were asked: leave `when` out"
    return [Refusal("E_WINDOW", f"{entry.at}/when", "S43-28.15", text)]


async def _take_answer(play: Play, side: Side, desk: Desk, choice: Choice[Found]) -> bool:
    """S43-28.16 What a side has answered settles the window for it; no answer is nothing."""
    asks = play.current.window_asks
    asks[side] = asks.get(side, 0) + 1
    desk.answered.append(side)
    if isinstance(choice.value, tuple):
        entries = [(e, By("answer", choice.by.doc, e.at)) for e in choice.value]
        desk.entries[side].extend(entries)
    return await _turn(play, side, desk)
