"""What a reader who never looks back may forget, so that an audit fits into memory.

Lines are read one by one. What stays of each is small: heads, digests, who sent what. Texts stay
only as long as a resolution can still use them.
"""

from dataclasses import replace
from typing import Final

from pbem.history.applying import Applied
from pbem.history.log import Log
from pbem.history.records import Receipt

_LONGEST_NOTE: Final = 300
"""The most characters of a remark that are kept."""


class Forgetting:
    """Forgets, after each line, the texts that no later line can use."""

    def __init__(self) -> None:
        self._known: dict[str, None] = {}

    def after(self, log: Log, applied: Applied) -> None:
        """Let go of what the line has made useless.

        Args:
            log: the log after the line.
            applied: the line.
        """
        _shorten_note(log)
        document = applied.document
        if document is not None and document.digest in log.receipts:
            self._known[document.digest] = None
        if applied.entry.type == "resolve":
            self._known.update(dict.fromkeys([*applied.entry.signed["inputs"], *log.held]))
            if not log.pending:
                self._forget(log)

    def _forget(self, log: Log) -> None:
        """Everything asked so far is answered and replayed: only standing documents go on."""
        newest = {receipts[-1].digest for receipts in log.standing.values()}
        kept = newest.union(log.held)
        for digest in [each for each in self._known if each not in kept]:
            del self._known[digest]
            log.good_standing.pop(digest, None)
            _drop_text(log.receipts[digest])
        for receipts in log.standing.values():
            del receipts[:-1]


def _drop_text(receipt: Receipt) -> None:
    receipt.document = None


def _shorten_note(log: Log) -> None:
    if log.notes and len(log.notes[-1].text) > _LONGEST_NOTE:
        note = log.notes[-1]
        log.notes[-1] = replace(note, text=note.text[: _LONGEST_NOTE - 1] + "…")
