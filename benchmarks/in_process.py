"""What is measured inside one process: the audit, impulses, order files."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from measure import ROOT, median, medians_in_turn

from pbem import registry
from pbem.canon.canonical import encode, sha
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.tagged import tagged
from pbem.engine.dice import DiceSource
from pbem.engine.driver import Sources, StepRun
from pbem.engine.game import Rules
from pbem.engine.going_on import GoingOn
from pbem.engine.resolution import StepRecord
from pbem.history.applying import apply_line
from pbem.history.audit import audit
from pbem.history.log import Log
from pbem.trust.keys import verify_signature

GAME = "1943-1945"
ORDERS_A_FILE = 200


def samples() -> list[Path]:
    """The histories of all sample games of `GAME`."""
    return sorted((ROOT / "sample_games" / GAME).glob("*/game.jsonl"))


def longest() -> Path:
    """The history with most lines."""
    return max(samples(), key=lambda path: path.read_bytes().count(b"\n"))


def bare_calls(lines: list[bytes]) -> None:
    """All that an audit has to compute with keys and hashes, and nothing else."""
    for line in lines:
        sha(line)
        entry = json.loads(line)
        for envelope in envelopes(entry):
            sha(encode(envelope))
            message = b"pbem1 sign\n" + encode(envelope["signed"])
            for one in envelope["signatures"]:
                verify_signature(one["key"], message, one["sig"])
        for party in entry["signed"].get("dice", {}).get("links", ()):
            tagged("link", party, 1)
        for roll in entry["signed"].get("dice", {}).get("rolls", ()):
            tagged("dice", roll["label"])


def envelopes(value: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - any JSON
    """Every signed object inside a value, itself included."""
    members = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict) and set(value) == {"signed", "signatures"}:
        yield value
    if isinstance(value, dict | list):
        for member in members:
            yield from envelopes(member)


class Audits(NamedTuple):
    """Seconds of audits of the longest sample game.

    Attributes:
        whole: the whole audit.
        without_rules: the audit of somebody who has not the rules (R08): signatures, hash links,
            chains and dice are checked, the game is not run again.
        bare: the calls of Ed25519 and SHA-256 in it, and nothing else.
    """

    whole: float
    without_rules: float
    bare: float


def audits() -> Audits:
    """All of them, measured in turn."""
    lines = longest().read_bytes().splitlines()
    registry.module(GAME)
    return Audits(
        *medians_in_turn(
            lambda: audit(lines, registry.rules_for),
            lambda: audit(lines, lambda _module: None),
            lambda: bare_calls(lines),
        )
    )


class Impulses(NamedTuple):
    """What impulses cost, on the average of all that the sample games hold.

    Attributes:
        number: how many there are.
        adjudicated: seconds that the rules need, from the orders to the stacking test.
        audited: seconds with all that an audit checks besides in the lines that resolve it.
    """

    number: int
    adjudicated: float
    audited: float


class Watch:
    """A `RunStep` that counts the time of the rules, and the impulses they ran."""

    def __init__(self) -> None:
        self.run_step = GoingOn()
        self.spent = 0.0
        self.impulses: set[str] = set()

    def __call__(
        self,
        rules: Rules,
        step: StepRecord,
        sources: Sources,
        dice: DiceSource,
        labels: set[str],
    ) -> tuple[StepRun, StepRecord]:
        """Run a step on with an eye on the clock."""
        begun = time.process_time()
        run = self.run_step(rules, step, sources, dice, labels)
        if re.fullmatch(r"i\d+", str(step.opening["step"])):
            self.spent += time.process_time() - begun
            self.impulses.add(f"{step.opening['turn']} {step.opening['step']}")
        return run


def impulses() -> Impulses:
    """The median of some runs over all sample games."""
    logs = [path.read_bytes().splitlines() for path in samples()]
    runs = [[_impulses_of(lines) for lines in logs] for _ in range(9)][1:]
    sums = [[sum(column) for column in zip(*run, strict=True)] for run in runs]
    rules, lines = (statistics.median(each[index] for each in sums) for index in (1, 2))
    count = sums[0][0]
    return Impulses(int(count), rules / count, lines / count)


def _impulses_of(lines: list[bytes]) -> tuple[int, float, float]:
    """How many impulses a history holds, seconds of the rules, seconds of their lines."""
    watch, spent = Watch(), 0.0
    log = Log(registry.rules_for, run_step=watch)
    for line in lines:
        impulse = re.match(r"t\d+/i\d+/", log.asks[0].id) if log.asks else None
        begun = time.process_time()
        applied = apply_line(log, line)
        if impulse and applied.entry.type == "resolve":
            spent += time.process_time() - begun
    return len(watch.impulses), watch.spent, spent


def order_checks() -> float:
    """Seconds that checking one order of a file takes: strict reading, then the game's forms.

    The file holds the orders of all sample games that may stand in a document more than once,
    over and over.
    """
    frame = registry.module(GAME).rules.frame
    written = [order for orders in _orders() for order in orders]
    entries = [order for order in written if frame.types[order["do"]].repeatable]
    many = (entries * ORDERS_A_FILE)[:ORDERS_A_FILE]
    file = json.dumps({"note": "", "orders": many}, indent=1).encode()
    words = list(frame.types)

    def check() -> None:
        read_orders, refusals = frame.read(read(file, DOCUMENT)["orders"], words)
        if refusals or len(read_orders) != ORDERS_A_FILE:
            raise ValueError(f"the orders of the sample games are refused: {refusals[:1]}")

    return median(check) / ORDERS_A_FILE


def _orders() -> Iterator[list[dict[str, Any]]]:
    for path in samples():
        for file in sorted((path.parent / "orders").glob("*.pbem.json")):
            signed = json.loads(file.read_bytes())["signed"]
            if signed["type"] == "orders":
                yield signed["orders"]
