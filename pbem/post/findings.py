"""What reading a message yields: documents, and what could not be read."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from pbem.canon.canonical import Json, digest
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable

Envelope: TypeAlias = dict[str, Json]
"""A document as it was read: strictly parsed, with a member `signed`, not checked further."""

Judge: TypeAlias = Callable[[Envelope], bool]
"""Says whether every signature in an envelope verifies under the key it names."""


@immutable(frozen=True)
class Findings:
    """What a text, file or message yields.

    Attributes:
        documents: in reading order.
        problems: what its author should hear of in any case.
        minor: what he should hear of only if there is no document at all: damage within quoted
            text, and unsigned drafts.
    """

    documents: tuple[Envelope, ...] = ()
    problems: tuple[Refused, ...] = ()
    minor: tuple[Refused, ...] = ()


def merged(findings: Iterable[Findings]) -> Findings:
    """Return several findings as one; copies of a document or a problem are left out."""
    found = list(findings)
    documents = {digest(document): document for finding in found for document in finding.documents}
    return Findings(
        tuple(documents.values()),
        _distinct(problem for finding in found for problem in finding.problems),
        _distinct(problem for finding in found for problem in finding.minor),
    )


def _distinct(problems: Iterable[Refused]) -> tuple[Refused, ...]:
    known = {(each.code, each.at, each.reason, each.hint): each for each in problems}
    return tuple(known.values())
