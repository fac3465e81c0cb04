"""What is measured inside one process: the audit, impulses, order files."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from measure import ROOT, median, medians_in_turn

from pbem import registry
from pbem.canon.canonical import encode, sha
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.tagged import tagged
from pbem.engine.going_on import GoingOn
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


def impulses() -> tuple[float, int]:
    """Seconds that one impulse takes, and how many were run.

    All lines of the sample games that resolve a part of an impulse are applied as in an audit:
    signatures and hashes are checked, the step is run on to its next question. An impulse with
    questions in its middle costs several such lines.
    """
    logs = [path.read_bytes().splitlines() for path in samples()]
    found: list[tuple[float, int]] = []

    def run() -> None:
        parts = [_impulses_of(lines) for lines in logs]
        found.append((sum(spent for spent, _ in parts), sum(count for _, count in parts)))

    median(run, runs=9)
    spent, count = sorted(found)[len(found) // 2]
    return spent / count, count


def _impulses_of(lines: list[bytes]) -> tuple[float, int]:
    log, spent, steps = Log(registry.rules_for, run_step=GoingOn()), 0.0, dict[str, None]()
    for line in lines:
        impulse = re.match(r"t\d+/i\d+/", log.asks[0].id) if log.asks else None
        begun = time.process_time()
        applied = apply_line(log, line)
        if impulse and applied.entry.type == "resolve":
            spent += time.process_time() - begun
            steps[impulse.group()] = None
    return spent, len(steps)


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
