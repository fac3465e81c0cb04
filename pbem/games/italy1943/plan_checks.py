"""What can be wrong with the plan of an attack or landing beyond its form (O14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.engine.tokens import Token
from pbem.games.italy1943.attack_checks import target_of
from pbem.games.italy1943.displays import playing_problems
from pbem.games.italy1943.entry_checks import unknown_counter
from pbem.games.italy1943.missions import obstacle
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.policy_checks import policy_refusals
from pbem.games.italy1943.ranges import in_range, zones_in_range

CLAUSE: Final = "S43-O14"

Policy: TypeAlias = Mapping[str, Json]


def plan_of(entry: Entry) -> Sequence[Policy]:
    """S43-O14 The policies of the plan of an entry; () if it has none."""
    return cast("Sequence[Policy]", entry.fields.get("plan", ()))


def plan_problems(play: Play, side: Side, entry: Entry) -> Iterator[Refusal]:
    """S43-O14 Everything that is wrong with a plan.

    What a policy names without `if` must be possible now; with `if` nobody can know.
    """
    yield from policy_refusals(play.facts, side, plan_of(entry), f"{entry.at}/plan")
    if target_of(entry) not in play.facts.zones:
        return  # nothing can be said of a fight that is nowhere; the entry itself is refused
    for index, policy in enumerate(plan_of(entry)):
        check = _CHECKS.get(str(policy["decision"]))
        if check is not None and "if" not in policy:
            yield from check(play, side, entry, policy["value"], f"{entry.at}/plan/{index}/value")


def _counters(play: Play, value: Json, at: str) -> Iterator[tuple[str, str]]:
    """The counters that a choice names by their ids, each with its JSON pointer."""
    use = value.get("use") if isinstance(value, dict) else None
    for index, written in enumerate(use if isinstance(use, list) else []):
        word = Token.parse(str(written)).word
        if word in play.facts.counters:
            yield word, f"{at}/use/{index}"


def _planes(play: Play, side: Side, entry: Entry, value: Json, at: str) -> Iterator[Refusal]:
    """S43-15.12 Planes named for support that cannot give it."""
    for counter, place in _counters(play, value, at):
        wrong = _wrong_piece(play, side, counter, "plane", place)
        problem = wrong or obstacle(play, side, counter, target_of(entry), place)
        if problem is not None:
            yield problem


def _drop(play: Play, side: Side, entry: Entry, value: Json, at: str) -> Iterator[Refusal]:
    """S43-19.8 Paratroopers named for a drop that cannot be dropped."""
    for counter, place in _counters(play, value, at):
        wrong = _wrong_piece(play, side, counter, "paratroopers", place)
        problem = wrong or _drop_problem(play, side, counter, target_of(entry), place)
        if problem is not None:
            yield problem


def _drop_problem(play: Play, side: Side, counter: str, zone: int, at: str) -> Refusal | None:
    if play.pos.is_engaged(counter):
        return Refusal("E_ENGAGED", at, "S43-19.8", f"{counter} is engaged")
    start = cast("int", play.pos.place_of(counter))
    if not in_range(play.pos, side, start, zone):
        text = f"{_title(play, zone)} is not in range of {counter} in {_title(play, start)}"
        reached = tuple(map(str, zones_in_range(play.pos, side, start)))
        return Refusal("E_RANGE", at, "S43-19.8", text, reached)
    return None


def _tank(play: Play, side: Side, entry: Entry, value: Json, at: str) -> Iterator[Refusal]:
    """S43-15.7, S43-15.11 Tank support that is named where no tank can give it."""
    if value in ("never", "ask", "default"):
        return
    zone = target_of(entry)
    if play.facts.zone(zone).mountain:
        text = f"{_title(play, zone)} is a mountain zone: no tank supports an attack on it"
        yield Refusal("E_MOUNTAIN", at, "S43-15.11", text)
        return
    for counter, place in _counters(play, value, at):
        problem = _tank_problem(play, side, entry, counter, place)
        if problem is not None:
            yield problem


def _tank_problem(play: Play, side: Side, entry: Entry, counter: str, at: str) -> Refusal | None:
    wrong = _wrong_piece(play, side, counter, "tank", at)
    if wrong is not None:
        return wrong
    if play.pos.is_engaged(counter):
        return Refusal("E_ENGAGED", at, "S43-15.10", f"{counter} is engaged")
    start = cast("int", play.pos.place_of(counter))
    if entry.do == "attack" and play.facts.zone(start).mountain:
        text = f"{counter} attacks out of the mountain zone {_title(play, start)}"
        return Refusal("E_MOUNTAIN", at, "S43-15.11", text)
    return None


def _wrong_piece(play: Play, side: Side, counter: str, kind: str, at: str) -> Refusal | None:
    """A counter that is not the side's, of another kind, or in no zone."""
    unknown = next(unknown_counter(play.facts, side, counter, at), None)
    if unknown is not None:
        return unknown
    if play.facts.counter(counter).kind != kind:
        return Refusal("E_POLICY", at, CLAUSE, f"{counter} is no {kind}")
    if not isinstance(play.pos.place_of(counter), int):
        return Refusal("E_NOT_THERE", at, CLAUSE, f"{counter} stands in no zone")
    return None


def _event(event: str) -> _Check:
    def check(play: Play, side: Side, _: Entry, value: Json, at: str) -> Iterator[Refusal]:
        if value == "always":
            yield from playing_problems(play.pos, side, event, at)

    return check


def _title(play: Play, zone: int) -> str:
    return play.facts.zone(zone).title


_Check: TypeAlias = Callable[[Play, Side, Entry, Json, str], Iterator[Refusal]]

_CHECKS: Final[Mapping[str, _Check]] = {
    "support_plane": _planes,
    "drop": _drop,
    "support_tank": _tank,
    "stop_battle": _event("stop_battle"),
    "reserves": _event("reserves"),
}
"""S43-O14 What is looked at in the value of a policy, by its decision."""
