"""Documents: what parties sign and send to the host (protocol section 4)."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from pbem.canon.canonical import Json, encode, sha
from pbem.canon.codes import Refused
from pbem.canon.forms import AnyObject, Form, ListOf, Number, Record, Text, Word, require
from pbem.canon.immutable import immutable
from pbem.canon.strict import DOCUMENT, check_inner
from pbem.engine.sheets import Sheet
from pbem.history.fields import (
    ASK_ID,
    BASE,
    CONSENT,
    HEX32,
    HOURS,
    LENGTH,
    LINK,
    NAME,
    PARTY,
    PROSE,
    SEAT,
    TIME,
    TOPIC,
    Some,
    common,
)
from pbem.trust.envelope import check_form

Envelope: TypeAlias = dict[str, Json]
Signed: TypeAlias = Mapping[str, Any]
"""The signed part of a document or an entry whose form has been checked."""

HOST: Final = "host"
LATER: Final = frozenset({"motion", "vote", "sealed"})
"""Document types of the protocol that this release does not read yet."""

POLICIES: Final = ("host", "actor", "all")

_INVITE_HOST = Record(
    {"key": HEX32, "tip": HEX32, "length": LENGTH}, {"name": NAME, "seat": SEAT, "box": HEX32}
)
_INVITE_SEAT = Record(
    {"seat": SEAT},
    {"name": NAME, "side": SEAT, "powers": ListOf(ASK_ID)},
)
_MODULE = Record(
    {
        "id": Text("[a-z0-9-]{1,32}", what="the id of a game module, such as 1943-1945"),
        "version": Text("[0-9]+[.][0-9]+[.][0-9]+", what="a version such as 1.0.0"),
        "data": HEX32,
    }
)
_CHAIN = Record({"tip": HEX32, "length": LENGTH, "base": BASE})

FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "invite": Record(
            {
                **common("invite"),
                "time": TIME,
                "host": _INVITE_HOST,
                "seats": ListOf(_INVITE_SEAT, least=1, most=12),
                "module": _MODULE,
                "options": AnyObject(),
                "policy": Word(*POLICIES),
                "consent": Record(
                    {
                        "correct": CONSENT,
                        "seat": CONSENT,
                        "host": Word("majority", "all"),
                        "end": CONSENT,
                    }
                ),
                "deadline": Record(
                    {"hours": HOURS, "release_hours": HOURS, "on_release": Word("wait", "skip")}
                ),
            },
            {"note": PROSE},
        ),
        "join": Record(
            {
                **common("join"),
                "invite": HEX32,
                "seat": SEAT,
                "key": HEX32,
                "tip": HEX32,
                "length": LENGTH,
            },
            {"name": NAME},
        ),
        "orders": Record(
            {
                **common("orders"),
                "seat": SEAT,
                "head": HEX32,
                "ask": ASK_ID,
                "rev": Number(1, 999),
                "orders": ListOf(AnyObject(), most=500),
            },
            {"link": LINK, "note": PROSE},
        ),
        "standing": Record(
            {
                **common("standing"),
                "seat": SEAT,
                "head": HEX32,
                "rev": Number(1, 9999),
                "policies": ListOf(AnyObject(), most=200),
            },
            {"topic": TOPIC, "note": PROSE},
        ),
        "release": Record({**common("release"), "seat": SEAT, "lock": HEX32, "link": LINK}),
        "rekey": Some(
            Record(
                {**common("rekey"), "seat": PARTY, "head": HEX32}, {"key": HEX32, "chain": _CHAIN}
            ),
            ("key", "chain"),
            1,
            2,
        ),
        "concede": Record({**common("concede"), "seat": SEAT, "head": HEX32}, {"note": PROSE}),
    }
)
"""The form of the signed part of each document type."""

ENVELOPED: Final = AnyObject()
"""A document inside an entry: `read_document` gives its faults their own codes."""


@immutable(frozen=True)
class Document:
    """A document whose envelope and form are good; its signatures are not verified by this.

    Attributes:
        envelope: the whole of it.
        signed: the signed part.
        digest: the digest of the envelope.
        written: the canonical form of the envelope.
    """

    envelope: Envelope
    signed: Signed
    digest: str
    written: bytes = field(repr=False)

    @property
    def type(self) -> str:
        """The document type, a key of `FORMS`."""
        return str(self.signed["type"])

    @property
    def party(self) -> str:
        """The seat that signs it, or `host`."""
        return str(self.signed.get("seat", HOST))

    @cached_property
    def sheet(self) -> Sheet:
        """The answer that an `orders` document gives; others have none."""
        return Sheet(self.digest, self.signed["orders"])


def read_document(envelope: Envelope) -> Document:
    """Return a document that came through the strict reader (section 6.1, steps 3 and 4).

    Raises:
        Refused: J01 or J07 for what is larger than a document may be and came in a line of the
            log; S01 to S03 for the envelope, J09 for the form of the signed part.
    """
    written = encode(envelope)
    check_inner(envelope, written, DOCUMENT)
    signed = check_form(envelope)
    kind = signed.get("type")
    if isinstance(kind, str) and kind in LATER:
        raise Refused("J09", f"this release of pbem does not know {kind} documents yet", "/type")
    if not isinstance(kind, str) or kind not in FORMS:
        require(Record({"type": Word(*FORMS)}), {"type": kind} if "type" in signed else {})
    require(FORMS[str(kind)], signed)
    document = Document(envelope, signed, sha(written), written)
    _beyond_form(document)
    return document


def _beyond_form(document: Document) -> None:
    """Check what a form cannot say (J09)."""
    signed = document.signed
    if document.type == "invite":
        seats = [seat["seat"] for seat in signed["seats"]]
        if seats != sorted(set(seats)):
            raise Refused("J09", "the seats should be sorted by name, each once", "/seats")
        if signed["host"].get("seat", seats[0]) not in seats:
            raise Refused("J09", "the host's seat is not one of the seats", "/host/seat")
    if document.type == "rekey" and document.party == HOST and "chain" in signed:
        raise Refused(
            "J09", "the host's chain changes only with a change of host", "/chain", "leave it out"
        )
