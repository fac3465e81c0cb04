"""Section 2.4: keys, and section 15.1."""

import pytest

from pbem.canon.codes import Refused
from pbem.trust.keys import SigningKey, refuse_weak, verify_signature
from support.vectors import KEY_SEEDS, PUBLIC_KEYS

# The list of section 2.4, written out.
WEAK_KEYS = (
    "00" * 32,
    "00" * 31 + "80",
    "01" + "00" * 31,
    "01" + "00" * 30 + "80",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "ec" + "ff" * 30 + "7f",
    "ec" + "ff" * 31,
    "ed" + "ff" * 30 + "7f",
    "ed" + "ff" * 31,
    "ee" + "ff" * 30 + "7f",
    "ee" + "ff" * 31,
)
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize("party", KEY_SEEDS)
def test_section_15_1_public_keys(party):
    assert SigningKey(KEY_SEEDS[party]).public == PUBLIC_KEYS[party]


def test_section_2_4_a_signature_verifies_for_its_message_and_key_only():
    key = SigningKey(KEY_SEEDS["axis"])
    signature = key.sign(b"message")
    assert signature == key.sign(b"message")
    assert verify_signature(key.public, b"message", signature)
    assert not verify_signature(key.public, b"massage", signature)
    assert not verify_signature(PUBLIC_KEYS["host"], b"message", signature)
    assert not verify_signature(
        key.public, b"message", ("00" if signature[:2] != "00" else "01") + signature[2:]
    )


def test_section_2_4_s_is_below_the_order_of_the_group():
    key = SigningKey(KEY_SEEDS["axis"])
    raw = bytes.fromhex(key.sign(b"message"))
    s = int.from_bytes(raw[32:], "little") + ORDER
    assert not verify_signature(key.public, b"message", (raw[:32] + s.to_bytes(32, "little")).hex())


@pytest.mark.parametrize("public", ["02" + "00" * 31, "ff" * 32, *WEAK_KEYS])
def test_a_key_that_is_no_point_verifies_nothing_and_breaks_nothing(public):
    assert verify_signature(public, b"message", "ab" * 64) is False


def test_section_2_4_there_are_fourteen_weak_keys():
    assert len(set(WEAK_KEYS)) == 14


@pytest.mark.parametrize("public", WEAK_KEYS)
def test_code_s07_weak_keys(public):
    with pytest.raises(Refused) as caught:
        refuse_weak(public, "/signed/key")
    assert (caught.value.code, caught.value.at) == ("S07", "/signed/key")


@pytest.mark.parametrize("low", ["ef", "f0", "ff"])
@pytest.mark.parametrize("top", ["7f", "ff"])
def test_code_s07_y_not_below_the_prime(low, top):
    with pytest.raises(Refused, match="S07"):
        refuse_weak(low + "ff" * 30 + top)


@pytest.mark.parametrize("public", [*PUBLIC_KEYS.values(), "eb" + "ff" * 30 + "7f", "02" * 32])
def test_section_2_4_other_keys_may_be_introduced(public):
    refuse_weak(public)


def test_section_2_4_why_weak_keys_are_refused():
    """With this key one constant signature is good for every message, the library says."""
    signature = "01" + "00" * 63
    for message in (b"orders", b"other orders"):
        assert verify_signature("01" + "00" * 31, message, signature)


def test_a_signing_key_shows_only_its_public_half():
    key = SigningKey(KEY_SEEDS["host"])
    assert KEY_SEEDS["host"] not in repr(key) + str(key) + repr(vars(key))


@pytest.mark.parametrize("seed", ["", "01" * 31, "01" * 33, "AB" * 32, "zz" * 32])
def test_a_seed_is_64_lower_case_hexadecimal_digits(seed):
    with pytest.raises(ValueError, match="64 lower-case") as caught:
        SigningKey(seed)
    assert not seed or seed not in str(caught.value)
