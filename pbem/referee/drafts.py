"""Drafts: what a player edits before signing (orders format, section 1).

A draft is the signed part of a document with the fixed members filled in. `$schema` and `help`
may stand in it; nothing ever reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.forms import require
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.trouble import Trouble
from pbem.engine.decisions import Decision, Question
from pbem.engine.refusals import Refusal
from pbem.history.checking import check_orders
from pbem.history.documents import FORMS, Document
from pbem.history.durable import read_file, write_atomic
from pbem.history.folder import GameFolder
from pbem.history.links import link_rule
from pbem.history.names import safe_name
from pbem.history.times import written
from pbem.referee.files import pretty
from pbem.referee.open_game import NotYours, OpenGame
from pbem.referee.player_seat import PlayerSeat

HELPERS = ("$schema", "help")


class NoDraft(Trouble):
    """A file is no draft that could be checked or signed; the message says what to do."""


@dataclass(frozen=True)
class Draft:
    """A draft as read from its file.

    Attributes:
        kind: `orders` or `standing`.
        signed: the members a signature will cover, `link` not included.
    """

    kind: str
    signed: dict[str, Json]


def new_orders(game: OpenGame, seat: str, ask: str | None) -> list[Path]:
    """Write a draft for each open ask of a seat, or for one of them.

    Raises:
        NotYours: the seat is not asked, or not this.
        NoDraft: a draft is there already; it is never overwritten.
    """
    open_asks = [each.id for each in game.log.asks if each.seat == seat]
    if ask is not None and ask not in open_asks:
        raise NotYours(f"{ask} is not asked of {seat}; open: {', '.join(open_asks) or 'nothing'}")
    if not open_asks:
        raise NotYours(f"{seat} is not asked anything now")
    wanted = [ask] if ask is not None else open_asks
    return [
        _store(game.folder, f"{safe_name(name)}.json", _orders_draft(game, seat, name))
        for name in wanted
    ]


def _orders_draft(game: OpenGame, seat: str, ask: str) -> dict[str, Json]:
    log = game.log
    answered = log.answers.get(ask)
    return {
        "v": 1,
        "type": "orders",
        "game": log.game,
        "seat": seat,
        "ask": ask,
        "head": log.head,
        "rev": answered.rev + 1 if answered else 1,
        "orders": [],
        "help": _help(game, ask),
    }


def _help(game: OpenGame, ask: str) -> dict[str, Json]:
    """What may be decided, and what happens without a word."""
    question = next((q for q in game.log.questions if q.id == ask), None)
    decisions: list[Json] = [_decision_help(d) for d in question.decisions] if question else []
    plain: dict[str, Json] = {"decisions": decisions}
    if question:
        plain["answer_with"] = _entries(question)
    if game.log.due is not None:
        plain["due"] = written(game.log.due)
    return plain


def _entries(question: Question[Any]) -> str:
    if question.orders is not None:
        return "order entries, see the rules reference, section 30"
    words = " | ".join(decision.word for decision in question.decisions)
    return f'{{"do": "answer", "decision": "{words}", "value": …}}'


def _decision_help(decision: Decision[Any]) -> dict[str, Json]:
    plain: dict[str, Json] = {"decision": decision.word, "clause": decision.clause}
    if decision.offer is not None:
        plain["legal"] = decision.offer
    return plain


def new_standing(game: OpenGame, seat: str, topic: str) -> Path:
    """Write a draft for standing orders, with those in force as far as they are known here.

    Raises:
        NoDraft: a draft is there already.
    """
    log = game.log
    known = log.standing.get((seat, topic), [])
    policies: Json = []
    if known and known[-1].document is not None:
        policies = known[-1].document.signed["policies"]
    draft: dict[str, Json] = {
        "v": 1,
        "type": "standing",
        "game": log.game,
        "seat": seat,
        "head": log.head,
        "rev": known[-1].rev + 1 if known else 1,
        "policies": policies,
    }
    if topic:
        draft["topic"] = topic
    name = f"standing-{safe_name(topic)}.json" if topic else "standing.json"
    return _store(game.folder, name, draft)


def _store(folder: GameFolder, name: str, draft: dict[str, Json]) -> Path:
    path = folder.orders_file(name)
    if path.exists():
        raise NoDraft(f"{path} is there already: edit it, or delete it first")
    write_atomic(path, pretty(draft))
    return path


def read_draft(path: Path) -> Draft:
    """The draft in a file.

    Raises:
        NoDraft: there is no such file, or it is signed already, or another kind of document.
        Refused: it is no JSON of the profile (J-codes), with place and hint.
    """
    raw = read_file(path, DOCUMENT.size)
    if raw is None:
        raise NoDraft(f"there is no file {path}: `pbem orders new` writes one")
    plain = read(raw, DOCUMENT)
    if "signed" in plain:
        raise NoDraft(f"{path} is signed already; edit its draft and sign that")
    kind = plain.get("type")
    if kind not in ("orders", "standing"):
        raise NoDraft(f'{path} is no draft: its "type" should be "orders" or "standing"')
    signed = {name: value for name, value in plain.items() if name not in HELPERS}
    if "link" in signed:
        raise NoDraft('a draft has no "link": it is added when you sign')
    return Draft(str(kind), signed)


def check_draft(game: OpenGame, draft: Draft) -> list[Refusal]:
    """What the game has against a draft; empty when it may be signed.

    Raises:
        Refused: the frame around the orders is wrong (J09), or it is for another game, another
            seat, or an ask that is not open (D01, D02, D05).
    """
    signed, log = draft.signed, game.log
    require(FORMS[draft.kind], signed)
    if signed["game"] != log.game:
        raise Refused("D01", f"this is for the game {signed['game']}, not {log.game}", "/game")
    if signed["seat"] not in log.active():
        raise Refused("D02", f"{signed['seat']} is no active seat of this game", "/seat")
    if draft.kind == "standing":
        rules = log.rules
        assert rules is not None  # noqa: S101 - a game is played with its rules at hand
        topic = str(signed.get("topic", ""))
        return list(rules.check_standing(str(signed["seat"]), topic, signed["policies"]))
    ask = log.ask(str(signed["ask"]))
    if ask is None or ask.seat != signed["seat"]:
        own = [each.id for each in log.asks if each.seat == signed["seat"]]
        raise Refused(
            "D05",
            f"{signed['ask']} is not asked of {signed['seat']} now",
            "/ask",
            f"open: {', '.join(own) or 'nothing'}",
        )
    orders = signed["orders"]
    assert isinstance(orders, list)  # noqa: S101 - the form has just been checked
    return check_orders(log, ask.id, orders)


@dataclass(frozen=True)
class SignedFile:
    """A signed document and where it was stored."""

    document: Document
    file: Path


def sign_draft(seat: PlayerSeat, draft: Draft, file: Path) -> SignedFile:
    """Sign a draft and store the envelope beside it.

    The newest line of the log is named as `head`, except that a second document with the same
    link keeps the `head` of the first (section 7, Y1).

    Raises:
        Refused: the host would refuse it; `OrdersAgainstRules` carries the game's list.
        MustNotSign: the journal forbids it.
    """
    signed = dict(draft.signed)
    signed["head"] = seat.log.head
    if draft.kind == "orders":
        ask = seat.log.ask(str(signed["ask"]))
        if ask is not None and link_rule(seat.log, ask) != "never":
            signed["link"] = seat.link(seat.log.next)
            signed["head"] = _first_head(seat) or signed["head"]
    document = seat.sign(signed)
    path = file.with_name(f"{file.name.removesuffix('.json')}-rev{signed['rev']}.pbem.json")
    write_atomic(path, pretty(document.envelope))
    return SignedFile(document, path)


def _first_head(seat: PlayerSeat) -> str:
    """The `head` of the first document that carried the next link, "" if none has."""
    return next(
        (
            sent.gist.head
            for sent in seat.journal.sent
            if sent.gist.link == seat.log.next and sent.gist.kind == "orders"
        ),
        "",
    )
