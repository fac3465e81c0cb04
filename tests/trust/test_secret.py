"""Section 7, Y4: one secret, from which keys and chains are derived; on disk with a passphrase."""

import json
import os
import stat

import pytest
from cryptography.exceptions import UnsupportedAlgorithm

from pbem.canon.canonical import digest, encode
from pbem.canon.tagged import tagged
from pbem.trust import secret
from pbem.trust.chains import Chain
from pbem.trust.keys import SigningKey
from pbem.trust.secret import (
    DamagedSecret,
    MasterSecret,
    NoArgon2,
    WrongPassphrase,
    change_passphrase,
    create,
    terms_digest,
    unlock,
)

SECRET = "5e" * 32
GAME = "sicily-5eed0001"
INVITE = {
    "game": GAME,
    "host": {"key": "ab" * 32, "length": 5, "tip": "cd" * 32},
    "seats": [{"seat": "axis"}],
}


# --- derivations


def test_y4_seat_key():
    assert MasterSecret(SECRET).seat_key().public == SigningKey(tagged("key", SECRET)).public


def test_y4_host_key_is_another_one():
    key = MasterSecret(SECRET).host_key()
    assert key.public == SigningKey(tagged("key", SECRET, "host")).public
    assert key.public != MasterSecret(SECRET).seat_key().public


def test_y4_chain():
    chain = MasterSecret(SECRET).chain(GAME, "axis", 5, "ee" * 32)
    assert chain.link(5) == tagged("chain", SECRET, "ee" * 32, "axis")
    assert chain.tip == Chain(GAME, "axis", 5, chain.link(5)).tip


def test_y4_other_terms_another_party_or_secret_give_another_chain():
    ends = {
        MasterSecret(secret).chain(GAME, party, 1, terms).link(1)
        for secret in (SECRET, "00" * 32)
        for party in ("axis", "allies", "host")
        for terms in ("ee" * 32, "ef" * 32)
    }
    assert len(ends) == 12


def test_section_8_3_a_later_chain_stands_on_a_base():
    chain = MasterSecret(SECRET).chain(GAME, "axis", 5, "ee" * 32, base=10)
    assert (chain.first, chain.last) == (11, 15)


def test_y4_the_host_s_terms_are_the_invitation_without_its_tip():
    zeros = {**INVITE, "host": {**INVITE["host"], "tip": "0" * 64}}
    assert terms_digest(INVITE) == digest(zeros)
    without = {key: value for key, value in INVITE["host"].items() if key != "tip"}
    assert terms_digest({**INVITE, "host": without}) == digest(zeros)
    assert terms_digest({**INVITE, "seats": []}) != digest(zeros)
    assert INVITE["host"]["tip"] == "cd" * 32
    with pytest.raises(ValueError, match="has a host"):
        terms_digest({"game": GAME})


@pytest.mark.parametrize("secret", ["", "5e" * 31, "5E" * 32, "zz" * 32])
def test_a_master_secret_is_64_lower_case_hexadecimal_digits(secret):
    with pytest.raises(ValueError, match="64 lower-case") as caught:
        MasterSecret(secret)
    assert not secret or secret not in str(caught.value)


def test_a_master_secret_does_not_show_itself():
    assert SECRET not in repr(MasterSecret(SECRET)) + str(MasterSecret(SECRET))


# --- the file


@pytest.fixture(scope="module")
def sealed(tmp_path_factory):
    """A file with a secret, its passphrase, and the public key that comes out of it."""
    path = tmp_path_factory.mktemp("sealed") / "secret.json"
    public = create(path, "Però, così!").seat_key().public
    return path.read_bytes(), public


def written(folder, raw):
    path = folder / "secret.json"
    path.write_bytes(raw)
    return path


def test_a_secret_comes_back_with_its_passphrase(sealed, tmp_path):
    raw, public = sealed
    assert unlock(written(tmp_path, raw), "Però, così!").seat_key().public == public


def test_a_passphrase_may_be_typed_with_composed_or_combining_letters(sealed, tmp_path):
    raw, public = sealed
    decomposed = "Pero\u0300, cosi\u0300!"
    assert unlock(written(tmp_path, raw), decomposed).seat_key().public == public


def test_a_wrong_passphrase_is_told_from_damage(sealed, tmp_path):
    path = written(tmp_path, sealed[0])
    with pytest.raises(WrongPassphrase, match="try again") as caught:
        unlock(path, "Pero, cosi!")
    assert "cosi" not in str(caught.value)


def test_the_file_holds_no_secret_in_the_clear(tmp_path):
    path = tmp_path / "secret.json"
    secret = create(path, "a passphrase")
    assert secret._secret not in path.read_text()
    assert list(json.loads(path.read_text())) == ["check", "nonce", "pbem_secret", "salt", "sealed"]


def test_two_files_are_never_alike(sealed, tmp_path):
    other = create(tmp_path / "secret.json", "Però, così!")
    assert other.seat_key().public != sealed[1]
    members = [json.loads(raw) for raw in (sealed[0], (tmp_path / "secret.json").read_bytes())]
    for name in ("salt", "nonce", "sealed"):
        assert members[0][name] != members[1][name]


def test_version_1_of_the_file_stays_readable(tmp_path):
    """Sealed by another program: scrypt of the standard library, the passphrase in NFC."""
    raw = (
        b'{"check":"f0158b94ac36ca9d5b6c37775e39260e3f4d0582e4505746f5155406c4d359ef",'
        b'"nonce":"000102030405060708090a0b","pbem_secret":1,'
        b'"salt":"000102030405060708090a0b0c0d0e0f",'
        b'"sealed":"acc46dc12b85a3a774ef17a9fcbb66f8730d1a09310641ee1deaa3472ac42caa'
        b'2a9009766b2bb6e40f5cb3481f5c9d12"}'
    )
    secret = unlock(written(tmp_path, raw), "Per\u00f2, cos\u00ec!")
    assert secret.seat_key().public == MasterSecret(SECRET).seat_key().public


def test_version_2_of_the_file_stays_readable(tmp_path):
    """Sealed by another program: Argon2id of its reference implementation."""
    raw = (
        b'{"check":"1c572fbb18d4628bf84bcd65f4c1de6a443cbfffa7611cdffa31c715d72f9a72",'
        b'"nonce":"000102030405060708090a0b","pbem_secret":2,'
        b'"salt":"000102030405060708090a0b0c0d0e0f",'
        b'"sealed":"46ecbc2a380bb76f490b8756802c3c3a2fa6459173eaca35a6a657db45413eaf3c757bd62b31'
        b'bd7ba27e40a770dd0ae7"}'
    )
    secret = unlock(written(tmp_path, raw), "Per\u00f2, cos\u00ec!")
    assert secret.seat_key().public == MasterSecret(SECRET).seat_key().public


@pytest.fixture
def old_library(monkeypatch):
    """A cryptography library that is built without Argon2id."""

    def unsupported(**_settings):
        raise UnsupportedAlgorithm("no Argon2id here")

    monkeypatch.setattr(secret, "Argon2id", unsupported)


@pytest.mark.usefixtures("old_library")
def test_without_argon2id_a_secret_is_sealed_with_scrypt(tmp_path):
    path = tmp_path / "secret.json"
    public = create(path, "a passphrase").seat_key().public
    assert json.loads(path.read_bytes())["pbem_secret"] == 1
    assert unlock(path, "a passphrase").seat_key().public == public


@pytest.mark.usefixtures("old_library")
def test_without_argon2id_a_secret_of_another_computer_is_not_damaged(sealed, tmp_path):
    path = written(tmp_path, sealed[0])
    with pytest.raises(NoArgon2, match="pip install"):
        unlock(path, "Però, così!")
    with pytest.raises(NoArgon2):
        change_passphrase(path, "Però, così!", "a new one")
    assert path.read_bytes() == sealed[0]


def test_a_new_passphrase_seals_an_old_file_with_argon2id(tmp_path, monkeypatch):
    path = tmp_path / "secret.json"
    with monkeypatch.context() as old:
        old.setattr(secret, "_new_key", lambda word, salt: (1, secret._key(1, word, salt)))
        public = create(path, "old").seat_key().public
    change_passphrase(path, "old", "new")
    assert json.loads(path.read_bytes())["pbem_secret"] == 2
    assert unlock(path, "new").seat_key().public == public


def test_a_secret_is_never_overwritten(sealed, tmp_path):
    path = written(tmp_path, sealed[0])
    with pytest.raises(FileExistsError, match="never overwritten"):
        create(path, "another")
    assert path.read_bytes() == sealed[0]


def test_an_empty_passphrase_is_none(sealed, tmp_path):
    with pytest.raises(ValueError, match="empty passphrase"):
        create(tmp_path / "new.json", "")
    path = written(tmp_path, sealed[0])
    with pytest.raises(ValueError, match="empty passphrase"):
        change_passphrase(path, "Però, così!", "")
    assert path.read_bytes() == sealed[0]
    assert [each.name for each in tmp_path.iterdir()] == ["secret.json"]


def test_another_passphrase_for_the_same_secret(sealed, tmp_path):
    path = written(tmp_path, sealed[0])
    change_passphrase(path, "Però, così!", "a new one")
    assert unlock(path, "a new one").seat_key().public == sealed[1]
    with pytest.raises(WrongPassphrase):
        unlock(path, "Però, così!")


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        unlock(tmp_path / "secret.json", "x")


def damaged(raw, **changes):
    return encode({**json.loads(raw), **changes})


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: b"",
        lambda raw: raw[:-20],
        lambda raw: b"\x00" * len(raw),
        lambda raw: b"[1]",
        lambda raw: b"{}",
        lambda raw: raw + b" " * 5000,
        lambda raw: damaged(raw, pbem_secret=1),
        lambda raw: damaged(raw, pbem_secret=3),
        lambda raw: damaged(raw, pbem_secret=True),
        lambda raw: damaged(raw, salt="00" * 16),
        lambda raw: damaged(raw, nonce="00" * 12),
        lambda raw: damaged(raw, sealed="00" * 48),
        lambda raw: damaged(raw, sealed=7),
        lambda raw: damaged(raw, check="00" * 32),
        lambda raw: damaged(raw, more=1),
    ],
)
def test_a_damaged_file(sealed, tmp_path, change):
    with pytest.raises(DamagedSecret, match="backup"):
        unlock(written(tmp_path, change(sealed[0])), "Però, così!")


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_only_its_owner_may_read_the_file(tmp_path):
    before = os.umask(0)
    try:
        create(tmp_path / "secret.json", "a passphrase")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret.json").stat().st_mode) == 0o600


def test_a_file_appears_whole_or_not_at_all(sealed, tmp_path, monkeypatch):
    path = written(tmp_path, sealed[0])

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        create(tmp_path / "new.json", "a passphrase")
    with pytest.raises(OSError, match="No space left"):
        change_passphrase(path, "Però, così!", "another")
    assert [each.name for each in tmp_path.iterdir()] == ["secret.json"]
    assert path.read_bytes() == sealed[0]
