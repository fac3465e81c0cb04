"""The doors through which other people's bytes come in, each with examples to start from.

Behind a door only `Refused` and other `Trouble` may be raised; these are answers. Whatever else
comes out of `enter` is a bug.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from pathlib import Path

from pbem import registry
from pbem.canon.canonical import Json, encode
from pbem.canon.codes import Refused
from pbem.canon.strict import DOCUMENT, ENTRY, STATE, read
from pbem.canon.trouble import Trouble
from pbem.engine.resolution import check_answer
from pbem.history.applying import apply_line
from pbem.history.audit import audit
from pbem.history.checking import check_document
from pbem.history.log import Log
from pbem.post.armour import armour
from pbem.post.reading import read_post
from pbem.referee.auditing import audit_path
from pbem.referee.open_game import open_game
from pbem.trust.envelope import check_form, sign, verify
from pbem.trust.keys import SigningKey
from pbem.trust.secret import unlock

ROOT = Path(__file__).resolve().parents[1]
GAME = "1943-1945"
SAMPLE = ROOT / "sample_games/1943-1945/sample-turn"
LINES = (SAMPLE / "game.jsonl").read_bytes().splitlines()
MAILED = [path.read_bytes() for path in sorted((SAMPLE / "orders").glob("*.json"))]
DATA = ROOT / "pbem/games/italy1943/data"
ASKED = 10
"""With so many lines of the sample the Allies are asked for the orders of an impulse."""


@dataclass(frozen=True)
class Door:
    """A way in.

    Attributes:
        enter: takes the bytes; raises only for a bug.
        seeds: bytes that are good, to start from.
    """

    enter: Callable[[bytes], object]
    seeds: list[bytes]


def strict(raw: bytes) -> None:
    """The reader of JSON; what it lets in can be written again."""
    for limits in (DOCUMENT, ENTRY, STATE):
        with suppress(Refused):
            encode(read(raw, limits))


def envelope(raw: bytes) -> None:
    """Envelopes and their signatures."""
    found = read(raw, DOCUMENT)
    check_form(found)
    verify(found, {one["key"] for one in found["signatures"]})  # type: ignore[index,union-attr,misc,call-overload]


@cache
def log() -> Log:
    """The sample game at an impulse; it is only looked at."""
    played = Log(registry.rules_for)
    for line in LINES[:ASKED]:
        apply_line(played, line)
    return played


def document(raw: bytes) -> None:
    """Documents as they arrive at the host, and signed anew: a player may sign what he likes."""
    found = read(raw, DOCUMENT)
    with suppress(Refused):
        check_document(log(), found)
    signed = check_form(found)
    seat = signed.get("seat")
    if isinstance(seat, str) and seat in keys():
        fresh: dict[str, Json] = {"head": log().head} if "head" in signed else {}
        check_document(log(), sign(signed | fresh, keys()[seat]))


@cache
def keys() -> dict[str, SigningKey]:
    """The players' keys, which are published with the sample."""
    return {
        path.parent.name: unlock(path, "sample").seat_key()
        for path in sorted((SAMPLE / "homes").glob("*/*.secret.json"))
    }


def orders(raw: bytes) -> None:
    """An `orders` list, read by the game against its open question, without signatures."""
    found = read(raw, DOCUMENT)
    listed = found.get("orders")
    (question,) = log().questions
    rules = registry.module(GAME).rules
    check_answer(rules, question, listed if isinstance(listed, list) else [found])


def standing(raw: bytes) -> None:
    """A list of policies, read by the game, without signatures."""
    found = read(raw, DOCUMENT)
    rules = registry.module(GAME).rules
    topic = found.get("topic")
    rules.check_standing("axis", topic if isinstance(topic, str) else "", found.get("policies"))


def data(raw: bytes) -> None:
    """The data files of a game: first the name of one, then what stands in it."""
    name, _, content = raw.partition(b"\n")
    files = registry.game(GAME).rule_files
    with tempfile.TemporaryDirectory() as folder:
        picked = files[name[0] % len(files)] if name else files[0]
        known = name.decode("ascii", "replace")
        file = known if known in files else picked
        (Path(folder) / f"{file}.json").write_bytes(content)
        registry.module_with(GAME, Path(folder))


def mail(raw: bytes) -> None:
    """Saved mails."""
    read_post(raw, "letter.eml")


def paste(raw: bytes) -> None:
    """Pasted text: armour and JSON in the middle of something."""
    read_post(raw, "paste.txt")


def file(raw: bytes) -> None:
    """Files of a document."""
    read_post(raw, "orders.pbem.json")


def history(raw: bytes) -> None:
    """The lines of a history, without and with the rules."""
    lines = raw.split(b"\n")
    audit(lines, lambda _module: None)
    audit(lines, registry.rules_for)


def folder(raw: bytes) -> None:
    """A game folder: the bytes are its files, each with a name and a length in front."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        (path / "held").mkdir()
        _unpack(raw, path)
        for enter in (open_game, audit_path):
            with suppress(Trouble):
                enter(path)


FILES = ("game.jsonl", "invite.pbem.json", "mine.json", "journal-axis.json", "held/a.json")


def _unpack(raw: bytes, path: Path) -> None:
    for number, content in enumerate(raw.split(b"\x00", len(FILES))):
        target = path / FILES[number % len(FILES)]
        if content:
            target.write_bytes(content)


def _pretty(value: Json) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def _letter(raw: bytes) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["Subject"] = "axis@example.org", "my orders"
    letter.set_content(armour(json.loads(raw)))
    letter.add_attachment(raw, maintype="application", subtype="json", filename="o.pbem.json")
    return letter.as_bytes()


def _named(path: Path) -> bytes:
    return path.stem.encode() + b"\n" + path.read_bytes()


INVITE = (SAMPLE / "invite.pbem.json").read_bytes()
MINE = b'{"parties":["axis"]}'
SIGNED = [json.loads(raw)["signed"] for raw in MAILED]
DOORS = {
    "strict": Door(strict, MAILED + LINES[:3]),
    "envelope": Door(envelope, MAILED),
    "document": Door(document, MAILED),
    "orders": Door(orders, [_pretty(s) for s in SIGNED if s["type"] == "orders"]),
    "standing": Door(standing, [_pretty(s) for s in SIGNED if s["type"] == "standing"]),
    "data": Door(data, [_named(path) for path in sorted(DATA.glob("*.json"))]),
    "mail": Door(mail, [_letter(raw) for raw in MAILED[:3]]),
    "paste": Door(paste, [armour(json.loads(raw)).encode() for raw in MAILED[:3]] + MAILED[:2]),
    "file": Door(file, MAILED),
    "history": Door(history, [b"\n".join(LINES)]),
    "folder": Door(folder, [b"\x00".join([b"\n".join(LINES) + b"\n", INVITE, MINE])]),
}


def knock(door: Door, raw: bytes) -> None:
    """Bring bytes to a door; returns if they are let in or refused.

    Raises:
        Exception: anything else, which is a bug.
    """
    with suppress(Trouble):
        door.enter(raw)
