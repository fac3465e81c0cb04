"""The one secret a player keeps, and everything that is derived from it (section 7, Y4).

On disk it is sealed with a passphrase: a slow function makes a key of it, ChaCha20-Poly1305 seals.
The version number of the file fixes the function and its settings: 2 is Argon2id; 1 is scrypt, for
a library that has no Argon2id, and for files from before.
"""

import os
import re
import secrets
import unicodedata
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pbem.canon.canonical import Json, digest, encode
from pbem.canon.codes import Refused
from pbem.canon.forms import Number, Record, Text, require
from pbem.canon.strict import Limits, read
from pbem.canon.tagged import tagged
from pbem.canon.trouble import Trouble
from pbem.trust.chains import Chain
from pbem.trust.keys import SigningKey

_SCRYPT, _ARGON2 = 1, 2
"""Versions of the file, by what makes a key of a passphrase."""
_LIMITS: Final = Limits(size=4096, canonical=4096, depth=2)
_HEX32: Final = re.compile("[0-9a-f]{64}")
_SEALED: Final = Record(
    {
        "pbem_secret": Number(_SCRYPT, _ARGON2),
        "salt": Text("[0-9a-f]{32}"),
        "nonce": Text("[0-9a-f]{24}"),
        "sealed": Text("[0-9a-f]{96}"),
        "check": Text("[0-9a-f]{64}"),
    }
)


class WrongPassphrase(Trouble):
    """The file is whole, but this passphrase does not open it."""


class DamagedSecret(Trouble):
    """The file is not, or no longer, what was written."""


class NoArgon2(Trouble):
    """The file was sealed with Argon2id, which the library on this computer has not."""


class MasterSecret:
    """Thirty-two secret bytes; they leave this object only as keys and chains."""

    def __init__(self, secret: str) -> None:
        """Take the secret as 64 lower-case hexadecimal digits."""
        if not _HEX32.fullmatch(secret):
            raise ValueError("a master secret is 64 lower-case hexadecimal digits")
        self._secret = secret

    def seat_key(self) -> SigningKey:
        """Return the key that signs for a seat."""
        return SigningKey(tagged("key", self._secret))

    def host_key(self) -> SigningKey:
        """Return the key that signs as host; another one, since one person may be both."""
        return SigningKey(tagged("key", self._secret, "host"))

    def chain(self, game: str, party: str, length: int, terms: str, base: int = 0) -> Chain:
        """Return a party's chain; other terms give another chain.

        Args:
            game: game id.
            party: `host` or a seat.
            length: number of links.
            terms: for a seat the digest of the invitation, for the host `terms_digest`.
            base: as for `Chain`.
        """
        later = (base,) if base else ()  # the end of a used-up chain is public: never use it again
        return Chain(game, party, length, tagged("chain", self._secret, terms, party, *later), base)


def terms_digest(invite: dict[str, Json]) -> str:
    """Return the digest of an invitation's terms, which its host's chain is made for.

    The tip is one of the terms and comes out of the chain, so it counts as 64 zeros here.

    Args:
        invite: the signed part of the invitation; its host may lack the tip.

    Raises:
        ValueError: it has no host.
    """
    host = invite.get("host")
    if not isinstance(host, dict):
        raise ValueError("an invitation has a host")
    return digest({**invite, "host": {**host, "tip": "0" * 64}})


def create(path: Path, passphrase: str) -> MasterSecret:
    """Draw a new secret, write it to `path` and return it.

    Raises:
        FileExistsError: there is a file already; no secret is ever overwritten by a new one.
        ValueError: the passphrase is empty.
    """
    if path.exists():
        raise FileExistsError(f"{path} is there already; a secret is never overwritten")
    secret = secrets.token_hex(32)
    _write(path, _seal(secret, passphrase))
    return MasterSecret(secret)


def unlock(path: Path, passphrase: str) -> MasterSecret:
    """Return the secret in the file.

    Raises:
        FileNotFoundError: there is no such file.
        WrongPassphrase: the passphrase is another one.
        DamagedSecret: the file is not whole.
        NoArgon2: it can not be opened on this computer.
    """
    return MasterSecret(_open(path, passphrase))


def change_passphrase(path: Path, old: str, new: str) -> None:
    """Seal the secret in the file with another passphrase.

    Raises:
        ValueError: the new passphrase is empty.
        FileNotFoundError, WrongPassphrase, DamagedSecret, NoArgon2: as `unlock`.
    """
    _write(path, _seal(_open(path, old), new))


def _seal(secret: str, passphrase: str) -> bytes:
    if not passphrase:
        raise ValueError("an empty passphrase protects nothing; choose a longer one")
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    version, key = _new_key(passphrase, salt)
    data = _associated(version, salt)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, bytes.fromhex(secret), data)
    content: dict[str, Json] = {
        "pbem_secret": version,
        "salt": salt.hex(),
        "nonce": nonce.hex(),
        "sealed": sealed.hex(),
    }
    return encode({**content, "check": digest(content)}) + b"\n"


def _open(path: Path, passphrase: str) -> str:
    version, content = _content(path)
    salt, nonce, sealed = (bytes.fromhex(content[name]) for name in ("salt", "nonce", "sealed"))
    try:
        cipher = ChaCha20Poly1305(_key(version, passphrase, salt))
    except UnsupportedAlgorithm:
        raise NoArgon2(
            f"{path} was sealed with Argon2id, which the cryptography library on this computer "
            "does not know: install that of PyPI (pip install --force-reinstall cryptography)"
        ) from None
    try:
        return cipher.decrypt(nonce, sealed, _associated(version, salt)).hex()
    except InvalidTag:
        raise WrongPassphrase(
            f"this passphrase does not open {path}: try again, and mind capitals and the keyboard"
        ) from None


def _content(path: Path) -> tuple[int, dict[str, str]]:
    """Return the version and the hexadecimal members of an undamaged file."""
    try:
        with path.open("rb") as file:
            content = read(file.read(_LIMITS.size + 1), _LIMITS)
        require(_SEALED, content)
    except Refused:
        raise _damaged(path) from None
    check = content.pop("check")
    if check != digest(content):
        raise _damaged(path)
    members = {name: value for name, value in content.items() if isinstance(value, str)}
    return int(str(content["pbem_secret"])), members


def _damaged(path: Path) -> DamagedSecret:
    return DamagedSecret(
        f"{path} is damaged or is no secret of this program: put your backup copy in its place"
    )


def _new_key(passphrase: str, salt: bytes) -> tuple[int, bytes]:
    """Return the best version that this computer knows, and the sealing key of it."""
    try:
        return _ARGON2, _key(_ARGON2, passphrase, salt)
    except UnsupportedAlgorithm:
        return _SCRYPT, _key(_SCRYPT, passphrase, salt)


def _key(version: int, passphrase: str, salt: bytes) -> bytes:
    """Return the sealing key; keyboards that compose letters differently agree after NFC.

    The settings of Argon2id, 12 MiB and three passes, are one of the least that OWASP recommends.

    Raises:
        UnsupportedAlgorithm: the library has no Argon2id.
    """
    typed = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    if version == _SCRYPT:
        return Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(typed)
    slow = Argon2id(salt=salt, length=32, iterations=3, lanes=1, memory_cost=12 * 1024)
    return slow.derive(typed)


def _associated(version: int, salt: bytes) -> bytes:
    return f"pbem secret {version} {salt.hex()}".encode("ascii")


def _write(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, and let it appear whole or not at all."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.draft")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
