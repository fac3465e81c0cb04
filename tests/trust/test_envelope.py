"""Section 2.4: the envelope; codes S01 to S06; sections 15.6 and 15.7."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.canon.canonical import encode, sha
from pbem.canon.codes import Refused
from pbem.canon.strict import ENTRY, read
from pbem.trust.envelope import check_form, document_digest, sign, signed_bytes, verify
from pbem.trust.keys import SigningKey
from support.json_values import SCALARS, values
from support.vectors import (
    HEADS,
    KEY_SEEDS,
    LINES,
    ORDERS_DIGEST,
    ORDERS_SIGNATURE,
    ORDERS_TEXT,
    PUBLIC_KEYS,
)

AXIS, HOST, ALLIES = (SigningKey(KEY_SEEDS[party]) for party in ("axis", "host", "allies"))
SIGNED = {"v": 1, "type": "concede", "game": "sicily-5eed0001"}


def code(envelope, *expected):
    with pytest.raises(Refused) as caught:
        verify(envelope, set(expected) or {AXIS.public})
    return caught.value.code


def form_code(envelope):
    with pytest.raises(Refused) as caught:
        check_form(envelope)
    return caught.value.code


# --- the vectors


def test_section_15_6_a_signed_orders_document():
    envelope = sign(read(ORDERS_TEXT, ENTRY), AXIS)
    assert signed_bytes(envelope["signed"]) == b"pbem1 sign\n" + ORDERS_TEXT
    assert envelope["signatures"] == [{"key": PUBLIC_KEYS["axis"], "sig": ORDERS_SIGNATURE}]
    assert document_digest(envelope) == ORDERS_DIGEST
    verify(envelope, {PUBLIC_KEYS["axis"]})


@pytest.mark.parametrize("seq", range(5))
def test_section_15_7_lines_are_signed_by_the_host(seq):
    envelope = read(LINES[seq], ENTRY)
    verify(envelope, {PUBLIC_KEYS["host"]})
    assert document_digest(envelope) == HEADS[seq]
    assert encode(sign(envelope["signed"], HOST)) == LINES[seq]


@pytest.mark.parametrize("seq", range(1, 5))
def test_section_15_7_lines_name_the_head_of_the_line_before(seq):
    assert check_form(read(LINES[seq], ENTRY))["prev"] == sha(LINES[seq - 1])


def test_section_15_7_documents_are_signed_by_their_parties():
    genesis, orders, _, release, _ = (read(line, ENTRY)["signed"] for line in LINES)
    verify(genesis["invite"], {PUBLIC_KEYS["host"]})
    for join in genesis["joins"]:
        verify(join, {PUBLIC_KEYS[join["signed"]["seat"]]})
    verify(orders["doc"], {PUBLIC_KEYS["axis"]})
    verify(release["doc"], {PUBLIC_KEYS["allies"]})


# --- signing


def test_section_2_4_signatures_are_sorted_by_key():
    one, other = sign(SIGNED, AXIS, HOST, ALLIES), sign(SIGNED, HOST, ALLIES, AXIS)
    assert encode(one) == encode(other)
    verify(one, {AXIS.public, HOST.public, ALLIES.public})


def test_section_2_4_one_to_eight_keys_and_none_twice():
    keys = [SigningKey(f"{n:02x}" * 32) for n in range(1, 10)]
    verify(sign(SIGNED, *keys[:8]), {key.public for key in keys[:8]})
    for wrong in ([], keys, [AXIS, AXIS]):
        with pytest.raises(ValueError, match="one to eight"):
            sign(SIGNED, *wrong)


def test_check_form_gives_the_signed_part():
    assert check_form(sign(SIGNED, AXIS)) == SIGNED


# --- S01


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.pop("signed"),
        lambda e: e.pop("signatures"),
        lambda e: e.update(extra=1),
        lambda e: e.update(signed=[]),
        lambda e: e.update(signed="x"),
        lambda e: e.update(signatures={}),
        lambda e: e.update(signatures=[]),
        lambda e: e.update(signatures=e["signatures"] * 9),
        lambda e: e.update(signatures=["x"]),
        lambda e: e["signatures"][0].pop("sig"),
        lambda e: e["signatures"][0].pop("key"),
        lambda e: e["signatures"][0].update(alg="none"),
    ],
)
def test_code_s01_malformed(change):
    envelope = copy.deepcopy(sign(SIGNED, AXIS))
    change(envelope)
    assert form_code(envelope) == code(envelope) == "S01"


# --- S02


@pytest.mark.parametrize("member", ["key", "sig"])
@pytest.mark.parametrize(
    "change",
    [
        lambda digits: digits[:-1],
        lambda digits: digits + "0",
        str.upper,
        lambda digits: "g" + digits[1:],
        lambda digits: digits[:-1] + "\n",
        lambda digits: "",
        lambda digits: 7,
        lambda digits: [digits],
    ],
)
def test_code_s02_not_lower_case_hexadecimal(member, change):
    envelope = sign(SIGNED, AXIS)
    item = envelope["signatures"][0]
    item[member] = change(item[member])
    assert form_code(envelope) == code(envelope) == "S02"


# --- S03


def test_code_s03_not_sorted():
    envelope = sign(SIGNED, AXIS, HOST)
    envelope["signatures"].reverse()
    assert form_code(envelope) == code(envelope, AXIS.public, HOST.public) == "S03"


def test_code_s03_a_key_twice():
    envelope = sign(SIGNED, AXIS)
    envelope["signatures"] *= 2
    assert form_code(envelope) == code(envelope) == "S03"


def test_codes_s01_s02_s03_in_this_order():
    envelope = sign(SIGNED, AXIS, HOST)
    first, second = envelope["signatures"]
    envelope["signatures"] = [second, {**first, "sig": "x"}]
    assert form_code(envelope) == "S02"
    envelope["signatures"] = [{**first, "sig": "x"}, {**second, "more": 1}]
    assert form_code(envelope) == "S01"


# --- S04, S05, S06


def test_code_s04_another_key():
    assert code(sign(SIGNED, HOST)) == "S04"


def test_code_s04_a_surplus_key():
    assert code(sign(SIGNED, AXIS, HOST)) == "S04"


def test_code_s06_a_missing_signature():
    assert code(sign(SIGNED, AXIS), AXIS.public, HOST.public) == "S06"


@pytest.mark.parametrize("change", [{"v": 2}, {"note": "x"}, {"game": "sicily-5eed0002"}])
def test_code_s05_the_content_was_changed(change):
    envelope = sign(SIGNED, AXIS)
    assert code({**envelope, "signed": {**SIGNED, **change}}) == "S05"


def test_code_s05_one_of_two_signatures_is_bad():
    envelope = sign(SIGNED, AXIS, HOST)
    envelope["signatures"][1]["sig"] = AXIS.sign(signed_bytes(SIGNED))
    assert code(envelope, AXIS.public, HOST.public) == "S05"


def test_code_s05_signed_without_the_prefix():
    envelope = sign(SIGNED, AXIS)
    envelope["signatures"][0]["sig"] = AXIS.sign(encode(SIGNED))
    assert code(envelope) == "S05"


def test_codes_s04_s06_s05_in_this_order():
    envelope = sign(SIGNED, AXIS)
    envelope["signatures"][0]["sig"] = "0" * 128
    assert code(envelope, HOST.public) == "S04"
    assert code(envelope, AXIS.public, HOST.public) == "S06"
    assert code(envelope) == "S05"


def test_section_2_4_layout_and_order_of_members_do_not_matter():
    envelope = sign(SIGNED, AXIS)
    verify({**envelope, "signed": dict(reversed(SIGNED.items()))}, {AXIS.public})


@given(values(SCALARS), st.integers(1, 3))
def test_the_signed_part_is_cut_out_of_the_written_envelope(value, count):
    keys = [SigningKey(f"{number:064x}") for number in range(1, count + 1)]
    envelope = sign({"value": value, "signatures": "no"}, *keys)
    expected = {key.public for key in keys}
    verify(envelope, expected, encode(envelope))
    other = encode({**envelope, "signed": {"value": value}})
    with pytest.raises(Refused, match="does not verify"):
        verify(envelope, expected, other)
