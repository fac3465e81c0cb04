"""Sections 3.1 and 8.3: hash chains; section 15.2."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.canon.codes import Refused
from pbem.canon.tagged import tagged
from pbem.trust.chains import LONGEST, Chain, descend
from support.vectors import CHAINS, GAME


@pytest.mark.parametrize("party", CHAINS)
def test_section_15_2_chains(party):
    tip, *links = CHAINS[party]
    chain = Chain(GAME, party, 5, links[-1])
    assert chain.tip == tip
    assert [chain.link(n) for n in range(1, 6)] == links
    assert (chain.first, chain.last) == (1, 5)


@pytest.mark.parametrize("party", CHAINS)
def test_section_3_1_from_every_link_down_to_every_other(party):
    links = CHAINS[party]
    for n in range(6):
        for to in range(n + 1):
            assert descend(GAME, party, n, links[n], to) == links[to]


@given(st.integers(1, 1_000_000), st.text("0123456789abcdef", min_size=64, max_size=64))
@settings(deadline=None)
def test_section_3_1_a_step_is_the_tagged_hash(n, x):
    assert descend(GAME, "axis", n, x, n - 1) == tagged("link", GAME, "axis", n, x)


def test_section_3_1_nothing_else_hashes_down_to_the_link():
    x = CHAINS["axis"][3]
    assert descend(GAME, "axis", 3, x, 0) == CHAINS["axis"][0]
    assert descend(GAME, "allies", 3, x, 0) != CHAINS["axis"][0]
    assert descend("other-5eed0001", "axis", 3, x, 0) != CHAINS["axis"][0]
    assert descend(GAME, "axis", 4, x, 1) != CHAINS["axis"][0]
    assert descend(GAME, "axis", 3, CHAINS["axis"][2], 0) != CHAINS["axis"][0]


@pytest.mark.parametrize(("n", "to"), [(1, 2), (3, -1), (0, 1)])
def test_section_3_1_a_higher_link_cannot_be_reached(n, to):
    with pytest.raises(ValueError, match="cannot be reached"):
        descend(GAME, "axis", n, "00" * 32, to)


def test_code_c10_a_chain_is_used_up():
    chain = Chain(GAME, "axis", 5, "12" * 32)
    with pytest.raises(Refused) as caught:
        chain.link(6)
    assert caught.value.code == "C10"


def test_section_3_1_the_tip_is_no_link_to_use():
    with pytest.raises(ValueError, match="begins at 1"):
        Chain(GAME, "axis", 5, "12" * 32).link(0)


def test_section_8_3_a_chain_above_its_base_has_absolute_numbers():
    chain = Chain(GAME, "axis", 3, "ab" * 32, base=12)
    assert (chain.first, chain.last) == (13, 15)
    assert chain.link(15) == "ab" * 32
    assert chain.link(14) == tagged("link", GAME, "axis", 15, "ab" * 32)
    assert chain.tip == descend(GAME, "axis", 15, "ab" * 32, 12)
    assert chain.tip == tagged("link", GAME, "axis", 13, chain.link(13))
    with pytest.raises(ValueError, match="begins at 13"):
        chain.link(12)
    with pytest.raises(Refused, match="C10"):
        chain.link(16)


@pytest.mark.parametrize(("length", "base"), [(0, 0), (LONGEST + 1, 0), (-1, 0), (5, -1)])
def test_section_3_1_length_and_base_in_range(length, base):
    with pytest.raises(ValueError, match="links above a base"):
        Chain(GAME, "axis", length, "12" * 32, base)


def test_section_3_1_the_longest_chain():
    chain = Chain(GAME, "host", LONGEST, "11" * 32)
    assert descend(GAME, "host", LONGEST, "11" * 32, 0) == chain.tip
    assert descend(GAME, "host", 100, chain.link(100), 0) == chain.tip


def test_a_chain_does_not_show_its_links():
    chain = Chain(GAME, "host", 5, "11" * 32)
    assert "11" * 32 not in repr(chain) + str(chain)
