"""Entries, refusals and policies of 1943-1945 in short, for the tests of its chapters."""

from __future__ import annotations

from dataclasses import replace

from pbem.games.italy1943.action import perform, trial_of
from pbem.games.italy1943.play import Impulse, Play
from support.italy1943 import facts
from support.running import FRAME


def play_in(pos, **lasting) -> Play:
    """A run for looking at things: what happens in it is not put on record."""
    impulse = Impulse(pos.active, **lasting) if pos.step.word == "impulse" else None
    return trial_of(Play(facts(), FRAME, pos, None, pos.step_id, impulse))


def entry(do, at="/orders/0", **fields):
    """An entry as documents are read, its form checked; write `from` and `if` with a `_` behind."""
    written = {name.rstrip("_"): value for name, value in fields.items()}
    entries, refusals = FRAME.read([{"do": do, **written}], (do,))
    assert not refusals, refusals
    return replace(entries[0], at=at)


def codes(refusals):
    """Code and place of each refusal, the place inside the entry."""
    return [(refusal.code, refusal.at.removeprefix("/orders/0")) for refusal in refusals]


def policy(decision, value, **more):
    """A policy; write `if` and `as` with a `_` behind."""
    named = {name.rstrip("_"): member for name, member in more.items()}
    return {"decision": decision, "value": value, **named}


def carry_out(action, *entries):
    """A rule for `support.running.run`: the active player's entries, one after the other."""

    async def rule(play):
        for each in entries:
            await perform(play, action, each)

    return rule
