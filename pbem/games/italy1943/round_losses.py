"""The losses of a combat round (14.9, 16.1 to 16.10, decisions D26 and D27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.engine.decisions import Choice, Decision, Question, joint, together
from pbem.engine.tokens import Token
from pbem.games.italy1943.elite import OWNER
from pbem.games.italy1943.fight import Fight, dropped
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.losses import (
    BY_DEFAULT,
    Choices,
    Toll,
    loss_decisions,
    losses_taken,
    remove_losses,
    tell_losses,
    toll_facts,
)
from pbem.games.italy1943.pieces import DROPPED, KINDS, Force, Place, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.retreat import (
    Retreated,
    carry_out_retreat,
    exits,
    retreat_to,
    way_out,
)
from pbem.games.italy1943.stands import (
    Cubes,
    Loss,
    Stand,
    Victim,
    cubes_of,
    stand_in_zone,
    victims_of,
)
from pbem.games.italy1943.victory import test_elimination


@dataclass
class _Bill:
    """The losses of one side in a round, and what it decides about them."""

    toll: Toll
    decisions: Sequence[Decision[Any]]
    choices: Choices
    taken: tuple[Loss, ...] = ()


async def take_losses(play: Play, fight: Fight, absorbing: Sequence[str]) -> None:
    """S43-14.9, S43-16.1 Both sides satisfy their losses, neither seeing what the other does.

    Args:
        play: the run of the step.
        fight: the combat, its dice rolled and the effects of elites added.
        absorbing: the elites that absorb one loss each (19.4).
    """
    bills = [
        _bill(play, fight, side, absorbing)
        for side in (fight.attacker, fight.defender)
        if fight.losses[side]
    ]
    await _ask(play, fight, [bill for bill in bills if bill.decisions])
    for bill in bills:
        bill.taken = losses_taken(bill.toll, bill.choices)
    for bill in bills:
        _take(play, fight, bill)
    test_elimination(play)


def _bill(play: Play, fight: Fight, side: Side, absorbing: Sequence[str]) -> _Bill:
    """S43-D26, S43-D27 What a side has to satisfy, and its decisions."""
    stand, absorbed = _absorb(_stand(play, fight, side), absorbing if side == OWNER else ())
    toll = Toll(
        side=side,
        zone=fight.zone,
        losses=fight.losses[side],
        cause="combat",
        stand=stand,
        clause="S43-D26",
        moment=moment(play, fight, side),
        absorbed=absorbed,
        tally=fight.tallies[side],
        round=fight.round,
    )
    decisions = loss_decisions(play, toll, "ask")
    if decisions and side == fight.defender and exits(play, side, fight.zone):
        decisions.append(retreat_to(play, side, fight.zone, "S43-D27", toll_facts(toll)))
    return _Bill(toll, decisions, {})


def _absorb(stand: Stand, elites: Sequence[str]) -> tuple[Stand, tuple[Loss, ...]]:
    """S43-19.4 Elites that absorb are turned over for a loss, in front of all others."""
    absorbed: list[Loss] = []
    for elite in elites:
        step = stand.take(Token(elite, verb="engage"), len(elites))
        if step is not None:
            loss, stand = step
            absorbed.append(loss)
    return stand, tuple(absorbed)


def _stand(play: Play, fight: Fight, side: Side) -> Stand:
    """S43-16.4, S43-16.5 What a side can satisfy losses with."""
    stand = _of_attacker(play, fight) if side == fight.attacker else _of_defender(play, fight)
    return replace(stand, counters=_in_order(play, fight, side, stand.counters))


def _of_attacker(play: Play, fight: Fight) -> Stand:
    """S43-16.4, S43-16.10 The committed land forces, and paratroopers dropped into the fight."""
    cubes: list[Cubes] = []
    counters: list[Victim] = []
    parts: dict[Place, Force] = {**fight.attack.forces, DROPPED: dropped(play, fight)}
    for place, force in parts.items():
        cubes += cubes_of(force, place)
        counters += victims_of(play.pos, force, place)
    if play.facts.zone(fight.zone).mountain:
        counters = [replace(victim, turnable=victim.kind != "tank") for victim in counters]
    return Stand(tuple(cubes), tuple(counters))


def _of_defender(play: Play, fight: Fight) -> Stand:
    """S43-16.5, S43-17.1 All forces in the zone and the line; the last loss may be a retreat."""
    side, zone = fight.defender, fight.zone
    out = way_out(play, side, zone)
    return replace(stand_in_zone(play.pos, side, zone), may_retreat=out.is_enough_for)


def _in_order(
    play: Play, fight: Fight, side: Side, victims: Sequence[Victim]
) -> tuple[Victim, ...]:
    """S43-29.1 Of one kind those that do not support come first, then as in `forces.json`."""
    order = list(play.facts.counters)
    supporting = (fight.tank.get(side), fight.plane.get(side))

    def key(victim: Victim) -> tuple[int, bool, int]:
        return KINDS.index(victim.kind), victim.id in supporting, order.index(victim.id)

    return tuple(sorted(victims, key=key))


async def _ask(play: Play, fight: Fight, bills: Sequence[_Bill]) -> None:
    """S43-28.19 The questions about losses; if both sides are asked, both at once."""
    questions = [_question(play, fight, bill) for bill in bills]
    given: tuple[tuple[Choice[Any], ...], ...] = ()
    if len(questions) == 2:
        given = await together(*questions)
    elif questions:
        given = (await questions[0],)
    for bill, choices in zip(bills, given, strict=True):
        words = (each.word for each in bill.decisions)
        bill.choices = dict(zip(words, choices, strict=True))


def _question(play: Play, fight: Fight, bill: _Bill) -> Question[tuple[Choice[Any], ...]]:
    heading = fight.heading(play, "losses", bill.toll.side, "S43-D26")
    return joint(heading, bill.decisions)


def _take(play: Play, fight: Fight, bill: _Bill) -> None:
    """S43-16.2 Take the losses of a side, and carry out the retreat that is one of them."""
    side = bill.toll.side
    remove_losses(play, side, bill.taken)
    if side == fight.attacker:
        _take_off(fight, bill.taken)
    tell_losses(play, bill.toll, bill.taken, bill.choices)
    if any(loss.what == "retreat" for loss in bill.taken):
        _retreat(play, fight, bill.choices)


def _take_off(fight: Fight, taken: Sequence[Loss]) -> None:
    """S43-13.9 Eliminated forces are no longer committed."""
    for loss in taken:
        if loss.what == "cube":
            fight.attack.lose(loss.place, Force(cubes=1, held=int(loss.held)))
        elif loss.what == "eliminated":
            fight.attack.lose(loss.place, Force(counters=(loss.piece,)))


def _retreat(play: Play, fight: Fight, choices: Choices) -> None:
    """S43-17.1 All that is left leaves the zone."""
    side, zone = fight.defender, fight.zone
    left = stand_in_zone(play.pos, side, zone).left()
    to = choices.get("retreat_to", Choice((), BY_DEFAULT))
    moves = carry_out_retreat(play, side, zone, left, to.value)
    fight.retreated_to = tuple(move.to for move in moves)
    play.tell(
        Retreated(
            clause="S43-17.1",
            zone=zone,
            round=fight.round,
            side=side,
            moves=moves,
            to_meet_loss=True,
            by=choices["losses"].by,
            to_by=to.by,
        )
    )
