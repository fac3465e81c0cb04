"""A game folder, opened: its lines read, verified and replayed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from pbem import registry
from pbem.canon.canonical import Json, encode
from pbem.canon.codes import CODES, Refused
from pbem.canon.forms import ListOf, Record
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.trouble import Trouble
from pbem.engine.going_on import GoingOn
from pbem.engine.resolution import run_anew
from pbem.history.applying import Applied, apply_line
from pbem.history.documents import HOST, Document
from pbem.history.durable import FolderTrouble, read_file, write_atomic
from pbem.history.fields import PARTY
from pbem.history.folder import GameFolder
from pbem.history.held import HeldTexts
from pbem.history.lobby import check_invite
from pbem.history.log import Log
from pbem.history.times import written
from pbem.referee import clock
from pbem.referee.corrections import data_of
from pbem.referee.log_files import without_carriage_returns
from pbem.referee.spelling import no_path, spelled, unknown
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey

_MINE = Record({"parties": ListOf(PARTY)})


class BrokenHistory(Trouble):
    """The history of a folder breaks the protocol.

    Attributes:
        seq: number of the first bad line.
        refused: what is wrong with it.
    """

    def __init__(self, seq: int, refused: Refused) -> None:
        super().__init__(
            f"Line {seq} of the log is not good: {refused.sentence()}. "
            f"{CODES[refused.code].meaning} `pbem audit` says more. Nothing was written."
        )
        self.seq = seq
        self.refused = refused


class NotWritten(Trouble):
    """A line of one's own would break the protocol, so it was not written.

    Attributes:
        refused: why not.
    """

    def __init__(self, refused: Refused) -> None:
        hint = f" ({refused.hint})" if refused.hint else ""
        super().__init__(f"nothing was written: {refused.reason}{hint} ({refused.code})")
        self.refused = refused


class NotThere(Trouble):
    """The folder holds no game, or the game has not begun; the message says what to do."""


class NotYours(Trouble):
    """A command of the host or of a seat that the user of this folder is not."""


@dataclass
class OpenGame:
    """A game that has begun.

    Attributes:
        folder: its files.
        log: the verified log.
        lines: the lines of the log, without line feeds.
        applied: what each line did, in the same order. Only the questions of the last outcome can
            still be looked at.
        warnings: sentences the user has to be shown.
    """

    folder: GameFolder
    log: Log
    lines: list[bytes] = field(default_factory=list)
    applied: list[Applied] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def take(self, line: bytes) -> None:
        """Verify a line and count it as the last one, in memory.

        Raises:
            BrokenHistory: it is not good; nothing has changed.
        """
        try:
            done = apply_line(self.log, line)
        except Refused as refused:
            raise BrokenHistory(self.log.seq, refused) from refused
        self.lines.append(line)
        self.applied.append(done)

    def write(self, signed: dict[str, Json], key: SigningKey) -> None:
        """Sign a line, prove it by the code that audits it, and store it durably.

        Raises:
            NotWritten: the line would not be good; nothing has changed.
            FolderTrouble: it could not be stored.
        """
        line = encode(sign(signed, key))
        try:
            self.take(line)
        except BrokenHistory as broken:
            raise NotWritten(broken.refused) from broken
        self.folder.append([line])

    def time(self, asked: str | None) -> str:
        """The time for the next line: the present, or an earlier one; never back (L10).

        Raises:
            WrongTime: see `pbem.referee.clock.written`.
        """
        given, last = clock.written(asked), written(self.log.time)
        if given >= last:
            return given
        if asked is not None:
            raise clock.WrongTime(f"{asked} lies before the last line of the log, {last}")
        self.warnings.append(
            f"The clock of this computer ({given}) is behind the last line of the log ({last}); "
            "the new line takes the time of the last one. Please set the clock."
        )
        return last


def open_game(path: Path) -> OpenGame:
    """The game in a folder, every line verified and replayed, to look at.

    Raises:
        NotThere: there is no game, or it has not begun.
        BrokenHistory: a line of its log is not good.
        FolderTrouble: the files can not be read.
    """
    game = load(GameFolder(path))
    if game.lines:
        return game
    if game.folder.invite_file().exists():
        raise not_begun(game.folder)
    raise _no_game(path)


def not_begun(folder: GameFolder) -> NotThere:
    """A game that has an invitation and no line yet: what its host, or a player, does next."""
    if hosts(folder):
        return NotThere("the game has not begun: begin it with `pbem start`")
    return NotThere(
        "the game has not begun here: when all have joined, the host mails game.jsonl; take it in "
        "with `pbem update FILE`"
    )


def _no_game(path: Path) -> NotThere:
    return NotThere(
        f"there is no game in {path.absolute()}: go into its folder, or name it with --in"
    )


@contextmanager
def locked_game(path: Path, new_with: Collection[str] | None = None) -> Iterator[OpenGame]:
    """The game in a folder, to write to: nobody else can until the block is left.

    Args:
        path: the folder.
        new_with: if a new folder will do, which files may be in it; None if it will not.

    Raises:
        NotThere, BrokenHistory, FolderTrouble: as `open_game`; and another pbem is writing.
    """
    if not path.is_dir():
        raise NotThere(no_path(path, "folder"))
    folder = GameFolder(path)
    if not folder.holds_game() and not _is_new(path, new_with):
        raise _no_game(path)
    with folder.lock():
        yield load(folder)


def _is_new(path: Path, new_with: Collection[str] | None) -> bool:
    """Whether a folder has no more in it than it may."""
    return new_with is not None and {each.name for each in path.iterdir()} <= set(new_with)


def load(folder: GameFolder) -> OpenGame:
    """A folder's log as far as it goes; it may not have begun.

    Raises:
        NotThere: there is no such folder.
        BrokenHistory: a line of the log is not good.
    """
    if not folder.path.is_dir():
        raise NotThere(no_path(folder.path, "folder"))
    rules_for = partial(registry.rules_for, corrected=data_of(folder))
    game = OpenGame(folder, Log(rules_for, HeldTexts(folder).get, GoingOn()))
    lines = folder.lines()
    if without_carriage_returns(lines)[1]:
        raise FolderTrouble(_CHANGED_ENDS.format(folder=folder.path))
    for line in lines:
        game.take(line)
    game.log.run_step = run_anew  # the questions that are open now stay as they are
    game.warnings = folder.notices
    return game


_CHANGED_ENDS: Final = (
    "the line ends of game.jsonl in {folder} were changed (CR LF instead of LF), by an editor or a "
    "program that copies files: change them back in an editor, or put the host's file in its place"
)


def read_invite(folder: GameFolder) -> Document:
    """The invitation in a folder, checked.

    Raises:
        NotThere: there is none.
        Refused: it is not good.
    """
    raw = read_file(folder.invite_file(), DOCUMENT.size)
    if raw is None:
        raise _no_game(folder.path)
    return check_invite(read(raw, DOCUMENT))


def mine(folder: GameFolder) -> list[str]:
    """The parties that the user of this folder plays; empty when that is not known."""
    raw = read_file(folder.path / "mine.json", DOCUMENT.size)
    if raw is None:
        return []
    try:
        plain = read(raw, DOCUMENT)
    except Refused as refused:
        raise FolderTrouble(
            f"the file {folder.path / 'mine.json'} is damaged: delete it"
        ) from refused
    if not _MINE.fits(plain):
        raise FolderTrouble(f"the file {folder.path / 'mine.json'} is damaged: delete it")
    return [str(party) for party in plain["parties"]]  # type: ignore[union-attr]


def remember(folder: GameFolder, party: str) -> None:
    """Note that the user of this folder plays a party.

    Raises:
        FolderTrouble: it can not be stored.
    """
    parties = sorted({*mine(folder), party})
    write_atomic(folder.path / "mine.json", encode({"parties": list(parties)}) + b"\n")


def hosts(folder: GameFolder) -> bool:
    """Whether the user of this folder is the host, or may be, as nobody knows who he is."""
    parties = mine(folder)
    return not parties or HOST in parties


def plays_here(folder: GameFolder, seat: str) -> bool:
    """Whether a seat's drafts belong into a folder: its player's, or the host's, who helps all."""
    return hosts(folder) or seat in mine(folder)


def own_seat(game: OpenGame, named: str | None) -> str:
    """The seat a player's command is for.

    Args:
        game: the game.
        named: the seat as named on the command line, or None.

    Raises:
        NotYours: it is no seat of the game, or another player's, or it is not clear which is meant.
    """
    seats = game.log.seats
    own = [seat for seat in mine(game.folder) if seat in seats]
    if named is not None:
        seat = spelled(named, seats)
        if seat is None:
            raise NotYours(unknown(named, seats, "seat of this game", "its seats are"))
        if not plays_here(game.folder, seat):
            raise NotYours(f"this folder is that of {' and '.join(own)}, not of {seat}")
        return seat
    if len(own) == 1:
        return own[0]
    raise NotYours(f"say which seat you play: --seat {' or --seat '.join(own or seats)}")
