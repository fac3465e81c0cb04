"""Practice: one person against a program, through the very files and signatures of a real game.

The folder of a practice game is the host's and the person's in one. The program plays the other
seat, and the host's part as well, with a secret of its own that lies in the folder; so the
person's secret is never touched by it. Whoever has the folder could read that secret and compute
all dice: practice needs trust in nobody but oneself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem import registry
from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.strict import DOCUMENT, read
from pbem.engine.decisions import Question
from pbem.engine.game import Rules
from pbem.history.checking import check_document
from pbem.history.closing import one_side_is_left
from pbem.history.documents import Document, Envelope
from pbem.history.durable import read_file
from pbem.history.folder import GameFolder
from pbem.history.log import Log
from pbem.history.names import SIGNED
from pbem.history.records import Phase
from pbem.players.installed import player_of
from pbem.players.interface import Player, legal_answer
from pbem.referee import creating
from pbem.referee.adjudicating import adjudicate
from pbem.referee.creating import BadTerms, Terms
from pbem.referee.drafts import Draft
from pbem.referee.host_desk import HostDesk
from pbem.referee.hosting import end
from pbem.referee.keyring import Keyring
from pbem.referee.open_game import NotThere, OpenGame, locked_game
from pbem.referee.player_seat import PlayerSeat
from pbem.referee.receiving import describe, receive_all
from pbem.referee.signing import sign_draft
from pbem.referee.spelling import spelled, unknown

OPPONENT = "opponent"
"""The folder of the program's secret, journal and documents, inside that of the game."""

PASSPHRASE = "practice"  # noqa: S105 - it protects nothing, and is meant to


@dataclass
class Went:
    """What one `practice go` did.

    Attributes:
        submitted: the person's documents taken in, in words.
        lines: numbers of the `resolve` lines written.
        answered: the asks the program answered.
        game: the game as it stands now.
    """

    game: OpenGame
    submitted: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)


def new_practice(path: Path, game: str, seat: str, keyring: Keyring, at: str | None) -> Went:
    """Make a practice game, begin it, and let the program play until the person is asked.

    Args:
        path: the folder to make.
        game: id of the rule system.
        seat: the person's seat.
        keyring: opens the person's secret.
        at: the time to write, None for now.

    Raises:
        NoPlayer: no installed program plays this game.
        BadTerms: the game has no such seat, or not exactly two; or the folder is taken.
        Trouble: see `pbem.referee.creating`.
    """
    player_of(game)
    other = _other_seat(game, seat)
    keyring.secret()
    folder, mine = GameFolder(path), _opponent_keyring(path)
    if path.exists() and any(path.iterdir()):
        raise BadTerms(f"{path} is not empty: take another folder")
    folder.create()
    mine.create()
    terms = Terms(game, label="practice", policy="host", host_name="practice")
    invite = creating.new_game(path, terms, mine, at)
    own = creating.join_game(invite.envelope, seat, path, None, keyring)
    its = creating.join_game(invite.envelope, other, path / OPPONENT, "program", mine)
    for joined in (own, its):
        creating.accept_join(folder, joined.envelope)
    creating.start_game(path, mine, at)
    return go(path, at)


def _other_seat(game: str, seat: str) -> str:
    seats = list(registry.module(game).rules.seats)
    own = spelled(seat, seats)
    if own is None:
        raise BadTerms(unknown(seat, seats, f"seat of {game}", "its seats are"))
    if len(seats) != 2:
        raise BadTerms(f"practice is for games of two seats; {game} has {len(seats)}")
    return next(each for each in seats if each != own)


def _opponent_keyring(path: Path) -> Keyring:
    return Keyring(lambda _: PASSPHRASE, path / OPPONENT)


def is_practice(folder: GameFolder) -> bool:
    """Whether the other side of a game is the program."""
    return (folder.path / OPPONENT).is_dir()


def go(path: Path, at: str | None) -> Went:
    """Take in what the person has signed, adjudicate, let the program answer, and so on.

    It goes on until the person is asked something, or the game is over; that is then closed.

    Raises:
        NotThere: the folder holds no practice game.
        Trouble: see `pbem.referee.receiving` and `pbem.referee.adjudicating`.
    """
    mine = _opponent_keyring(path)
    if not mine.path().exists():
        raise NotThere(
            f"there is no practice game in {path.absolute()}: go into its folder, or name it with "
            "--in; `pbem practice new` makes one"
        )
    with locked_game(path) as game:
        went = Went(game)
        desk = HostDesk(game, mine)
        _submit(desk, went, at)
        if not one_side_is_left(game.log):
            _play(desk, went, at)
        _close(desk, at)
    return went


def _play(desk: HostDesk, went: Went, at: str | None) -> None:
    """Adjudicate and let the program answer, as long as that goes on without the person."""
    opponent = _Opponent(desk, at)
    if desk.game.log.phase is not Phase.ENDED:
        opponent.file_standing_orders()
    lines: list[int] | None = None
    while lines is None or lines:
        went.answered += opponent.answer_all()
        lines = adjudicate(desk, at).lines
        went.lines += lines


def _close(desk: HostDesk, at: str | None) -> None:
    """End a game that is over, or in which one side has conceded: nobody else can."""
    log = desk.game.log
    if log.phase is Phase.OVER:
        end(desk, "victory", at)
    elif log.phase is not Phase.ENDED and one_side_is_left(log):
        end(desk, "concession", at)


def _submit(desk: HostDesk, went: Went, at: str | None) -> None:
    """Log the person's signed files that are good now; what is old or logged is left alone."""
    while (envelope := next(_fresh(desk.game), None)) is not None:
        (received,) = receive_all(desk, [envelope], at)
        if received.outcome != "accepted":
            return
        went.submitted.append(received.about)


def _fresh(game: OpenGame) -> Iterator[Envelope]:
    """The signed files in the folder `orders` that may be logged now, standing orders first."""
    found: list[tuple[str, Envelope]] = []
    for file in sorted((game.folder.path / "orders").glob(f"*{SIGNED}")):
        raw = read_file(file, DOCUMENT.size)
        try:
            document = check_document(game.log, read(raw or b"", DOCUMENT))
        except Refused:
            continue
        found.append((describe(document), document.envelope))
    yield from (envelope for about, envelope in sorted(found, key=_standing_first))


def _standing_first(found: tuple[str, Envelope]) -> tuple[bool, str]:
    return not found[0].startswith("standing"), found[0]


class _Opponent:
    """The program at its seat: it signs, and the host takes in what it has signed."""

    def __init__(self, desk: HostDesk, at: str | None) -> None:
        self._desk = desk
        self._at = at
        folder = GameFolder(desk.game.folder.path / OPPONENT)
        self._seat = _seat_of(folder, desk.game.log)
        game = OpenGame(folder, desk.game.log)
        self._signer = PlayerSeat(game, desk.keyring, self._seat)
        make = player_of(str(desk.game.log.terms["module"]["id"]))
        self._player: Player = make(_rules(desk.game.log), self._seat)

    @property
    def _log(self) -> Log:
        return self._desk.game.log

    def file_standing_orders(self) -> None:
        """File the program's standing orders, once."""
        policies = [dict(policy) for policy in self._player.standing()]
        if policies and (self._seat, "") not in self._log.standing:
            self._send("standing", {"policies": list(policies)}, "standing.json")

    def answer_all(self) -> list[str]:
        """Answer every open ask of the seat; returns their ids."""
        open_asks = [q for q in self._log.questions if q.seat == self._seat]
        waiting = [q for q in open_asks if q.id not in self._log.answers]
        for question in waiting:
            self._answer(question)
        return [question.id for question in waiting]

    def _answer(self, question: Question[Any]) -> None:
        step = self._log.step
        assert step is not None  # noqa: S101 - a question is open
        orders = legal_answer(self._player, _rules(self._log), question, step.opening)
        name = f"{question.id.replace('/', '-').replace(':', '-')}.json"
        self._send("orders", {"ask": question.id, "orders": orders}, name)

    def _send(self, kind: str, members: dict[str, Json], name: str) -> Document:
        frame: dict[str, Json] = {
            "v": 1,
            "type": kind,
            "game": self._log.game,
            "seat": self._seat,
            "head": self._log.head,
            "rev": 1,
        }
        file = self._signer.game.folder.orders_file(name)
        signed = sign_draft(self._signer, Draft(kind, frame | members), file)
        receive_all(self._desk, [signed.document.envelope], self._at)
        return signed.document


def _seat_of(folder: GameFolder, log: Log) -> str:
    """The program's seat: the one whose key its own join has brought."""
    for seat in log.seats:
        if folder.orders_file(f"join-{seat}{SIGNED}").exists():
            return seat
    raise NotThere(f"{folder.path} holds no join of the program: make a new practice game")


def _rules(log: Log) -> Rules:
    assert log.rules is not None  # noqa: S101 - a game is played with its rules at hand
    return log.rules
