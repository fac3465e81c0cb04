"""Attacks of fleets and of the U-boat on fleets (section 12): the order type `sea_attack`."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import Action
from pbem.games.italy1943.entry_checks import unknown_counter
from pbem.games.italy1943.pieces import SEA, SEA_KINDS, Side, other
from pbem.games.italy1943.play import Play


class FleetAttacked(Event):
    """S43-12.2, S43-12.4 A fleet or the U-boat attacked an enemy fleet.

    Attributes:
        side: the attacking side.
        attacker: the attacker, engaged now whatever the die (12.3).
        target: the fleet attacked.
        label: the full label of the die.
        die: what it rolled.
        needs: the lowest die that hits.
        hit: whether the target became engaged.
        name: the player's own name for the order.
    """

    side: Side
    attacker: str
    target: str
    label: str
    die: int
    needs: int
    hit: bool
    name: str | None = None


def check_sea_attack(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O10 Everything that is wrong with a `sea_attack`."""
    side, attacker = play.current.active, str(entry.fields["by"])
    wrong = list(unknown_counter(play.facts, side, attacker, f"{entry.at}/by"))
    if not wrong:
        wrong += _attacker_problems(play, attacker, f"{entry.at}/by")
    return wrong + list(_target_problems(play, side, str(entry.fields["target"]), entry.at))


def _attacker_problems(play: Play, attacker: str, at: str) -> Iterator[Refusal]:
    """S43-12.2, S43-12.4 Why a counter may not attack a fleet now."""
    kind = play.facts.counter(attacker).kind
    if kind not in SEA_KINDS:
        text = f"{attacker} is a {kind}: only fleets and the U-boat attack at sea"
        yield Refusal("E_KIND", at, "S43-12.2", text)
    elif play.pos.place_of(attacker) != SEA:
        yield Refusal("E_NOT_THERE", at, "S43-12.7", f"{attacker} is not at sea")
    elif play.pos.is_engaged(attacker):
        yield Refusal("E_ENGAGED", at, "S43-12.2", f"{attacker} is engaged")


def _target_problems(play: Play, side: Side, target: str, at: str) -> Iterator[Refusal]:
    """S43-12.2, S43-12.5 Why a counter cannot be attacked at sea now."""
    pointer, legal = f"{at}/target", targets(play, side)
    known = play.facts.counters.get(target)
    if known is None:
        text = f"there is no counter {target}"
        yield Refusal("E_COUNTER_UNKNOWN", pointer, "S43-1.10", text, legal)
    elif known.side == side:
        yield Refusal("E_TARGET", pointer, "S43-12.2", f"{target} is your own", legal)
    elif known.kind != "fleet":
        text = f"{target} is a {known.kind}: only fleets can be attacked at sea"
        yield Refusal("E_TARGET", pointer, "S43-12.5", text, legal)
    elif play.pos.place_of(target) != SEA:
        yield Refusal("E_TARGET", pointer, "S43-12.7", f"{target} is not at sea", legal)
    elif play.pos.is_engaged(target):
        text = f"{target} is engaged already"
        yield Refusal("E_TARGET_ENGAGED", pointer, "S43-12.2", text, legal)


def targets(play: Play, side: Side) -> tuple[str, ...]:
    """S43-12.2, S43-12.5 The fleets that a side may attack now."""
    fleets = play.pos.of_kind(other(side), SEA, "fleet")
    return tuple(fleet for fleet in fleets if play.pos.is_ready(fleet))


def assume_sea_attack(play: Play, entry: Entry) -> None:
    """S43-28.9 An attack in a trial: the attacker becomes engaged, the target does not."""
    play.pos.engage(str(entry.fields["by"]))


async def sea_attack(play: Play, entry: Entry) -> None:
    """S43-12.2, S43-12.3, S43-12.4 One die; the attacker becomes engaged, the target if hit."""
    attacker, target = str(entry.fields["by"]), str(entry.fields["target"])
    play.pos.engage(attacker)
    label = play.current.once_more(f"sea:{target}/{attacker}")
    (die,) = play.roll(label, 1)
    needs = _needs(play, attacker)
    if die >= needs:
        play.pos.engage(target)
    play.tell(
        FleetAttacked(
            clause="S43-12.4" if play.facts.counter(attacker).kind == "uboat" else "S43-12.2",
            side=play.current.active,
            attacker=attacker,
            target=target,
            label=f"{play.step}/{label}",
            die=die,
            needs=needs,
            hit=die >= needs,
            name=entry.name or None,
        )
    )


def _needs(play: Play, attacker: str) -> int:
    """S43-12.2, S43-12.4 The lowest die that hits."""
    numbers = play.facts.combat
    is_uboat = play.facts.counter(attacker).kind == "uboat"
    return numbers.uboat_attack_from if is_uboat else numbers.fleet_attack_from


SEA_ATTACK = Action(check_sea_attack, assume_sea_attack, sea_attack)
