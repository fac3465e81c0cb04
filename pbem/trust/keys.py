"""Ed25519 keys: signing, verifying, and the public keys nobody may use (section 2.4)."""

import re
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from pbem.canon.codes import Refused

_FIELD: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_SIGN_BIT: Final = 2**255
_HEX32: Final = re.compile("[0-9a-f]{64}")
_SMALL_ORDER_Y: Final = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        int.from_bytes(
            bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            "little",
        ),
        int.from_bytes(
            bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
            "little",
        ),
    }
)


class SigningKey:
    """A private key; only its public half can be read back.

    Attributes:
        public: the public key, 64 hexadecimal digits.
    """

    def __init__(self, seed: str) -> None:
        """Make the key of a 32-byte seed, given as 64 lower-case hexadecimal digits."""
        if not _HEX32.fullmatch(seed):
            raise ValueError("the seed of a key is 64 lower-case hexadecimal digits")
        self._private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))
        self.public: Final = self._private.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """Return the signature of a message, 128 hexadecimal digits."""
        return self._private.sign(message).hex()


def verify_signature(public: str, message: bytes, signature: str) -> bool:
    """Tell whether a signature is good: S below the group order, and the cofactorless check.

    Args:
        public: 64 hexadecimal digits.
        message: the bytes that were signed.
        signature: 128 hexadecimal digits.
    """
    raw = bytes.fromhex(signature)
    if int.from_bytes(raw[32:], "little") >= _ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(raw, message)
    except (InvalidSignature, ValueError):  # a library may refuse to load what is no point
        return False
    return True


def refuse_weak(public: str, at: str = "") -> None:
    """Pass a public key that may be introduced into a game (section 2.4).

    Args:
        public: 64 hexadecimal digits.
        at: where it stands, for the refusal.

    Raises:
        Refused: S07 if the key is a point of small order or not in its canonical form.
    """
    y = int.from_bytes(bytes.fromhex(public), "little") % _SIGN_BIT
    if y >= _FIELD or y in _SMALL_ORDER_Y:
        raise Refused(
            "S07",
            "this public key is one of the few with which anybody can sign anything",
            at,
            "make a new key with your program",
        )
