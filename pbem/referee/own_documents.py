"""The signed documents that lie in a player's folder, and what their refusal may mean (Y1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.strict import DOCUMENT, read
from pbem.history.checking import check_again
from pbem.history.documents import Document, read_document
from pbem.history.durable import FolderTrouble, read_file
from pbem.history.duties import Finding
from pbem.history.folder import GameFolder
from pbem.history.journal import Journal, short
from pbem.history.log import Log
from pbem.history.names import SIGNED


def find(folder: GameFolder, digest: str) -> Document | None:
    """The document of a digest, if its file still lies in the folder `orders`."""
    for document in _all(folder):
        if document.digest == digest:
            return document
    return None


def _all(folder: GameFolder) -> Iterator[Document]:
    for path in sorted((folder.path / "orders").glob(f"*{SIGNED}")):
        try:
            yield read_document(read(read_file(path, DOCUMENT.size) or b"", DOCUMENT))
        except (Refused, FolderTrouble):
            continue  # a damaged file is no proof of anything


def against_other_orders(
    folder: GameFolder, journal: Journal, log: Log, signed: Mapping[str, Json]
) -> Iterator[Finding]:
    """Look at refused answers with the link of a new one (dice policy all).

    Whoever holds all the links knows the dice of an answer that is out. Were he to refuse it
    without cause, and the player to send other orders, he would have chosen between the two.
    """
    if log.policy != "all" or signed["type"] != "orders" or "link" not in signed:
        return
    for sent in journal.sent:
        same = (sent.gist.kind, sent.gist.link) == ("orders", log.next)
        if not same or sent.waived or sent.digest not in log.refused:
            continue
        facts = {
            "sent": sent.gist,
            "line": log.refused[sent.digest],
            "name": short(sent.digest).rstrip("…"),
        }
        before = find(folder, sent.digest)
        if before is None:
            yield Finding(stop=False, text=_GONE.format(**facts))
        elif before.signed["orders"] != signed["orders"]:
            yield from _without_cause(log, before, facts)


def _without_cause(log: Log, before: Document, facts: Mapping[str, Any]) -> Iterator[Finding]:
    try:
        check_again(log, before)
    except Refused:
        return
    ask = before.signed["ask"]
    if any(question.id == ask for question in log.questions):
        yield Finding(stop=True, text=_FALSE.format(**facts))
    else:
        yield Finding(stop=False, text=_UNKNOWN.format(**facts))


_WHY: Final = (
    "The dice of this answer are fixed, and somebody may know them: other orders than those let "
    "him choose. The same orders, signed anew, are always safe."
)
_FALSE: Final = (
    "The host has refused your {sent} in line {line}, but your program finds nothing wrong with "
    f"it. {_WHY} Show that line and the refused file to all the players first; if you all agree, "
    "go on with `pbem journal drop {name}`."
)
_UNKNOWN: Final = (
    "The host has refused your {sent} in line {line}; whether with cause can not be seen here "
    f"before the step is over. {_WHY}"
)
_GONE: Final = (
    "The host has refused your {sent} in line {line}; its file is not in the folder orders any "
    f"more, so pbem can not look whether with cause. {_WHY}"
)
