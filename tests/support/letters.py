"""Documents, and mails around them, for the tests of reading."""

import base64
import json
import quopri

from pbem.canon.canonical import Json
from pbem.post.reading import Post
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from support import vectors

AXIS = SigningKey(vectors.KEY_SEEDS["axis"])
Envelope = dict[str, Json]


def doc(rev: int = 1, note: str = "Hold the line") -> Envelope:
    """`DOC(r)` of the mail cases: orders of the axis, different for each `rev`."""
    attack: dict[str, Json] = {"do": "attack", "zone": "ukraine", "units": {"infantry": rev}}
    return sign(
        {
            "v": 1,
            "type": "orders",
            "game": vectors.GAME,
            "seat": "axis",
            "ask": "t1.axis.attack",
            "head": vectors.HEADS[0],
            "rev": rev,
            "orders": [attack],
            "note": note,
        },
        AXIS,
    )


def standing() -> Envelope:
    fields: Envelope = {"v": 1, "type": "standing", "game": vectors.GAME, "seat": "axis", "rev": 1}
    return sign({**fields, "head": vectors.HEADS[0], "policies": []}, AXIS)


def vector_orders() -> Envelope:
    """The signed document of section 15.6."""
    signature: Json = {"key": vectors.PUBLIC_KEYS["axis"], "sig": vectors.ORDERS_SIGNATURE}
    return {"signatures": [signature], "signed": json.loads(vectors.ORDERS_TEXT)}


def pretty(envelope: Json) -> str:
    """`JSON(d)` of the mail cases: two spaces, LF."""
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"


def part(
    content: bytes | str,
    kind: str = "text/plain; charset=utf-8",
    encoding: str = "8bit",
    name: str = "",
) -> bytes:
    """A MIME part; the content is given as it is before the transfer encoding."""
    data = content.encode() if isinstance(content, str) else content
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    return raw_part(data, kind, encoding, name)


def raw_part(data: bytes, kind: str, encoding: str, name: str = "") -> bytes:
    """A MIME part whose bytes are already encoded, rightly or wrongly."""
    head = f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n"
    if name:
        head += f'Content-Disposition: attachment; filename="{name}"\n'
    return head.encode() + b"\n" + data


def file(content: bytes | str, name: str = "orders.pbem.json") -> bytes:
    """`FILE(d)` of the mail cases, as a part."""
    return part(content, "application/json", "base64", name)


def multipart(kind: str, *parts: bytes, boundary: str = "=_b1") -> bytes:
    line = f"--{boundary}".encode()
    body = b"".join(line + b"\n" + each + b"\n" for each in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    return head + body + line + b"--\n"


def mail(content: bytes, *headers: str) -> bytes:
    """A mail of a player around a part; headers given here replace those of the same name."""
    fields = {
        "Return-Path": "Return-Path: <anna@example.org>",
        "From": "From: Anna <anna@example.org>",
        "Date": "Date: Mon, 5 Jul 1943 10:00:00 +0000",
        "Message-ID": "Message-ID: <1@example.org>",
        "MIME-Version": "MIME-Version: 1.0",
    }
    fields.update({header.split(":", 1)[0]: header for header in headers})
    return "".join(f"{field}\n" for field in fields.values()).encode() + content


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def curly(text: str) -> str:
    """Every straight quotation mark becomes a curly one, opening and closing in turn."""
    pieces = text.split('"')
    marks = ["\u201c\u201d"[number % 2] for number in range(len(pieces) - 1)]
    return "".join(piece + mark for piece, mark in zip(pieces, [*marks, ""], strict=True))


def codes(post: Post) -> list[str]:
    return [problem.code for problem in post.problems]
