"""What decided: the line under an event that names the answer, policy or standing order.

Orders format, section 6. Of a document that is still held nothing is said but that it decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from pbem.canon.immutable import immutable
from pbem.report.model import Decided
from pbem.report.names import Names
from pbem.report.phrases import Phrases


@immutable(frozen=True, slots=True)
class Paper:
    """A document that may have decided something.

    Attributes:
        digest: its digest.
        kind: `orders` or `standing`.
        seat: its author.
        about: the ask it answers, or its topic ("" for none).
        rev: its revision.
        signed: its content; None while it is held.
    """

    digest: str
    kind: str
    seat: str
    about: str
    rev: int
    signed: Mapping[str, Any] | None


Papers: TypeAlias = Mapping[str, Paper]
"""Documents by their digest."""

_PARTS: Final = {"to": "where to"}
"""What the parts of events that had a decision of their own are called."""

By: TypeAlias = Mapping[str, Any]
"""What decided: `source`, and unless it was a default `doc` and `at`."""


def decisions_in(facts: Any) -> Iterator[tuple[str, By]]:  # noqa: ANN401 - any plain data
    """Every origin in the data of an event, at any depth, each once, in order.

    Members `by` say what decided the event, members such as `to_by` what decided a part of it;
    that part comes with it.
    """
    seen: list[By] = []
    for part, by in _bys(facts):
        if by not in seen:
            seen.append(by)
            yield part, by


def _bys(facts: Any) -> Iterator[tuple[str, By]]:  # noqa: ANN401 - any plain data
    if isinstance(facts, Mapping):
        for name, value in facts.items():
            if isinstance(value, Mapping) and (name == "by" or name.endswith("_by")):
                yield name.removesuffix("by").rstrip("_"), value
            else:
                yield from _bys(value)
    elif isinstance(facts, list | tuple):
        for item in facts:
            yield from _bys(item)


def is_held(by: By, papers: Papers) -> bool:
    """Whether the document that decided can not be read by everybody yet."""
    paper = papers.get(str(by.get("doc", "")))
    return "doc" in by and (paper is None or paper.signed is None)


def decided(part: str, by: By, papers: Papers, phrases: Phrases, how: str = "by") -> Decided:
    """What an origin says, for people.

    Args:
        part: what of the event it decided, "" for all.
        by: the origin.
        papers: the documents it may name.
        phrases: the words for what is written in them.
        how: the word before the document: `in` where it was only read.
    """
    what = f"{_PARTS.get(part, part)}: " if part else ""
    source, doc = str(by["source"]), str(by.get("doc", ""))
    if not doc:
        return Decided(source=source, text=f"{what}by default")
    paper = papers.get(doc)
    if paper is None:
        return Decided(source=source, text=f"{what}{how} document {doc[:8]}", document=doc)
    at = str(by.get("at", ""))
    where, value = _place_in(paper.signed, at, phrases) if paper.signed is not None else ("", "")
    word = "answer" if source == "answer" and at != "/orders" else "orders"
    text = f"{what}{how} {_document(paper, word, phrases.names)}{where}"
    return Decided(
        source=source,
        text=f"{text}: {value}" if value else text,
        seat=paper.seat,
        document=doc,
        at=at if paper.signed is not None else "",
    )


def _document(paper: Paper, word: str, names: Names) -> str:
    if paper.kind == "standing":
        about = f" on {names.topic(paper.about)}" if paper.about else ""
        return f"standing orders of {names.seat(paper.seat)}{about}, rev {paper.rev}"
    return f"the {names.adjective(paper.seat)} {word}, rev {paper.rev}"


def _place_in(signed: Mapping[str, Any], at: str, phrases: Phrases) -> tuple[str, str]:
    """The place a JSON pointer names, in words, and the value that stands there.

    People count from 1; what has a name (`as`) is called by it.
    """
    parts = at.strip("/").split("/")
    here: Any = signed
    where, value = "", ""
    for part in parts:
        try:
            here = here[int(part)] if isinstance(here, list) else here[part]
        except (KeyError, IndexError, ValueError, TypeError):
            break
        if part.isdecimal() and isinstance(here, Mapping):
            where += f", {_called(here, int(part) + 1)}"
            word = str(here.get("decision", ""))
            value = phrases.value(word, here["value"]) if "value" in here else value
        elif part == "plan":
            where += ", plan"
    return where, value


def _called(item: Mapping[str, Any], number: int) -> str:
    word = "policy" if "decision" in item and "do" not in item else "entry"
    return f"{word} “{item['as']}”" if "as" in item else f"{word} {number}"
