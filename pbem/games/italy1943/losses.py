"""Losses (section 16) and the order in which they are taken (29.1).

A `Toll` is what one side has to satisfy, with the `Stand` it can use. Combat, bombardment and
interception build their own tolls and share everything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final, Literal, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Choice, Decision, Filing, joint
from pbem.engine.events import Event
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943.asking import read_value
from pbem.games.italy1943.attack import drop_lost
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.pieces import Force, Side
from pbem.games.italy1943.play import Moment, Play, decision
from pbem.games.italy1943.stands import Loss, Stand
from pbem.mechanics.losses import Order, Tally, has_choice, satisfy, ways

Cause: TypeAlias = Literal["combat", "bombardment", "fleet", "interception"]

DEFAULT_ORDER: Final = tokens(
    *("engage:elite", "engage:paratroopers", "engage:tank", "engage:plane", "cube", "line"),
    *("eliminate:plane", "eliminate:paratroopers", "eliminate:tank", "eliminate:elite"),
)
"""S43-29.1 How losses are taken that the owner leaves open."""

CARRIED_ORDER: Final = tokens("cube", "eliminate:tank", "eliminate:paratroopers", "eliminate:elite")
"""S43-29.1 The same for forces lost by interception."""


@immutable(frozen=True, kw_only=True)
class Toll:
    """S43-16.1 The losses of one side at one moment.

    Attributes:
        side: who has to satisfy them.
        zone: the zone of the event.
        losses: how many, the absorbed ones included.
        cause: what inflicted them.
        stand: what can satisfy those that were not absorbed.
        clause: the clause of the decision.
        moment: the facts of the moment; `cause` and `losses` are added.
        absorbed: losses that elites have already absorbed (D25).
        tally: the uses of entries so far in this combat.
        round: the round of the combat, None outside combats.
    """

    side: Side
    zone: int
    losses: int
    cause: Cause
    stand: Stand
    clause: str
    moment: Moment = field(default_factory=dict)
    absorbed: tuple[Loss, ...] = ()
    tally: Tally = field(default_factory=Tally)
    round: int | None = None

    @property
    def due(self) -> int:
        """The losses that are still to be satisfied."""
        return self.losses - len(self.absorbed)


class LossesTaken(Event):
    """S43-16.1 A side satisfied its losses.

    Attributes:
        side: whose losses.
        zone: the zone of the event.
        cause: what inflicted them.
        losses: how many there were.
        taken: how they were met, as far as they could be (16.7).
        by: what decided.
        round: the round of the combat; None outside combats.
        absorbed: how many of `taken`, from the first, elites have absorbed (19.4); None for none.
    """

    side: Side
    zone: int
    cause: Cause
    losses: int
    taken: tuple[Loss, ...]
    by: By
    round: int | None = None
    absorbed: int | None = None


Choices: TypeAlias = Mapping[str, Choice[Any]]
"""Choices by the word of their decision."""

BY_DEFAULT: Final = By("default")


def loss_decisions(
    play: Play, toll: Toll, unfiled: Literal["ask", "default"]
) -> list[Decision[Any]]:
    """S43-D15, S43-D16, S43-D21, S43-D26 What the owner decides; nothing where no choice is."""
    found: list[Decision[Any]] = []
    if has_choice(toll.stand, toll.due):
        found.append(_order_of_loss(play, toll, unfiled))
    if toll.stand.has_mixed_cubes():
        found.append(held_first(play, toll.side, toll.zone, toll_facts(toll)))
    return found


def toll_facts(toll: Toll) -> Moment:
    """S43-29.1 The facts of the moment at which losses are taken."""
    return {**toll.moment, "cause": toll.cause, "losses": toll.losses}


def _order_of_loss(
    play: Play, toll: Toll, unfiled: Literal["ask", "default"]
) -> Decision[tuple[Token, ...]]:
    return decision(
        "losses",
        toll.clause,
        lambda value, at: read_order(play, toll.clause, value, at),
        lambda: (),
        unfiled,
        zone=toll.zone,
        facts=reader(play, toll.side, toll.zone, toll_facts(toll)),
        offer=lambda: _ways(toll),
    )


def _ways(toll: Toll) -> Json:
    """S43-16.2 How the losses can be satisfied: the first one, and besides those behind it."""
    first = [str(token) for token in toll.stand.choices(toll.due)]
    every = [str(token) for token in ways(toll.stand, toll.due)]
    plain: dict[str, Json] = {"losses": toll.due, "options": [*first]}
    later: list[Json] = [token for token in every if token not in first]
    return {**plain, "later": later} if later else plain


def read_order(play: Play, clause: str, value: Json, at: str) -> tuple[Token, ...]:
    """S43-29.1 An order of loss.

    What does not apply is passed over when the losses are taken, so every well-formed list is
    possible.

    Raises:
        OrdersRefused: E_OPTION, it is not well formed.
    """
    entries = read_value(play, "losses", clause, value, at)
    return tokens(*map(str, entries)) if isinstance(entries, list) else ()


def held_first(play: Play, side: Side, zone: int, moment: Moment) -> Decision[bool | None]:
    """S43-D45 Whether held cubes go before free ones; None leaves it to the clause."""
    return decision(
        "held_first",
        "S43-D45",
        lambda value, at: read_value(play, "held_first", "S43-D45", value, at) == "always",
        lambda: None,
        "default",
        zone=zone,
        facts=reader(play, side, zone, moment),
    )


def losses_taken(toll: Toll, choices: Choices) -> tuple[Loss, ...]:
    """S43-16.7, S43-29.1 How the losses are satisfied, as many as possible."""
    entries, by = (), BY_DEFAULT
    if "losses" in choices:
        entries, by = choices["losses"].value, choices["losses"].by
    held = choices["held_first"].value if "held_first" in choices else None
    stand = replace(toll.stand, held_first=held is not False)
    default = CARRIED_ORDER if toll.cause == "interception" else DEFAULT_ORDER
    order = Order(entries, (by.source, by.doc, by.at))
    return (*toll.absorbed, *satisfy(stand, toll.due, order, default, toll.tally))


def remove_losses(play: Play, side: Side, taken: Sequence[Loss]) -> None:
    """S43-16.2 Take the losses off the board; a retreat is carried out by section 17."""
    for loss in taken:
        if loss.what == "cube":
            _remove_cube(play, side, loss)
        elif loss.what == "engaged":
            play.pos.engage(loss.piece)
        elif loss.what == "eliminated":
            play.pos.eliminate_counter(loss.piece)
        elif loss.what == "line" and isinstance(loss.place, int):
            play.pos.eliminate_line(loss.place)


def _remove_cube(play: Play, side: Side, loss: Loss) -> None:
    """S43-10.4, S43-16.2 A cube goes to the pool; one that was carried over sea goes first."""
    play.pos.eliminate(side, loss.place, Force(cubes=1, held=int(loss.held)))
    if play.impulse is not None and play.impulse.active == side and isinstance(loss.place, int):
        play.impulse.take_carried(loss.place, int(not loss.held))


def tell_losses(play: Play, toll: Toll, taken: tuple[Loss, ...], choices: Choices) -> None:
    """S43-16.1 Put the losses of a side on the record."""
    play.tell(
        LossesTaken(
            clause=toll.clause,
            side=toll.side,
            zone=toll.zone,
            cause=toll.cause,
            losses=toll.losses,
            taken=taken,
            by=choices["losses"].by if "losses" in choices else BY_DEFAULT,
            round=toll.round,
            absorbed=len(toll.absorbed) or None,
        )
    )


async def suffer(play: Play, toll: Toll, ask: str, plan: Filing | None = None) -> tuple[Loss, ...]:
    """S43-16.1 Let a side satisfy losses outside the rounds of a combat.

    Args:
        play: the run of the step.
        toll: the losses; nothing happens when there are none.
        ask: the ask id without its step (28.19).
        plan: the plan that goes before other policies.
    """
    if not toll.losses:
        return ()
    choices: Choices = {}
    decisions = loss_decisions(play, toll, "default")
    if decisions:
        heading = play.heading(ask, toll.side, "losses", toll.clause, plan)
        given = await joint(heading, decisions)
        choices = {each.word: choice for each, choice in zip(decisions, given, strict=True)}
    taken = losses_taken(toll, choices)
    remove_losses(play, toll.side, taken)
    if play.impulse is not None:
        drop_lost(play.impulse.attacks, play.pos)
    tell_losses(play, toll, taken, choices)
    return taken
