"""Sections 3.2 and 3.3: salt and seeds; sections 15.3 and 15.4."""

import pytest

from pbem.canon.tagged import tagged
from pbem.trust.seeds import salt, seed
from support.vectors import CHAINS, GAME, SALT, SEEDS

TIPS = {seat: CHAINS[seat][0] for seat in ("axis", "allies")}


def test_section_15_3_salt_of_the_seats_tips_sorted_by_seat():
    assert salt(GAME, TIPS) == SALT
    assert salt(GAME, dict(reversed(TIPS.items()))) == SALT


def test_section_3_2_the_host_is_no_seat():
    assert salt(GAME, {**TIPS, "host": CHAINS["host"][0]}) != SALT


@pytest.mark.parametrize(("segment", "parties", "expected"), SEEDS)
def test_section_15_4_seeds(segment, parties, expected):
    links = {party: CHAINS[party][segment] for party in reversed(parties)}
    assert seed(GAME, segment, SALT, links) == expected


def test_section_3_3_everything_named_enters_the_seed():
    links = {"host": CHAINS["host"][1], "axis": CHAINS["axis"][1]}
    seeds = {
        seed(GAME, 1, SALT, links),
        seed(GAME, 2, SALT, links),
        seed("other-5eed0001", 1, SALT, links),
        seed(GAME, 1, "0" * 64, links),
        seed(GAME, 1, SALT, {**links, "axis": CHAINS["axis"][2]}),
        seed(GAME, 1, SALT, {"host": links["host"], "allies": links["axis"]}),
    }
    assert len(seeds) == 6


def test_section_8_4_a_new_salt_from_the_nonces_of_the_votes():
    nonces = {"b": "2" * 64, "a": "1" * 64}
    assert salt(GAME, nonces) == tagged("salt", GAME, "a=" + "1" * 64, "b=" + "2" * 64)
