"""What is remembered or cut short for speed says the same as looking everywhere."""

from collections.abc import Callable

import pytest

from pbem import registry
from pbem.games.italy1943.board import Board
from pbem.games.italy1943.pieces import AFLOAT, DROPPED, POOL, REMOVED, SEA, SIDES
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.supply import is_supplied, supplied_zones
from pbem.games.italy1943.whereabouts import Whereabouts
from pbem.testing.random_play import Chance
from support.scattered import scattered

FACTS = registry.module("1943-1945").rules.facts


@pytest.mark.parametrize("seed", range(40))
def test_s43_21_3_a_chain_is_found_from_the_zone_as_in_the_whole_network(seed: int) -> None:
    pos = scattered(FACTS, Chance(f"supply {seed}"))
    for side in SIDES:
        fed = supplied_zones(pos, side)
        assert [z for z in pos.facts.zones if is_supplied(pos, side, z)] == list(fed)


def everywhere(pos: Board) -> list[tuple[str, ...]]:
    """The counters at all places, looked for one by one."""
    places = (*pos.facts.zones, SEA, AFLOAT, DROPPED, POOL, REMOVED)
    return [
        tuple(c.id for c in pos.facts.counters_of[side] if pos.place_of(c.id) == place)
        for side in SIDES
        for place in places
    ]


def remembered(pos: Board) -> list[tuple[str, ...]]:
    places = (*pos.facts.zones, SEA, AFLOAT, DROPPED, POOL, REMOVED)
    return [pos.counters(side, place) for side in SIDES for place in places]


CHANGES: dict[str, Callable[[Position], object]] = {
    "place": lambda pos: pos.place_counter(pos.counters("axis", POOL)[0], 7),
    "eliminate": lambda pos: pos.eliminate_counter(next(iter(pos.where))),
    "remove": lambda pos: pos.remove_from_game(next(iter(pos.where))),
    "put": lambda pos: pos.where.__setitem__(next(iter(pos.where)), 7),
    "update": lambda pos: pos.where.update(dict.fromkeys(list(pos.where)[:3], 7)),
    "delete": lambda pos: pos.where.__delitem__(next(iter(pos.where))),
    "clear": lambda pos: pos.where.clear(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_s43_1_6_a_look_sees_every_change(change: str) -> None:
    pos = scattered(FACTS, Chance("looks"))
    assert remembered(pos) == everywhere(pos)
    CHANGES[change](pos)
    assert remembered(pos) == everywhere(pos)


def test_s43_1_6_in_place_union_is_seen_and_a_copy_is_independent() -> None:
    pos = scattered(FACTS, Chance("looks"))
    copy, before = pos.copy(), remembered(pos)
    pos.where |= {next(iter(pos.where)): 7}
    assert isinstance(pos.where, Whereabouts)
    assert remembered(pos) == everywhere(pos)
    assert remembered(copy) == before
