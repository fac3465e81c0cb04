"""Legal orders for an impulse, picked at random: every entry is tried before it is taken.

What may stand in an entry is found by the same functions that look for mistakes in it; the
functions without an underscore list what can be done now and serve programs that play, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.entries import Entry
from pbem.engine.picking import Pick, happens, one, some
from pbem.games.italy1943.action import trial_of
from pbem.games.italy1943.actions import ACTIONS
from pbem.games.italy1943.attack_checks import LANDING_KINDS
from pbem.games.italy1943.attacks import assume_declared
from pbem.games.italy1943.bombardment import possible_bombs
from pbem.games.italy1943.control import is_controlled_by, is_enemy_occupied, land_forces
from pbem.games.italy1943.conversion import partisan_zones
from pbem.games.italy1943.declaration import ATTACK_TYPES, attack_problems
from pbem.games.italy1943.deeds import everything
from pbem.games.italy1943.fleets import targets
from pbem.games.italy1943.impulse_orders import MOST_PAUSES
from pbem.games.italy1943.missions import base_of, planes_on_board
from pbem.games.italy1943.movement import landing_zones
from pbem.games.italy1943.partisans import partisans_on_board
from pbem.games.italy1943.pieces import SEA, SEA_KINDS, Side
from pbem.games.italy1943.play import Play
from pbem.games.italy1943.strangle import is_strangled
from pbem.games.italy1943.suggest_policies import condition, plan
from pbem.games.italy1943.transport import ports_of
from pbem.games.italy1943.words import PLAN_WORDS

Written: TypeAlias = dict[str, Json]
"""An entry as a player would write it."""

LONGEST_PATH: Final = 3


# What can be done now


def flights(play: Play, side: Side) -> Iterator[Written]:
    """S43-O07 Every `fly` that is legal now."""
    for plane in planes_on_board(play, side):
        for zone in landing_zones(play, side, base_of(play, plane)):
            yield from _legal(play, {"do": "fly", "plane": plane, "to": zone})


def partisan_moves(play: Play, side: Side) -> Iterator[Written]:
    """S43-O09 Every `partisan_move` that is legal now."""
    for partisan in partisans_on_board(play) if side == "allied" else ():
        for zone in partisan_zones(play.pos):
            yield from _legal(play, {"do": "partisan_move", "partisan": partisan, "to": zone})


def sea_attacks(play: Play, side: Side) -> Iterator[Written]:
    """S43-O10 Every `sea_attack` that is legal now."""
    for attacker in play.pos.of_kind(side, SEA, *SEA_KINDS):
        for target in targets(play, side):
            yield from _legal(play, {"do": "sea_attack", "by": attacker, "target": target})


def bombs(play: Play, side: Side) -> Iterator[Written]:
    """S43-O11 Every `bomb` that is legal now."""
    for zone, plane in possible_bombs(play, side):
        yield {"do": "bomb", "plane": plane, "zone": zone}


def deeds(play: Play, side: Side) -> Iterator[Written]:
    """S43-28.2 Everything a side could do in an open window now: bombs, partisans, events."""
    for deed in everything(play, side):
        yield deed.written()


def garrisons(play: Play, side: Side) -> tuple[int, ...]:
    """S43-1.3 The zones with land forces of a side, ascending."""
    return tuple(zone for zone in play.facts.zones if land_forces(play.pos, side, zone).size)


def next_zones(play: Play, side: Side, zone: int) -> tuple[int, ...]:
    """S43-9.1, S43-9.2 The zones that land forces may enter out of a zone, ascending."""
    if is_strangled(play, side, zone):
        return ()
    return tuple(
        near
        for near in play.facts.zone(zone).neighbours
        if not is_enemy_occupied(play.pos, side, near) and not is_strangled(play, side, near)
    )


def fronts(play: Play, side: Side) -> dict[int, tuple[int, ...]]:
    """S43-13.2 The zones that can be attacked overland, each with the zones to attack from."""
    own = garrisons(play, side)
    found = {
        zone: tuple(near for near in play.facts.zone(zone).neighbours if near in own)
        for zone in play.facts.zones
        if is_enemy_occupied(play.pos, side, zone)
    }
    return {zone: starts for zone, starts in found.items() if starts}


def beaches(play: Play, side: Side) -> tuple[int, ...]:
    """S43-18.2 The zones in which a side could land, ascending."""
    return tuple(
        zone
        for zone in play.facts.zones
        if play.facts.zone(zone).coastal and not is_controlled_by(play.pos, side, zone)
    )


def _legal(play: Play, written: Written) -> Iterator[Written]:
    """The entry, if it is legal."""
    if not ACTIONS[str(written["do"])].check(play, entry_of(written)):
        yield written


def entry_of(written: Mapping[str, Json], at: str = "/orders/0") -> Entry:
    """A written entry as the rules read it."""
    fields = {name: value for name, value in written.items() if name not in ("do", "as", "if")}
    return Entry(at, str(written["do"]), fields)


# One entry at random, or none where there is none


def _any(pick: Pick, legal: Iterable[Written]) -> Iterator[Written]:
    """One of some entries, if there are any."""
    listed = list(legal)
    if listed:
        yield one(pick, listed)


def _move(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    for start in some(pick, garrisons(play, side))[:1]:
        path = list[Json](_walk(play, side, start, pick))
        if path:
            yield {"do": "move", "from": start, "path": path, **_part(play, side, start, pick)}


def _walk(play: Play, side: Side, start: int, pick: Pick) -> Iterator[int]:
    """S43-9.1 A way over land, zone by zone."""
    here = start
    for _ in range(1 + pick(LONGEST_PATH)):
        near = next_zones(play, side, here)
        if not near:
            return
        here = one(pick, near)
        yield here


def _part(play: Play, side: Side, zone: int, pick: Pick) -> Written:
    """Some of the free land forces of a zone."""
    here = land_forces(play.pos, side, zone)
    written: Written = {}
    if here.free and happens(pick, 5, 6):
        written["cubes"] = 1 + pick(here.free)
    if counters := some(pick, here.counters):
        written["counters"] = [*counters]
    return written


def _fly(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    return _any(pick, flights(play, side))


def _transport(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    ports = list(ports_of(play, side))
    for start in [port for port in ports if port in garrisons(play, side)]:
        if happens(pick, 1, 3):
            to, part = one(pick, ports), _part(play, side, start, pick)
            yield {"do": "transport", "from": start, "to": to, **part}
            return


def _partisan_move(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    return _any(pick, partisan_moves(play, side))


def _sea_attack(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    return _any(pick, sea_attacks(play, side))


def _deed(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    return _any(pick, deeds(play, side))


def _attack(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    for zone, near in some(pick, list(fronts(play, side).items()))[:1]:
        starts = some(pick, near, least=1)
        forces = [{"from": start, **_part(play, side, start, pick)} for start in starts]
        yield {"do": "attack", "zone": zone, "forces": [*forces], **_plan(play, pick)}


def _landing(play: Play, side: Side, pick: Pick) -> Iterator[Written]:
    fleets = play.pos.of_kind(side, SEA, "fleet")
    ready = [fleet for fleet in fleets if play.pos.is_ready(fleet)]
    coasts = [zone for zone in garrisons(play, side) if play.facts.zone(zone).coastal]
    for zone in some(pick, beaches(play, side))[:1] if ready and coasts else ():
        start = one(pick, coasts)
        yield {
            "do": "landing",
            "zone": zone,
            "fleets": [*some(pick, ready, least=1)],
            "forces": [{"from": start, **_cargo(play, side, start, pick)}],
            **_plan(play, pick),
        }


def _cargo(play: Play, side: Side, zone: int, pick: Pick) -> Written:
    """S43-18.4 Some cubes of a zone, perhaps with a tank."""
    here = land_forces(play.pos, side, zone)
    written: Written = {"cubes": pick(min(3, here.cubes) + 1)}
    tanks = [c for c in here.counters if play.facts.counter(c).kind in LANDING_KINDS]
    if tanks and happens(pick, 1, 2):
        written["counters"] = [one(pick, tanks)]
    return written


def _plan(play: Play, pick: Pick) -> Written:
    if happens(pick, 1, 2):
        return {}
    return {"plan": plan(play.facts, play.frame.vocabulary, PLAN_WORDS, pick)}


_Random: TypeAlias = Callable[[Play, Side, Pick], Iterator[Written]]

_ACTS: Final[tuple[_Random, ...]] = (
    *(_move, _move, _move, _fly, _transport, _transport, _partisan_move, _sea_attack, _deed),
)


# The whole list


@dataclass
class Draft:
    """Orders as far as they are picked, with the trial in which each was found to be legal.

    Attributes:
        trial: the run as it would stand behind the entries so far (28.9).
        pick: picks.
        entries: the entries so far, all legal.
        attacked: the zones attacked by them.
    """

    trial: Play
    pick: Pick
    entries: list[Json] = field(default_factory=list)
    attacked: list[int] = field(default_factory=list)

    def add(self, random: _Random, window: str = "") -> None:
        """Pick one more entry; nothing is added where none is possible, or it is not legal.

        Some get a condition: these are not tried, as nobody knows what they will do (28.11).
        """
        self.trial.current.window = window
        for written in random(self.trial, self.trial.current.active, self.pick):
            timed: Written = {"when": window} if window else {}
            if not self._is_well_formed(written):
                continue
            if happens(self.pick, 1, 12):
                condition_ = condition(self.trial.frame.vocabulary, self.pick)
                self.entries.append(written | timed | {"if": condition_})
            elif self._do(entry_of(written)):
                self.entries.append(written | timed)

    def _is_well_formed(self, written: Written) -> bool:
        form = self.trial.frame.form([str(written["do"])])
        return form.fits(written)

    def _do(self, entry: Entry) -> bool:
        """Do an entry in the trial; returns if it is legal."""
        if entry.do in ATTACK_TYPES:
            if attack_problems(self.trial, entry):
                return False
            assume_declared(self.trial, entry)
            self.attacked.append(int(str(entry.fields["zone"])))
            return True
        if ACTIONS[entry.do].check(self.trial, entry):
            return False
        ACTIONS[entry.do].assume(self.trial, entry)
        return True

    def window(self, name: str) -> None:
        """Sometimes an entry for a window."""
        if happens(self.pick, 1, 6):
            self.add(_deed, name)

    def acts(self) -> None:
        """S43-8.2 Entries of the action part."""
        for _ in range(self.pick(7)):
            self.add(one(self.pick, _ACTS))

    def attacks(self, pauses: int) -> None:
        """S43-13.1, S43-28.15 Attacks, pauses behind them, and entries for the windows around."""
        self.window("W2")
        for _ in range(self.pick(4)):
            self.add(one(self.pick, (_attack, _attack, _landing)))
            if pauses and self.attacked and happens(self.pick, 1, 6):
                self.entries.append({"do": "pause"})
                pauses -= 1
        combats = [f"W{n}:{zone}" for zone in self.attacked for n in (4, 6)]
        for name in ("W3", *combats, "W7"):
            self.window(name)


def impulse_orders(play: Play, pick: Pick) -> list[Json]:
    """S43-O05 to S43-O16, S43-O22 A legal list for an impulse."""
    draft = Draft(trial_of(play), pick)
    draft.window("W0")
    if happens(pick, 1, 10):
        return [*draft.entries, {"do": "pass"}]
    draft.acts()
    if happens(pick, 1, 8):
        return [*draft.entries, {"do": "pause"}]
    draft.attacks(MOST_PAUSES)
    return draft.entries


def rest_of_impulse(play: Play, pick: Pick) -> list[Json]:
    """S43-28.12 A legal list for a pause in the action part, without further pauses."""
    draft = Draft(trial_of(play), pick)
    draft.acts()
    draft.attacks(0)
    return draft.entries
