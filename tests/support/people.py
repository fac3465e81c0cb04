"""People at their keyboards: the command line, run in process, each with a home of his own."""

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from pbem.cli.app import main

PASSPHRASE = "a good passphrase"  # noqa: S105 - of people who do not exist


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def text(self):
        """Everything it printed, unwrapped: line breaks count as spaces."""
        return " ".join((self.out + " " + self.err).split())


@dataclass(frozen=True)
class Person:
    """Somebody with a secret.

    Attributes:
        home: the folder of his secret.
        here: his current folder.
    """

    home: Path
    here: Path

    def pbem(self, *words, stdin=b"", code=0):
        """Run `pbem WORDS`; the exit code must be `code`."""
        out, err = io.StringIO(), io.StringIO()
        environment = {"PBEM_HOME": str(self.home), "PBEM_PASSPHRASE": PASSPHRASE}
        argv = ["pbem", *map(str, words)]
        keyboard = io.TextIOWrapper(io.BytesIO(stdin))
        with (
            mock.patch.dict(os.environ, environment),
            mock.patch.object(sys, "argv", argv),
            mock.patch.object(sys, "stdin", keyboard),
            contextlib.chdir(self.here),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            ended = _exit_code()
        said = Said(ended, out.getvalue(), err.getvalue())
        assert said.code == code, f"{argv}: {said}"
        return said


def _exit_code():
    try:
        main()
    except SystemExit as done:
        return 0 if done.code is None else int(done.code)
    return 0


def person(root: Path, name: str) -> Person:
    """A person with a folder under `root` and a secret of his own, the same in every test."""
    here = root / name
    here.mkdir(parents=True)
    somebody = Person(root / f"{name}-home", here)
    somebody.home.mkdir()
    kept = somebody.home / "main.secret.json"
    if name in _SECRETS:
        kept.write_bytes(_SECRETS[name])
    else:
        somebody.pbem("key", "new")
        _SECRETS[name] = kept.read_bytes()
    return somebody


_SECRETS: dict[str, bytes] = {}
"""Sealed secrets by name: sealing is slow on purpose, so each is made once."""


SEATS = ("blue", "red")


def three(root: Path) -> dict[str, Person]:
    """The host of a game of `battle` and its two players, by name."""
    return {name: person(root, name) for name in ("host", *SEATS)}


def gather(people, *terms, mine="mine", name=None):
    """Let both join a game: the host's folder is `game`, a player's `mine`.

    Args:
        people: the three.
        terms: options of `pbem new`.
        mine: the name of the players' folders.
        name: the name with which both join.
    """
    host = people["host"]
    host.pbem("new", "game", "--game", "battle", *terms)
    more = () if name is None else ("--name", name)
    for seat in SEATS:
        player, invite = people[seat], host.here / "game/invite.pbem.json"
        player.pbem("join", invite, "--seat", seat, "--folder", mine, *more)
        host.pbem("submit", player.here / mine / f"orders/join-{seat}.pbem.json", "--in", "game")


def begin(people, *terms, **joins):
    """Let a game begin, as `gather` makes it; no line is mailed yet."""
    gather(people, *terms, **joins)
    people["host"].pbem("start", "--in", "game")


def send(people, *seats, mine="mine"):
    """Mail the log to players, to both if none is named."""
    for seat in seats or SEATS:
        people[seat].pbem("update", people["host"].here / "game/game.jsonl", "--in", mine)
