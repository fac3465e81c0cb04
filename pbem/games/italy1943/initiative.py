"""Initiative (section 5): the dice of both sides, and the choice of the higher one."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, orders_question
from pbem.engine.events import Event
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.documents import read_entries, refuse_in_order
from pbem.games.italy1943.pieces import Side, other
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.position import Position


class InitiativeRolled(Event):
    """S43-5.1 Both sides rolled for the initiative.

    Attributes:
        labels: the labels of the dice, the Allied one first.
        allied: the Allied die.
        axis: the Axis die.
        chooser: who decides who has it.
    """

    labels: tuple[str, str]
    allied: int
    axis: int
    chooser: Side


class InitiativeDecided(Event):
    """S43-5.2 The owner of the higher die took the initiative or gave it away.

    Attributes:
        chooser: who decided.
        side: who has it this turn.
        by: what decided.
    """

    chooser: Side
    side: Side
    by: By


async def decide_initiative(play: Play) -> None:
    """S43-5.1, S43-5.2, S43-D01 Roll for the initiative; the higher die takes or gives it."""
    side = _roll(play)
    choose = decision(
        "initiative",
        "S43-D01",
        lambda value, _: _owner(side, value),
        lambda: side,
        "ask",
        facts=reader(play, side, None, {}),
        offer=lambda: ["self", "opponent"],
    )
    heading = play.heading("orders", side, "orders", "S43-D01")
    (choice,) = await orders_question(
        heading, choose, lambda orders, at: _read_orders(play, side, orders, at), ("initiative",)
    )
    play.pos.initiative = choice.value
    play.tell(InitiativeDecided(clause="S43-5.2", chooser=side, side=choice.value, by=choice.by))


def _roll(play: Play) -> Side:
    """S43-5.1, S43-5.3 Both dice, the Allied one first; on equal dice the Allies choose."""
    (allied,), (axis,) = play.roll("allied", 1), play.roll("axis", 1)
    chooser: Side = "axis" if axis > allied else "allied"
    play.tell(
        InitiativeRolled(
            clause="S43-5.1" if allied != axis else "S43-5.3",
            labels=(f"{play.step}/allied", f"{play.step}/axis"),
            allied=allied,
            axis=axis,
            chooser=chooser,
        )
    )
    return chooser


def _owner(chooser: Side, word: Json) -> Side:
    return chooser if word == "self" else other(chooser)


def _read_orders(play: Play, side: Side, orders: Json, at: str) -> Side:
    """S43-O02 The choice that a document makes; without an entry the default."""
    entries, wrong = read_entries(play, side, orders, at, ("initiative",))
    refuse_in_order(wrong, at)
    return _owner(side, entries[0].fields["choice"] if entries else "self")


def in_order(pos: Position) -> tuple[Side, Side]:
    """S43-5.4 Both sides, the one with the initiative first.

    Raises:
        ValueError: nobody has it yet.
    """
    if pos.initiative is None:
        raise ValueError(f"nobody has the initiative in {pos.step_id}")
    return pos.initiative, other(pos.initiative)
