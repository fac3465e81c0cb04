"""One run of a step: what the chapters share while it lasts.

A `Play` holds the position that is being changed, the table (dice and record), and what lasts
only for the impulse: missions flown, events played, attacks declared. It dies with the run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from pbem.canon.canonical import Json
from pbem.engine.decisions import Decision, Filing, Heading, Places, no_offer
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.game import Table
from pbem.engine.policies import Fact, Reader, no_facts
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.words import OWN_ORDERS, topic

T = TypeVar("T")


@dataclass
class Impulse:
    """What lasts for one impulse only.

    Attributes:
        active: whose impulse it is (8.1).
        flown: the planes that flew missions, by the zone they flew from (11.10).
        rebased: planes and partisans moved in the action part (9.13, 19.13).
        carried: counters carried over sea (10.4).
        carried_cubes: how many of the cubes in a zone have been carried over sea (10.4).
        events: the sides that have played their event (23.4).
        strangled: the zone under Strangle (24.12); None if there is none.
        attacks: the attacks declared, in the order of declaration (13.1).
        arrows: attack arrows used (13.3).
        window: the open window that runs (28.1); "" outside windows.
        stirred: whether anything was carried out since the last window (28.13).
        window_asks: how often each side was asked in open windows (28.16).
        transport_asks: how often each side was asked about transports (28.16).
        repeats: how often each name in labels and ask ids was used (28.21).
        spent: the pieces that each policy for windows has used (29.1, `max`), by the side, the
            document and the place in it.
    """

    active: Side
    flown: dict[int, set[str]] = field(default_factory=dict)
    rebased: set[str] = field(default_factory=set)
    carried: set[str] = field(default_factory=set)
    carried_cubes: dict[int, int] = field(default_factory=dict)
    events: set[Side] = field(default_factory=set)
    strangled: int | None = None
    attacks: list[Attack] = field(default_factory=list)
    arrows: int = 0
    window: str = ""
    stirred: bool = False
    window_asks: dict[Side, int] = field(default_factory=dict)
    transport_asks: dict[Side, int] = field(default_factory=dict)
    repeats: dict[str, int] = field(default_factory=dict)
    spent: dict[tuple[Side, str, str], list[str]] = field(default_factory=dict)

    def copy(self) -> Impulse:
        """An independent copy, for trying out orders."""
        return replace(
            self,
            flown={zone: set(planes) for zone, planes in self.flown.items()},
            rebased=set(self.rebased),
            carried=set(self.carried),
            carried_cubes=dict(self.carried_cubes),
            events=set(self.events),
            attacks=[attack.copy() for attack in self.attacks],
            window_asks=dict(self.window_asks),
            transport_asks=dict(self.transport_asks),
            repeats=dict(self.repeats),
            spent={policy: list(pieces) for policy, pieces in self.spent.items()},
        )

    def once_more(self, name: str) -> str:
        """S43-28.21 A name for labels and ask ids; from its second use on with ``#2``, ``#3``."""
        count = self.repeats.get(name, 0) + 1
        self.repeats[name] = count
        return name if count == 1 else f"{name}#{count}"

    def take_carried(self, zone: int, cubes: int) -> int:
        """S43-10.4 Some cubes leave a zone or are lost; returns how many of them were carried.

        Cubes that have been carried over sea go before all others.
        """
        carried = min(cubes, self.carried_cubes.get(zone, 0))
        if carried:
            self.carried_cubes[zone] -= carried
        return carried

    def attack_on(self, zone: int) -> Attack | None:
        """S43-13.5 The attack on a zone whose combat has not ended, if there is one."""
        return next((a for a in self.attacks if a.zone == zone and not a.ended), None)


@dataclass(eq=False, repr=False)
class Play:
    """One run of a step.

    Attributes:
        facts: board and tables.
        frame: the order types and policy words.
        pos: the position as it stands now.
        table: dice and record.
        step: the step as ids name it, such as ``t2/i1`` (28.18).
        impulse: what lasts for the impulse; None in other steps.
        over: the result once the game is over (section 27); every rule then stops.
    """

    facts: Facts
    frame: Frame
    pos: Position
    table: Table
    step: str
    impulse: Impulse | None = None
    over: Mapping[str, Json] | None = None

    @property
    def current(self) -> Impulse:
        """The impulse that runs.

        Raises:
            ValueError: the step is no impulse.
        """
        if self.impulse is None:
            raise ValueError(f"{self.step} is no impulse")
        return self.impulse

    def tell(self, event: Event) -> None:
        """Put an event on the record."""
        self.table.tell(event)

    def title(self, zone: int) -> str:
        """S43-28.22 A zone as refusals and reports show it: ``07 Bologna``."""
        return self.facts.zone(zone).title

    def roll(self, label: str, count: int) -> tuple[int, ...]:
        """S43-28.20 All dice of a label of this step, which is put in front of it."""
        return self.table.roll(f"{self.step}/{label}", count)

    def heading(
        self, ask: str, seat: Side, kind: str, clause: str, plan: Filing | None = None
    ) -> Heading:
        """S43-28.19 The heading of a question: its id is the step and `ask`."""
        return Heading(
            id=f"{self.step}/{ask}", seat=seat, kind=kind, clause=clause, plan=plan, scene=self
        )


def decision(
    word: str,
    clause: str,
    read: Callable[[Json, str], T],
    default: Callable[[], T],
    unfiled: Literal["ask", "default"],
    *,
    zone: int | None = None,
    places: Places[T] | None = None,
    facts: Reader = no_facts,
    may_ask: bool = True,
    offer: Callable[[], Json] = no_offer,
) -> Decision[T]:
    """S43-28.5 A decision of this game, with its topic; see `pbem.engine.decisions.Decision`."""
    return Decision(
        word=word,
        clause=clause,
        read=read,
        default=default,
        unfiled=unfiled,
        where=zone,
        places=places,
        topic=topic(word, zone),
        facts=facts,
        own_orders=word in OWN_ORDERS,
        may_ask=may_ask,
        offer=offer,
    )


Moment = Mapping[str, Fact]
"""Facts that hold at one moment only, such as the round and the losses, by name."""
