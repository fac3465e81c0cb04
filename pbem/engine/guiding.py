"""What a game tells somebody who writes orders (`pbem.engine.game.Guides`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from pbem.canon.canonical import Json
from pbem.canon.forms import Form
from pbem.canon.immutable import immutable
from pbem.engine.entries import Frame


@immutable(frozen=True, kw_only=True)
class Guide:
    """What helps to answer one question.

    Attributes:
        frame: the frame in which zones and pieces are those that are possible now. It leaves out
            nothing that is legal, but may hold more.
        view: the position at the moment of the question, as reports show positions.
        legal: what is legal now, one line each; what decisions offer is not repeated.
        takes: the order types that the seat can use in its answer; () if the question says it all.
        values: for decisions that are answered: the form of the value, where it is narrower than
            that of the frame's vocabulary.
    """

    frame: Frame
    view: Mapping[str, Json]
    legal: Sequence[str] = ()
    takes: Sequence[str] = ()
    values: Mapping[str, Form] = field(default_factory=dict)


@immutable(frozen=True)
class Advice:
    """One decision of a seat, for somebody who begins with standing orders.

    Attributes:
        decision: its word.
        clause: the clause that gives the choice.
        unfiled: what happens when nothing is on file.
        example: a value that it may have in a policy.
        asked_if: where `unfiled` is `default`: the condition under which the seat is asked all
            the same; {} for none.
    """

    decision: str
    clause: str
    unfiled: Literal["ask", "default"]
    example: Json
    asked_if: Mapping[str, Json] = field(default_factory=dict)

    def unchanged(self) -> list[dict[str, Json]]:
        """The policies that say what happens without them."""
        policies: list[dict[str, Json]] = []
        if self.asked_if:
            policies.append({"decision": self.decision, "if": dict(self.asked_if), "value": "ask"})
        return [*policies, {"decision": self.decision, "value": self.unfiled}]


@immutable(frozen=True)
class Supposed:
    """An attack that nobody has ordered.

    Attributes:
        opening: the position in which its step opens.
        seat: who attacks.
        orders: the orders of the attack.
        place: what is attacked, as reports name it.
    """

    opening: Mapping[str, Json]
    seat: str
    orders: Sequence[Json]
    place: str
