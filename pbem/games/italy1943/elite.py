"""Elite units in a fight (19.1 to 19.7, decision D25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, Decision, question
from pbem.engine.events import Event
from pbem.games.italy1943.asking import not_an_option, read_value
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.fight import Fight, forces_of
from pbem.games.italy1943.fire import moment
from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.play import Play, decision

Effect: TypeAlias = Literal["inflict", "absorb", "hold"]

OWNER: Final[Side] = "axis"
"""S43-7.8 Only the Axis has elites."""

CLAUSE: Final = "S43-D25"


class EliteUsed(Event):
    """S43-19.1 A ready elite inflicted a loss on the enemy, or absorbed one of its side."""

    zone: int
    round: int
    elite: str
    effect: Effect
    by: By


async def use_elites(play: Play, fight: Fight) -> tuple[str, ...]:
    """S43-19.1, S43-19.3 The Axis decides on its ready elites, knowing all dice of the round.

    What they inflict is added to the losses of the enemy.

    Returns:
        the elites that absorb one loss each.
    """
    elites = ready_elites(play, fight)
    if not elites:
        return ()
    heading = fight.heading(play, "elite", OWNER, CLAUSE)
    (choice,) = await question(heading, _effects(play, fight, elites))
    _inflict(play, fight, _with_effect(choice.value, "inflict"), choice.by)
    absorbing = _with_effect(choice.value, "absorb")[: fight.losses[OWNER]]
    for elite in absorbing:
        _tell(play, fight, elite, "absorb", choice.by)
    return absorbing


def _effects(play: Play, fight: Fight, elites: tuple[str, ...]) -> Decision[Mapping[str, Effect]]:
    """S43-D25 What each ready elite does; by default it absorbs a loss if there is one."""
    usual: Effect = "absorb" if fight.losses[OWNER] else "hold"
    default = dict.fromkeys(elites, usual)
    return decision(
        "elite",
        CLAUSE,
        lambda value, at: _read(play, default, value, at),
        lambda: default,
        "default",
        zone=fight.zone,
        facts=reader(play, OWNER, fight.zone, moment(play, fight, OWNER)),
        offer=lambda: list(elites),
    )


def ready_elites(play: Play, fight: Fight) -> tuple[str, ...]:
    """S43-19.1, S43-19.6 The ready elites in the fight, in attack or defence."""
    return tuple(
        counter
        for counter in forces_of(play, fight, OWNER).counters
        if play.facts.counter(counter).kind == "elite" and play.pos.is_ready(counter)
    )


def _read(play: Play, default: Mapping[str, Effect], value: Json, at: str) -> Mapping[str, Effect]:
    """S43-D25 What each elite does; those that an object does not name do as by default.

    Raises:
        OrdersRefused: E_OPTION, no word, or an object that names no ready elite of the fight.
    """
    written = read_value(play, "elite", CLAUSE, value, at)
    if not isinstance(written, dict):
        return dict.fromkeys(default, cast("Effect", written))
    if not default.keys() & written.keys():
        not_an_option(at, CLAUSE, "none of these is a ready elite in this fight", tuple(default))
    return {elite: cast("Effect", written.get(elite, usual)) for elite, usual in default.items()}


def _with_effect(effects: Mapping[str, Effect], effect: Effect) -> tuple[str, ...]:
    return tuple(elite for elite, chosen in effects.items() if chosen == effect)


def _inflict(play: Play, fight: Fight, elites: tuple[str, ...], by: By) -> None:
    """S43-19.2, S43-19.5 Each of the elites becomes engaged and inflicts one loss."""
    for elite in elites:
        play.pos.engage(elite)
        fight.losses[other(OWNER)] += 1
        _tell(play, fight, elite, "inflict", by)


def _tell(play: Play, fight: Fight, elite: str, effect: Effect, by: By) -> None:
    play.tell(
        EliteUsed(
            clause="S43-19.1",
            zone=fight.zone,
            round=fight.round,
            elite=elite,
            effect=effect,
            by=by,
        )
    )
