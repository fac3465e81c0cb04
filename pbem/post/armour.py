"""Armour: a document as lines that survive mail programs and forums (section 10.2)."""

import base64
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from pbem.canon.canonical import digest, encode, sha
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.strict import DOCUMENT, read
from pbem.post.findings import Envelope, Findings, merged
from pbem.post.limits import PLACES, too_many_places
from pbem.post.text import INVISIBLE

_COLUMNS: Final = 64
_DIGITS: Final = 8
_MARKER: Final = re.compile(
    r"pbem-(?:begin-(?P<begin>[a-z]{1,24})|end-(?P<end>[a-z]{1,24})-(?P<digits>[0-9a-f]{8}))",
    re.IGNORECASE | re.ASCII,
)
_MARKS_IN_FRONT: Final = " \t\u00a0>|"
_DROPPED: Final = re.compile(r"[\s\u00a0=]+")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]+")
_RESEND: Final = "paste the armour again from marker to marker, or send the document as a file"


def armour(envelope: Envelope) -> str:
    """Return a signed document as armour: lines that end with LF (section 10.2).

    Raises:
        ValueError: the envelope has no `signed` with a `type`, so it is no document.
    """
    signed = envelope.get("signed")
    word = signed.get("type") if isinstance(signed, dict) else None
    if not isinstance(word, str):
        raise ValueError("only a signed document with a type can be put into armour")
    code = base64.b64encode(encode(envelope)).decode("ascii").rstrip("=")
    rows = [code[at : at + _COLUMNS] for at in range(0, len(code), _COLUMNS)]
    end = f"pbem-end-{word}-{digest(envelope)[:_DIGITS]}"
    return "\n".join([f"pbem-begin-{word}", *rows, end, ""])


@immutable(frozen=True)
class _Block:
    """What stands between two matching markers, and where it begins; no end: no `digits`."""

    at: str
    body: str
    digits: str = ""


def find_armour(text: str) -> Findings:
    """Return every document in armour within a text.

    The problems are A02 (no end marker), A03 (no base64), A04 (check digits), A06 (too many
    markers) and, for armour that came through unharmed, the J codes of the strict reader.
    """
    blocks = list(islice(_blocks(text.translate(INVISIBLE)), PLACES + 1))
    if len(blocks) > PLACES:
        return Findings(problems=(too_many_places(),))
    return merged(map(_opened, blocks))


def _blocks(text: str) -> Iterator[_Block]:
    begin: re.Match[str] | None = None
    for marker in _MARKER.finditer(text):
        if begin and not _matches(begin, marker):
            yield _Block(_line(text, begin), "")
        elif begin:
            body = text[begin.end() : marker.start()]
            yield _Block(_line(text, begin), body, marker["digits"].lower())
        begin = marker if marker["begin"] else None
    if begin:
        yield _Block(_line(text, begin), "")


def _matches(begin: re.Match[str], end: re.Match[str]) -> bool:
    return bool(end["end"]) and begin["begin"].lower() == end["end"].lower()


def _line(text: str, marker: re.Match[str]) -> str:
    return f"line {text.count(chr(10), 0, marker.start()) + 1}"


def _opened(block: _Block) -> Findings:
    try:
        return Findings(documents=(_document(block),))
    except Refused as refusal:
        return Findings(problems=(refusal,))


def _document(block: _Block) -> Envelope:
    if not block.digits:
        reason = "the line pbem-begin-… has no matching line pbem-end-… with its 8 check digits"
        raise Refused("A02", reason, block.at, _RESEND)
    data = _from_base64(block)
    if sha(data)[:_DIGITS] == block.digits:
        return _with_signed(read(data, DOCUMENT))
    try:
        envelope = read(data, DOCUMENT)
    except Refused:
        raise _differs(block) from None
    if digest(envelope)[:_DIGITS] != block.digits:
        raise _differs(block)
    return _with_signed(envelope)


def _from_base64(block: _Block) -> bytes:
    rows = (row.lstrip(_MARKS_IN_FRONT) for row in block.body.split("\n"))
    code = _DROPPED.sub("", "".join(rows))
    if not _BASE64.fullmatch(code) or len(code) % 4 == 1:
        reason = "between the markers stands something else than base64, or a piece is missing"
        raise Refused("A03", reason, block.at, _RESEND)
    return base64.b64decode(code + "=" * (-len(code) % 4))


def _differs(block: _Block) -> Refused:
    reason = "the lines between the markers do not fit the 8 check digits of the end marker"
    return Refused("A04", reason, block.at, _RESEND)


def _with_signed(envelope: Envelope) -> Envelope:
    if "signed" not in envelope:
        raise Refused("S01", "the armour holds an object that is not signed", hint=_RESEND)
    return envelope
