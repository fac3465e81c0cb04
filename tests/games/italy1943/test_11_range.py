"""Sections 11.12 to 11.14: range."""

import pytest

from pbem.games.italy1943.ranges import in_range, zones_in_range
from support.italy1943 import facts, position


@pytest.mark.parametrize(
    ("start", "target", "short", "long"),
    [(17, 14, True, True), (15, 14, True, True), (10, 1, False, True), (12, 1, False, True)],
)
def test_s43_11_14_short_and_long(start, target, short, long):
    before, after = position({}, turn=4), position({}, turn=5)
    assert in_range(before, "allied", start, target) is short
    assert in_range(after, "allied", start, target) is long


@pytest.mark.parametrize("turn", range(1, 9))
def test_s43_11_12_the_long_ruler_is_for_the_allies_from_turn_5(turn):
    pos = position({}, turn=turn)
    assert in_range(pos, "allied", 10, 1) is (turn >= 5)
    assert not in_range(pos, "axis", 10, 1)


def test_s43_11_12_range_is_what_the_lists_say():
    pos = position({}, turn=5)
    assert zones_in_range(pos, "axis", 14) == (11, 12, 13, 14, 15, 17)
    assert zones_in_range(pos, "allied", 19) == (2, 14, 15, 16, 17, 18, 19, 20)


def test_s43_11_13_a_zone_is_in_range_of_itself():
    pos = position({})
    assert all(in_range(pos, "axis", zone, zone) for zone in facts().zones)
