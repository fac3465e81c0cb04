"""Sheets: a seat's explicit answer to an ask, read against the question it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.decisions import By, Decision, Filing, Question
from pbem.engine.entries import ANSWER, POLICIES, Entry, Frame
from pbem.engine.policies import ASK, DEFAULT, Place
from pbem.engine.refusals import OrdersRefused, Refusal, refuse


@dataclass(slots=True)
class Sheet:
    """A seat's explicit answer to an ask.

    Attributes:
        doc: digest of the document; "" while it is only a draft.
        orders: its `orders` list as written.
        last: the question for which it was read last, and what it settles there. While a step
            stands still at a question nothing changes, so one reading serves for the check of the
            document and for the resolution.
    """

    doc: str
    orders: Sequence[Json]
    last: tuple[Question[Any], Explicit] | None = field(default=None, compare=False, repr=False)


@immutable(frozen=True, slots=True)
class Given:
    """Where a settled decision came from, so that a later run settles it in the same way.

    Attributes:
        by: what decided.
        raw: the value as written; None for a default.
        place: the place at which a policy was used, where several were tried.
    """

    by: By
    raw: Json
    place: Place | None = None


BY_DEFAULT = Given(By("default"), None)


@immutable(frozen=True, slots=True)
class Settled:
    """A decision that is settled now: where from, and the checked value."""

    given: Given
    value: Any


Explicit: TypeAlias = Mapping[str, Settled]
"""The decisions of a question that a sheet settles, by word."""


def by_default(decision: Decision[Any]) -> Settled:
    """What the clause of a decision says when nobody decides."""
    return Settled(BY_DEFAULT, decision.default())


def read_sheet(frame: Frame, question: Question[Any], sheet: Sheet) -> Explicit:
    """The decisions a sheet settles.

    Raises:
        OrdersRefused: the sheet is not a legal answer to the question; everything at once.
    """
    if sheet.last is None or sheet.last[0] is not question:
        sheet.last = question, _read(frame, question, sheet)
    return sheet.last[1]


def _read(frame: Frame, question: Question[Any], sheet: Sheet) -> Explicit:
    if question.orders is not None:
        return _read_orders(question, sheet)
    entries, refusals = frame.read(list(sheet.orders), (ANSWER,))
    explicit: dict[str, Settled] = {}
    for entry in entries:
        if entry.do == ANSWER:
            refusals += _read_answer(question, entry, sheet.doc, explicit)
    refuse(refusals)
    return explicit


def policies_of(sheet: Sheet) -> Filing | None:
    """The `policies` entries of a sheet that has been read, as one list.

    Pointers into it count entries and policies: the first policy of entry 2 is
    ``/orders/2/policies/0``; a document with several such entries is read in their order.
    """
    policies: list[Mapping[str, Json]] = []
    places: list[str] = []
    for index, entry in enumerate(sheet.orders):
        if isinstance(entry, dict) and entry.get("do") == POLICIES:
            listed = entry[POLICIES]
            assert isinstance(listed, list)  # noqa: S101 - read_sheet has checked the form
            for place, policy in enumerate(listed):
                assert isinstance(policy, dict)  # noqa: S101 - likewise
                policies.append(policy)
                places.append(f"/orders/{index}/policies/{place}")
    if not policies:
        return None
    return Filing("policies", sheet.doc, tuple(policies), tuple(places))


def _read_orders(question: Question[Any], sheet: Sheet) -> Explicit:
    """The whole list settles the only decision; the game's reader checks `policies` too."""
    (decision,) = question.decisions
    assert question.orders is not None  # noqa: S101 - the caller has looked
    orders = list(sheet.orders)
    value = question.orders(orders, "/orders")
    return {decision.word: Settled(Given(By("answer", sheet.doc, "/orders"), orders), value)}


def _read_answer(
    question: Question[Any], entry: Entry, doc: str, explicit: dict[str, Settled]
) -> list[Refusal]:
    """Put one `answer` entry into `explicit`; returns what is wrong with it."""
    words = tuple(decision.word for decision in question.decisions)
    word = entry.fields.get("decision", words[0] if len(words) == 1 else None)
    decision = next((d for d in question.decisions if d.word == word), None)
    if decision is None:
        asked = "this ask has several decisions: name one"
        text = asked if word is None else f"{word!r} is not asked here"
        return [Refusal("E_OPTION", f"{entry.at}/decision", question.clause, text, words)]
    if decision.word in explicit:
        text = f"{decision.word!r} is answered twice"
        return [Refusal("E_TWICE", entry.at, decision.clause, text)]
    return _read_value(decision, entry, doc, explicit)


def _read_value(
    decision: Decision[Any], entry: Entry, doc: str, explicit: dict[str, Settled]
) -> list[Refusal]:
    value, at = entry.fields["value"], f"{entry.at}/value"
    if value == ASK:
        text = "an answer decides, so it can not be 'ask' again"
        return [Refusal("E_OPTION", at, decision.clause, text)]
    if value == DEFAULT:
        explicit[decision.word] = by_default(decision)
        return []
    try:
        read = decision.read(value, at)
    except OrdersRefused as refused:
        return list(refused.refusals)
    explicit[decision.word] = Settled(Given(By("answer", doc, at), value), read)
    return []
