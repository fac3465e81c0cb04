"""Held texts that a line opens, and the replays that waited for them (section 6.3, step 8 b)."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Question
from pbem.engine.resolution import StepRecord
from pbem.history.chains import in_force
from pbem.history.dice import check_numbers, check_sent
from pbem.history.documents import Document, Envelope, read_document
from pbem.history.log import Log
from pbem.history.moments import check_moment
from pbem.history.receiving import receipt_of
from pbem.history.records import Receipt, Resolution
from pbem.history.replaying import Resolved, replay
from pbem.trust.envelope import verify


@immutable(frozen=True, slots=True)
class Opened:
    """The texts that the line at hand opens, by digest, in its order."""

    texts: Mapping[str, Document]

    def known(self, receipt: Receipt) -> Document | None:
        """Return the text of a document as far as this reader has it now."""
        return receipt.document or self.texts.get(receipt.digest)

    def is_open(self, receipt: Receipt) -> bool:
        """Tell whether everybody can read the document once the line stands."""
        return receipt.shown is not None or receipt.digest in self.texts


@immutable(frozen=True, slots=True)
class Settled:
    """How far the waiting resolutions could be replayed.

    Attributes:
        resolved: those that were, in order; empty when the rules are not at hand.
        waiting: those that still wait for held texts.
        step: the step reached.
        questions: the open questions; empty while any resolution waits.
    """

    resolved: tuple[Resolved, ...]
    waiting: tuple[Resolution, ...]
    step: StepRecord | None
    questions: tuple[Question[Any], ...]

    def last(self, resolution: Resolution) -> Resolved | None:
        """Return what came out of the newest resolution, or None if it waits or has no rules."""
        if self.resolved and self.resolved[-1].resolution is resolution:
            return self.resolved[-1]
        return None

    def commit(self, log: Log) -> None:
        """Make this the state of the log."""
        log.pending, log.step, log.questions = list(self.waiting), self.step, self.questions


def read_opened(log: Log, envelopes: Sequence[Envelope]) -> Opened:
    """Return the texts that a line opens, each checked as of its receipt.

    Raises:
        Refused: L12 with the reason.
    """
    texts: dict[str, Document] = {}
    for envelope in envelopes:
        try:
            document = _read_one(log, envelope)
        except Refused as refused:
            raise Refused(
                "L12", f"an opened text is wrong: {refused.code}, {refused.reason}"
            ) from None
        if document.digest in texts:
            raise Refused("L12", "a text is opened twice")
        texts[document.digest] = document
    return Opened(texts)


def _read_one(log: Log, envelope: Envelope) -> Document:
    document = read_document(envelope)
    receipt = log.receipts.get(document.digest)
    if receipt is None or receipt.shown is not None:
        raise Refused("L12", f"there is no receipt for the text {document.digest[:8]}…, still held")
    if receipt_of(document) != _said(receipt, document.type):
        raise Refused("L12", f"it does not match its receipt in line {receipt.seq}")
    if document.signed["game"] != log.game:
        raise Refused("D01", "it belongs to another game")
    if document is not receipt.document:
        verify(envelope, {receipt.moment.key}, document.written)
        check_moment(log, document, receipt.moment)
    return document


def _said(receipt: Receipt, kind: str) -> dict[str, str | int]:
    """What the line of a receipt said."""
    about = "topic" if receipt.moment.ask is None else "ask"
    said: dict[str, str | int] = {"digest": receipt.digest, "type": kind, "seat": receipt.seat}
    if receipt.about:
        said[about] = receipt.about
    return {**said, "rev": receipt.rev}


def settle(log: Log, waiting: Sequence[Resolution], opened: Opened) -> Settled:
    """Replay the waiting resolutions in order, until one needs a text that is still held.

    Raises:
        Refused: what the replay of one of them finds; it names the line.
    """
    step, resolved = log.step, list[Resolved]()
    for index, resolution in enumerate(waiting):
        if not _is_readable(log, resolution, opened):
            return Settled(tuple(resolved), tuple(waiting[index:]), step, ())
        try:
            done = _settle_one(log, step, resolution, opened)
        except Refused as refused:
            raise _naming(refused, resolution, log.seq) from None
        if done is not None:
            resolved.append(done)
            step = done.outcome.step
    questions = resolved[-1].outcome.open if resolved else log.questions
    return Settled(tuple(resolved), (), step, questions)


def _is_readable(log: Log, resolution: Resolution, opened: Opened) -> bool:
    """Whether the texts of all inputs of a resolution are known."""
    receipts = (log.receipts[each] for each in resolution.signed["inputs"])
    return all(opened.known(receipt) is not None for receipt in receipts)


def _settle_one(
    log: Log, step: StepRecord | None, resolution: Resolution, opened: Opened
) -> Resolved | None:
    check_sent(resolution, opened.known)
    resolved = replay(log, step, resolution, opened.known) if log.rules and step else None
    check_numbers(resolution, opened.known)
    check_finished(log, resolution, resolved, opened)
    return resolved


def _naming(refused: Refused, resolution: Resolution, seq: int) -> Refused:
    """A refusal that says which earlier line it is about."""
    if resolution.seq == seq:
        return refused
    reason = f"line {resolution.seq}, which can be run again only now: {refused.reason}"
    return Refused(refused.code, reason, refused.at, refused.hint)


def step_ended(resolution: Resolution, resolved: Resolved | None) -> bool:
    """Tell whether a resolution ended its step: by the replay, or before it by the line alone."""
    if resolved is not None:
        return resolved.outcome.ended_step
    signed = resolution.signed
    return "over" in signed or signed["state"] != resolution.state


def check_finished(
    log: Log, resolution: Resolution, resolved: Resolved | None, opened: Opened
) -> None:
    """Check that nothing used in a finished step is still held.

    Raises:
        Refused: L12, or R07 for a standing document.
    """
    if not step_ended(resolution, resolved):
        return
    used = [*resolution.held_before, *resolution.inputs()]
    used += resolved.finished if resolved is not None else ()
    for digest in used:
        receipt = log.receipts[digest]
        if not _open_by(receipt, resolution, opened, log.seq):
            code = "R07" if receipt.moment.ask is None else "L12"
            raise Refused(
                code, f"the step is over, but the text received in line {receipt.seq} is still held"
            )


def _open_by(receipt: Receipt, resolution: Resolution, opened: Opened, seq: int) -> bool:
    """Whether a text was open once the line of the resolution stood."""
    if receipt.shown is not None:
        return receipt.shown <= resolution.seq
    return resolution.seq == seq and receipt.digest in opened.texts


def commit_opened(log: Log, opened: Opened) -> None:
    """Put the opened texts into the log."""
    for digest, document in opened.texts.items():
        receipt = log.receipts[digest]
        receipt.document, receipt.shown = document, log.seq
        link = document.signed.get("link")
        if link is not None:
            chain = in_force(log.parties[receipt.seat].chains, link["n"])
            chain.accept(link["n"], link["x"])
