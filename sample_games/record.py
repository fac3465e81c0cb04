"""Records a sample game: host and players do what `story.json` tells.

Usage: python sample_games/record.py SAMPLE

Everything a player or the host would have at the end is kept in SAMPLE: the invitation, the joins
and signed orders as they were mailed, the history, the text reports, the page of the whole game,
the moves of the host with their times, and the secrets (which makes them worthless for any other
game). An invitation that is there already is kept, so recording again gives the same dice; delete
it to get others. `README.md` beside this file says what may stand in a story.
"""

import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from moves import PASSPHRASE, Host
from pbem.canon.canonical import Json
from pbem.canon.strict import DOCUMENT, read
from pbem.history.documents import HOST, read_document
from pbem.history.folder import GameFolder
from pbem.history.log import Log
from pbem.history.names import safe_name
from pbem.history.records import Ask, Phase
from pbem.players.installed import player_of
from pbem.players.interface import Player, legal_answer
from pbem.referee.auditing import audit_path
from pbem.referee.clock import FORM
from pbem.referee.creating import Terms, join_game, new_game
from pbem.referee.drafts import Draft
from pbem.referee.files import pretty
from pbem.referee.keyring import Keyring
from pbem.referee.open_game import OpenGame, remember
from pbem.referee.player_seat import PlayerSeat
from pbem.referee.signing import ready_to_sign
from pbem.trust.envelope import sign

HOURS = 7
"""Between two moves of the host."""

Scene = Mapping[str, Any]


class Untellable(Exception):
    """A story can not be told as it is written."""


@dataclass
class Person:
    """A player.

    Attributes:
        folder: his folder of the game; the host's own one if he is the host.
        ring: his secrets.
        program: the program that answers for him where the story says nothing.
    """

    folder: GameFolder
    ring: Keyring
    program: Player | None = None


@dataclass
class Recording:
    """A sample game on its way.

    Attributes:
        sample: the folder that is written.
        work: an empty folder for the people's own files.
        moves: the host's commands so far.
        mails: how many documents were mailed.
    """

    sample: Path
    work: Path
    moves: list[str] = field(default_factory=list)
    mails: int = 0

    def __post_init__(self) -> None:
        self.story: dict[str, Any] = json.loads((self.sample / "story.json").read_text("utf-8"))
        self.clock = datetime.strptime(self.story["begins"], FORM).replace(tzinfo=UTC)
        self.to_come: list[Scene] = list(self.story["scenes"])
        self.terms = Terms(**self.story["terms"])
        self.host = Host(self.sample, self.work / "host")
        self.people = {seat: self._person(seat) for seat in self.story["seats"]}

    def _person(self, seat: str) -> Person:
        if seat == self.terms.host_seat:
            return Person(GameFolder(self.host.folder), self.host.ring)
        ring = Keyring(lambda _: PASSPHRASE, self.sample / "homes" / seat)
        return Person(GameFolder(self.work / seat), ring)

    @property
    def log(self) -> Log:
        """The log, which everybody has up to its newest line."""
        return self.host.log

    def play(self) -> None:
        """Play the game, to its end or as far as the story goes.

        Raises:
            Untellable: something in the story never came, or can not be done.
        """
        shutil.rmtree(self.sample / "orders", ignore_errors=True)
        (self.sample / "orders").mkdir()
        self._begin()
        while self.log.phase not in (Phase.OVER, Phase.ENDED) and self._answered():
            self._adjudicate()
        if self.log.phase is Phase.OVER:
            self._move("host-entry", "end")
        if self.to_come:
            raise Untellable(f"this was never asked: {self.to_come[0]['ask']}")

    def keep(self) -> None:
        """Write what is left of the game when it has been played.

        Raises:
            Untellable: its audit is not good.
        """
        shutil.copy(self.host.folder / "game.jsonl", self.sample)
        shutil.rmtree(self.sample / "reports", ignore_errors=True)
        (self.sample / "reports").mkdir()
        for name, text in self.host.reports.items():
            (self.sample / "reports" / name).write_text(text, encoding="utf-8")
        (self.sample / "game.html").write_text(self.host.page(), encoding="utf-8")
        self.moves += ["report --game", "audit"]
        (self.sample / "moves.txt").write_text("\n".join(self.moves) + "\n", encoding="utf-8")
        result = audit_path(self.sample / "game.jsonl").audit
        if result.finding is not None or not result.complete:
            raise Untellable(f"its audit is not good: {result.finding}")

    # The host

    def _move(self, *words: str, timed: bool = True) -> None:
        """Let the host give a command, at the next moment if it writes lines."""
        if timed:
            self.clock += timedelta(hours=HOURS)
            words = (*words, "--at", self._now())
        self.moves.append(shlex.join(words))
        self.host.do(self.moves[-1])

    def _now(self) -> str:
        return self.clock.strftime(FORM)

    def _mail(self, document: bytes, name: str, *, to_running: bool = True) -> None:
        """Keep a document as it is mailed, and let the host take it in."""
        self.mails += 1
        kept = f"orders/{self.mails:03d}-{name}.pbem.json"
        (self.sample / kept).write_bytes(document)
        self._move("submit", kept, timed=to_running)

    def _adjudicate(self) -> None:
        """Go on to the next question, through the releases that are needed on the way."""
        self._move("adjudicate")
        while self.log.phase is Phase.LOCKED:
            for seat in self._releasing():
                document = self._seat(seat).release()
                self._mail(pretty(document.envelope), f"{seat}-release-{self.log.next}")
            self._move("adjudicate")
        self._move("report", timed=False)

    def _releasing(self) -> list[str]:
        """The seats whose release the host waits for; his own one comes by itself."""
        lock = self.log.lock
        parties = lock.parties if lock is not None else ()
        done = (*self.log.links, self.terms.host_seat)
        return [seat for seat in parties if seat in self.people and seat not in done]

    # Before the game

    def _begin(self) -> None:
        """Secrets, invitation, joins, line 0, and what programs have on file."""
        for ring in (self.host.ring, *(person.ring for person in self.people.values())):
            if not ring.path().exists():
                ring.create()
        invite = self.sample / "invite.pbem.json"
        if not invite.exists():
            made = new_game(self.work / "made", self.terms, self.host.ring, self._now())
            invite.write_bytes(pretty(made.envelope))
        self.host.folder.mkdir()
        shutil.copy(invite, self.host.folder)
        remember(GameFolder(self.host.folder), HOST)
        for seat, person in self.people.items():
            name = self.story["seats"][seat] or None
            envelope = read(invite.read_bytes(), DOCUMENT)
            joined = join_game(envelope, seat, person.folder.path, name, person.ring)
            self._mail(joined.file.read_bytes(), f"join-{seat}", to_running=False)
        self._move("start")
        for seat in self.story.get("programs", ()):
            if self.log.rules is None:
                raise Untellable(f"the rules of {self.terms.game} are not installed")
            self.people[seat].program = player_of(self.terms.game)(self.log.rules, seat)
            self._standing(seat, {"standing": []})

    # The players

    def _answered(self) -> bool:
        """Let all open asks be answered; False when nobody knows what to answer."""
        asks = sorted(self.log.asks, key=lambda ask: ask.seat != self.terms.host_seat)
        for ask in asks:
            while (scene := self._next_scene(ask)) is not None:
                self._play(scene, scene.get("seat", ask.seat), ask)
                if self.log.phase is Phase.ENDED:
                    return False
            if ask in self.log.unanswered():
                if self.people[ask.seat].program is None:
                    return False
                self._answer(ask, {})
        return True

    def _next_scene(self, ask: Ask) -> Scene | None:
        scene = next((scene for scene in self.to_come if scene["ask"] == ask.id), None)
        if scene is not None:
            self.to_come.remove(scene)
        return scene

    def _play(self, scene: Scene, seat: str, ask: Ask) -> None:
        """What a scene tells: something that happens before an ask is answered, or its answer."""
        match scene:
            case {"standing": _}:
                self._standing(seat, scene)
            case {"mistake": _}:
                self._mistake(seat, scene)
            case {"rekey": name}:
                self._rekey(seat, name)
            case {"concede": note}:
                self._concede(seat, note)
            case {"pause": why, "days": days}:
                self._move("host-entry", "pause", "--why", why)
                self.clock += timedelta(days=days)
                self._move("host-entry", "resume", "--why", scene["resume"])
            case {"remark": text}:
                self._move("host-entry", "remark", text)
            case {"misses": True}:
                self._miss(ask)
            case _:
                self._answer(ask, scene)

    def _seat(self, seat: str) -> PlayerSeat:
        person = self.people[seat]
        own = seat != self.terms.host_seat
        game = OpenGame(person.folder, self.log) if own else self.host.game  # which he has locked
        return PlayerSeat(game, person.ring, seat)

    def _frame(self, kind: str, seat: str, scene: Scene, **members: Json) -> dict[str, Json]:
        frame: dict[str, Json] = {"v": 1, "type": kind, "game": self.log.game, "seat": seat}
        note = {"note": scene["note"]} if "note" in scene else {}
        return {**frame, "head": self.log.head, "rev": 1, **members, **note}

    def _send(self, seat: str, frame: dict[str, Json], name: str) -> None:
        """Sign a document as a player's program does, and mail it."""
        signer = self._seat(seat)
        draft = Draft(str(frame["type"]), frame)
        document = signer.sign(ready_to_sign(signer, draft))
        self._mail(pretty(document.envelope), f"{seat}-{name}")

    def _answer(self, ask: Ask, scene: Scene) -> None:
        """Answer an ask as the story says, else as the program does."""
        orders = scene["orders"] if "orders" in scene else self._found(ask)
        more = scene.get("adds", [])
        frame = self._frame("orders", ask.seat, scene, ask=ask.id, orders=[*orders, *more])
        self._send(ask.seat, frame, safe_name(ask.id))

    def _found(self, ask: Ask) -> list[Json]:
        program, rules, step = self.people[ask.seat].program, self.log.rules, self.log.step
        if program is None or rules is None or step is None:
            raise Untellable(f"nobody knows what to answer to {ask.id}")
        question = next(each for each in self.log.questions if each.id == ask.id)
        return legal_answer(program, rules, question, step.opening)

    def _standing(self, seat: str, scene: Scene) -> None:
        """File standing orders; what a program has on file stands behind those of the story."""
        program = self.people[seat].program
        policies = [*scene["standing"], *(program.standing() if program is not None else ())]
        plain: list[Json] = [dict(policy) for policy in policies]
        self._send(seat, self._frame("standing", seat, scene, policies=plain), "standing")

    def _mistake(self, seat: str, scene: Scene) -> None:
        """Mail orders that nobody has checked, as another program might; the host refuses them."""
        about = scene.get("about", scene["ask"])
        frame = self._frame("orders", seat, scene, ask=about, orders=scene["mistake"])
        signer, refusals = self._seat(seat), len(self.log.refused)
        signed = ready_to_sign(signer, Draft("orders", frame))
        document = read_document(sign(signed, signer.key))
        signer.note([document])
        self._mail(pretty(document.envelope), f"{seat}-{safe_name(about)}-refused")
        if len(self.log.refused) == refusals:
            raise Untellable(f"the orders of {seat} for {about} were not refused")

    def _rekey(self, seat: str, name: str) -> None:
        """Change to a new secret, which is made if it is not there yet."""
        ring = self.people[seat].ring
        if not ring.path(name).exists():
            ring.create(name)
        document = self._seat(seat).rekey(name, new_chain=True)
        self._mail(pretty(document.envelope), f"{seat}-rekey")

    def _concede(self, seat: str, note: str) -> None:
        """Give up; the host closes the game."""
        document = self._seat(seat).concede(note)
        self._mail(pretty(document.envelope), f"{seat}-concede")
        self._move("host-entry", "end", "--why", "concession")
        self._move("report", timed=False)

    def _miss(self, ask: Ask) -> None:
        """Let a deadline pass."""
        assert self.log.due is not None  # noqa: S101 - an ask is open
        self.clock = max(self.clock, datetime.fromtimestamp(self.log.due, tz=UTC))
        self._move("host-entry", "default", ask.id)


def main() -> None:
    """Record the sample named on the command line."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        recording = Recording(Path(sys.argv[1]).resolve(), Path(work))
        with recording.host:
            recording.play()
            recording.keep()
            print(f"{recording.log.seq} lines, {recording.mails} documents")


if __name__ == "__main__":
    main()
