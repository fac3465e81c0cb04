"""The forms of drafts, and the JSON Schema made for one draft (orders format, section 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.canon.forms import AnyValue, Exactly, Form, ListOf, Record, whole_schema
from pbem.engine.decisions import Decision, Question
from pbem.engine.entries import MOST_ENTRIES, POLICIES, Frame
from pbem.engine.game import Guides, Rules
from pbem.engine.guiding import Guide
from pbem.history.documents import FORMS

HELPERS: Final = ("$schema", "help")
"""What may stand in a draft and is never signed."""


def draft_form(kind: str, own: Mapping[str, Form]) -> Record:
    """The form of a whole draft: the signed part less its link, with the game's forms in it.

    Args:
        kind: `orders` or `standing`.
        own: forms for some of the members.
    """
    signed = FORMS[kind]
    assert isinstance(signed, Record)  # noqa: S101 - both kinds of drafts are plain records
    optional = {name: form for name, form in signed.optional.items() if name != "link"}
    helpers = dict.fromkeys(HELPERS, AnyValue())
    return replace(signed, required={**signed.required, **own}, optional=optional | helpers)


def guide_of(rules: Rules, question: Question[Any]) -> Guide | None:
    """What the game tells about a question; None if it tells nothing."""
    return rules.guide(question) if isinstance(rules, Guides) else None


def entry_form(frame: Frame, question: Question[Any] | None, guide: Guide | None) -> Form:
    """The form of one entry of an answer; of any entry at all, if the question is not known."""
    if guide is not None:
        frame = guide.frame
    if question is None:
        return frame.form(list(frame.types))
    if question.orders is not None:
        takes = takes_of(question, guide) or frame.types
        return frame.form(list(dict.fromkeys((*takes, POLICIES))))
    values = guide.values if guide is not None else {}
    return frame.answers({d.word: _value_form(frame, d, values) for d in question.decisions})


def takes_of(question: Question[Any], guide: Guide | None) -> Sequence[str]:
    """The order types with which a seat can answer; () when nobody says."""
    return guide.takes if guide is not None and guide.takes else question.takes


def _value_form(frame: Frame, decision: Decision[Any], values: Mapping[str, Form]) -> Form:
    narrow = values.get(decision.word)
    if narrow is not None:
        return narrow
    known = decision.word in frame.vocabulary.decisions
    return frame.vocabulary.answer(decision.word) if known else AnyValue()


def orders_schema(
    rules: Rules, ask: str, seat: str, question: Question[Any] | None
) -> dict[str, Json]:
    """The schema of the draft for one ask, with what is legal now as far as it is known here."""
    guide = guide_of(rules, question) if question is not None else None
    entries = ListOf(entry_form(rules.frame, question, guide), most=MOST_ENTRIES)
    own: dict[str, Form] = {"seat": Exactly(seat), "ask": Exactly(ask), "orders": entries}
    return whole_schema(draft_form("orders", own), f"Answer of {seat} to {ask}")


def standing_schema(rules: Rules, seat: str) -> dict[str, Json]:
    """The schema of a draft of standing orders, with the zones of this board."""
    frame = rules.writing_frame(seat) if isinstance(rules, Guides) else rules.frame
    own: dict[str, Form] = {"seat": Exactly(seat), "policies": frame.vocabulary.policies()}
    return whole_schema(draft_form("standing", own), f"Standing orders of {seat}")
