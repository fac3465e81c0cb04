"""The host's moves of a sample game, made in one process with the game held open.

`moves.txt` holds the commands that the host has given. `play.py` gives them to the real program one
by one, which reads and verifies the whole game for each of them. `Host` does the same with the
functions behind these commands, and reads the game only once: that is how games are recorded, and
how the tests play them again.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pbem.history.documents import Envelope
from pbem.history.folder import GameFolder
from pbem.history.log import Log
from pbem.post.reading import read_post
from pbem.referee import hosting
from pbem.referee.adjudicating import Adjudicated, adjudicate
from pbem.referee.chronicling import chronicle_of
from pbem.referee.creating import accept_join, start_game
from pbem.referee.host_desk import HostDesk
from pbem.referee.keyring import Keyring
from pbem.referee.open_game import OpenGame, locked_game
from pbem.referee.receiving import Received, receive_all
from pbem.referee.reporting import report_on
from pbem.report.render import as_text, chronicle_as_html

PASSPHRASE = "sample"  # noqa: S105 - the secrets of sample games are published with it
FLAGS = ("--game",)
"""Options without a value."""


@dataclass(frozen=True)
class Move:
    """A command of the host.

    Attributes:
        command: its name, such as `submit` or `host-entry default`.
        words: its arguments.
        options: its options without the dashes; a flag has the value "".
    """

    command: str
    words: Sequence[str]
    options: Mapping[str, str]

    @classmethod
    def of(cls, line: str) -> Self:
        """The move that a line of `moves.txt` tells."""
        words, options = [], {}
        given = iter(shlex.split(line))
        for word in given:
            if word.startswith("--"):
                options[word[2:]] = "" if word in FLAGS else next(given)
            else:
                words.append(word)
        length = 2 if words[0] == "host-entry" else 1
        return cls(" ".join(words[:length]), words[length:], options)


def read_moves(sample: Path) -> list[str]:
    """The lines of a sample's `moves.txt` that are commands."""
    lines = (sample / "moves.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Host:
    """The host of a sample game, from its invitation on; a context, as it locks the game's folder.

    Attributes:
        sample: the sample; file names in moves are relative to it.
        folder: the folder of the game; the invitation lies in it.
        ring: the host's secrets.
        reports: the text reports so far, by the names of their files.
    """

    def __init__(self, sample: Path, folder: Path) -> None:
        self.sample = sample
        self.folder = folder
        self.ring = Keyring(lambda _: PASSPHRASE, sample / "home")
        self.reports: dict[str, str] = {}
        self._desk: HostDesk | None = None
        self._lock = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.close()

    @property
    def desk(self) -> HostDesk:
        """The desk of the game, which has begun."""
        if self._desk is None:
            raise ValueError("the game has not begun")
        return self._desk

    @property
    def game(self) -> OpenGame:
        """The game, which has begun."""
        return self.desk.game

    @property
    def log(self) -> Log:
        """Its log."""
        return self.game.log

    def start(self, at: str) -> None:
        """Begin the game, and keep its folder locked from now on."""
        start_game(self.folder, self.ring, at)
        game = self._lock.enter_context(locked_game(self.folder))
        self._desk = HostDesk(game, self.ring)

    def submit(self, file: str, at: str | None) -> list[Received]:
        """Take in a file of a player's."""
        documents = self._documents(file)
        if self._desk is not None:
            return receive_all(self._desk, documents, at)
        for join in documents:
            accept_join(GameFolder(self.folder), join)
        return []

    def _documents(self, file: str) -> Sequence[Envelope]:
        path = self.sample / file
        post = read_post(path.read_bytes(), path.name)
        if post.problems or not post.documents:
            raise ValueError(f"{path} holds no document that can be read: {post.problems}")
        return post.documents

    def adjudicate(self, at: str | None) -> Adjudicated:
        """Go on as far as what is at hand allows."""
        return adjudicate(self.desk, at)

    def report(self) -> None:
        """Write the text report of what was adjudicated last."""
        report = report_on(self.game)
        self.reports[f"{report.stem}-line-{report.line.number:04}.txt"] = as_text(report)

    def page(self) -> str:
        """The page of the whole game."""
        return chronicle_as_html(chronicle_of(self.game))

    def do(self, line: str) -> None:
        """Make a move of `moves.txt`.

        The page of the whole game and the audit, which end every game, are left to the caller.
        """
        move = Move.of(line)
        at = move.options.get("at")
        match move.command:
            case "start":
                self.start(str(at))
            case "submit":
                self.submit(move.words[0], at)
            case "adjudicate":
                self.adjudicate(at)
            case "report" if "game" not in move.options:
                self.report()
            case "report" | "audit":
                pass
            case _:
                self._entry(move, at)

    def _entry(self, move: Move, at: str | None) -> None:
        match move.command, move.words:
            case "host-entry default", (about,):
                hosting.default(self.desk, about, move.options.get("why", "deadline"), at)
            case "host-entry pause", ():
                hosting.pause(self.desk, move.options["why"], at)
            case "host-entry resume", ():
                hosting.resume(self.desk, move.options["why"], at)
            case "host-entry remark", (text,):
                hosting.remark(self.desk, text, at)
            case "host-entry end", ():
                hosting.end(self.desk, move.options.get("why", "victory"), at)
            case _:
                raise ValueError(f"no move of a host: {move}")


@contextmanager
def played_again(sample: Path, folder: Path) -> Iterator[Host]:
    """A sample game, played again in a new folder from the signed files of its players."""
    folder.mkdir(parents=True)
    invite = "invite.pbem.json"
    (folder / invite).write_bytes((sample / invite).read_bytes())
    with Host(sample, folder) as host:
        for line in read_moves(sample):
            host.do(line)
        yield host
