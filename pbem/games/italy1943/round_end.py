"""The end of a combat round (14.10 to 14.12, 17.8, decisions D28 to D31)."""

from __future__ import annotations

from typing import Any

from pbem.canon.canonical import Json
from pbem.engine.decisions import Choice, Decision, joint, question
from pbem.games.italy1943.asking import not_an_option, read_value
from pbem.games.italy1943.battle_events import call_reserves, stop_battle
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.fight import Fight, defenders
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.losses import BY_DEFAULT, Choices, held_first
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.playing import may_play
from pbem.games.italy1943.retreat import (
    Retreated,
    able_to_leave,
    carry_out_retreat,
    leaving,
    retreat_to,
    way_out,
)

NOT: Choice[Any] = Choice(None, BY_DEFAULT)
"""What was not among the options."""


async def end_round(play: Play, fight: Fight) -> bool:
    """S43-14.10, S43-14.11 The decisions after a round in which neither side was wiped out.

    Returns:
        whether a further round follows.
    """
    tracks = play.facts.tracks
    is_last = fight.round >= tracks.rounds_with_reserves
    if is_last or (fight.round >= tracks.rounds and not await _reserves(play, fight)):
        fight.ending = "last_round"
        return False
    await _defender_decides(play, fight)
    if not fight.ending and defenders(play, fight).size:
        await _attacker_decides(play, fight)
    return not fight.ending and bool(defenders(play, fight).size)


async def _reserves(play: Play, fight: Fight) -> bool:
    """S43-D31 Whether the attacker plays Reserves after the last ordinary round."""
    side = fight.attacker
    if not may_play(play, side, "reserves"):
        return False
    heading = fight.heading(play, "end", side, "S43-D31")
    (choice,) = await question(heading, _yes_or_no(play, fight, side, "reserves", "S43-D31"))
    if choice.value:
        call_reserves(play, fight, choice.by)
    return choice.value


async def _defender_decides(play: Play, fight: Fight) -> None:
    """S43-14.10 The defender retreats with all or part, plays Stop Battle, or stands."""
    side = fight.defender
    decisions = [*_retreat_decisions(play, fight), *_stop_decision(play, fight, side)]
    choices = await _ask(play, fight, side, "S43-D28", decisions)
    force = choices.get("retreat", NOT).value
    if force is not None and force.size:
        _retreat(play, fight, force, choices)
    elif choices.get("stop_battle", NOT).value:
        stop_battle(play, fight, side, choices["stop_battle"].by)


async def _attacker_decides(play: Play, fight: Fight) -> None:
    """S43-14.10, S43-14.12 The attacker goes on, breaks off, or plays Stop Battle."""
    side = fight.attacker
    decisions = [
        _yes_or_no(play, fight, side, "break_off", "S43-D30"),
        *_stop_decision(play, fight, side),
    ]
    choices = await _ask(play, fight, side, "S43-D30", decisions)
    if choices["break_off"].value:
        fight.ending, fight.ended_by = "broken_off", choices["break_off"].by
    elif choices.get("stop_battle", NOT).value:
        stop_battle(play, fight, side, choices["stop_battle"].by)


async def _ask(
    play: Play, fight: Fight, side: Side, clause: str, decisions: list[Decision[Any]]
) -> Choices:
    if not decisions:
        return {}
    given = await joint(fight.heading(play, "end", side, clause), decisions)
    return {each.word: choice for each, choice in zip(decisions, given, strict=True)}


def _stop_decision(play: Play, fight: Fight, side: Side) -> list[Decision[Any]]:
    """S43-D29 Stop Battle, where it can be played."""
    if not may_play(play, side, "stop_battle"):
        return []
    return [_yes_or_no(play, fight, side, "stop_battle", "S43-D29")]


def _yes_or_no(play: Play, fight: Fight, side: Side, word: str, clause: str) -> Decision[bool]:
    """S43-D29, S43-D30, S43-D31 A decision with the values `always` and `never`, by default no."""
    return decision(
        word,
        clause,
        lambda value, at: read_value(play, word, clause, value, at) == "always",
        lambda: False,
        "default",
        zone=fight.zone,
        facts=reader(play, side, fight.zone, moment(play, fight, side)),
        offer=lambda: ["never", "always"],
    )


def _retreat_decisions(play: Play, fight: Fight) -> list[Decision[Any]]:
    """S43-D28 The retreat of all or part, where anything can leave, and where to."""
    side, zone = fight.defender, fight.zone
    able = able_to_leave(play, side, zone)
    if not able.size:
        return []
    facts = moment(play, fight, side)
    found: list[Decision[Any]] = [
        decision(
            "retreat",
            "S43-D28",
            lambda value, at: _read_retreat(play, fight, value, at),
            Force,
            "ask",
            zone=zone,
            facts=reader(play, side, zone, facts),
            offer=able.data,
        ),
        retreat_to(play, side, zone, "S43-D28", facts),
    ]
    if able.free and able.held:
        found.append(held_first(play, side, zone, facts))
    return found


def _read_retreat(play: Play, fight: Fight, value: Json, at: str) -> Force:
    """S43-D28 The forces that retreat; none for `never`.

    Raises:
        OrdersRefused: E_OPTION, some of all cannot leave, or none of those named can.
    """
    written = read_value(play, "retreat", "S43-D28", value, at)
    if isinstance(written, dict):
        return leaving(play, fight.defender, fight.zone, written, at, "S43-D28")
    if written == "never":
        return Force()
    everything = defenders(play, fight)
    if not way_out(play, fight.defender, fight.zone).is_enough_for(everything):
        not_an_option(at, "S43-17.7", "not all forces of the zone have a way out", ("never",))
    return everything


def _retreat(play: Play, fight: Fight, force: Force, choices: Choices) -> None:
    """S43-17.8, S43-19.21 All or part of the defenders leave, held cubes last by default."""
    here = defenders(play, fight)
    first = choices.get("held_first", NOT).value is True
    held = min(force.cubes, here.held) if first else max(0, force.cubes - here.free)
    leaving = Force(force.cubes, held, force.counters)
    to = choices["retreat_to"]
    moves = carry_out_retreat(play, fight.defender, fight.zone, leaving, to.value)
    fight.retreated_to = tuple(move.to for move in moves)
    play.tell(
        Retreated(
            clause="S43-17.8",
            zone=fight.zone,
            round=fight.round,
            side=fight.defender,
            moves=moves,
            to_meet_loss=False,
            by=choices["retreat"].by,
            to_by=to.by,
        )
    )
