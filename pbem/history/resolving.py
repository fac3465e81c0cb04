"""`resolve`: one resolution (section 6.3, step 8)."""

from collections.abc import Sequence
from typing import Final

from pbem.canon.codes import Refused
from pbem.history.answers import counted
from pbem.history.chains import in_force
from pbem.history.deciding import CONCEDED, RETIRED
from pbem.history.dice import check_dice, check_numbers
from pbem.history.entries import Entry
from pbem.history.log import Log
from pbem.history.opened import (
    Opened,
    Settled,
    check_finished,
    commit_opened,
    read_opened,
    settle,
    step_ended,
)
from pbem.history.opening import asks_of
from pbem.history.records import Note, Phase, Resolution
from pbem.history.replaying import Resolved
from pbem.history.times import seconds

MOST_HELD: Final = 4_096
"""The most texts that are used in a step and still held: as many as one line can open."""


def resolve(log: Log, entry: Entry) -> tuple[Resolved, ...]:
    """Close the open asks and go on to the next ones; returns what could be replayed.

    Raises:
        Refused: L06, L12, L08, C01, C07, C04, C09, C08, R01 to R07, D12.
    """
    resolution = counted(log, entry.signed)
    opened = read_opened(log, entry.signed.get("opened", ()))
    _check_order(resolution, list(opened.texts))
    _check_inputs(log, resolution)
    check_dice(log, resolution, opened.known)
    settled = settle(log, [*log.pending, resolution], opened)
    if settled.waiting:
        check_numbers(resolution, opened.known)
        check_finished(log, resolution, None, opened)
    ended = step_ended(resolution, settled.last(resolution))
    held = held_after(log, resolution, entry.signed["inputs"], opened, ended=ended)
    if len(held) > MOST_HELD:
        raise Refused("L12", f"more than {MOST_HELD:,} texts are used and held: open some")
    _commit(log, resolution, opened, settled, held)
    return settled.resolved


def held_after(
    log: Log, resolution: Resolution, inputs: Sequence[str], opened: Opened, *, ended: bool
) -> tuple[str, ...]:
    """Return what the step has used and is still held after a resolution, in order of use."""
    new = inputs[len(resolution.inputs()) :] if ended else inputs
    used = [*(() if ended else resolution.held_before), *new]
    held = tuple(d for d in dict.fromkeys(used) if not opened.is_open(log.receipts[d]))
    return log.held if held == log.held else held  # one for all that wait, or memory is not enough


def _check_order(resolution: Resolution, opened: Sequence[str]) -> None:
    """Only used texts are opened, in the order of use (section 5, `opened`)."""
    used = dict.fromkeys([*resolution.held_before, *resolution.signed["inputs"]])
    if list(opened) != [digest for digest in used if digest in opened]:
        raise Refused("L12", "texts are opened in the order of their use, and no others")


def _check_inputs(log: Log, resolution: Resolution) -> None:
    """The answers must be those that count; the rest is for the replay (L08)."""
    inputs, answers = resolution.signed["inputs"], resolution.inputs()
    if inputs[: len(answers)] != answers:
        raise Refused("L08", "the inputs do not begin with the answers that count", "/inputs")
    if log.phase is Phase.LOCKED and log.lock is not None and tuple(answers) != log.lock.inputs:
        raise Refused("L08", "the answers are not those of the lock", "/inputs")
    for digest in inputs[len(answers) :]:
        receipt = log.receipts.get(digest)
        if receipt is None or receipt.moment.ask is not None:
            raise Refused("L08", f"{digest[:8]}… is no standing document of this log", "/inputs")


def _commit(
    log: Log,
    resolution: Resolution,
    opened: Opened,
    settled: Settled,
    held: tuple[str, ...],
) -> None:
    signed = resolution.signed
    log.held = held
    commit_opened(log, opened)
    settled.commit(log)
    for party, link in signed.get("dice", {}).get("links", {}).items():
        in_force(log.parties[party].chains, resolution.next).accept(resolution.next, link)
    if "burn" in signed:
        text = f"Number {signed['burn']} is burnt: a link was sent, and no die was rolled."
        log.notes.append(Note(log.seq, "burnt", text))
    _retire(log, signed.get("out", ()))
    _open_next(log, resolution)


def _retire(log: Log, out: Sequence[str]) -> None:
    """Seats that conceded are inactive from here on, and so are those the rules retire."""
    for seat in sorted(log.leaving):
        log.inactive[seat] = CONCEDED
    for seat in out:
        log.inactive.setdefault(seat, RETIRED)
    log.leaving.clear()


def _open_next(log: Log, resolution: Resolution) -> None:
    signed = resolution.signed
    log.state, log.asks, log.next = signed["state"], asks_of(signed), signed["next"]
    log.opening = log.seq
    log.due = seconds(signed["due"]) if "due" in signed else None
    for gone in (log.answers, log.defaults, log.links, log.refusals, log.excused):
        gone.clear()
    log.lock = None
    log.over = signed.get("over")
    log.phase = Phase.OPEN if log.over is None else Phase.OVER
