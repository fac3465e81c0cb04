"""What is written for a reinforcement phase, in a document or in policies (O03, O04, D03, D04)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, cast

from pbem.canon.canonical import Json
from pbem.engine.decisions import By
from pbem.engine.entries import Entry
from pbem.engine.policies import holds
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.games.italy1943 import new_line
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.control import is_friendly
from pbem.games.italy1943.conversion import phase_refusals, read_purchase
from pbem.games.italy1943.documents import read_entries, refuse_in_order
from pbem.games.italy1943.entry_checks import unknown_zone
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.reinforcement import (
    Act,
    Arrival,
    NewLine,
    Skipped,
    carry_out,
    due,
    entry_zones,
    spread,
)

_UNTOLD: Final = By("default")


@dataclass
class Phase:
    """A phase as it is tried on a copy of the position, act by act.

    Attributes:
        play: the run, with the copy as its position.
        side: whose phase it is.
        acts: what is done, in order.
    """

    play: Play
    side: Side
    acts: list[Act] = field(default_factory=list)

    @classmethod
    def of(cls, play: Play, side: Side) -> Phase:
        """A phase that begins in the present position, which does not change."""
        return cls(replace(play, pos=play.pos.copy()), side)

    @property
    def pos(self) -> Position:
        """The position after the acts so far."""
        return self.play.pos

    def add(self, act: Act) -> None:
        """Do a legal act."""
        carry_out(self.pos, self.side, act, _UNTOLD)
        self.acts.append(act)


def read_orders(
    play: Play, side: Side, orders: Json, at: str, allowed: Collection[str]
) -> tuple[Act, ...]:
    """S43-O03, S43-O04, S43-28.19 Everything a document orders for the phase.

    A document without `reinforce` leaves the cubes to the default (D03).

    Raises:
        OrdersRefused: some of it is illegal.
    """
    entries, wrong = read_entries(play, side, orders, at, allowed)
    phase = Phase.of(play, side)
    if "reinforce" in allowed and not wrong and all(e.do != "reinforce" for e in entries):
        for arrival in spread(phase.pos, side, ()):
            phase.add(replace(arrival, by_default=True))
    for entry in entries:
        wrong += _READERS[entry.do](phase, entry)
    refuse_in_order(wrong, at)
    return tuple(phase.acts)


def _reinforce(phase: Phase, entry: Entry) -> Iterator[Refusal]:
    """S43-O03 Reinforcement cubes, which come before all conversions (7.1)."""
    if any(not isinstance(act, NewLine | Skipped) for act in phase.acts):
        text = "reinforcements come before conversions: put `reinforce` in front of `convert`"
        yield Refusal("E_ORDER", entry.at, "S43-7.1", text)
        return
    place = cast("list[Mapping[str, int]]", entry.fields["place"])
    most, wanted = due(phase.pos, phase.side), sum(part["cubes"] for part in place)
    if wanted > most:
        yield Refusal("E_TOO_MANY_CUBES", f"{entry.at}/place", "S43-6.1", _too_many(phase, wanted))
    for index, part in enumerate(place):
        at = f"{entry.at}/place/{index}/zone"
        wrong = list(_entry_problems(phase.pos, phase.side, part["zone"], at))
        yield from wrong
        if not wrong and wanted <= most:
            phase.add(Arrival(part["zone"], part["cubes"]))


def _too_many(phase: Phase, wanted: int) -> str:
    on_track = phase.pos.facts.turn(phase.pos.turn).cubes[phase.side]
    pool = phase.pos.pool_cubes(phase.side)
    return f"{wanted} cubes are placed, but {on_track} are due and {pool} are in your pool"


def _entry_problems(pos: Position, side: Side, zone: int, at: str) -> Iterator[Refusal]:
    """S43-6.2, S43-6.3 Why cubes of a side cannot enter a zone."""
    if wrong := list(unknown_zone(pos.facts, zone, at)):
        yield from wrong
        return
    open_zones = entry_zones(pos, side)
    if zone in open_zones:
        return
    here, legal = pos.facts.zone(zone), tuple(map(str, open_zones))
    if not is_friendly(pos, side, zone):
        text = f"{here.title} is not friendly"
        yield Refusal("E_NOT_FRIENDLY", at, "S43-2.16", text, legal)
    elif side == "allied":
        yield Refusal("E_NOT_COASTAL", at, "S43-6.2", f"{here.title} is not coastal", legal)
    elif not here.axis_entry:
        text = f"no Axis reinforcements enter {here.title}"
        yield Refusal("E_ZONE_EXCLUDED", at, "S43-6.3", text, legal)
    else:
        yield Refusal("E_NOT_SUPPLIED", at, "S43-6.3", f"{here.title} is not supplied", legal)


def _convert(phase: Phase, entry: Entry) -> Iterator[Refusal]:
    """S43-O04 A conversion."""
    wish = read_purchase(entry.fields, entry.at)
    wrong = phase_refusals(phase.pos, phase.side, wish)
    yield from wrong
    if not wrong:
        phase.add(wish)


def _event(phase: Phase, entry: Entry) -> Iterator[Refusal]:
    """S43-O15 New Defensive Line; with `if` it is done if that holds and it is legal (28.11)."""
    wrong = list(new_line.entry_problems(phase.play, entry))
    if any(isinstance(act, NewLine) for act in phase.acts):
        text = "one event may be played in the reinforcement phase"
        wrong = [Refusal("E_EVENT_SECOND", f"{entry.at}/event", "S43-23.5", text)]
    zone = entry.fields.get("zone")
    if entry.condition is not None and (reason := _unmet(phase, entry, wrong)):
        phase.add(Skipped(entry.do, entry.at, reason, entry.name))
    elif wrong:
        yield from wrong
    else:
        phase.add(NewLine(cast("int", zone)))


def _unmet(phase: Phase, entry: Entry, wrong: list[Refusal]) -> str:
    """S43-28.11 Why an entry with a condition is skipped; "" if it is carried out."""
    zone = entry.fields.get("zone")
    facts = reader(phase.play, phase.side, zone if isinstance(zone, int) else None, {})
    condition = cast("Json", entry.condition)
    if not holds(condition, facts, phase.play.frame.vocabulary.place_word):
        return "its condition does not hold"
    return wrong[0].text if wrong else ""


_READERS: Final[Mapping[str, Callable[[Phase, Entry], Iterator[Refusal]]]] = {
    "reinforce": _reinforce,
    "convert": _convert,
    "event": _event,
}
PHASE_TYPES: Final = tuple(_READERS)


def wished_conversions(play: Play, side: Side, value: Json, at: str) -> tuple[Act, ...]:
    """S43-D04 The conversions of a policy, tried in order; impossible ones are passed over.

    Raises:
        OrdersRefused: E_OPTION, none of them is possible.
    """
    phase = Phase.of(play, side)
    if value == "never":
        return ()
    reasons: list[Refusal] = []
    for index, written in enumerate(cast("list[Mapping[str, Json]]", value)):
        wish = read_purchase(written, f"{at}/{index}")
        wrong = phase_refusals(phase.pos, side, wish)
        reasons += wrong
        phase.add(Skipped("convert", wish.at, wrong[0].text) if wrong else wish)
    if all(isinstance(act, Skipped) for act in phase.acts):
        raise OrdersRefused(reasons or [_no_wish(at)])
    return tuple(phase.acts)


def _no_wish(at: str) -> Refusal:
    return Refusal("E_OPTION", at, "S43-D04", "no conversion is named", ("never",))
