"""The turn (section 4): its steps as a list, what each of them runs, and which comes next."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any, Final

from pbem.engine.game import StepEnd
from pbem.games.italy1943.additional import another_impulse
from pbem.games.italy1943.beginning import begin
from pbem.games.italy1943.deployment import deploy_axis
from pbem.games.italy1943.impulse import play_impulse
from pbem.games.italy1943.initiative import decide_initiative, in_order
from pbem.games.italy1943.overlord import start_overlord
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement_phase import reinforce
from pbem.games.italy1943.steps import Step, StepWord
from pbem.games.italy1943.turn_end import end_turn

RUN: Final[Mapping[StepWord, Callable[[Play], Coroutine[Any, Any, None]]]] = {
    "begin": begin,
    "setup": deploy_axis,
    "overlord": start_overlord,
    "initiative": decide_initiative,
    "reinforce": reinforce,
    "impulse": play_impulse,
    "supply": end_turn,
}
"""S43-28.18 What each step of a turn runs."""


async def play_step(play: Play) -> StepEnd:
    """S43-4.2, S43-28.18 Run the step that is due, and put the marker on the next one."""
    step = play.pos.step
    await RUN[step.word](play)
    if play.over is None:
        play.pos.step = await _next(play, step)
    return StepEnd(play.pos.to_data(), over=play.over)


def opening_steps(pos: Position) -> Iterator[Step]:
    """S43-4.2, S43-4.3, S43-28.18 The steps of a turn up to its first impulse, in order."""
    if pos.turn == 1:
        yield Step("setup")
    if pos.facts.turn(pos.turn).overlord:
        yield Step("overlord")
    yield Step("initiative")
    if pos.turn > 1:
        yield from (Step("reinforce", side=side) for side in in_order(pos))
    yield Step("impulse", number=1)


async def _next(play: Play, step: Step) -> Step:
    """S43-28.18 The step that follows; after the end of a turn the first of the next turn."""
    if step.word == "supply":
        play.pos.initiative, play.pos.passes = None, 0
        return next(opening_steps(play.pos))
    if step.word == "impulse":
        more = await another_impulse(play)
        return Step("impulse", number=step.number + 1) if more else Step("supply")
    if step.word == "begin":
        return Step("initiative")
    due = opening_steps(play.pos)
    for done in due:
        if done == step:
            break
    return next(due)
