"""`receive` and `refuse`: documents of the parties in the log (section 6.3, step 5)."""

from pbem.canon.codes import Refused
from pbem.history.chains import PublicChain, in_force
from pbem.history.checking import check_new, check_protocol, must_hold
from pbem.history.documents import HOST, Document, Signed, read_document
from pbem.history.entries import Entry
from pbem.history.log import Log
from pbem.history.moments import check_rev, check_standing_rev, moment_for, open_ask
from pbem.history.records import Note, Receipt


def receive(log: Log, entry: Entry) -> Document | None:
    """Take a document into the log; returns it, or None while only its receipt is known.

    Raises:
        Refused: what is wrong with the document; L05 if it should have been held; L12 if the
            receipt is not that of the text this reader has.
    """
    if "held" in entry.signed:
        return _receive_held(log, entry.signed["held"])
    document = read_document(entry.signed["doc"])
    check_protocol(log, document)
    if must_hold(log, document):
        raise Refused("L05", "orders must be held while several seats are asked", "/signed/doc")
    _TAKE[document.type](log, document)
    log.logged.add(document.digest)
    return document


def refuse(log: Log, entry: Entry) -> None:
    """Note that a document was not accepted, and never will be; nothing else changes.

    Raises:
        Refused: D08 if the log holds the same document, or its refusal.
    """
    signed = entry.signed
    check_new(log, signed["digest"], "/signed/digest")
    log.refused[signed["digest"]] = log.seq
    seat = signed.get("seat", "")
    log.refusals[seat] = log.refusals.get(seat, 0) + 1
    sender = f" of {seat}" if seat else ""
    text = f"The host refused a document{sender}: {signed['code']}, {signed['why']}"
    log.notes.append(Note(log.seq, "refuse", text))


def receipt_of(document: Document) -> dict[str, str | int]:
    """Return what a `receive` entry says of a document whose text is held back."""
    signed = document.signed
    held = {"digest": document.digest, "type": document.type, "seat": document.party}
    about = {name: signed[name] for name in ("ask", "topic") if name in signed}
    return {**held, **about, "rev": signed["rev"]}


def _receive_held(log: Log, held: Signed) -> Document | None:
    _check_plausible(log, held)
    text = log.held_texts(held["digest"])
    document = read_document(text) if text is not None else None
    if document is not None:
        if document.type not in ("orders", "standing") or receipt_of(document) != held:
            raise Refused("L12", "the receipt is not that of the held text", "/signed/held")
        check_protocol(log, document)
    receipt = _receipt(log, held, document)
    _file(log, receipt, held["type"])
    log.logged.add(held["digest"])
    return document


def _check_plausible(log: Log, held: Signed) -> None:
    """Check what can be checked of a document that is only receipted (D02, D08, D05, D07, D10)."""
    seat = held["seat"]
    if seat == HOST or seat not in log.parties or seat in log.inactive:
        raise Refused("D02", f"there is no active seat {seat}", "/signed/held/seat")
    check_new(log, held["digest"], "/signed/held/digest")
    if held["type"] == "orders":
        check_rev(log, open_ask(log, seat, held["ask"]), held["rev"])
    else:
        check_standing_rev(log, seat, held.get("topic", ""), held["rev"])


def _receipt(log: Log, signed: Signed, document: Document | None) -> Receipt:
    """A receipt for a held document, by what its line says of it."""
    seat = signed["seat"]
    ask = log.ask(signed["ask"]) if "ask" in signed else None
    return Receipt(
        digest=signed["digest"],
        seat=seat,
        about=signed.get("ask", signed.get("topic", "")),
        rev=signed["rev"],
        moment=moment_for(log, seat, ask),
        document=document,
        shown=None,
    )


def _file(log: Log, receipt: Receipt, kind: str) -> None:
    """Put an orders or standing document where it counts."""
    log.receipts[receipt.digest] = receipt
    if kind == "standing":
        log.standing.setdefault((receipt.seat, receipt.about), []).append(receipt)
        return
    log.answers[receipt.about] = receipt
    link = receipt.document.signed.get("link") if receipt.document else None
    if link is not None:
        _accept_link(log, receipt.seat, link)


def _accept_link(log: Log, seat: str, link: Signed) -> None:
    log.links[seat] = link["x"]
    in_force(log.parties[seat].chains, link["n"]).accept(link["n"], link["x"])


def _take_open(log: Log, document: Document) -> None:
    signed = {**document.signed, "digest": document.digest}
    receipt = _receipt(log, signed, document)
    receipt.shown = log.seq
    _file(log, receipt, document.type)


def _take_release(log: Log, document: Document) -> None:
    _accept_link(log, document.party, document.signed["link"])


def _take_rekey(log: Log, document: Document) -> None:
    signed, party = document.signed, log.parties[document.party]
    changed = [word for word in ("key", "chain") if word in signed]
    if "key" in signed:
        party.key = signed["key"]
        log.used_words.add(signed["key"])
        if document.party == HOST:
            log.host_keys.append((log.seq + 1, signed["key"]))
    if "chain" in signed:
        chain = signed["chain"]
        party.chains.append(PublicChain.published(chain["tip"], chain["length"], chain["base"]))
        log.used_words.add(chain["tip"])
    text = f"{document.party} changed {' and '.join(changed)}."
    log.notes.append(Note(log.seq, "rekey", text))


def _take_concede(log: Log, document: Document) -> None:
    log.leaving.add(document.party)
    log.notes.append(Note(log.seq, "concede", f"{document.party} conceded."))


_TAKE = {
    "orders": _take_open,
    "standing": _take_open,
    "release": _take_release,
    "rekey": _take_rekey,
    "concede": _take_concede,
}
