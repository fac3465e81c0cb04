"""The envelope around everything that is signed (section 2.4)."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from pbem.canon.canonical import Json, digest, encode
from pbem.canon.codes import Refused
from pbem.trust.keys import SigningKey, verify_signature

_PREFIX: Final = b"pbem1 sign\n"
_MOST: Final = 8
_KEY: Final = re.compile("[0-9a-f]{64}")
_SIGNATURE: Final = re.compile("[0-9a-f]{128}")


def signed_bytes(signed: dict[str, Json]) -> bytes:
    """Return the bytes that a signature covers."""
    return _PREFIX + encode(signed)


def sign(signed: dict[str, Json], *keys: SigningKey) -> dict[str, Json]:
    """Return the envelope of `signed` with one signature for each key, sorted by key.

    Raises:
        ValueError: there are no keys, more than eight, or one twice.
    """
    if not 1 <= len({key.public for key in keys}) == len(keys) <= _MOST:
        raise ValueError("an envelope has one to eight signatures, each of another key")
    message = signed_bytes(signed)
    ordered = sorted(keys, key=lambda key: key.public)
    signatures: list[Json] = [{"key": key.public, "sig": key.sign(message)} for key in ordered]
    return {"signatures": signatures, "signed": signed}


def document_digest(envelope: dict[str, Json]) -> str:
    """Return the digest of a document or an entry, signatures included (section 2.3)."""
    return digest(envelope)


def check_form(envelope: dict[str, Json]) -> dict[str, Json]:
    """Return the signed part of a well-formed envelope; no signature is verified yet.

    Raises:
        Refused: S01, S02 or S03, looked for in this order.
    """
    return _parts(envelope)[0]


def _parts(envelope: dict[str, Json]) -> tuple[dict[str, Json], list[tuple[str, str]]]:
    """The signed part of a well-formed envelope, and key and signature of each item."""
    signed = envelope.get("signed")
    if set(envelope) != {"signed", "signatures"} or not isinstance(signed, dict):
        raise Refused(
            "S01",
            "an envelope holds exactly the object signed and the list signatures",
            hint="let your program sign the file",
        )
    signatures = list(_signatures(envelope))
    _check_order([key for key, _ in signatures])
    return signed, signatures


def verify(
    envelope: dict[str, Json], expected: AbstractSet[str], written: bytes | None = None
) -> None:
    """Pass an envelope that is signed by exactly the expected keys.

    Args:
        envelope: the envelope.
        expected: the keys that have to sign it.
        written: its canonical form, where the caller has that already.

    Raises:
        Refused: S01 to S03 for its form; S04 for a key that is not expected, S06 for one that is
            missing, S05 for a signature that does not verify, looked for in this order.
    """
    signed, signatures = _parts(envelope)
    message = signed_bytes(signed) if written is None else _PREFIX + _cut(envelope, written)
    present = [key for key, _ in signatures]
    for index, key in enumerate(present):
        if key not in expected:
            at = f"/signatures/{index}/key"
            raise Refused("S04", f"the key {key[:8]}… is not expected to sign this", at)
    for key in sorted(expected):
        if key not in present:
            raise Refused("S06", f"the signature of the key {key[:8]}… is missing", "/signatures")
    for index, (key, signature) in enumerate(signatures):
        if not verify_signature(key, message, signature):
            at = f"/signatures/{index}/sig"
            raise Refused("S05", f"the signature of the key {key[:8]}… does not verify", at)


def _cut(envelope: dict[str, Json], written: bytes) -> bytes:
    """The canonical form of the signed part, as it stands in that of the whole envelope."""
    before = b'{"signatures":' + encode(envelope["signatures"]) + b',"signed":'
    return written[len(before) : -1]


def _signatures(envelope: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield key and signature of each item; every S01 comes before the first S02."""
    listed = envelope.get("signatures")
    if not isinstance(listed, list) or not 1 <= len(listed) <= _MOST:
        raise Refused("S01", "an envelope has a list of one to eight signatures", "/signatures")
    items = [_members(item, index) for index, item in enumerate(listed)]
    for index, (key, signature) in enumerate(items):
        yield (
            _hexadecimal(key, _KEY, "a key is 64", f"/signatures/{index}/key"),
            _hexadecimal(signature, _SIGNATURE, "a signature is 128", f"/signatures/{index}/sig"),
        )


def _members(item: Json, index: int) -> tuple[Json, Json]:
    if not isinstance(item, dict) or set(item) != {"key", "sig"}:
        at = f"/signatures/{index}"
        raise Refused("S01", "each signature is an object of exactly key and sig", at)
    return item["key"], item["sig"]


def _hexadecimal(value: Json, pattern: re.Pattern[str], what: str, at: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Refused("S02", f"{what} lower-case hexadecimal digits", at)
    return value


def _check_order(keys: Sequence[str]) -> None:
    for index in range(1, len(keys)):
        if keys[index] <= keys[index - 1]:
            at = f"/signatures/{index}/key"
            raise Refused("S03", "the signatures are sorted by key, and no key signs twice", at)
