"""Attacks and landings of 1943-1945 that are declared and fought at once, without windows.

    done = skirmish(position({20: "3C", 17: "axis C"}), attack(17, {20: "3C"}),
                    dice={"combat:17/round:1/attacker": [6, 1, 1], ...})

Labels and ask ids are written without the step, which is that of the position (`t2/i1`).
"""

from __future__ import annotations

import re

from pbem.games.italy1943.attacks import check_attack, check_landing, declare
from pbem.games.italy1943.combat import fight
from support.entries import play_in, policy
from support.italy1943 import position, shorthand
from support.running import FRAME, run

DEFAULTS = {"allied": [policy("*", "default")], "axis": [policy("*", "default")]}
"""Nobody is asked."""


def field(stacks, **more):
    """A position as of `support.italy1943.position` in which no side is without forces.

    An Allied cube stands in 21, an Axis cube in 1, if nothing else does.
    """
    return position({21: "C", 1: "axis C", **stacks}, **more)


def orders_of_loss(axis=(), allied=()):
    """Standing orders: an order of loss for each side, everything else by default."""
    lists = {"axis": axis, "allied": allied}
    return {
        side: [*([policy("losses", list(order))] if order else []), *DEFAULTS[side]]
        for side, order in lists.items()
    }


def standing(axis=(), allied=()):
    """Standing orders of both sides, with `default` for everything they do not say."""
    return {"axis": [*axis, *DEFAULTS["axis"]], "allied": [*allied, *DEFAULTS["allied"]]}


def skirmish(pos, *written, before=None, dice=(), answers=(), standing=DEFAULTS, prepare=None):
    """Declare attacks and landings, and fight them in this order; see `support.running.run`.

    `before` is called with the play between the declarations and the first combat.
    """

    async def rule(play):
        for entry in read(*written):
            declare(play, entry, "orders")
        if before:
            before(play)
        for attack in play.current.attacks:
            await fight(play, attack)

    def full(short):
        return {f"{pos.step_id}/{name}": value for name, value in dict(short).items()}

    return run(
        rule, pos, dice=full(dice), answers=full(answers), standing=standing, prepare=prepare
    )


def rounds(zone, *thrown):
    """The dice of the rounds of a combat: a pair of lists for each, attacker and defender.

    An empty list stands for a side that rolls nothing.
    """
    return {
        f"combat:{zone}/round:{number}/{role}": values
        for number, pair in enumerate(thrown, start=1)
        for role, values in zip(("attacker", "defender"), pair, strict=True)
        if values
    }


def read(*written):
    """Order entries, read as from a document; fails on a wrong form."""
    entries, wrong = FRAME.read([dict(entry) for entry in written], ("attack", "landing"))
    assert not wrong, wrong
    return entries


def refused(pos, *written, **lasting):
    """Code and place of what is wrong with the last attack, the others being declared."""
    return [(refusal.code, refusal.at) for refusal in refusals(pos, *written, **lasting)]


def refusals(pos, *written, **lasting):
    """What is wrong with the last of some attacks and landings, the others being declared."""
    play = play_in(pos.copy(), **lasting)
    *before, last = read(*written)
    for entry in before:
        assert not _check(play, entry), _check(play, entry)
        declare(play, entry, "orders")
    return _check(play, last)


def _check(play, entry):
    return (check_landing if entry.do == "landing" else check_attack)(play, entry)


def attack(zone, forces, plan=(), **more):
    """An `attack` entry; forces by zone: ``{20: "3C AL-T1"}``."""
    return _entry({"do": "attack", "zone": zone}, forces, plan, more)


def landing(zone, fleets, forces, plan=(), **more):
    """A `landing` entry; the fleets are named in one text."""
    return _entry({"do": "landing", "zone": zone, "fleets": fleets.split()}, forces, plan, more)


def _entry(head, forces, plan, more):
    written = {**head, "forces": [_force(start, text) for start, text in forces.items()]}
    if plan:
        written["plan"] = list(plan)
    return written | {name.rstrip("_"): value for name, value in more.items()}


def _force(start, text):
    words = text.split()
    cubes = sum(int(word[:-1] or 1) for word in words if re.fullmatch(r"\d*C", word))
    counters = [word.removesuffix("(e)") for word in words if "-" in word]
    written = {"from": start}
    if cubes:
        written["cubes"] = cubes
    if counters:
        written["counters"] = counters
    return written


def answer(decision, value):
    """An `answer` entry."""
    return {"do": "answer", "decision": decision, "value": value}


def stands(done, side, place):
    """What a side has at a place after a run that came to its end, or where it stopped."""
    return shorthand(done.play.pos, side, place)
