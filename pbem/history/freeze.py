"""Which standing documents count in a resolution (section 3.5, "Freeze")."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pbem.engine.driver import Topic
from pbem.history.documents import Document
from pbem.history.log import Log
from pbem.history.records import Receipt, Resolution

Known: TypeAlias = Callable[[Receipt], Document | None]
"""The text of a document as far as the reader has it, texts opened by the line at hand included."""


def on_file(receipt: Receipt) -> Document | None:
    """Return the text as the log has it."""
    return receipt.document


def counting_standing(log: Log, resolution: Resolution, known: Known) -> dict[Topic, Receipt]:
    """Return the standing document that counts for each seat and topic.

    The texts of the counting answers must be known: under policy `all` their heads decide.
    """
    last = _last_line(log, resolution, known)
    counting: dict[Topic, Receipt] = {}
    for topic, receipts in log.standing.items():
        newest = next((each for each in reversed(receipts) if each.seq <= last), None)
        if newest is not None:
            counting[topic] = newest
    return counting


def too_late(log: Log, resolution: Resolution, known: Known = on_file) -> list[Receipt]:
    """Return the standing documents that came before the `resolve` line but too late to count.

    Reports name them, in the order of receipt.

    Raises:
        ValueError: under policy `all` an answer is still held, so it cannot be told yet.
    """
    last = _last_line(log, resolution, known)
    after = [
        receipt
        for receipts in log.standing.values()
        for receipt in receipts
        if last < receipt.seq < resolution.seq
    ]
    return sorted(after, key=lambda receipt: receipt.seq)


def _last_line(log: Log, resolution: Resolution, known: Known) -> int:
    """The last line whose standing documents count."""
    if log.policy != "all":
        return resolution.first - 1
    return min(_heads(log, resolution, known), default=resolution.first_default - 1)


def _heads(log: Log, resolution: Resolution, known: Known) -> Iterator[int]:
    for receipt in resolution.counting():
        document = known(receipt)
        if document is None:
            raise ValueError("a counting answer is still held")
        yield log.places[document.signed["head"]]
