"""The parts of a mail, within the limits of section 10.4.

Headers are read by the standard `email` package. Bodies are cut here: its parser compares every
line with every open boundary and calls itself for each level, so that a hostile mail within the
size limit could keep it busy for hours.
"""

import base64
import quopri
import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import collapse_rfc2231_value
from typing import Final

from pbem.canon.immutable import immutable
from pbem.post.limits import DEPTH, PARTS, too_much

_HEAD: Final = 256 * 1024
_FIELD: Final = 4_000
_BLANK_LINE: Final = re.compile(rb"\r?\n\r?\n")
_NO_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/=]+")
_FIELDS: Final = ("Content-Type", "Content-Transfer-Encoding", "Content-Disposition")
_SMALLER: Final = "send the document alone, as an attached file in a new mail"


@immutable(frozen=True)
class Part:
    """A part without parts of its own.

    Attributes:
        kind: the media type in lower case, like "text/plain".
        name: the file name, or "".
        charset: as declared, or "".
        layout: the value of `format` in lower case, like "flowed", or "".
        delsp: the value of `delsp` in lower case, or "".
        data: the content, transfer encoding undone.
    """

    kind: str
    name: str
    charset: str
    layout: str
    delsp: str
    data: bytes


def head_of(raw: bytes) -> Message:
    """Return the headers of a mail; of very long ones the beginning."""
    return _fields(_cut(raw)[0][:_HEAD])


def parts_of(raw: bytes) -> list[Part]:
    """Return the innermost parts of a mail in order; mails within the mail are not opened.

    Raises:
        Refused: A06, there are too many parts, they are nested too deeply, or their headers
            are too long.
    """
    parts: list[Part] = []
    for number, entity in enumerate(_entities(raw, 1)):
        if number > PARTS:
            raise too_much(f"the mail has more than {PARTS} parts", _SMALLER)
        if not entity.inner:
            parts.append(_part(entity))
    return parts


@immutable(frozen=True)
class _Entity:
    """The mail or one of its parts: headers, body, and where the parts within it lie."""

    head: Message
    body: bytes
    inner: bool


def _entities(raw: bytes, depth: int) -> Iterator[_Entity]:
    if depth > DEPTH:
        raise too_much(f"the parts of the mail are nested more than {DEPTH} deep", _SMALLER)
    head_bytes, body = _cut(raw)
    head = _checked(head_bytes)
    boundary = _boundary(head)
    inner = boundary != b"" and re.search(_delimiter(boundary), body) is not None
    yield _Entity(head, body, inner)
    if inner and head.get_content_type() != "multipart/digest":
        for piece in _pieces(body, boundary):
            yield from _entities(piece, depth + 1)


def _cut(raw: bytes) -> tuple[bytes, bytes]:
    """Return headers and body; a text that begins with an empty line has no headers."""
    if raw.startswith((b"\n", b"\r\n")):
        return b"", raw
    blank = _BLANK_LINE.search(raw)
    return (raw[: blank.start()], raw[blank.end() :]) if blank else (raw, b"")


def _checked(head: bytes) -> Message:
    if len(head) > _HEAD:
        raise too_much("the headers of the mail are too long", _SMALLER)
    fields = _fields(head)
    for name in _FIELDS:
        if len(str(fields.get(name, ""))) > _FIELD:
            raise too_much(f"the header {name} of the mail is too long", _SMALLER)
    return fields


def _fields(head: bytes) -> Message:
    return BytesHeaderParser(policy=compat32).parsebytes(head + b"\n\n")


def _boundary(head: Message) -> bytes:
    if head.get_content_maintype() != "multipart":
        return b""
    return _parameter(head, "boundary").rstrip().encode("utf-8", "replace")


def _delimiter(boundary: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*+\r?$", re.MULTILINE)


def _pieces(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Cut a body at its delimiter lines; the line break before one belongs to it."""
    start = -1
    for line in _delimiter(boundary).finditer(body):
        if start >= 0:
            yield body[start : line.start()].removesuffix(b"\n").removesuffix(b"\r")
        start = line.end() + 1
        if line.group(1):
            return
    yield body[start:]


def _part(entity: _Entity) -> Part:
    head = entity.head
    kind = head.get_content_type()
    return Part(
        "text/plain" if kind.startswith("multipart/") else kind,
        _parameter(head, "filename", "content-disposition") or _parameter(head, "name"),
        _parameter(head, "charset"),
        _parameter(head, "format").lower(),
        _parameter(head, "delsp").lower(),
        _transferred(entity.body, str(head.get("Content-Transfer-Encoding", ""))),
    )


def _parameter(head: Message, name: str, header: str = "content-type") -> str:
    """Return a parameter of a header, or "" if it is missing or written in no valid way."""
    try:
        value = head.get_param(name, "", header)
        return collapse_rfc2231_value(value).strip()
    except (LookupError, TypeError, ValueError):
        return ""


def _transferred(body: bytes, encoding: str) -> bytes:
    match encoding.strip().lower():
        case "base64":
            return _from_base64(body)
        case "quoted-printable":
            return quopri.decodestring(body)
        case _:
            return body


def _from_base64(body: bytes) -> bytes:
    """Decode what can be decoded; text that a mailing list put behind the end is left out."""
    code = _NO_BASE64.sub(b"", body).split(b"=", 1)[0]
    code = code[: len(code) - (len(code) % 4 == 1)]
    return base64.b64decode(code + b"=" * (-len(code) % 4))
