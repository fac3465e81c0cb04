"""What a reader who never looks back may forget, so that an audit fits into memory.

Lines are read one by one. What stays of each is small: heads, digests, who sent what. Texts stay
only as long as a resolution can still use them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from pbem.canon.strict import DOCUMENT, ENTRY, read
from pbem.history.applying import Applied
from pbem.history.documents import Document, Envelope, Signed
from pbem.history.log import Log

_LONGEST_NOTE: Final = 300
"""The most characters of a remark that are kept."""

_MOST_READY: Final = 64
"""The most texts that are kept ready for use; the others are kept as they were written."""


class Packed(Document):
    """A document that keeps only its bytes: one that is read takes up to thirty times as much."""

    def __init__(self, document: Document) -> None:
        object.__setattr__(self, "digest", document.digest)
        object.__setattr__(self, "written", document.written)

    @property
    def envelope(self) -> Envelope:
        """The whole of it, read anew."""
        return read(self.written, DOCUMENT)

    @property
    def signed(self) -> Signed:
        """The signed part, read anew."""
        signed: Signed = self.envelope["signed"]  # type: ignore[assignment]
        return signed


class PackedLine(Mapping[str, Any]):
    """The content of a line that keeps only its bytes."""

    def __init__(self, line: bytes) -> None:
        self._line = line

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._line!r})"

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - what stands in a line
        return _content(self._line)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_content(self._line))

    def __len__(self) -> int:
        return len(_content(self._line))


@lru_cache(maxsize=1)
def _content(line: bytes) -> Signed:
    """What a line says, read anew; the last one is kept, for it is asked for many times."""
    signed: Signed = read(line, ENTRY)["signed"]  # type: ignore[assignment]
    return signed


class Forgetting:
    """Forgets, after each line, the texts that no later line can use."""

    def __init__(self) -> None:
        self._known: dict[str, None] = {}
        self._ready: list[str] = []

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
            self._make_room(log, document.digest)
        if applied.entry.type == "resolve":
            self._known.update(dict.fromkeys([*applied.entry.signed["inputs"], *log.held]))
            if log.pending:
                self._pack(log, applied.entry.line)
            else:
                self._forget(log)

    def _pack(self, log: Log, line: bytes) -> None:
        """Keep a line that waits for held texts, and what it opens, as they were written."""
        waiting = log.pending[-1]
        for digest in dict.fromkeys([*waiting.held_before, *waiting.signed["inputs"]]):
            if log.receipts[digest].shown == waiting.seq:
                self._make_room(log, digest)
        log.pending[-1] = replace(waiting, signed=PackedLine(line))

    def _make_room(self, log: Log, digest: str) -> None:
        """Pack the text that has been ready the longest, if there are too many."""
        self._ready.append(digest)
        if len(self._ready) > _MOST_READY:
            receipt = log.receipts[self._ready.pop(0)]
            if receipt.document is not None:
                receipt.document = Packed(receipt.document)

    def _forget(self, log: Log) -> None:
        """Everything asked so far is answered and replayed: only standing documents go on."""
        newest = {receipts[-1].digest for receipts in log.standing.values()}
        kept = newest.union(log.held)
        for digest in [each for each in self._known if each not in kept]:
            del self._known[digest]
            log.good_standing.pop(digest, None)
            log.receipts[digest].document = None
        for receipts in log.standing.values():
            del receipts[:-1]


def _shorten_note(log: Log) -> None:
    if log.notes and len(log.notes[-1].text) > _LONGEST_NOTE:
        note = log.notes[-1]
        log.notes[-1] = replace(note, text=note.text[: _LONGEST_NOTE - 1] + "…")
