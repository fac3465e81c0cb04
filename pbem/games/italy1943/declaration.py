"""The declaration of attacks in an impulse (13.1, 28.8, 28.10): tested, reduced, or skipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.policies import holds
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.action import skip, trial_of
from pbem.games.italy1943.attack import Attack
from pbem.games.italy1943.attack_checks import fleets_of, most_cubes
from pbem.games.italy1943.attacks import check_attack, check_landing, declare, still_legal
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.entry_checks import written_force
from pbem.games.italy1943.pieces import Force, Place
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.strangle import is_strangled

LANDING: Final = "landing"
_CHECKS: Final[Mapping[str, Callable[[Play, Entry], list[Refusal]]]] = {
    "attack": check_attack,
    LANDING: check_landing,
}
ATTACK_TYPES: Final = tuple(_CHECKS)
"""S43-O12, S43-O13 The order types that declare an attack."""


def attack_problems(play: Play, entry: Entry) -> list[Refusal]:
    """S43-O12, S43-O13 Everything that is wrong with an `attack` or a `landing`."""
    return _CHECKS[entry.do](play, entry)


def declare_if_possible(play: Play, entry: Entry, doc: str) -> bool:
    """S43-28.8, S43-28.10 Declare an attack if its condition holds, with the forces still there.

    Args:
        play: the run of the step.
        entry: the order.
        doc: the digest of its document.

    Returns:
        whether it was declared; if not, it was skipped and reported.
    """
    active, left = play.current.active, still_there(play, entry)
    if not condition_holds(play, left):
        skip(play, active, entry, "S43-28.10", "its condition does not hold")
        return False
    if not _parts(left):
        skip(play, active, entry, "S43-28.8", "none of its forces is there any longer")
        return False
    if wrong := still_legal(play, left):
        skip(play, active, entry, "S43-28.8", wrong[0].text)
        return False
    declare(play, left, doc)
    return True


def condition_holds(play: Play, entry: Entry) -> bool:
    """S43-28.10 Whether the `if` of an attack holds; True if it has none.

    In the target zone `own_forces` counts the forces that the order commits.
    """
    if entry.condition is None:
        return True
    trial, zone = trial_of(play), cast("int", entry.fields["zone"])
    active = trial.current.active
    trial.current.attacks.append(Attack(zone, active, _committed(entry)))
    facts = reader(trial, active, zone, {"side": "attack", "landing": entry.do == LANDING})
    return holds(cast("Json", entry.condition), facts, play.frame.vocabulary.place_word)


def _committed(entry: Entry) -> dict[Place, Force]:
    forces: dict[Place, Force] = {}
    for part in _parts(entry):
        forces[part["from"]] = forces.get(part["from"], Force()).plus(written_force(part))
    return forces


def _parts(entry: Entry) -> list[Mapping[str, Any]]:
    return cast("list[Mapping[str, Any]]", entry.fields["forces"])


def still_there(play: Play, entry: Entry) -> Entry:
    """S43-28.8 An attack with those of its forces that are still where it says and may attack.

    Forces that attacks declared before have taken, and in a landing held cubes, are not there;
    forces in a zone under Strangle stay out of the attack (13.11), and a landing takes what the
    fleets that are still ready can carry (18.4).
    """
    parts = _parts_there(play, entry)
    if entry.do != LANDING:
        able = [part for part in parts if not is_strangled(play, play.current.active, part["from"])]
        return _with(entry, forces=able or parts)
    fleets = [fleet for fleet in fleets_of(entry) if play.pos.is_ready(fleet)]
    if not fleets or len(fleets) == len(fleets_of(entry)):
        return _with(entry, forces=parts)
    return _with(entry, forces=_aboard(play, parts, len(fleets)), fleets=fleets)


def _with(entry: Entry, **fields: object) -> Entry:
    return replace(entry, fields=cast("Mapping[str, Json]", {**entry.fields, **fields}))


def _parts_there(play: Play, entry: Entry) -> list[dict[str, Any]]:
    """S43-13.5, S43-28.8 The parts of an attack with the forces that are there and uncommitted."""
    busy = [counter for attack in play.current.attacks for counter in attack.named]
    left: dict[int, int] = {}
    parts: list[dict[str, Any]] = []
    for part in _parts(entry):
        zone = part["from"]
        here = play.pos.force(play.current.active, zone).counters
        cubes = min(part.get("cubes", 0), left.setdefault(zone, _uncommitted(play, entry.do, zone)))
        left[zone] -= cubes
        counters = [c for c in part.get("counters", ()) if c in here and c not in busy]
        if cubes or counters:
            parts.append({"from": zone, "cubes": cubes, "counters": counters})
    return parts


def _aboard(play: Play, parts: Sequence[dict[str, Any]], fleets: int) -> list[dict[str, Any]]:
    """S43-18.4, S43-28.8 What a number of fleets carries; cubes named last stay behind."""
    room = most_cubes(play, fleets, with_tank=any(part["counters"] for part in parts))
    aboard: list[dict[str, Any]] = []
    for part in parts:
        cubes = min(part["cubes"], room)
        room -= cubes
        if cubes or part["counters"]:
            aboard.append({**part, "cubes": cubes})
    return aboard


def _uncommitted(play: Play, do: str, zone: int) -> int:
    """S43-13.5, S43-19.16 How many cubes of a zone a further attack, or a landing, may take."""
    here = play.pos.force(play.current.active, zone)
    taken = Force()
    for attack in play.current.attacks:
        taken = taken.plus(attack.forces.get(zone, Force()))
    return max(0, here.free - taken.free if do == LANDING else here.cubes - taken.cubes)
