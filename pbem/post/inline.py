"""Documents pasted as plain JSON, repaired as far as their signatures allow (section 10.3)."""

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.strict import DOCUMENT, read
from pbem.post.findings import Envelope, Findings, Judge, merged
from pbem.post.limits import PLACES, too_many_places
from pbem.post.repairs import LADDER
from pbem.post.text import INVISIBLE

_MEMBER: Final = re.compile(r'"signed"\s{0,64}:')
_BRACES: Final = re.compile(r"[{}]")
_MARKS: Final = re.compile(r'[{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_BEFORE: Final = 8_000
"""Characters searched backwards for the brace of the object: more than 8 signatures take."""
_WINDOW: Final = DOCUMENT.size + 65_536
"""The most characters of one object: a document, and room for quote marks."""
_MOST_MARKS: Final = 400_000
"""Braces and strings looked at in one form of a text; 20 documents of full size have fewer."""
_ADVICE: Final = "attach the signed file itself, or paste its armour from pbem-begin to pbem-end"


def find_inline(text: str, judge: Judge) -> Findings:
    """Return every document that stands in a text as JSON, white space and damage allowed.

    An object with a member `signed` is read as it is and then after each repair of section
    10.3, in order and on top of one another; the first form that the judge accepts counts. An
    object that no repair saves is A05; more places than can be looked at are A06.
    """
    if "signed" not in text.translate(INVISIBLE):
        return Findings()
    try:
        return _climbed(text, judge)
    except Refused as refusal:
        return Findings(problems=(refusal,))


def _climbed(text: str, judge: Judge) -> Findings:
    found = _taken(text, judge)
    documents = found.documents
    for repair in LADDER:
        repaired = repair(found.rest)
        if repaired != found.rest:
            found = _taken(repaired, judge)
            documents += found.documents
    return merged([Findings(documents, tuple(_damaged(found.rest)))])


@immutable(frozen=True)
class _Taken:
    """The documents of one form of the text, and the text without them."""

    documents: tuple[Envelope, ...]
    rest: str


def _taken(text: str, judge: Judge) -> _Taken:
    documents: list[Envelope] = []
    rest: list[str] = []
    position = 0
    for place in _objects(text):
        envelope = _parsed(text, place)
        if envelope is not None and judge(envelope):
            documents.append(envelope)
            rest.append(text[position : place.start])
            position = place.end
    rest.append(text[position:])
    return _Taken(tuple(documents), "\n".join(rest))


@immutable(frozen=True)
class _Object:
    """Where an object with a member `signed` stands; `end` is 0 if it never ends."""

    start: int
    end: int


def _objects(text: str) -> Iterator[_Object]:
    """Find the objects, never one inside another that ends.

    Raises:
        Refused: A06, there are more than can be looked at in reasonable time.
    """
    marks_left = _MOST_MARKS
    position = 0
    for number in count(1):
        member = _MEMBER.search(text, position)
        if member is None:
            return
        if number > PLACES or marks_left <= 0:
            raise too_many_places()
        start = _brace_before(text, max(position, member.start() - _BEFORE), member.start())
        position = member.end()
        if start is None:
            continue
        end, marks = _end_of(text, start, marks_left)
        marks_left -= marks
        position = end or position
        yield _Object(start, end)


def _brace_before(text: str, floor: int, member: int) -> int | None:
    """Return where the object begins that has a member at a place, passing inner objects by."""
    inner = 0
    for brace in reversed(list(_BRACES.finditer(text, floor, member))):
        if brace.group() == "}":
            inner += 1
        elif inner == 0:
            return brace.start()
        else:
            inner -= 1
    return None


def _end_of(text: str, start: int, most: int) -> tuple[int, int]:
    """Return where the object at a place ends, or 0, and how many marks that took."""
    depth = 0
    marks = 0
    for mark in _MARKS.finditer(text, start, start + _WINDOW):
        marks += 1
        if mark.group() == "{":
            depth += 1
        elif mark.group() == "}":
            depth -= 1
        if depth == 0:
            return mark.end(), marks
        if marks >= most or depth > DOCUMENT.depth:
            break
    return 0, marks


def _parsed(text: str, place: _Object) -> Envelope | None:
    if not place.end:
        return None
    try:
        envelope = read(text[place.start : place.end].encode("utf-8", "surrogatepass"), DOCUMENT)
    except Refused:
        return None
    return envelope if "signed" in envelope else None


def _damaged(text: str) -> Iterator[Refused]:
    for place in _objects(text):
        if _parsed(text, place) is None:
            yield Refused(
                "A05", "a document pasted into the text came through damaged", "", _ADVICE
            )
        else:
            reason = (
                "a document pasted into the text does not fit its signature: "
                "it was changed on its way, or after it was signed"
            )
            yield Refused("A05", reason, "", _ADVICE)
