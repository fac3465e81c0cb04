"""Sections 2.2 and 2.3: canonical form and digests."""

import hashlib
import json

import pytest
import rfc8785
from hypothesis import given, settings

from pbem.canon.canonical import digest, encode, sha
from pbem.canon.strict import ENTRY, STATE, read, read_canonical
from support.json_values import NAMES, OBJECTS, OBJECTS_WITH_NULL, VALUES
from support.vectors import HEADS, LINES, ORDERS_SHA, ORDERS_TEXT


@given(OBJECTS_WITH_NULL)
@settings(deadline=None)
def test_section_2_2_canonical_form_is_rfc_8785(value):
    assert encode(value) == rfc8785.dumps(value)


@given(VALUES)
@settings(deadline=None)
def test_section_2_2_the_canonical_form_of_any_value_is_rfc_8785(value):
    assert encode(value) == rfc8785.dumps(value)


@given(NAMES, NAMES)
def test_section_2_2_members_are_sorted_by_name(one, other):
    assert encode({one: 1, other: 1}) == encode({other: 1, one: 1})


@given(OBJECTS)
@settings(deadline=None)
def test_section_2_2_canonical_form_is_read_back(value):
    assert read_canonical(encode(value), ENTRY) == value


@given(OBJECTS_WITH_NULL)
@settings(deadline=None)
def test_section_2_2_a_state_is_read_back_however_it_is_laid_out(value):
    assert read(json.dumps(value, indent=3).encode(), STATE) == value
    assert read(json.dumps(value, ensure_ascii=False).encode(), STATE) == value


def test_section_2_2_only_quotation_mark_backslash_and_line_feed_are_escaped():
    assert encode('"\\\n/é😀<') == '"\\"\\\\\\n/é😀<"'.encode()


def test_section_2_3_digests_are_lower_case_sha_256():
    assert sha(b"abc") == hashlib.sha256(b"abc").hexdigest()
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_section_15_6_orders_are_canonical():
    value = read_canonical(ORDERS_TEXT, ENTRY)
    assert value["note"] == 'Però "così" — 1/2\nseconda riga 😀'
    assert digest(value) == ORDERS_SHA


@pytest.mark.parametrize("seq", range(5))
def test_section_15_7_lines_are_canonical_and_have_their_heads(seq):
    value = read_canonical(LINES[seq], ENTRY)
    assert sha(LINES[seq]) == digest(value) == HEADS[seq]


def test_section_15_7_state_and_event_digests():
    resolve = read(LINES[4], ENTRY)["signed"]
    labels = [roll["label"] for roll in resolve["dice"]["rolls"]]
    assert digest([{"event": "rolled", "label": label} for label in labels]) == resolve["events"]
    assert digest({"turn": 2}) == resolve["state"]
    assert digest({"turn": 1}) == read(LINES[0], ENTRY)["signed"]["state"]
