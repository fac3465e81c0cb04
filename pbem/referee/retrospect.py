"""The history as it stood at one of its lines, and what of it a report on that line tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.trouble import Trouble
from pbem.engine.decisions import Question
from pbem.engine.going_on import GoingOn
from pbem.history.applying import read_log
from pbem.history.documents import Document, Envelope, read_document
from pbem.history.entries import Entry
from pbem.history.freeze import too_late
from pbem.history.log import HeldTexts, Log
from pbem.history.records import Receipt, Resolution
from pbem.history.replaying import Resolved
from pbem.referee.open_game import OpenGame
from pbem.report.dice import Roll
from pbem.report.sources import Paper

OPENING = ("genesis", "resolve")
"""The entries from which asks stand open."""


class NoSuchLine(Trouble):
    """The log has no line of this number."""


@immutable(frozen=True)
class Retrospect:
    """A line of the log, and everything up to it.

    Attributes:
        number: the line.
        log: the log as it stood after the line.
        entries: the lines up to it.
        resolved: what every resolution up to it did, by line, as far as the reader knows by now.
    """

    number: int
    log: Log
    entries: tuple[Entry, ...]
    resolved: Mapping[int, Resolved]

    @property
    def entry(self) -> Entry:
        """The line itself."""
        return self.entries[self.number]

    @property
    def since(self) -> int:
        """The opening entry before the line; the line itself if it is the first."""
        before = (entry.signed["seq"] for entry in self.entries[: self.number])
        return max((seq for seq in before if self.entries[seq].type in OPENING), default=0)

    def told(self) -> list[int]:
        """The resolutions that a report on the line tells, in order.

        The one of the line; and those before it whose texts it opens, so that whoever could not
        replay them then reads them now.
        """
        return [
            seq
            for seq, entry in enumerate(self.entries)
            if entry.type == "resolve" and (seq == self.number or self._opens_texts_of(entry))
        ]

    def _opens_texts_of(self, entry: Entry) -> bool:
        receipts = (self.log.receipts[digest] for digest in entry.signed["inputs"])
        return any(r.shown == self.number and r.seq < entry.signed["seq"] for r in receipts)

    def resolution(self, seq: int) -> Resolution | None:
        """The resolution of a line; None if nothing is known of it."""
        if seq in self.resolved:
            return self.resolved[seq].resolution
        return next((each for each in self.log.pending if each.seq == seq), None)

    def began_at(self, seq: int) -> int:
        """The opening entry from whose asks a resolution went on."""
        return max(n for n in range(seq) if self.entries[n].type in OPENING)

    def events(self, seq: int) -> tuple[Mapping[str, Json], ...]:
        """The events of a resolution; none while they are not known."""
        return self.resolved[seq].outcome.events if seq in self.resolved else ()

    def before(self, seq: int) -> list[Mapping[str, Json]]:
        """The events of the same step that came before those of a resolution, in order."""
        found: list[Mapping[str, Json]] = []
        for earlier in sorted((each for each in self.resolved if each < seq), reverse=True):
            outcome = self.resolved[earlier].outcome
            if outcome.ended_step:
                break
            found = [*outcome.events, *found]
        return found

    def questions(self) -> tuple[Question[Any], ...]:
        """The questions that stood open after the line, as far as they are known."""
        return self.log.questions

    def position(self) -> Mapping[str, Json] | None:
        """The position in which the game stood, as far as it is known; None without rules.

        Where what happened last is not known yet, that is the opening position of its step.
        """
        resolved = self.resolved.get(self.log.opening)
        if resolved is not None:
            return resolved.outcome.now()
        return self.log.step.opening if self.log.step is not None else None

    def is_behind(self) -> bool:
        """Whether more has happened since `position`, which the reader can not know yet."""
        return bool(self.log.pending) and self.log.opening not in self.resolved

    def in_mid_step(self) -> bool:
        """Whether the step in which the game stood had been interrupted."""
        step = self.log.step
        return step is not None and bool(self.log.pending or step.answers or step.rolls)

    def papers(self) -> dict[str, Paper]:
        """Every document that may have decided something, by its digest."""
        return {digest: _paper(receipt) for digest, receipt in self.log.receipts.items()}

    def rolls(self) -> dict[str, Roll]:
        """Every roll so far, by its label."""
        return {roll.label: roll for seq in range(self.number + 1) for roll in self.rolls_of(seq)}

    def rolls_of(self, seq: int) -> Iterator[Roll]:
        """The rolls that a line holds, in drawing order."""
        dice = self.entries[seq].signed.get("dice", {"rolls": ()})
        for roll in dice["rolls"]:
            yield Roll(
                label=roll["label"],
                sides=roll["sides"],
                values=tuple(roll["values"]),
                segment=dice["segment"],
                line=seq,
            )

    def documents(self) -> Iterator[Document]:
        """The documents that became readable since the opening entry before the line, in order."""
        if self.number == 0:
            yield read_document(self.entry.signed["invite"])
        for entry in self.entries[self.since + 1 : self.number + 1]:
            if "doc" in entry.signed:
                yield read_document(entry.signed["doc"])
            for envelope in entry.signed.get("opened", ()):
                yield read_document(envelope)

    def late(self) -> Iterator[tuple[int, Receipt]]:
        """Standing documents that came too late to count, each with the line it missed."""
        for seq in self.told():
            resolution = self.resolution(seq)
            if resolution is not None and self._heads_known(resolution):
                for receipt in too_late(self.log, resolution):
                    yield seq, receipt

    def _heads_known(self, resolution: Resolution) -> bool:
        return all(receipt.document is not None for receipt in resolution.counting())


def retrospect(game: OpenGame, line: int | None) -> Retrospect:
    """A line of a game; None means the newest of which there is something to report.

    Raises:
        NoSuchLine: the log is not that long.
    """
    entries = tuple(applied.entry for applied in game.applied)
    number = _newest(entries) if line is None else line
    if not 0 <= number < len(entries):
        raise NoSuchLine(f"the log has the lines 0 to {len(entries) - 1}; there is no {number}")
    resolved = {
        each.resolution.seq: each
        for applied in game.applied
        for each in applied.resolved
        if each.resolution.seq <= number
    }
    return Retrospect(number, _log_at(game, number), entries[: number + 1], resolved)


def _newest(entries: tuple[Entry, ...]) -> int:
    """The newest line that opened asks, or the end of a game that its rules did not end."""
    last = entries[-1]
    if last.type == "end" and last.signed["why"] != "victory":
        return len(entries) - 1
    return max(seq for seq, entry in enumerate(entries) if entry.type in OPENING)


def _log_at(game: OpenGame, number: int) -> Log:
    """The log as it stood after a line, for a reader who has the texts that are known today."""
    if number == len(game.lines) - 1:
        return game.log
    log = Log(game.log.rules_for, _known_today(game.log), GoingOn())
    read_log(log, game.lines[: number + 1])
    return log


def _known_today(log: Log) -> HeldTexts:
    def text(digest: str) -> Envelope | None:
        receipt = log.receipts.get(digest)
        if receipt is not None and receipt.document is not None:
            return receipt.document.envelope
        return log.held_texts(digest)

    return text


def _paper(receipt: Receipt) -> Paper:
    """A document with its content if everybody can read it."""
    is_open = receipt.shown is not None and receipt.document is not None
    return Paper(
        digest=receipt.digest,
        kind="standing" if receipt.moment.ask is None else "orders",
        seat=receipt.seat,
        about=receipt.about,
        rev=receipt.rev,
        signed=receipt.document.signed if is_open and receipt.document else None,
    )
