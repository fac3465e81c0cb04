"""Drafts: what a player edits before signing (orders format, section 1).

A draft is the signed part of a document with the fixed members filled in. `$schema` and `help`
may stand in it; nothing ever reads them. Beside it lies the JSON Schema that `$schema` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Final, NoReturn

from pbem.canon.canonical import Json, encode
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.positions import Positions
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.trouble import Trouble
from pbem.canon.wording import quoted
from pbem.engine.game import Guides
from pbem.engine.guiding import Advice
from pbem.history.durable import read_file, write_atomic
from pbem.history.fields import TOPIC
from pbem.history.log import Log
from pbem.history.names import safe_name
from pbem.history.records import Ask, Phase
from pbem.referee.draft_forms import HELPERS, orders_schema, standing_schema
from pbem.referee.draft_help import orders_help, standing_help
from pbem.referee.files import pretty
from pbem.referee.open_game import NotYours, OpenGame
from pbem.referee.spelling import no_path, spelled, unknown
from pbem.referee.wordbook import phrases_of
from pbem.report.phrases import Phrases

_KEPT: Final = (
    "the draft {path} is there already and stays as it is: edit it, or delete it for a fresh one"
)


class NoDraft(Trouble):
    """A file is no draft that could be checked or signed; the message says what to do."""


@immutable(frozen=True)
class Draft:
    """A draft as read from its file.

    Attributes:
        kind: `orders` or `standing`.
        signed: the members a signature will cover, `link` not included.
        positions: where its values stand in the file.
    """

    kind: str
    signed: dict[str, Json]
    positions: Positions = field(default_factory=lambda: Positions(""), compare=False)


# Writing drafts


def new_orders(game: OpenGame, seat: str, ask: str | None) -> list[Path]:
    """Write a draft for each open ask of a seat, or for one of them, each with its schema.

    Returns:
        the drafts.

    Raises:
        NotYours: the seat is not asked, or not this.
        NoDraft: a draft is there already; it is never overwritten, and nothing was written.
    """
    asks = _wanted(game.log, seat, ask)
    paths = [game.folder.orders_file(f"{safe_name(each.id)}.json") for each in asks]
    _refuse_to_overwrite(paths)
    phrases = phrases_of(game)
    for each, path in zip(asks, paths, strict=True):
        _write_orders(game.log, each, path, phrases)
    return paths


def _wanted(log: Log, seat: str, ask: str | None) -> list[Ask]:
    refuse_if_over(log)
    own = [each for each in log.asks if each.seat == seat]
    if not own:
        others = [f"{each.seat} is asked {each.id}" for each in log.unanswered()]
        raise NotYours(f"{seat} is asked nothing now{'; '.join(['', *others])}")
    if ask is None:
        return own
    ids = [each.id for each in own]
    found = spelled(ask, ids)
    if found is None:
        raise NotYours(unknown(ask, ids, f"open ask of {seat}", "open:"))
    return [each for each in own if each.id == found]


def refuse_if_over(log: Log) -> None:
    """Pass a log to which documents may still come.

    Raises:
        NotYours: the game is over.
    """
    if log.phase in (Phase.OVER, Phase.ENDED):
        raise NotYours("the game is over: there is nothing to order any more")


def _refuse_to_overwrite(paths: Sequence[Path]) -> None:
    for path in paths:
        if path.exists():
            raise NoDraft(_KEPT.format(path=path))


def _write_orders(log: Log, ask: Ask, path: Path, phrases: Phrases) -> None:
    question = next((q for q in log.questions if q.id == ask.id), None)
    answered = log.answers.get(ask.id)
    draft: dict[str, Json] = {
        "v": 1,
        "type": "orders",
        "game": log.game,
        "seat": ask.seat,
        "ask": ask.id,
        "head": log.head,
        "rev": answered.rev + 1 if answered else 1,
        "orders": [],
        "help": orders_help(log, ask, question, phrases),
    }
    schema = orders_schema(log.rules, ask.id, ask.seat, question) if log.rules else None
    _store(path, draft, schema)


def new_standing(game: OpenGame, seat: str, topic: str) -> Path:
    """Write a draft for standing orders, with its schema.

    It holds those in force as far as they are known here; else a policy for each decision of
    the seat that changes nothing, to begin with.

    Raises:
        NoDraft: a draft is there already, or no decision has such a topic.
        NotYours: the game is over.
    """
    refuse_if_over(game.log)
    topic = _topic(game.log, seat, topic)
    name = f"standing-{safe_name(topic)}.json" if topic else "standing.json"
    path = game.folder.orders_file(name)
    _refuse_to_overwrite([path])
    log = game.log
    known = log.standing.get((seat, topic), [])
    advice = _advice(log, seat, topic)
    policies: list[Json] = [policy for each in advice for policy in each.unchanged()]
    if known and known[-1].document is not None:
        policies = list(known[-1].document.signed["policies"])
    draft: dict[str, Json] = {
        "v": 1,
        "type": "standing",
        "game": log.game,
        "seat": seat,
        "head": log.head,
        "rev": known[-1].rev + 1 if known else 1,
        **({"topic": topic} if topic else {}),
        "policies": policies,
        "help": standing_help(advice, policies, phrases_of(game)),
    }
    _store(path, draft, standing_schema(log.rules, seat) if log.rules else None)
    return path


def _topic(log: Log, seat: str, given: str) -> str:
    """The topic that is given, if there is such a one; capitals do not matter.

    Raises:
        NoDraft: there is none.
    """
    topic = given.lower()
    if topic and not TOPIC.fits(topic):
        raise NoDraft(f"{quoted(given)} is no topic: write a word such as zone:14, or none")
    found = log.rules.check_standing(seat, topic, []) if log.rules is not None else ()
    for refusal in found:
        if refusal.at == "/topic":
            raise NoDraft(str(refusal))
    return topic


def _advice(log: Log, seat: str, topic: str) -> list[Advice]:
    """The decisions of a seat for which a document on the topic is read."""
    rules = log.rules
    if rules is None or not isinstance(rules, Guides):
        return []
    return [
        each
        for each in rules.advice(seat)
        if not rules.check_standing(seat, topic, [*each.unchanged()])
    ]


def _store(path: Path, draft: dict[str, Json], schema: dict[str, Json] | None) -> None:
    """Write a draft and its schema; the draft comes last, so that it is never without one."""
    if schema is not None:
        beside = path.with_suffix(".jsonschema")
        write_atomic(beside, encode(schema))
        draft = {"$schema": f"./{beside.name}", **draft}
    write_atomic(path, pretty(draft))


# Reading drafts


def read_draft(path: Path) -> Draft:
    """The draft in a file.

    Raises:
        NoDraft: there is no such file, or it is signed already, or another kind of document.
        Refused: it is no JSON of the profile (J-codes), with place and hint.
    """
    raw = read_file(path, DOCUMENT.size)
    if raw is None:
        missing = no_path(path)
        if not missing.endswith("?"):
            missing += ". `pbem orders new` and `pbem standing new` write drafts"
        raise NoDraft(missing)
    positions = Positions.of_file(raw)
    try:
        plain = read(raw, DOCUMENT)
    except Refused as refused:
        _refuse_at(refused, positions)
    if "signed" in plain:
        raise NoDraft(f"{path} is signed already; edit its draft and sign that")
    kind = plain.get("type")
    if kind not in ("orders", "standing"):
        raise NoDraft(f'{path} is no draft: its "type" should be "orders" or "standing"')
    signed = {name: value for name, value in plain.items() if name not in HELPERS}
    if "link" in signed:
        raise NoDraft('a draft has no "link": it is added when you sign')
    return Draft(str(kind), signed, positions)


def _refuse_at(refused: Refused, positions: Positions) -> NoReturn:
    """Refuse again, with line and column for what was only a pointer.

    Raises:
        Refused: always.
    """
    at = refused.at
    if at.startswith("/"):
        at = f"{positions.of(at)} ({at})"
    raise Refused(refused.code, refused.reason, at, refused.hint) from None
