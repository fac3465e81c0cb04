"""Records a sample game: host and players do what `story.json` tells, with the real program.

Usage: python sample_games/record.py SAMPLE

Everything a player or the host would have at the end is kept in SAMPLE: the invitation, the joins
and signed orders as they were mailed, the history, the moves of the host with their times, and
the secrets (which makes them worthless for any other game). An invitation that is there already is
kept, so recording again gives the same dice; delete it to get others.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.history.names import safe_name

HOURS = 7


@dataclass
class Recording:
    """What is being recorded.

    Attributes:
        sample: the folder that is written.
        work: a folder for the people's own files.
        clock: the time of the next move.
        moves: the host's commands so far, as `play.py` runs them.
        mails: how many documents were mailed.
    """

    sample: Path
    work: Path
    clock: datetime
    moves: list[str] = field(default_factory=list)
    mails: int = 0

    def pbem(self, who: str, here: Path, *words: str) -> str:
        """Run a command as a person; returns what it prints."""
        home = self.sample / ("home" if who == "host" else f"homes/{who}")
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "pbem", *words],
            cwd=here,
            env=os.environ | {"PBEM_HOME": str(home), "PBEM_PASSPHRASE": "sample"},
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode not in (0, 4):
            sys.exit(f"{who}: pbem {' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def host(self, *words: str) -> None:
        """A move of the host at the next moment."""
        self.clock += timedelta(hours=HOURS)
        timed = [*words, "--at", self.clock.strftime("%Y-%m-%dT%H:%M:%SZ")]
        self.moves.append(" ".join(timed))
        print(self.pbem("host", self.work / "host", *self._found(timed)))

    def host_untimed(self, *words: str) -> None:
        """A move of the host that writes no line."""
        self.moves.append(" ".join(words))
        self.pbem("host", self.work / "host", *self._found(list(words)))

    def _found(self, words: list[str]) -> list[str]:
        return [str(self.sample / w) if w.endswith(".pbem.json") else w for w in words]

    def mail(self, file: Path, name: str) -> str:
        """Keep a signed file as it was mailed; returns its name in the sample."""
        self.mails += 1
        kept = f"orders/{self.mails:02d}-{name}.pbem.json"
        shutil.copy(file, self.sample / kept)
        return kept


def main() -> None:
    """Record the sample named on the command line."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sample = Path(sys.argv[1]).resolve()
    story = json.loads((sample / "story.json").read_text(encoding="utf-8"))
    clean(sample)
    with tempfile.TemporaryDirectory() as work:
        begun = datetime.strptime(story["begins"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        recording = Recording(sample, Path(work), begun)
        begin(recording, story)
        for scene in story["scenes"]:
            play(recording, scene)
        recording.host_untimed("report")
        recording.host_untimed("audit")
        shutil.copy(recording.work / "host/game.jsonl", sample)
        (sample / "moves.txt").write_text("\n".join(recording.moves) + "\n", encoding="utf-8")


def clean(sample: Path) -> None:
    """Remove what is recorded anew; secrets and the invitation stay."""
    shutil.rmtree(sample / "orders", ignore_errors=True)
    (sample / "orders").mkdir()


def begin(recording: Recording, story: dict[str, Any]) -> None:
    """Secrets, invitation, joins, line 0."""
    seats = story["seats"]
    for who in ("host", *seats):
        home = recording.sample / ("home" if who == "host" else f"homes/{who}")
        (recording.work / who).mkdir()
        if not home.exists():
            recording.pbem(who, recording.work / who, "key", "new")
    invite = recording.sample / "invite.pbem.json"
    if not invite.exists():
        at = recording.clock.strftime("%Y-%m-%dT%H:%M:%SZ")
        recording.pbem("host", recording.work, "new", "made", *story["terms"], "--at", at)
        shutil.copy(recording.work / "made/invite.pbem.json", invite)
    shutil.copy(invite, recording.work / "host")
    for seat in seats:
        recording.pbem(seat, recording.work, "join", str(invite), "--seat", seat, "--folder", seat)
        join = recording.work / seat / f"orders/join-{seat}.pbem.json"
        recording.host_untimed("submit", recording.mail(join, f"join-{seat}"))
    recording.host("start")


def play(recording: Recording, scene: dict[str, Any]) -> None:
    """One document of a player, and what the host does with it."""
    seat, here = scene["seat"], recording.work / scene["seat"]
    recording.pbem(seat, here, "update", str(recording.work / "host/game.jsonl"))
    if "ask" in scene:
        recording.pbem(seat, here, "orders", "new", scene["ask"])
        draft = here / "orders" / f"{safe_name(scene['ask'])}.json"
        command, changes = "orders", {"orders": scene["orders"]}
    else:
        recording.pbem(seat, here, "standing", "new")
        draft, command = here / "orders/standing.json", "standing"
        changes = {"policies": scene["standing"]}
    if "note" in scene:
        changes["note"] = scene["note"]
    edited = json.loads(draft.read_text(encoding="utf-8")) | changes
    draft.write_text(json.dumps(edited, indent=1, ensure_ascii=False), encoding="utf-8")
    recording.pbem(seat, here, command, "sign", str(draft))
    signed = draft.with_name(f"{draft.stem}-rev{edited['rev']}.pbem.json")
    name = f"{seat}-{safe_name(scene['ask'])}" if "ask" in scene else f"{seat}-standing"
    recording.host("submit", recording.mail(signed, name))
    draft.unlink()
    if "ask" in scene:
        recording.host("adjudicate")


if __name__ == "__main__":
    main()
