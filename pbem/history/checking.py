"""Checking a document that arrives (protocol section 6.1, steps 3 to 10)."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import check_sheet
from pbem.history.answers import missing_releases
from pbem.history.documents import HOST, Document, Envelope, read_document
from pbem.history.errors import OrdersAgainstRules
from pbem.history.fields import MOST_SEGMENTS
from pbem.history.links import check_link, check_number
from pbem.history.lobby import check_unused
from pbem.history.log import Log
from pbem.history.moments import (
    check_fresh,
    check_head,
    check_rev,
    check_standing_rev,
    moment_for,
    not_before,
    open_ask,
)
from pbem.history.records import Phase
from pbem.trust.envelope import verify
from pbem.trust.keys import refuse_weak

MOST_AHEAD = 100
"""How far above `next` the base of a new chain may be (section 5, C11)."""


def check_document(log: Log, envelope: Envelope) -> Document:
    """Return a document that may be logged now.

    Whether its orders are legal is checked only by a reader who has the position: in the middle
    of a step that is the host, who has the held texts.

    Raises:
        Refused: the code of the first check of section 6.1 that fails.
        OrdersAgainstRules: D12, with everything the rules have against it.
    """
    document = read_document(envelope)
    check_protocol(log, document)
    check_rules(log, document)
    return document


def check_protocol(log: Log, document: Document) -> None:
    """Check everything but the rules of the game (section 6.1, steps 5 to 9)."""
    _check_source(log, document)
    check_new(log, document.digest)
    _BY_TYPE[document.type](log, document)


def check_again(log: Log, document: Document) -> None:
    """Check a document that was refused, as if it had not been.

    Raises:
        Refused: as `check_document`, but never D08.
    """
    _check_source(log, document)
    _BY_TYPE[document.type](log, document)
    check_rules(log, document)


def _check_source(log: Log, document: Document) -> None:
    signed = document.signed
    if signed["game"] != log.game:
        raise Refused("D01", f"it belongs to the game {signed['game']}, not {log.game}", "/game")
    if document.type in ("invite", "join"):
        _refuse_lobby(log, document)
    _check_party(log, document)
    verify(document.envelope, _signers(log, document), document.written)
    _check_new_words(log, document)


def check_new(log: Log, digest: str, at: str = "") -> None:
    """Check that the log holds neither a document nor its refusal (D08).

    A refusal is final: else whoever knows the coming dice could refuse an answer, wait for another
    with the same link, and then log the one he likes.

    Raises:
        Refused: D08.
    """
    if digest in log.logged:
        raise Refused("D08", "this document is already in the log", at)
    if digest in log.refused:
        raise Refused(
            "D08",
            f"this document was refused in line {log.refused[digest]}, and that is final",
            at,
            "a new document with the next rev or head counts",
        )


def check_rules(log: Log, document: Document) -> None:
    """Check a document against the rules of the game as far as they can be asked (step 10).

    Raises:
        OrdersAgainstRules: D12.
    """
    signed = document.signed
    refusals: Sequence[Refusal] = ()
    if document.type == "orders":
        refusals = _check_sheet(log, document)
    if document.type == "standing" and log.rules is not None:
        topic = signed.get("topic", "")
        refusals = log.rules.check_standing(document.party, topic, signed["policies"])
    if refusals:
        raise OrdersAgainstRules(refusals)


def _check_sheet(log: Log, document: Document) -> list[Refusal]:
    """Return what the rules have against the answer to an open ask.

    Nothing is found when the question is not at hand: the rules are missing, or texts that the
    step has used are still held from this reader.
    """
    ask_id = document.signed["ask"]
    question = next((each for each in log.questions if each.id == ask_id), None)
    if log.rules is None or question is None:
        return []
    return check_sheet(log.rules, question, document.sheet)


def must_hold(log: Log, document: Document) -> bool:
    """Tell whether a document has to be logged as `held` (section 9.1, L05)."""
    return document.type == "orders" and log.several_seats_asked()


def _refuse_lobby(log: Log, document: Document) -> None:
    if document.digest in log.logged:
        raise Refused("D08", "this document is already in the log")
    raise Refused("J09", f"the game has begun: no {document.type} is taken any more", "/type")


def _check_party(log: Log, document: Document) -> None:
    party = document.party
    if party == HOST:
        return
    if party not in log.parties:
        seats = ", ".join(log.seats)
        raise Refused("D02", f"this game has no seat {party}; its seats are {seats}", "/seat")
    if party in log.inactive:
        reason = log.inactive[party]
        raise Refused("D02", f"the seat {party} is not active any more: {reason}", "/seat")


def _signers(log: Log, document: Document) -> set[str]:
    signers = {log.parties[document.party].key}
    if document.type == "rekey" and "key" in document.signed:
        signers.add(document.signed["key"])
    return signers


def _check_new_words(log: Log, document: Document) -> None:
    """Check the key and the tip that a `rekey` brings (S07, D11)."""
    if document.type != "rekey":
        return
    signed = document.signed
    if "key" in signed:
        refuse_weak(signed["key"], "/key")
        check_unused(log.used_words, signed["key"], "/key")
    if "chain" in signed:
        check_unused({*log.used_words, signed.get("key", "")}, signed["chain"]["tip"], "/chain/tip")


def _check_orders(log: Log, document: Document) -> None:
    check_head(log, document, log.seq)
    ask = open_ask(log, document.party, document.signed["ask"])
    moment = moment_for(log, document.party, ask)
    check_fresh(log, document, moment.not_before)
    check_rev(log, ask, document.signed["rev"])
    check_link(log, document, moment)


def _check_standing(log: Log, document: Document) -> None:
    check_head(log, document, log.seq)
    check_fresh(log, document, not_before(log, document.party, None))
    signed = document.signed
    check_standing_rev(log, document.party, signed.get("topic", ""), signed["rev"])


def _check_release(log: Log, document: Document) -> None:
    signed = document.signed
    if log.lock is None or log.phase is not Phase.LOCKED:
        raise Refused("C06", "no lock is in force, so no link is wanted", "/lock")
    if document.party not in missing_releases(log):
        raise Refused("C03", f"no link of {document.party} is wanted for this lock", "/link")
    check_number(log, document.party, signed["link"], log.next)
    if signed["lock"] != log.lock.head:
        raise Refused("C06", "it is meant for another lock", "/lock", "verify the newest lines")


def _check_rekey(log: Log, document: Document) -> None:
    check_head(log, document, log.seq)
    if document.party != HOST:
        check_fresh(log, document, not_before(log, document.party, None))
    if log.phase is Phase.ENDED or (log.phase is Phase.OVER and "chain" in document.signed):
        raise Refused("D10", "the game is over")
    if "chain" in document.signed:
        _check_base(log, document.party, document.signed["chain"]["base"])


def _check_base(log: Log, seat: str, base: int) -> None:
    """Check where a new chain begins (section 8.3, C11)."""
    old = log.parties[seat].chains[-1]
    if old.base >= log.next:
        raise Refused("C11", f"another chain of {seat} is waiting already", "/chain")
    highest = min(log.next + MOST_AHEAD, old.last, MOST_SEGMENTS)
    if not log.next <= base <= highest:
        raise Refused(
            "C11",
            f"the base of a new chain is now from {log.next} to {highest}, not {base}",
            "/chain/base",
        )


def _check_concede(log: Log, document: Document) -> None:
    if document.party in log.leaving:
        raise Refused("D02", f"the seat {document.party} has already conceded", "/seat")
    check_head(log, document, log.seq)
    check_fresh(log, document, not_before(log, document.party, None))
    if log.phase is Phase.ENDED:
        raise Refused("D10", "the game is over")


_BY_TYPE = {
    "orders": _check_orders,
    "standing": _check_standing,
    "release": _check_release,
    "rekey": _check_rekey,
    "concede": _check_concede,
}
