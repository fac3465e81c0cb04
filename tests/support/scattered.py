"""Games of 1943-1945 that begin in a random position, so that rare situations become frequent."""

from pbem.engine.picking import happens, one, some
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.limits import room, tanks
from pbem.games.italy1943.pieces import REMOVED, SEA, SEA_KINDS, SIDES, TANKS_PER_ZONE
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.rules import Italy1943
from pbem.games.italy1943.steps import Step
from pbem.testing.random_play import Chance


class Scattered(Italy1943):
    """The rules, with a start of their own."""

    def __init__(self, facts, seed):
        super().__init__(facts)
        self.seed = seed

    def start(self, options):
        return scattered(self.facts, Chance(f"scattered {self.seed}")).to_data()


def scattered(facts, pick):
    """A position in the middle of a turn in which anything stands anywhere, within the limits."""
    step = Step("impulse", number=2 + pick(3))
    pos = Position.blank(facts, 1 + pick(len(facts.turns)), step)
    pos.initiative = one(pick, SIDES)
    _control(pos, pick)
    for side in SIDES:
        _sea(pos, side, pick)
        _forces(pos, side, pick)
        pos.tokens[side] = pick(facts.tokens + 1)
        pos.naval_points[side] = pick(4)
    _lines(pos, pick)
    if happens(pick, 1, 2):
        pos.engaged = set(some(pick, [c for c, place in pos.where.items() if place != REMOVED]))
    return pos


def _control(pos, pick):
    """Between all for one side and all for the other."""
    most = pick(12)
    for zone in pos.facts.zones:
        if pick(12) < most:
            pos.control[zone] = "allied"


def _sea(pos, side, pick):
    """All sea forces are there, but for the fleet that Overlord takes and a U-boat sometimes."""
    fleets = [c.id for c in pos.facts.counters_of[side] if c.kind in SEA_KINDS]
    pos.where |= dict.fromkeys(fleets, SEA)
    if side == "allied" and pos.turn >= 5:
        pos.where[one(pick, fleets)] = REMOVED
    coasts = [zone for zone in pos.facts.zones if pos.facts.zone(zone).coastal]
    no_coast = all(pos.control[zone] == "allied" for zone in coasts)
    if no_coast or happens(pick, 1, 6):
        pos.where |= dict.fromkeys(pos.of_kind("axis", SEA, "uboat"), REMOVED)


def _forces(pos, side, pick):
    italy_fights = happens(pick, 3, 4)
    own = [zone for zone in pos.facts.zones if pos.control[zone] == side]
    for counter in pos.facts.counters_of[side]:
        in_france = counter.kind == "paratroopers" and pos.turn >= 5
        if in_france or (counter.italian and not italy_fights):
            pos.where[counter.id] = REMOVED
        elif counter.kind == "partisan":
            zones = [z for z in pos.facts.zones if pos.facts.zone(z).triangle]
            if happens(pick, 1, 2):
                pos.where[counter.id] = one(pick, zones)
        elif counter.kind not in SEA_KINDS and own and happens(pick, 2, 3):
            zone = one(pick, own)
            full = counter.kind == "tank" and tanks(pos, side, zone) >= TANKS_PER_ZONE
            if room(pos, side, zone) and not full:
                pos.where[counter.id] = zone
    for _ in range(pick(pos.facts.cubes[side] + 1)):
        zone = one(pick, own) if own else None
        if zone and room(pos, side, zone):
            pos.place_cubes(side, zone, 1)


def _lines(pos, pick):
    own = [z for z in pos.facts.zones if land_and_air(pos, "axis", z).size]
    for zone, line in zip(some(pick, own), pos.facts.lines, strict=False):
        pos.lines[zone] = line
