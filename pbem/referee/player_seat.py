"""A player's seat: everything a seat signs goes through here and its journal (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pbem.canon.canonical import Json
from pbem.canon.trouble import Trouble
from pbem.history.chains import in_force
from pbem.history.checking import check_document
from pbem.history.documents import Document, read_document
from pbem.history.durable import write_atomic
from pbem.history.duties import LogView, may_send
from pbem.history.journal import Gist, Journal, Sent
from pbem.history.links import last_link
from pbem.history.log import Log
from pbem.history.names import SIGNED
from pbem.history.records import Phase
from pbem.history.times import seconds, written
from pbem.referee import clock
from pbem.referee.files import pretty
from pbem.referee.keyring import CHAIN, Keyring, role_key
from pbem.referee.open_game import NotYours, OpenGame
from pbem.referee.own_documents import against_other_orders
from pbem.referee.parting import refuse_to_sign
from pbem.trust.chains import Chain
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from pbem.trust.secret import MasterSecret

A_DAY = 86_400
NEAR_THE_END = 50
"""With so few links left the player is told to renew the chain."""


class MustNotSign(Trouble):
    """The journal forbids this signature; the message says why and what to do."""


@dataclass
class PlayerSeat:
    """What a seat needs to sign: the game, the secret, the journal.

    Attributes:
        game: the game as the player knows it.
        keyring: opens the player's secret when it is first needed.
        seat: the seat.
        warnings: what the journal wants the player to know.
    """

    game: OpenGame
    keyring: Keyring
    seat: str
    warnings: list[str] = field(default_factory=list)

    @property
    def log(self) -> Log:
        """The log as the player knows it."""
        return self.game.log

    @cached_property
    def key(self) -> SigningKey:
        """The seat's signing key.

        Raises:
            KeyTrouble: the user does not have it.
        """
        return self.keyring.signer(self.seat, self.log.parties[self.seat].key)[1]

    def check_key(self) -> None:
        """Make sure that the user can sign for the seat.

        Raises:
            KeyTrouble: he does not have its key.
        """
        _ = self.key

    def link(self, number: int) -> dict[str, Json]:
        """The seat's link of a number, as documents carry it.

        Raises:
            KeyTrouble: the user does not have the chain.
            Refused: C10, the chain is used up.
        """
        left = last_link(self.log, self.seat) - number
        if left < NEAR_THE_END:
            self.warnings.append(
                f"Your dice chain has only {max(left, 0)} links left: renew it with `pbem rekey "
                "--chain` in your next mail."
            )
        return {"n": number, "x": self._chain_for(number).link(number)}

    def _chain_for(self, number: int) -> Chain:
        published = in_force(self.log.parties[self.seat].chains, number)
        invite = self.log.invite
        assert invite is not None  # noqa: S101 - the game has begun
        return self.keyring.chain(
            self.log.game,
            self.seat,
            invite.digest,
            (published.tip, published.length, published.base),
        )

    def sign(self, signed: dict[str, Json], *more: SigningKey) -> Document:
        """Sign a document, checked as the host will check it and against the journal.

        The journal is stored before the document leaves.

        Raises:
            Refused: the host would refuse it; `OrdersAgainstRules` carries the game's list.
            MustNotSign: the journal forbids it.
            KeyTrouble, FolderTrouble: see the layers below.
        """
        with self.game.folder.lock():  # else two programs could sign on one journal
            self.heed(signed)
            self._mind_the_age()
            document = read_document(sign(signed, self.key, *more))
            check_document(self.log, document.envelope)
            self.note([document])
        return document

    def _mind_the_age(self) -> None:
        """Warn when the newest line known here is older than a day (section 7, Y3)."""
        if seconds(clock.now()) - self.log.time > A_DAY:
            self.warnings.append(
                f"The newest line of your copy of the log is of {written(self.log.time)}. If the "
                "host has sent newer lines since, take them in with `pbem update` and sign again."
            )

    def heed(self, signed: Mapping[str, Json]) -> None:
        """Look into the journal before signing; warnings are kept.

        Args:
            signed: the signed part of the document, its form checked.

        Raises:
            MustNotSign: it must not be signed.
            Parted: the host has signed another log too, and the player has not decided yet.
        """
        refuse_to_sign(self.game.folder)
        journal, view = self.journal, LogView.of(self.log, self.seat)
        findings = may_send(journal, view, [Gist.of(signed)])
        findings += against_other_orders(self.game.folder, journal, self.log, signed)
        stops = [finding.text for finding in findings if finding.stop]
        if stops:
            raise MustNotSign(" ".join(stops))
        self.warnings += [finding.text for finding in findings if not finding.stop]

    @property
    def journal(self) -> Journal:
        """The seat's journal as stored."""
        return Journal.load(self.game.folder, self.seat)

    def note(self, documents: Sequence[Document]) -> None:
        """Put documents into the journal, durably."""
        sent = [Sent(document.digest, Gist.of(document.signed)) for document in documents]
        self.journal.noted(self.log.head, sent).save(self.game.folder)

    def release(self) -> Document:
        """The signed release for the lock in force.

        Raises:
            NotYours: nothing is locked, or this seat's link is not wanted.
            MustNotSign: the log is not what it should be before a link is shown (Y2).
        """
        lock = self.log.lock
        if lock is None or self.log.phase is not Phase.LOCKED:
            raise NotYours("nothing is locked: no release is wanted now")
        if self.seat not in lock.parties or self.seat in self.log.links:
            raise NotYours(f"no release of {self.seat} is wanted for this lock")
        link = self.link(self.log.next)
        return self.sign(self._frame("release") | {"lock": lock.head, "link": link})

    def rekey(self, name: str | None, *, new_chain: bool) -> Document:
        """The signed change to a new secret, or only to a new dice chain (section 8.3).

        Whoever has stolen a secret knows the chain as well as the key, so a new secret brings
        both.

        Args:
            name: name of the new secret; None to keep the key.
            new_chain: whether to begin a new chain.

        Raises:
            NotYours: nothing would change.
            KeyTrouble: there is no such secret.
        """
        if name is None and not new_chain:
            raise NotYours("say what to change: --to NAME for a new secret, or --chain")
        log, signed = self.log, self._frame("rekey") | {"head": self.log.head}
        more: list[SigningKey] = []
        secret, _ = self.keyring.signer(self.seat, log.parties[self.seat].key)
        if name is not None:
            secret = self._another(secret, name)
            more.append(role_key(secret, self.seat))
            signed["key"] = more[0].public
        assert log.invite is not None  # noqa: S101 - the game has begun
        chain = secret.chain(log.game, self.seat, CHAIN, log.invite.digest, log.next)
        if chain.tip in log.used_words:
            raise NotYours(
                "this change of your dice chain is in the log already; there can be another one "
                "once dice have been rolled"
            )
        signed["chain"] = {"tip": chain.tip, "length": CHAIN, "base": log.next}
        return self.sign(signed, *more)

    def _another(self, old: MasterSecret, name: str) -> MasterSecret:
        """The secret of a name, which must not be the one that is changed.

        Raises:
            NotYours: it is.
        """
        secret = self.keyring.secret(name)
        if secret.seat_key().public == old.seat_key().public:
            raise NotYours(
                f"the secret {name} is the one you sign with already. To change to another one, "
                "make it with `pbem key new --name second`, then `pbem rekey --to second`; for a "
                "new dice chain alone, `pbem rekey --chain`"
            )
        return secret

    def _frame(self, kind: str) -> dict[str, Json]:
        """The members that every document of a seat begins with."""
        return {"v": 1, "type": kind, "game": self.log.game, "seat": self.seat}

    def concede(self, note: str | None) -> Document:
        """The signed concession of the seat."""
        said: dict[str, Json] = {"note": note} if note else {}
        return self.sign(self._frame("concede") | {"head": self.log.head} | said)


def store(seat: PlayerSeat, document: Document) -> Path:
    """Store a signed document in the folder `orders`, to be mailed.

    Raises:
        FolderTrouble: it can not be stored.
    """
    name = f"{document.type}-{seat.seat}-{document.digest[:8]}{SIGNED}"
    path = seat.game.folder.orders_file(name)
    write_atomic(path, pretty(document.envelope))
    return path
