"""A host and two players on one machine, each with a folder and a secret of his own.

Everything goes through the referee, as the command line would do it, with the toy game `battle`.
"""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem import registry
from pbem.canon.strict import DOCUMENT, read
from pbem.engine.game import Game
from pbem.history.folder import GameFolder
from pbem.referee import drafts, signing
from pbem.referee.adjudicating import adjudicate
from pbem.referee.creating import Terms, accept_join, join_game, new_game, start_game
from pbem.referee.host_desk import HostDesk
from pbem.referee.keyring import Keyring
from pbem.referee.open_game import locked_game, open_game
from pbem.referee.player_seat import PlayerSeat, store
from pbem.referee.receiving import receive_all
from pbem.referee.updating import update
from support.battle import Battle

BATTLE = Game("battle", "Battle", "1.0.0", "pbem", (), lambda data: Battle())
SEATS = ("blue", "red")


def install(monkeypatch):
    """Make `battle` the only installed game."""
    monkeypatch.setattr(registry, "games", lambda: {"battle": BATTLE})
    registry.module.cache_clear()


@cache
def sealed_secret(name):
    """Somebody's secret, the same in every test: sealing is slow on purpose, so it is made once."""
    with TemporaryDirectory() as folder:
        ring = Keyring(lambda path: "a good passphrase", Path(folder))
        ring.create(name)
        return ring.path(name).read_bytes()


class Club:
    """The three people.

    Attributes:
        host: the host's game folder.
        folders: the players' game folders by seat.
        rings: keyrings by name: `host`, `blue`, `red`.
    """

    def __init__(self, root: Path, **terms):
        self.host = root / "host-game"
        self.rings = {
            name: Keyring(lambda path: "a good passphrase", root / f"{name}-home")
            for name in ("host", *SEATS)
        }
        for name, ring in self.rings.items():
            ring.folder.mkdir(parents=True)
            ring.path().write_bytes(sealed_secret(name))
        host_seat = terms.get("host_seat")
        if host_seat:
            self.rings["host"] = self.rings[host_seat]
        self.folders = {
            seat: self.host if seat == host_seat else root / f"{seat}-game" for seat in SEATS
        }
        self.invite = new_game(self.host, Terms("battle", "club", **terms), self.rings["host"])
        self.joins = {seat: self._join(seat) for seat in SEATS}

    def _join(self, seat):
        joined = join_game(self.invite.envelope, seat, self.folders[seat], None, self.rings[seat])
        accept_join(GameFolder(self.host), joined.envelope)
        return joined.envelope

    def start(self):
        start_game(self.host, self.rings["host"])
        self.publish()
        return self

    def publish(self):
        """Mail the log to the players."""
        for folder in self.folders.values():
            if folder != self.host:
                update(folder, self.host / "game.jsonl")

    def submit(self, *envelopes):
        with locked_game(self.host) as game:
            return receive_all(HostDesk(game, self.rings["host"]), envelopes, None)

    def adjudicate(self):
        with locked_game(self.host) as game:
            done = adjudicate(HostDesk(game, self.rings["host"]), None)
        self.publish()
        return done

    def player(self, seat):
        return PlayerSeat(open_game(self.folders[seat]), self.rings[seat], seat)

    def orders(self, seat, *entries, ask=None, note=None):
        """Write, edit and sign a draft; returns the envelope."""
        player = self.player(seat)
        (path,) = drafts.new_orders(player.game, seat, ask)
        draft = json.loads(path.read_text("utf-8"))
        draft["orders"] = list(entries)
        if note is not None:
            draft["note"] = note
        path.write_text(json.dumps(draft), "utf-8")
        signed = signing.sign_draft(player, drafts.read_draft(path), path)
        path.unlink()
        return read(signed.file.read_bytes(), DOCUMENT)

    def standing(self, seat, *policies, topic=""):
        player = self.player(seat)
        path = drafts.new_standing(player.game, seat, topic)
        draft = json.loads(path.read_text("utf-8"))
        draft["policies"] = list(policies)
        path.write_text(json.dumps(draft), "utf-8")
        signed = signing.sign_draft(player, drafts.read_draft(path), path)
        path.unlink()
        return read(signed.file.read_bytes(), DOCUMENT)

    def release(self, seat):
        player = self.player(seat)
        return read(store(player, player.release()).read_bytes(), DOCUMENT)

    def log(self, seat=None):
        return open_game(self.folders[seat] if seat else self.host).log


def answer(value, word=None):
    """An `answer` entry."""
    return {"do": "answer", "value": value} | ({"decision": word} if word else {})


ATTACK = {"do": "attack", "dice": 3}
