"""Before the game: the invitation and those who join (protocol sections 2.4, 3.5 and 4)."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.history.documents import Document, Envelope, read_document
from pbem.trust.envelope import verify
from pbem.trust.keys import refuse_weak


def check_invite(envelope: Envelope) -> Document:
    """Return an invitation that may be sent out.

    Raises:
        Refused: S01 to S03, J09, S04 to S06, D09, D11, S07, looked for in this order.
    """
    invite = read_invite(envelope)
    host = invite.signed["host"]
    verify(envelope, {host["key"]})
    _check_playing_host(invite)
    check_unused({host["key"]}, host["tip"], "/host/tip")
    refuse_weak(host["key"], "/host/key")
    return invite


def read_invite(envelope: Envelope) -> Document:
    """Return an invitation whose form is good; its signature is not verified by this.

    Raises:
        Refused: S01 to S03, J09.
    """
    return _read(envelope, "invite")


def check_join(invite: Document, joins: Sequence[Document], envelope: Envelope) -> Document:
    """Return a document with which a seat may join.

    Args:
        invite: the invitation.
        joins: the documents accepted before.
        envelope: the new one.

    Raises:
        Refused: S01 to S03, J09, D01, D02, S04 to S06, S07, D11, D08, D03.
    """
    join = _read(envelope, "join")
    signed = join.signed
    if signed["game"] != invite.signed["game"]:
        raise Refused("D01", f"it belongs to the game {signed['game']}", "/game")
    _check_seat(invite, signed["seat"])
    verify(envelope, {signed["key"]})
    refuse_weak(signed["key"], "/key")
    if join.digest in [each.digest for each in joins]:
        raise Refused("D08", "this document has already been received")
    _check_words(invite, joins, join)
    if signed["invite"] != invite.digest:
        raise Refused("D03", "it answers another invitation", "/invite", "join the newest one")
    return join


def words(joins: Sequence[Document], invite: Document) -> set[str]:
    """Return every key and tip that an invitation and the joins to it bring into the game."""
    owners = [invite.signed["host"], *(join.signed for join in joins)]
    return {owner[word] for owner in owners for word in ("key", "tip")}


def check_unused(used: set[str], word: str, at: str) -> None:
    """Pass a key or a tip that no party of the game uses or has used (section 2.4).

    Raises:
        Refused: D11.
    """
    if word in used:
        raise Refused(
            "D11",
            "this key or chain tip is already used in this game",
            at,
            "every seat needs a secret of its own, made in another folder",
        )


def _read(envelope: Envelope, kind: str) -> Document:
    document = read_document(envelope)
    if document.type != kind:
        raise Refused("J09", f"this should be a document of the type {kind}", "/type")
    return document


def _check_playing_host(invite: Document) -> None:
    """A host with a seat is only a clerk: dice of all, and no way round a release (D09)."""
    signed = invite.signed
    if "seat" not in signed["host"]:
        return
    if signed["policy"] != "all":
        raise Refused("D09", "a host who plays needs the dice policy all", "/policy", "write all")
    if signed["deadline"]["on_release"] != "wait":
        at = "/deadline/on_release"
        raise Refused("D09", "where the host plays, missing releases are waited for", at)


def _check_seat(invite: Document, seat: str) -> None:
    seats = [each["seat"] for each in invite.signed["seats"]]
    if seat not in seats:
        raise Refused("D02", f"there is no seat {seat}; the seats are {', '.join(seats)}", "/seat")


def _check_words(invite: Document, joins: Sequence[Document], join: Document) -> None:
    used = words([each for each in joins if each.party != join.party], invite)
    check_unused(used, join.signed["key"], "/key")
    check_unused({*used, join.signed["key"]}, join.signed["tip"], "/tip")
