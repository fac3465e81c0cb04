"""Orders of loss (orders format, section 5): which pieces satisfy the losses of a side.

What a token means, and which pieces it can take, is the game's matter: it hands over a `Stand`,
the pieces that can still satisfy losses. Here is what all games share: the list is read from the
start for each loss, the first token that applies is used, a cap ends a token, and what the list
leaves open is taken in the default order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeVar

from pbem.canon.immutable import immutable
from pbem.engine.tokens import Token

Taken = TypeVar("Taken")
Taken_co = TypeVar("Taken_co", covariant=True)


class Stand(Hashable, Protocol[Taken_co]):
    """The pieces that can satisfy losses, as an immutable value: equal ones are equal outcomes."""

    def take(self, token: Token, still_open: int) -> tuple[Taken_co, Self] | None:
        """What one loss takes through a token, and what stands after it.

        Args:
            token: one entry of an order of loss.
            still_open: losses not yet satisfied, this one included.

        Returns:
            None when the token does not apply now.
        """

    def choices(self, still_open: int) -> Iterator[Token]:
        """Every token that applies now and leads to a different outcome of this loss."""


@immutable(frozen=True, slots=True)
class Order:
    """An order of loss as somebody wrote it.

    Attributes:
        entries: its tokens.
        name: what tells it from other lists: the caps of one list count on from round to round.
    """

    entries: tuple[Token, ...] = ()
    name: Hashable = ""


@dataclass(slots=True)
class Tally:
    """How often each entry of each order of loss has been used, for caps of `:n` and `:n/round`.

    One tally serves one side in one combat; outside combats, one roll.
    """

    combat: dict[tuple[Hashable, int], int] = field(default_factory=dict)
    round: dict[tuple[Hashable, int], int] = field(default_factory=dict)

    def new_round(self) -> None:
        """Begin to count `:n/round` anew."""
        self.round.clear()

    def open_entries(self, order: Order) -> Iterator[tuple[int, Token]]:
        """The entries of a list whose cap is not reached, with their positions."""
        for index, token in enumerate(order.entries):
            used = self.round if token.per_round else self.combat
            if token.most is None or used.get((order.name, index), 0) < token.most:
                yield index, token

    def count(self, order: Order, index: int) -> None:
        """Note that one loss was satisfied through an entry."""
        for used in (self.combat, self.round):
            used[order.name, index] = used.get((order.name, index), 0) + 1


def satisfy(
    stand: Stand[Taken], losses: int, order: Order, default: Sequence[Token], tally: Tally
) -> tuple[Taken, ...]:
    """What is taken for the losses of a side, one after the other.

    Losses beyond what the pieces can satisfy are dropped.

    Args:
        stand: the pieces that can satisfy losses.
        losses: the number of losses.
        order: the owner's order of loss; an empty one leaves everything to the default order.
        default: the default order.
        tally: the uses of entries so far; counted on.
    """
    taken: list[Taken] = []
    for still_open in range(losses, 0, -1):
        step = _by_order(stand, still_open, order, tally) or _first(stand, still_open, default)
        if step is None:
            break
        loss, stand = step
        taken.append(loss)
    return tuple(taken)


def _by_order(
    stand: Stand[Taken], still_open: int, order: Order, tally: Tally
) -> tuple[Taken, Stand[Taken]] | None:
    for index, token in tally.open_entries(order):
        step = stand.take(token, still_open)
        if step is not None:
            tally.count(order, index)
            return step
    return None


def _first(
    stand: Stand[Taken], still_open: int, entries: Sequence[Token]
) -> tuple[Taken, Stand[Taken]] | None:
    steps = (stand.take(token, still_open) for token in entries)
    return next((step for step in steps if step is not None), None)


def outcomes(stand: Stand[Taken], losses: int) -> Iterator[Stand[Taken]]:
    """Every different way in which the pieces can stand when the losses have been satisfied.

    Losses that nothing is left for are dropped, as in `satisfy`.
    """
    if not losses:
        yield stand
        return
    level = {stand: None}
    for still_open in range(losses, 1, -1):
        level = dict.fromkeys(after for before in level for after in _each_step(before, still_open))
    found: set[Stand[Taken]] = set()
    for before in level:
        for after in _each_step(before, 1):
            if after not in found:  # one by one, because mostly it is asked whether there are two
                found.add(after)
                yield after


def _each_step(stand: Stand[Taken], still_open: int) -> Iterator[Stand[Taken]]:
    stuck = True
    for token in stand.choices(still_open):
        step = stand.take(token, still_open)
        if step is not None:
            stuck = False
            yield step[1]
    if stuck:
        yield stand


def ways(stand: Stand[Taken], losses: int) -> tuple[Token, ...]:
    """Every token that can take one of the losses: those for the first one come first."""
    found: dict[Token, None] = {}
    level = {stand: None}
    for still_open in range(losses, 0, -1):
        for before in level:
            found.update(dict.fromkeys(before.choices(still_open)))
        level = dict.fromkeys(after for before in level for after in _each_step(before, still_open))
    return tuple(found)


def has_choice(stand: Stand[Taken], losses: int) -> bool:
    """Whether the owner of the pieces decides anything: two different outcomes at least."""
    found = outcomes(stand, losses)
    next(found)
    return next(found, None) is not None
