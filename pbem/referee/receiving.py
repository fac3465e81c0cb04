"""Post that comes to the host: every document is accepted, ignored or refused (protocol 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.canon.codes import CODES, Refused
from pbem.canon.immutable import immutable
from pbem.engine.refusals import Refusal
from pbem.history import compose
from pbem.history.checking import check_document
from pbem.history.documents import Document, Envelope, read_document
from pbem.history.errors import OrdersAgainstRules
from pbem.history.held import HeldTexts
from pbem.referee.host_desk import HostDesk
from pbem.trust.envelope import document_digest

MOST_REFUSALS = 20
"""After so many refusals of a seat in a resolution the log takes no more (section 5)."""

GENERAL_REASON = "The orders break the rules of the game; the details went to their author."


@immutable(frozen=True)
class Received:
    """What became of one document.

    Attributes:
        outcome: `accepted`, `ignored` (it is in the log already) or `refused`.
        about: what the document is, for people.
        code: the code of a refusal, else "".
        reason: the plain sentence of a refusal, else "".
        refusals: what the game has against the orders; for their author alone.
    """

    outcome: str
    about: str
    code: str = ""
    reason: str = ""
    refusals: Sequence[Refusal] = ()


def receive_all(desk: HostDesk, envelopes: Sequence[Envelope], at: str | None) -> list[Received]:
    """Log the documents of one mail; see `receive_each`."""
    return list(receive_each(desk, envelopes, at))


def receive_each(
    desk: HostDesk, envelopes: Sequence[Envelope], at: str | None
) -> Iterator[Received]:
    """Log the documents of one mail one by one: standing orders first, else as they came (Y6).

    Each is stored when it is told, so that a trouble with the next one hides nothing.

    Raises:
        NotWritten, FolderTrouble, KeyTrouble, WrongTime: nothing of the document that was on
            its way is lost or half stored.
    """
    ordered = sorted(envelopes, key=lambda envelope: _kind(envelope) != "standing")
    for envelope in ordered:
        yield _receive(desk, envelope, at)


def _kind(envelope: Envelope) -> str:
    signed = envelope.get("signed")
    return str(signed.get("type", "")) if isinstance(signed, dict) else ""


def _receive(desk: HostDesk, envelope: Envelope, at: str | None) -> Received:
    log = desk.game.log
    try:
        document = check_document(log, envelope)
    except Refused as refused:
        if refused.code == "D08" and document_digest(envelope) in log.logged:
            return _again(desk, envelope)
        return _refuse(desk, envelope, refused, at)
    time = desk.game.time(at)
    if document.type in ("orders", "standing"):
        # the text goes first: a receipt without its text would be worth nothing
        HeldTexts(desk.game.folder).put(envelope)
        desk.write(compose.receive_held(log, time, document))
    else:
        desk.write(compose.receive(log, time, document))
    return Received("accepted", describe(document))


def _again(desk: HostDesk, envelope: Envelope) -> Received:
    """A document that is logged already; a held text that had got lost comes back with it."""
    document = read_document(envelope)
    if document.type in ("orders", "standing"):
        HeldTexts(desk.game.folder).put(envelope)
    return Received("ignored", describe(document), "D08", "it is in the log already")


def _refuse(desk: HostDesk, envelope: Envelope, refused: Refused, at: str | None) -> Received:
    refusals = refused.refusals if isinstance(refused, OrdersAgainstRules) else ()
    reason = f"{refused.reason}{f' ({refused.hint})' if refused.hint else ''}"
    _log_refusal(desk, envelope, refused, at)
    return Received("refused", _about(envelope), refused.code, reason, refusals)


def _log_refusal(desk: HostDesk, envelope: Envelope, refused: Refused, at: str | None) -> None:
    """Log a refusal if the signature was good, so that nobody is refused in silence.

    To a host who plays his program says it here and now: his own stale document is no line worth.
    """
    log = desk.game.log
    if refused.code[0] in "AJS" or refused.code in ("D01", "D02"):
        return
    document = read_document(envelope)
    if refused.code == "D06" and document.party == log.host_seat:
        return
    seat = document.party if document.party in log.seats else None
    if document.digest in log.refused or log.refusals.get(seat or "", 0) >= MOST_REFUSALS:
        return
    why = refused.reason
    if document.type in ("orders", "standing"):
        meaning = CODES[refused.code].meaning
        why = GENERAL_REASON if isinstance(refused, OrdersAgainstRules) else meaning
    time = desk.game.time(at)
    desk.write(compose.refuse(log, time, document.digest, refused.code, why, seat))


def describe(document: Document) -> str:
    """A document in a few words: who, what, for which ask, which revision."""
    signed = document.signed
    parts = [f"{document.type} of {document.party}"]
    if "ask" in signed:
        parts.append(f"for {signed['ask']}")
    if "topic" in signed:
        parts.append(f"on {signed['topic']}")
    if "rev" in signed:
        parts.append(f"rev {signed['rev']}")
    return ", ".join(parts)


def _about(envelope: Envelope) -> str:
    try:
        return describe(read_document(envelope))
    except Refused:
        return f"a document with digest {document_digest(envelope)[:8]}"
