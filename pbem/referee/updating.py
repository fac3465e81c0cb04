"""New lines from the host, as they arrive at a player (protocol section 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.canon.codes import Refused
from pbem.history.durable import FolderTrouble, read_file
from pbem.history.duties import LogView, missing
from pbem.history.forks import new_lines
from pbem.history.journal import Journal
from pbem.referee.open_game import BrokenHistory, OpenGame, locked_game, mine, read_invite
from pbem.referee.spelling import no_path

MOST_BYTES = 268_435_456
"""The largest file of lines that is read: far above any game."""


@dataclass
class Updated:
    """What an update brought.

    Attributes:
        game: the game with the new lines.
        new: how many lines were new.
        missing: documents of one's own that the log does not hold, for people.
    """

    game: OpenGame
    new: int
    missing: list[str]


def update(path: Path, source: Path) -> Updated:
    """Verify the host's lines and add those that are new to one's own copy.

    Args:
        path: the player's game folder.
        source: a file of lines: the whole log, or its newer part.

    Raises:
        BrokenHistory: a line is not good; nothing was added.
        Fork: the lines do not go on from one's own copy.
        FolderTrouble: a file can not be read or written.
    """
    raw = read_file(source, MOST_BYTES)
    if raw is None:
        raise FolderTrouble(no_path(source))
    with locked_game(path, {"game.lock", source.name}) as game:
        fresh = new_lines(game.log, game.lines, _lines(raw))
        for line in fresh:
            game.take(line)
        _check_own_join(game)
        game.folder.append(fresh)
    return Updated(game, len(fresh), _missing(game))


def _lines(raw: bytes) -> list[bytes]:
    return [line for line in raw.split(b"\n") if line]


def _check_own_join(game: OpenGame) -> None:
    """A player's first lines must belong to the invitation he answered."""
    if not game.folder.invite_file().exists() or game.log.invite is None:
        return
    if read_invite(game.folder).digest != game.log.invite.digest:
        raise BrokenHistory(0, Refused("D03", "this log belongs to another invitation"))


def _missing(game: OpenGame) -> list[str]:
    sentences: list[str] = []
    for party in mine(game.folder):
        if party not in game.log.seats:
            continue
        lost = missing(Journal.load(game.folder, party), LogView.of(game.log, party))
        sentences += [f"your {sent.gist} is not in the log: send it again" for sent in lost]
    return sentences
