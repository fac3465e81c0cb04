"""Forces at sea that may be intercepted, and what is told of it (10.8 to 10.13, 18.8)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Filing
from pbem.engine.events import Event
from pbem.games.italy1943.pieces import Force, Side

InterceptWord: TypeAlias = Literal["intercept_transport", "intercept_landing"]


@immutable(frozen=True, slots=True, kw_only=True)
class Passage:
    """S43-10.8, S43-18.8 Forces at sea (at the place `afloat`) that may be intercepted once.

    Attributes:
        name: the name in ask ids and labels: ``transport:19-17#2`` or ``landing:14``.
        zone: where they arrive or land.
        owner: whose forces they are.
        word: the decision of the other side.
        plan: the plan of a landing, for the owner's losses.
    """

    name: str
    zone: int
    owner: Side
    word: InterceptWord
    plan: Filing | None = None

    @property
    def landing(self) -> bool:
        """S43-18.8 Whether it is a landing, not a transport."""
        return self.word == "intercept_landing"

    @property
    def decision_clause(self) -> str:
        """The clause of the decision of the other side."""
        return "S43-D20" if self.landing else "S43-D14"

    @property
    def clause(self) -> str:
        """The clause of the interception itself."""
        return "S43-18.8" if self.landing else "S43-10.11"


@immutable(frozen=True, slots=True, kw_only=True)
class Shot:
    """The die of one interceptor.

    Attributes:
        piece: the interceptor.
        label: the full label of its die.
        die: what it rolled.
        hit: whether that eliminates one of the carried forces.
    """

    piece: str
    label: str
    die: int
    hit: bool

    def data(self) -> dict[str, Json]:
        """The shot as events carry it."""
        return {"piece": self.piece, "label": self.label, "die": self.die, "hit": self.hit}


class PassageIntercepted(Event):
    """S43-10.11, S43-18.8 Forces at sea were intercepted.

    Attributes:
        side: the intercepting side.
        zone: where the forces were to arrive or land.
        landing: whether it was a landing.
        carried: the forces at sea.
        shots: the interceptors, all engaged now, with their dice.
        needs: the lowest die that hits.
        hits: how many hit.
        by: what decided.
    """

    side: Side
    zone: int
    landing: bool
    carried: Force
    shots: tuple[Shot, ...]
    needs: int
    hits: int
    by: By


class PassageLetThrough(Event):
    """S43-D14, S43-D20 A side that could have intercepted forces at sea did not.

    Attributes:
        side: the side.
        zone: where the forces arrive or land.
        landing: whether it is a landing.
        by: what decided.
    """

    side: Side
    zone: int
    landing: bool
    by: By
