"""Section 2.5: the tagged hash."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.canon.tagged import tagged
from support.vectors import CHAINS, DICE_SEED, FIRST_BLOCKS, GAME

FIELDS = st.lists(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)), max_size=5)


def test_section_2_5_a_tag_and_fields_as_lines():
    expected = hashlib.sha256(b"pbem1 link\nsicily-5eed0001\nhost\n5\nab\n").hexdigest()
    assert tagged("link", GAME, "host", 5, "ab") == expected


def test_section_2_5_no_fields():
    assert tagged("x") == hashlib.sha256(b"pbem1 x\n").hexdigest()


@given(FIELDS, FIELDS)
def test_section_2_5_other_fields_other_hash(one, other):
    assert (tagged("t", *one) == tagged("t", *other)) == (one == other)


@pytest.mark.parametrize("field", ["a\nb", "\n", "é", "a\tb", "\x7f", "\u2028"])
def test_section_2_5_only_printable_ascii(field):
    with pytest.raises(ValueError, match="printable ASCII"):
        tagged("t", field)
    with pytest.raises(ValueError, match="printable ASCII"):
        tagged(field)


@pytest.mark.parametrize("party", CHAINS)
def test_section_15_2_every_link(party):
    links = CHAINS[party]
    for i in range(1, 6):
        assert tagged("link", GAME, party, i, links[i]) == links[i - 1]


@pytest.mark.parametrize(("label", "sides", "block"), FIRST_BLOCKS)
def test_section_15_5_first_blocks(label, sides, block):
    assert tagged("dice", DICE_SEED, label, f"d{sides}", 0) == block
