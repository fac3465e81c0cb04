"""What the host has to do next (section 3.5, "What the host does at a resolution")."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.engine.dice import DiceSource, NoDice, SeedNeeded, stream
from pbem.engine.resolution import Outcome
from pbem.history.answers import counted, missing_releases
from pbem.history.dice import carried
from pbem.history.documents import HOST, Envelope
from pbem.history.freeze import on_file
from pbem.history.log import Log
from pbem.history.records import Ask, Phase, Resolution
from pbem.history.replaying import Resolved, run
from pbem.trust.seeds import seed

OwnLink: TypeAlias = Callable[[int], str]
"""The host's own link with this number."""


@immutable(frozen=True, slots=True)
class AwaitsAnswers:
    """Some asks are neither answered nor defaulted."""

    asks: tuple[Ask, ...]


@immutable(frozen=True, slots=True)
class NeedsLock:
    """Dice are needed, and the policy is `all`: the answers must be fixed in public first."""

    inputs: tuple[str, ...]
    parties: tuple[str, ...]


@immutable(frozen=True, slots=True)
class AwaitsReleases:
    """The lock is written; these seats have not sent their link."""

    seats: tuple[str, ...]


@immutable(frozen=True, slots=True)
class Ready:
    """Everything is at hand.

    Attributes:
        fields: the fields of the `resolve` entry, without the common ones and `due`.
        outcome: what the rules make of it.
    """

    fields: dict[str, Json]
    outcome: Outcome


@immutable(frozen=True, slots=True)
class NothingOpen:
    """The game has not begun or is over: there is nothing to resolve."""

    phase: Phase


Plan: TypeAlias = AwaitsAnswers | NeedsLock | AwaitsReleases | Ready | NothingOpen


def plan_resolution(log: Log, link: OwnLink) -> Plan:
    """Find out what comes next.

    Args:
        log: the log as it stands; the host must have the rules and all held texts.
        link: gives the host's own link; called only when nothing else is missing.

    Raises:
        Refused: R08 without the rules, L12 when a held text is missing, and what the rules find.
    """
    if log.phase in (Phase.NEW, Phase.OVER, Phase.ENDED):
        return NothingOpen(log.phase)
    if waiting := log.unanswered():
        return AwaitsAnswers(tuple(waiting))
    resolution = counted(log, {})
    if log.phase is Phase.RELOCK:
        return NeedsLock(tuple(resolution.inputs()), resolution.parties)
    if log.phase is Phase.LOCKED:
        missing = missing_releases(log)
        return AwaitsReleases(tuple(missing)) if missing else _from_lock(log, resolution, link)
    return _from_open(log, resolution, link)


def _from_open(log: Log, resolution: Resolution, link: OwnLink) -> Plan:
    """From open asks to the next ones; the links of the dice, if any, are at hand or not needed."""
    if log.policy == "all":
        return _from_open_under_all(log, resolution)
    dice = _Segment(log, resolution, link)
    resolved = _run(log, resolution, dice)
    return _rolled(log, resolved, dice) if dice.seed else _quiet(log, resolved)


def _from_open_under_all(log: Log, resolution: Resolution) -> Plan:
    """Under policy `all` dice wait for a lock; the rules say whether any are needed."""
    try:
        return _quiet(log, _run(log, resolution, NoDice()))
    except SeedNeeded as needed:
        _check_announced(log, needed.label)
        return NeedsLock(tuple(resolution.inputs()), resolution.parties)


def _from_lock(log: Log, resolution: Resolution, link: OwnLink) -> Ready:
    """From a lock to the next asks: all links are at hand, and dice are needed."""
    dice = _Segment(log, resolution, link)
    return _rolled(log, _run(log, resolution, dice), dice)


class _Segment:
    """The dice of the next segment; its links are brought together when the first die is wanted.

    Attributes:
        links: the link of every dice party; empty before.
        seed: the seed; "" before.
    """

    def __init__(self, log: Log, resolution: Resolution, link: OwnLink) -> None:
        self._log, self._resolution, self._link = log, resolution, link
        self.links: dict[str, str] = {}
        self.seed = ""

    def draw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice of a label."""
        if not self.seed:
            _check_announced(self._log, label)
            self._open()
        return stream(self.seed, label, count, sides)

    def _open(self) -> None:
        number, parties = self._resolution.next, self._resolution.parties
        self.links = {party: self._resolution.links[party] for party in parties if party != HOST}
        self.links[HOST] = self._link(number)
        self.seed = seed(self._log.game, number, self._log.salt, self.links)


def _check_announced(log: Log, label: str) -> None:
    if not any(ask.dice for ask in log.asks):
        reason = f"the rules draw {label}, but no open question announces dice"
        raise Refused("R02", reason)


def _rolled(log: Log, resolved: Resolved, dice: _Segment) -> Ready:
    """A resolution with dice."""
    number = resolved.resolution.next
    rolls: list[Json] = [roll.data() for roll in resolved.outcome.rolls]
    links: dict[str, Json] = {**dice.links}
    shown: Json = {"segment": number, "links": links, "seed": dice.seed, "rolls": rolls}
    return _ready(log, resolved, {"dice": shown, "next": number + 1})


def _quiet(log: Log, resolved: Resolved) -> Ready:
    """A resolution without dice."""
    if carried(resolved.resolution, on_file):
        return _ready(log, resolved, {"burn": log.next, "next": log.next + 1})
    return _ready(log, resolved, {"next": log.next})


def _run(log: Log, resolution: Resolution, dice: DiceSource) -> Resolved:
    if log.rules is None or log.step is None:
        raise Refused("R08", "the rules of this game, or this version of them, are not at hand")
    for receipt in resolution.counting():
        if receipt.document is None:
            raise _missing(receipt.digest)
    if log.pending:
        raise _missing(log.pending[0].seq)
    return run(log, log.step, resolution, on_file, dice)


def _missing(what: str | int) -> Refused:
    named = f"document {what}" if isinstance(what, str) else f"documents used in line {what}"
    return Refused("L12", f"the text of the held {named} is missing in the host's folder")


def _ready(log: Log, resolved: Resolved, numbers: dict[str, Json]) -> Ready:
    outcome, resolution = resolved.outcome, resolved.resolution
    inputs = [*resolution.inputs(), *resolved.consulted]
    fields: dict[str, Json] = {
        **numbers,
        "inputs": list(inputs),
        "state": outcome.step.state(),
        "events": outcome.events_digest(),
        "asks": outcome.asks(),
    }
    if opened := _to_open(log, resolved, inputs):
        fields["opened"] = list(opened)
    if outcome.out:
        fields["out"] = list(outcome.out)
    if outcome.over is not None:
        fields["over"] = dict(outcome.over)
    return Ready(fields, outcome)


def _to_open(log: Log, resolved: Resolved, inputs: Sequence[str]) -> list[Envelope]:
    """The held texts that must be opened because their step is over, in the order of use."""
    if not resolved.outcome.ended_step:
        return []
    resolution = resolved.resolution
    due = {*resolution.held_before, *resolution.inputs(), *resolved.finished}
    used = dict.fromkeys([*resolution.held_before, *inputs])
    receipts = [log.receipts[digest] for digest in used if digest in due]
    held = [receipt for receipt in receipts if receipt.shown is None]
    missing = [receipt.digest for receipt in held if receipt.document is None]
    if missing:
        raise _missing(missing[0])
    return [receipt.document.envelope for receipt in held if receipt.document is not None]
