"""The one writer of JSON that is signed or hashed (sections 2.2 and 2.3)."""

import hashlib
import json
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""A value of the JSON profile: no fractions anywhere, names in ASCII."""

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def encode(value: Json) -> bytes:
    """Return the canonical bytes of a value within the JSON profile (section 2.2).

    Raises:
        UnicodeEncodeError: a string holds a surrogate, which no value of the profile does.
    """
    return _ENCODER.encode(value).encode("utf-8")


def sha(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 lower-case hexadecimal digits (section 2.3)."""
    return hashlib.sha256(data).hexdigest()


def digest(value: Json) -> str:
    """Return the digest of an envelope, a state, an event list or module data (section 2.3)."""
    return sha(encode(value))
