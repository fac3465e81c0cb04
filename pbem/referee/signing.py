"""Signing drafts: what a signature covers, and which version of a document it makes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.forms import require
from pbem.canon.immutable import immutable
from pbem.history.checking import check_document
from pbem.history.documents import FORMS, Document, read_document
from pbem.history.durable import write_atomic
from pbem.history.duties import LogView, head_to_keep
from pbem.history.journal import Sent
from pbem.history.links import link_rule
from pbem.history.names import SIGNED
from pbem.referee.drafts import Draft
from pbem.referee.files import pretty
from pbem.referee.own_documents import find
from pbem.referee.player_seat import PlayerSeat
from pbem.trust.envelope import sign

_OWN = ("head", "rev", "link")
"""The members of a signed document that signing fills in."""


@immutable(frozen=True)
class SignedFile:
    """A signed document and where it was stored."""

    document: Document
    file: Path


def ready_to_sign(seat: PlayerSeat, draft: Draft) -> dict[str, Json]:
    """What a signature would cover; warnings of the journal are kept in `seat`.

    The newest line of the log is named as `head`, except that a second document with the same
    link keeps the `head` of the first (section 7, Y1); a playing host's own never does (D06). A
    document that would replace one already signed gets the next `rev`.

    Raises:
        MustNotSign: the journal forbids it.
        Refused: J09, the frame of the draft is wrong; C10, the dice chain is used up.
    """
    require(FORMS[draft.kind], draft.signed)
    signed = dict(draft.signed)
    signed["head"] = seat.log.head
    signed["rev"] = max(_number(signed.get("rev")), _last_rev(seat, draft) + 1)
    if draft.kind == "orders":
        ask = seat.log.ask(str(signed["ask"]))
        if ask is not None and link_rule(seat.log, ask) != "never":
            signed["link"] = seat.link(seat.log.next)
            if seat.seat != seat.log.host_seat:
                signed["head"] = _first_head(seat) or signed["head"]
    seat.heed(signed)
    return signed


def signed_already(seat: PlayerSeat, draft: Draft, file: Path) -> SignedFile | None:
    """The newest version that was signed, if it says what the draft says and still holds.

    To sign the same once more would make another version that changes nothing. If its file is
    gone, or was never stored because the program was stopped, it is made again, byte for byte.

    Raises:
        FolderTrouble: the journal can not be read, or the file not be written.
        KeyTrouble: the file is gone, and the user does not have the secret to make it again.
    """
    require(FORMS[draft.kind], draft.signed)
    last = _last_rev(seat, draft)
    document = next(
        (
            found
            for sent in seat.journal.sent
            if (sent.gist.kind, sent.gist.about, sent.gist.rev) == (draft.kind, _about(draft), last)
            and sent.digest not in seat.log.refused
            and (found := find(seat.game.folder, sent.digest) or _made_again(seat, draft, sent))
        ),
        None,
    )
    if document is None or _number(draft.signed.get("rev")) > last:
        return None
    same = _without_own(document.signed) == _without_own(draft.signed)
    return _stored(document, file) if same and _still_holds(seat, document) else None


def _made_again(seat: PlayerSeat, draft: Draft, sent: Sent) -> Document | None:
    """The document of the journal, if it said what the draft says: a signature has no chance in it.

    Nothing new leaves: it is the same document.
    """
    gist = sent.gist
    signed = dict(draft.signed) | {"head": gist.head, "rev": gist.rev}
    if gist.link == seat.log.next:
        signed["link"] = seat.link(gist.link)
    document = read_document(sign(signed, seat.key))
    return document if document.digest == sent.digest else None


def _without_own(signed: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in signed.items() if name not in _OWN}


def _still_holds(seat: PlayerSeat, document: Document) -> bool:
    """Whether the host would take a document now, or has done so."""
    try:
        check_document(seat.log, document.envelope)
    except Refused as refused:
        return refused.code == "D08"
    return True


def _number(rev: Json) -> int:
    return rev if isinstance(rev, int) else 1


def _last_rev(seat: PlayerSeat, draft: Draft) -> int:
    """The newest `rev` this seat has signed, or the log holds, for what a draft is about."""
    about = _about(draft)
    revs = [
        sent.gist.rev
        for sent in seat.journal.sent
        if (sent.gist.kind, sent.gist.about) == (draft.kind, about)
    ]
    revs += [
        receipt.rev
        for receipt in seat.log.receipts.values()
        if receipt.seat == seat.seat and receipt.about == about
    ]
    return max(revs, default=0)


def _about(draft: Draft) -> str:
    return str(draft.signed.get("ask" if draft.kind == "orders" else "topic", ""))


def sign_draft(seat: PlayerSeat, draft: Draft, file: Path) -> SignedFile:
    """Sign a draft and store the envelope beside it.

    Raises:
        Refused: the host would refuse it; `OrdersAgainstRules` carries the game's list.
        MustNotSign: the journal forbids it.
    """
    return store_signed(seat, ready_to_sign(seat, draft), file)


def store_signed(seat: PlayerSeat, signed: dict[str, Json], file: Path) -> SignedFile:
    """Sign what `ready_to_sign` has made, and store the envelope beside the draft.

    Raises:
        Refused, MustNotSign: as `sign_draft`.
    """
    return _stored(seat.sign(signed), file)


def _stored(document: Document, file: Path) -> SignedFile:
    rev = document.signed["rev"]
    path = file.with_name(f"{file.name.removesuffix('.json')}-rev{rev}{SIGNED}")
    write_atomic(path, pretty(document.envelope))
    return SignedFile(document, path)


def _first_head(seat: PlayerSeat) -> str:
    """The `head` of the first document that carried the next link, "" if none binds."""
    view = LogView.of(seat.log, seat.seat)
    first = head_to_keep(view, seat.journal.sent, seat.log.next)
    return first.head if first else ""
