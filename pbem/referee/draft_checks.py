"""Looking through a draft like a helpful referee: all mistakes, and what may not be meant so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from pbem.canon.canonical import Json
from pbem.canon.forms import Fault, ListOf
from pbem.canon.immutable import immutable
from pbem.canon.positions import Position
from pbem.canon.wording import meant
from pbem.engine.decisions import Question
from pbem.engine.entries import ANSWER, POLICIES
from pbem.engine.game import Guides, Rules
from pbem.engine.overlaps import overlaps
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import check_answer
from pbem.history.documents import FORMS
from pbem.history.log import Log
from pbem.referee.draft_forms import entry_form, guide_of
from pbem.referee.draft_help import without_an_answer
from pbem.referee.drafts import Draft
from pbem.referee.open_game import OpenGame, mine, plays_here
from pbem.referee.wordbook import phrases_of
from pbem.report.names import Names

_OF_FORM: Final = ("E_FORMAT", "E_POLICY")
_NO_NAMES: Final = Names()
Kind = Literal["mistake", "warning"]

FRAME_CLAUSE: Final = "orders format, 1"
UNCHECKED: Final = "W_UNCHECKED"
"""The warning that more may be wrong than can be seen here."""
MOST_LEGAL: Final = 24
"""So many legal alternatives are listed; whoever wants all of them has the schema."""


@immutable(frozen=True)
class Finding:
    """One thing about a draft that its author should know.

    Attributes:
        kind: a mistake stands against signing; a warning may be meant so.
        code: the code of the protocol or of the game's catalogue; warnings begin with ``W_``.
        at: JSON pointer.
        position: line and column in the file.
        clause: the clause, or the section of the format, that says so.
        text: one sentence with the fact.
        legal: what would be legal, as it would be written.
        nearest: what was probably meant.
    """

    kind: Kind
    code: str
    at: str
    position: Position
    clause: str
    text: str
    legal: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()

    def data(self) -> dict[str, Json]:
        """The finding as plain data."""
        plain: dict[str, Json] = {
            "kind": self.kind,
            "code": self.code,
            "at": self.at,
            "line": self.position.line,
            "column": self.position.column,
            "clause": self.clause,
            "text": self.text,
        }
        if self.legal:
            plain["legal"] = list(self.legal)
        if self.nearest:
            plain["did_you_mean"] = list(self.nearest)
        return plain


def look_through(game: OpenGame, draft: Draft) -> list[Finding]:
    """Everything that is wrong in a draft, in the order of the file; then the warnings."""
    editor = list(_editor_faults(game.log, draft))
    wrong = [*_wrong_folder(game, draft), *_mistakes(game.log, draft)]
    names = phrases_of(game).names if wrong and game.log.rules is not None else _NO_NAMES
    mistakes = [_located(draft, "mistake", each, names) for each in _with_legal(wrong, editor)]
    doubts = _behind(wrong, editor) if wrong else _warnings(game, draft)
    warnings = [_located(draft, "warning", each) for each in doubts]
    return [*sorted(mistakes, key=lambda finding: finding.position), *warnings]


def question_of(log: Log, draft: Draft) -> Question[Any] | None:
    """The open question that a draft answers, if it is known here."""
    return next((q for q in log.questions if q.id == draft.signed.get("ask")), None)


def _located(draft: Draft, kind: Kind, refusal: Refusal, names: Names = _NO_NAMES) -> Finding:
    value = value_at(draft.signed, refusal.at)
    nearest = meant(value, refusal.legal) if isinstance(value, str) else ()
    if isinstance(value, str) and refusal.code in _OF_FORM:
        nearest = nearest or _place_called(value, names)
    told = "did you mean" in refusal.text
    return Finding(
        kind=kind,
        code=refusal.code,
        at=refusal.at,
        position=draft.positions.of(refusal.at),
        clause=refusal.clause,
        text=refusal.text,
        legal=refusal.legal[:MOST_LEGAL],
        nearest=() if told else nearest,
    )


def _place_called(word: str, names: Names) -> tuple[str, ...]:
    """The place that somebody wrote with its name, though its id is a number."""
    called = {name.lstrip("0123456789 "): place for place, name in names.places.items()}
    found = meant(word.lstrip("0123456789 "), called)[:1]
    return tuple(f"{called[name]} ({name})" for name in found if called[name].isdecimal())


def value_at(value: Json, pointer: str) -> Json:
    """The value at a JSON pointer; None where there is none."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


# Mistakes


def _wrong_folder(game: OpenGame, draft: Draft) -> Iterator[Refusal]:
    seat = str(draft.signed.get("seat"))
    if seat in game.log.seats and not plays_here(game.folder, seat):
        own = tuple(party for party in mine(game.folder) if party in game.log.seats)
        text = f"this folder is that of {' and '.join(own)}, not of {seat}"
        yield Refusal("D02", "/seat", "protocol, 4", text, own)


def _mistakes(log: Log, draft: Draft) -> Iterator[Refusal]:
    yield from _frame_mistakes(log, draft)
    listed = draft.signed.get("orders" if draft.kind == "orders" else "policies")
    if log.rules is None or not isinstance(listed, list):
        return
    if draft.kind == "orders":
        yield from _order_mistakes(log, log.rules, draft, listed)
    else:
        yield from _standing_mistakes(log.rules, draft, listed)


def _frame_mistakes(log: Log, draft: Draft) -> Iterator[Refusal]:
    """What is wrong around the orders: members, game, seat, ask."""
    for fault in FORMS[draft.kind].faults(draft.signed):
        yield Refusal("J09", fault.pointer, FRAME_CLAUSE, fault.reason, fault.legal)
    signed = draft.signed
    if isinstance(signed.get("game"), str) and signed["game"] != log.game:
        text = f"this is for the game {signed['game']}, not {log.game}"
        yield Refusal("D01", "/game", "protocol, 4", text, (log.game,))
    seat = signed.get("seat")
    if isinstance(seat, str) and seat not in log.active():
        text = f"{seat} is no active seat of this game"
        yield Refusal("D02", "/seat", "protocol, 4", text, tuple(log.active()))
    if draft.kind == "orders" and isinstance(signed.get("ask"), str):
        yield from _wrong_ask(log, str(signed["ask"]), seat)


def _wrong_ask(log: Log, ask: str, seat: Json) -> Iterator[Refusal]:
    found = log.ask(ask)
    if found is None or found.seat != seat:
        own = tuple(each.id for each in log.asks if each.seat == seat)
        text = f"the ask {ask} is not open for {seat}{'' if own else ', nor is any other now'}"
        yield Refusal("D05", "/ask", "protocol, 6.1", text, own)


def _order_mistakes(log: Log, rules: Rules, draft: Draft, orders: list[Json]) -> Sequence[Refusal]:
    """What the rules have against orders; of an unknown question at least the form."""
    question = question_of(log, draft)
    if question is not None:
        return check_answer(rules, question, orders)
    if log.ask(str(draft.signed.get("ask"))) is None:
        return ()
    return rules.frame.read(orders, list(rules.frame.types))[1]


def _standing_mistakes(rules: Rules, draft: Draft, policies: list[Json]) -> Sequence[Refusal]:
    seat, topic = str(draft.signed.get("seat")), draft.signed.get("topic", "")
    return rules.check_standing(seat, str(topic), policies) if seat in rules.seats else ()


def _with_legal(wrong: Sequence[Refusal], editor: Sequence[Fault]) -> Iterator[Refusal]:
    """The refusals, with what an editor would offer at those places where nothing is listed."""
    offers = {fault.pointer: fault.legal for fault in editor}
    listed = {refusal.at for refusal in wrong if refusal.legal}
    for refusal in wrong:
        offered = offers.get(refusal.at, ()) if refusal.at not in listed else ()
        yield replace(refusal, legal=refusal.legal or offered)


def _behind(wrong: Sequence[Refusal], editor: Sequence[Fault]) -> Iterator[Refusal]:
    """What an editor would underline in entries that were not tried.

    Behind an entry that can not be read the rules try nothing, as it may depend on that one.
    """
    told = {_entry_of(refusal.at) for refusal in wrong}
    for fault in editor:
        if _entry_of(fault.pointer) not in told:
            text = f"{fault.reason} (looked at roughly only, because of the mistakes above)"
            yield Refusal("W_LATER", fault.pointer, FRAME_CLAUSE, text, fault.legal)


def _entry_of(pointer: str) -> str:
    """The pointer of the entry or policy in which a pointer lies."""
    return "/".join(pointer.split("/")[:3])


def _editor_faults(log: Log, draft: Draft) -> Iterator[Fault]:
    rules = log.rules
    if rules is None or not isinstance(rules, Guides):
        return
    if draft.kind == "standing":
        frame = rules.writing_frame(str(draft.signed.get("seat")))
        yield from frame.vocabulary.policies().faults(draft.signed.get("policies"), "/policies")
        return
    question = question_of(log, draft)
    guide = guide_of(rules, question) if question is not None else None
    form = ListOf(entry_form(rules.frame, question, guide))
    yield from form.faults(draft.signed.get("orders"), "/orders")


# Warnings


def _warnings(game: OpenGame, draft: Draft) -> Iterator[Refusal]:
    rules = game.log.rules
    if rules is None:
        text = "the rules of this game are not installed here, so nothing of the orders was checked"
        yield Refusal(UNCHECKED, "/orders", "protocol, 6.1", text)
    elif draft.kind == "standing":
        policies = draft.signed["policies"]
        yield from _overlapping(rules, policies)
    else:
        yield from _order_warnings(game, rules, draft)


def _order_warnings(game: OpenGame, rules: Rules, draft: Draft) -> Iterator[Refusal]:
    orders = draft.signed["orders"]
    assert isinstance(orders, list)  # noqa: S101 - the form has been checked
    question = question_of(game.log, draft)
    if question is None:
        text = (
            "only the form was checked: what is legal hangs on orders that are still held from "
            "you. The host checks it when your document arrives"
        )
        yield Refusal(UNCHECKED, "/orders", "protocol, 9.1", text)
    if not _settling(orders):
        means = "the default counts, see the table of decisions"
        if question is not None:
            means = without_an_answer(question, phrases_of(game))
        clause = FRAME_CLAUSE if question is None else question.clause
        text = f"there is no order in it, which means: {means}"
        yield Refusal("W_EMPTY", "/orders", clause, text)
    yield from _overlapping_in_entries(rules, orders)
    if question is not None and isinstance(rules, Guides):
        yield from rules.doubts(question, orders)


def _settling(orders: Sequence[Json]) -> list[Json]:
    """The entries that are more than policies."""
    return [each for each in orders if not (isinstance(each, dict) and each["do"] == POLICIES)]


def _overlapping_in_entries(rules: Rules, orders: Sequence[Json]) -> Iterator[Refusal]:
    """The `policies` entries of a document are one list; each plan is a list of its own."""
    listed: list[Mapping[str, Json]] = []
    places: list[str] = []
    clause = rules.frame.types[POLICIES].clause if POLICIES in rules.frame.types else ""
    own = rules.frame.vocabulary.own_orders
    for index, entry in enumerate(orders):
        assert isinstance(entry, dict)  # noqa: S101 - the form has been checked
        for member in (POLICIES, "plan"):
            policies = entry.get(member)
            if entry["do"] == ANSWER or not isinstance(policies, list):
                continue
            here = [f"/orders/{index}/{member}/{n}" for n in range(len(policies))]
            if member == POLICIES:
                listed += policies  # type: ignore[arg-type]  # the form has been checked
                places += here
            else:
                yield from overlaps(policies, here, own, clause)  # type: ignore[arg-type]
    yield from overlaps(listed, places, own, clause)


def _overlapping(rules: Rules, policies: Json) -> Iterator[Refusal]:
    """Standing orders are one list."""
    assert isinstance(policies, list)  # noqa: S101 - the form has been checked
    places = [f"/policies/{index}" for index in range(len(policies))]
    clause = rules.frame.types[POLICIES].clause if POLICIES in rules.frame.types else ""
    yield from overlaps(policies, places, rules.frame.vocabulary.own_orders, clause)  # type: ignore[arg-type]
