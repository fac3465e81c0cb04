"""Entries: the lines of the log (protocol section 5)."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final

from pbem.canon.canonical import encode, sha
from pbem.canon.codes import CODES, Refused
from pbem.canon.forms import (
    AnyObject,
    Flag,
    Form,
    ListOf,
    MapOf,
    Number,
    Record,
    Text,
    Word,
    require,
)
from pbem.canon.immutable import immutable
from pbem.canon.strict import ENTRY, LARGEST, read_canonical
from pbem.history.documents import ENVELOPED, Envelope, Signed
from pbem.history.fields import (
    ASK_ID,
    HEX32,
    HOURS,
    MOST_LINES,
    NEXT,
    PARTY,
    PARTY_NAME,
    PROSE,
    REASON,
    SEAT,
    SEGMENT,
    TIME,
    TOPIC,
    WORD,
    Some,
    common,
)
from pbem.trust.envelope import check_form

MOST_ASK_DATA: Final = 8_192
LATER: Final = frozenset({"seat", "host", "correct"})
"""Entry types of the protocol that this release does not read yet."""

_ASK = Record(
    {"id": ASK_ID, "seat": SEAT, "kind": WORD, "dice": Flag()},
    {"hours": HOURS, "data": AnyObject()},
)
_ASKS = ListOf(_ASK)
_ROLL = Record(
    {"label": Text(), "sides": Number(-LARGEST, LARGEST), "values": ListOf(Number(1, 256))}
)
_DICE = Record(
    {
        "segment": SEGMENT,
        "links": MapOf(PARTY_NAME, HEX32, "the name of a seat, or host"),
        "seed": HEX32,
        "rolls": ListOf(_ROLL),
    }
)
_OPENED = ListOf(ENVELOPED, least=1)
_HELD = Record(
    {"digest": HEX32, "type": Word("orders", "standing"), "seat": SEAT, "rev": Number(1, 9999)},
    {"ask": ASK_ID, "topic": TOPIC},
)


def _entry(kind: str) -> dict[str, Form]:
    return {
        **common(kind),
        "seq": Number(0, MOST_LINES - 1),
        "prev": HEX32,
        "time": TIME,
    }


FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "genesis": Record(
            {
                **_entry("genesis"),
                "invite": ENVELOPED,
                "joins": ListOf(ENVELOPED, least=1, most=12),
                "salt": HEX32,
                "state": HEX32,
                "asks": _ASKS,
                "next": NEXT,
            },
            {"due": TIME},
        ),
        "receive": Some(
            Record(_entry("receive"), {"doc": ENVELOPED, "held": _HELD}), ("doc", "held"), 1, 1
        ),
        "refuse": Record(
            {**_entry("refuse"), "digest": HEX32, "code": Word(*CODES), "why": REASON},
            {"seat": PARTY},
        ),
        "default": Some(
            Record(
                {
                    **_entry("default"),
                    "seat": SEAT,
                    "why": Word("deadline", "vacant", "conceded"),
                },
                {"ask": ASK_ID, "segment": SEGMENT},
            ),
            ("ask", "segment"),
            1,
            1,
        ),
        "lock": Record(
            {
                **_entry("lock"),
                "segment": SEGMENT,
                "inputs": ListOf(HEX32),
                "parties": ListOf(PARTY),
            }
        ),
        "resolve": Some(
            Record(
                {
                    **_entry("resolve"),
                    "inputs": ListOf(HEX32),
                    "state": HEX32,
                    "events": HEX32,
                    "asks": _ASKS,
                    "next": NEXT,
                },
                {
                    "opened": _OPENED,
                    "dice": _DICE,
                    "burn": SEGMENT,
                    "due": TIME,
                    "out": ListOf(SEAT, least=1, most=12),
                    "over": AnyObject(),
                },
            ),
            ("dice", "burn"),
            0,
            1,
        ),
        "pause": Record({**_entry("pause"), "why": REASON}),
        "resume": Record({**_entry("resume"), "why": REASON}, {"due": TIME}),
        "remark": Record({**_entry("remark"), "text": PROSE}),
        "end": Record(
            {
                **_entry("end"),
                "result": AnyObject(),
                "why": Word("victory", "concession", "motion", "abandoned"),
            },
            {"opened": _OPENED, "motion": ENVELOPED, "votes": ListOf(ENVELOPED, most=12)},
        ),
    }
)
"""The form of the signed part of each entry type."""


@immutable(frozen=True, slots=True)
class Entry:
    """A line of the log whose bytes, envelope and form are good; nothing else is checked by this.

    Attributes:
        envelope: the whole of it.
        signed: the signed part.
        head: SHA-256 of the line, which is the digest of the envelope.
        line: the line itself, the canonical form of the envelope.
    """

    envelope: Envelope
    signed: Signed
    head: str
    line: bytes = field(repr=False)

    @property
    def type(self) -> str:
        """The entry type, a key of `FORMS`."""
        return str(self.signed["type"])


def read_entry(line: bytes) -> Entry:
    """Return the entry in a line, given without its line feed (section 6.3, steps 1 and 2).

    Of an entry type in `LATER` only the common fields are checked.

    Raises:
        Refused: J01 to J08, J10, L01, S01 to S03, L04, J09.
    """
    envelope = read_canonical(line, ENTRY)
    signed = check_form(envelope)
    kind = signed.get("type")
    if not isinstance(kind, str) or kind not in (*FORMS, *LATER):
        raise Refused("L04", "the line has no entry type that is known", "/signed/type")
    entry = Entry(envelope, signed, sha(line), line)
    if kind in LATER:
        form = _entry(kind)
        require(Record(form), {name: signed[name] for name in form if name in signed})
    else:
        require(FORMS[kind], signed)
        _beyond_form(entry)
    return entry


def _beyond_form(entry: Entry) -> None:
    """Check what a form cannot say (J09)."""
    asks = entry.signed.get("asks", ())
    if len({ask["id"] for ask in asks}) < len(asks):
        raise Refused("J09", "two asks have one id", "/asks")
    for index, ask in enumerate(asks):
        if "data" in ask and len(encode(ask["data"])) > MOST_ASK_DATA:
            at = f"/asks/{index}/data"
            raise Refused("J09", f"the data of an ask has more than {MOST_ASK_DATA} bytes", at)
    held = entry.signed.get("held")
    if held is not None and ("ask" in held) != (held["type"] == "orders"):
        raise Refused("J09", "a receipt for orders names its ask, another one does not", "/held")
    if held is not None and "topic" in held and held["type"] == "orders":
        raise Refused("J09", "a receipt for orders names no topic", "/held/topic")
