"""The host's desk: every line of the log is signed, proved and stored here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.canon.canonical import Json
from pbem.history.documents import HOST
from pbem.referee.keyring import Keyring
from pbem.referee.open_game import OpenGame
from pbem.trust.chains import Chain
from pbem.trust.keys import SigningKey
from pbem.trust.secret import terms_digest


@dataclass
class HostDesk:
    """What the host needs to write lines: the game, locked, and his secret.

    Attributes:
        game: the game; its folder must be locked while lines are written.
        keyring: opens the host's secret when it is first needed.
    """

    game: OpenGame
    keyring: Keyring

    @cached_property
    def key(self) -> SigningKey:
        """The host's signing key.

        Raises:
            KeyTrouble: the user is not the host of this game.
        """
        return self.keyring.signer(HOST, self.game.log.parties[HOST].key)[1]

    @cached_property
    def chain(self) -> Chain:
        """The host's dice chain.

        Raises:
            KeyTrouble: the user is not the host of this game.
        """
        host = self.game.log.terms["host"]
        terms = terms_digest(dict(self.game.log.terms))
        published = (host["tip"], host["length"], 0)
        return self.keyring.chain(self.game.log.game, HOST, terms, published)

    def link(self, number: int) -> str:
        """The host's link of a number.

        Raises:
            Refused: C10, the chain is used up.
        """
        return self.chain.link(number)

    def write(self, signed: dict[str, Json]) -> None:
        """Sign a line, prove it by the same code that audits it, and store it durably.

        Raises:
            NotWritten: the line would not be good; nothing has changed.
            FolderTrouble: it could not be stored.
        """
        self.game.write(signed, self.key)
