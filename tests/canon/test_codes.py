"""Section 11: the codes."""

import re

import pytest

from pbem.canon.codes import CODES, Refused

# Copied from the table of section 11: letters of blame, then the codes that carry them.
BLAME = {
    "D": "A01 A02 A03 A04 A05 A06 B01",
    "DF": (
        "J01 J02 J03 J04 J05 J06 J07 J08 J09 J10 S01 S02 S03 S04 S05 S06 S07 D01 D02 D03 D04 D05 "
        "D06 D07 D10 D11 D12 D13 C02 C03 C04 C06 C10 C11 B02"
    ),
    "F": (
        "D09 C01 C05 C07 C08 C09 L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 R01 R02 R03 R04 "
        "R05 R06 R07"
    ),
    "I": "R08",
    "IF": "D08",
}


def test_section_11_every_code_with_its_blame():
    assert {code: entry.blame for code, entry in CODES.items()} == {
        code: blame for blame, codes in BLAME.items() for code in codes.split()
    }


@pytest.mark.parametrize("code", CODES)
def test_section_11_every_meaning_is_a_sentence_of_its_own(code):
    assert re.fullmatch(r"[A-Z].*\.", CODES[code].meaning)
    assert [other.meaning for other in CODES.values()].count(CODES[code].meaning) == 1


def test_the_table_cannot_be_changed():
    with pytest.raises(TypeError):
        CODES["A01"] = CODES["A02"]


def test_refused_says_code_place_reason_and_hint():
    refusal = Refused("J05", "a number is written -0", "/orders/0/zone", "write 0")
    assert str(refusal) == "J05 at /orders/0/zone: a number is written -0: write 0"
    assert str(Refused("J02", "the text is empty")) == "J02: the text is empty"
    assert (refusal.code, refusal.at, refusal.hint) == ("J05", "/orders/0/zone", "write 0")
