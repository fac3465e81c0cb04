"""The secrets of the person at the keyboard: one for all games, more only after a key change.

They lie in a folder of their own, away from every game folder, each sealed with a passphrase.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from pbem.canon.forms import Text
from pbem.canon.trouble import Trouble
from pbem.canon.wording import quoted
from pbem.history.documents import HOST
from pbem.history.durable import read_file
from pbem.trust.chains import Chain
from pbem.trust.keys import SigningKey
from pbem.trust.secret import MasterSecret, change_passphrase, create, unlock

ENDING = ".secret.json"
MAIN = "main"
MOST_BYTES = 1_000_000
"""Far above any secret: what is larger is no secret, and need not be read to know it."""

CHAIN = 8_192
"""The length of a dice chain: enough for any game, computed in some milliseconds."""

_NAME = Text("[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class KeyTrouble(Trouble):
    """There is no secret, or none that fits this game."""


def home() -> Path:
    """The folder of the secrets: `PBEM_HOME`, or `.pbem` in the user's home."""
    named = os.environ.get("PBEM_HOME")
    return Path(named) if named else Path.home() / ".pbem"


class Keyring:
    """Opens secrets as they are needed, each at most once."""

    def __init__(self, passphrase: Callable[[Path], str], folder: Path | None = None) -> None:
        """Take the way to get a passphrase, given the file it opens."""
        self.folder = folder or home()
        self._passphrase = passphrase
        self._open: dict[Path, MasterSecret] = {}

    def path(self, name: str = MAIN) -> Path:
        """The file of a secret.

        Raises:
            KeyTrouble: the name is none for a file.
        """
        if not _NAME.fits(name):
            raise KeyTrouble(
                f"{quoted(name)} is no name for a secret: write letters and digits, such as second"
            )
        return self.folder / f"{name}{ENDING}"

    def create(self, name: str = MAIN) -> MasterSecret:
        """Draw a new secret and store it, sealed.

        Raises:
            KeyTrouble: there is one of that name already, or it can not be stored.
        """
        path = self.path(name)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            secret = create(path, self._passphrase(path))
        except (OSError, ValueError) as error:
            raise KeyTrouble(f"no secret was made: {error}") from error
        self._open[path] = secret
        return secret

    def reseal(self, passphrase: Callable[[Path], str], name: str = MAIN) -> None:
        """Seal the secret of a name with another passphrase.

        Args:
            passphrase: the way to get the new one; called once the old one has opened the file.
            name: the name of the secret.

        Raises:
            KeyTrouble: there is none, or it can not be stored.
            WrongPassphrase, DamagedSecret, NoArgon2: it can not be opened.
        """
        path = self._existing(name)
        old = self._passphrase(path)
        self._open[path] = unlock(path, old)
        try:
            change_passphrase(path, old, passphrase(path))
        except (OSError, ValueError) as error:
            raise KeyTrouble(f"the passphrase was not changed: {error}") from error

    def secret(self, name: str = MAIN) -> MasterSecret:
        """The secret of a name.

        Raises:
            KeyTrouble: there is none; the message says how to make one.
            WrongPassphrase, DamagedSecret, NoArgon2: it can not be opened.
        """
        return self._unlock(self._existing(name))

    def signer(self, party: str, public: str) -> tuple[MasterSecret, SigningKey]:
        """The secret and the signing key behind a party's public key.

        Raises:
            KeyTrouble: none of the secrets has this key.
            WrongPassphrase, DamagedSecret, NoArgon2: a secret can not be opened.
        """
        for path in self._paths():
            secret = self._unlock(path)
            key = role_key(secret, party)
            if key.public == public:
                return secret, key
        raise KeyTrouble(
            f"none of the secrets in {self.folder} signs for {party} in this game "
            f"(its key begins with {public[:8]}). If that secret lies in another folder, name the "
            "folder in the variable PBEM_HOME; if the game is another one, name its folder with "
            "--in"
        )

    def chain(self, game: str, party: str, terms: str, published: tuple[str, int, int]) -> Chain:
        """The chain behind a published tip.

        Args:
            game: game id.
            party: its owner.
            terms: what the chain was made for; see `MasterSecret.chain`.
            published: tip, length and base.

        Raises:
            KeyTrouble: none of the secrets has this chain.
        """
        tip, length, base = published
        for path in self._paths():
            chain = self._unlock(path).chain(game, party, length, terms, base)
            if chain.tip == tip:
                return chain
        raise KeyTrouble(
            f"none of the secrets in {self.folder} has the dice chain of {party} in this game"
        )

    def _existing(self, name: str) -> Path:
        path = self.path(name)
        if not _is_there(path):
            made = "pbem key new" if name == MAIN else f"pbem key new --name {name}"
            raise KeyTrouble(
                f"there is no secret in {path}: make one with `{made}`. If you have one in another "
                "folder, name that folder in the variable PBEM_HOME."
            )
        return path

    def _paths(self) -> list[Path]:
        found = sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: path != self.path())
        if not found:
            self.secret()
        return found

    def _unlock(self, path: Path) -> MasterSecret:
        if path not in self._open:
            _is_there(path)  # refuses what is no ordinary file
            self._open[path] = unlock(path, self._passphrase(path))
        return self._open[path]


def _is_there(path: Path) -> bool:
    """Whether there is a file. Only an ordinary one is opened: no pipe is ever waited for.

    Raises:
        FolderTrouble: it is a link, a folder, a pipe or a device, or can not be read.
    """
    return read_file(path, MOST_BYTES) is not None


def role_key(secret: MasterSecret, party: str) -> SigningKey:
    """The key a secret signs with for a party: the host's differs from those of seats."""
    return secret.host_key() if party == HOST else secret.seat_key()
