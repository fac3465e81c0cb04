"""Measures how fast the program is, and writes docs/benchmarks.md.

Usage: python benchmarks/bench.py [FILE]

Times are medians of processor time, so other work on the machine matters little; each ratio is to
a reference measured in the same run. It takes about a minute. Nothing of it runs in the tests.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from in_process import audits, impulses, longest, order_checks, samples
from measure import ROOT
from processes import starts, unlocking

PROGRAM, COMMAND = "`--help` of an empty Typer program", "an empty Typer command"


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: what was measured.
        time: how long it takes.
        result: the ratio or rate.
        goal: what it should be.
        met: whether it is; None where there is no goal.
    """

    what: str
    time: str
    result: str
    goal: str
    met: bool | None


MET = {True: "yes", False: "no", None: ""}


def ratio(what: str, seconds: float, reference: float, name: str, most: float = 0) -> Row:
    """A row about a time in terms of another; without `most` there is no goal."""
    times = f"{1000 * seconds:.1f} ms"
    result = f"{seconds / reference:.2f} times {name} ({1000 * reference:.1f} ms)"
    if not most:
        return Row(what, times, result, "", met=None)
    return Row(what, times, result, f"at most {most}", seconds <= most * reference)


def rate(what: str, seconds: float, least: int = 0) -> Row:
    """A row about how often something can be done in a second; without `least` no goal."""
    times, result = f"{1e6 * seconds:,.0f} µs", f"{1 / seconds:,.0f} a second"
    if not least:
        return Row(what, times, result, "", met=None)
    return Row(what, times, result, f"at least {least:,}", seconds * least <= 1)


def measured() -> list[Row]:
    """All rows, in the order of the goals."""
    audit = audits()
    impulse = impulses()
    order = order_checks()
    with tempfile.TemporaryDirectory() as work:
        start = starts(Path(work))
    steps, run = start.adjudications, start.empty_run
    length = longest().read_bytes().count(b"\n")
    return [
        ratio(
            f"audit of `{longest().parent.name}` ({length} lines)",
            audit.whole, audit.without_rules, "its signatures, hashes and dice alone", 3,
        ),
        ratio(
            "the same audit",
            audit.whole, audit.bare, "the bare calls of Ed25519 and SHA-256",
        ),
        rate(
            f"adjudicating an impulse in process ({impulse.number} of {len(samples())} games)",
            impulse.adjudicated, 300,
        ),
        rate("the same in an audit", impulse.audited),
        rate("checking an order of an order file", order, 20_000),
        ratio("`pbem --help`", start.help, start.empty_help, PROGRAM, 1.3),
        ratio(
            f"`pbem adjudicate` of a step (mean of the sample turn's {len(steps)})",
            fmean(steps), run, COMMAND, 2,
        ),
        ratio("the dearest of them", max(steps), run, COMMAND),
        ratio("it without opening the host's secret", max(steps) - unlocking(), run, COMMAND),
    ]  # fmt: skip


def machine() -> str:
    """What it ran on."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(encoding="utf-8").splitlines() if cpu.exists() else []
    name = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}, {name or platform.processor() or 'unknown processor'}, "
        f"{os.cpu_count()} cores, load {load} when it began"
    )


PAGE = """# Speed

Written by `make bench`. Times are medians of processor time on one core; ratios are to a reference
measured in the same run, so they can be compared between machines.

Machine: {machine}.

| what | time | result | goal | |
| --- | --- | --- | --- | --- |
{rows}

* What an audit is compared to is the audit of somebody who has not the rules (R08): it reads every
  line as strictly, and checks signatures, hash links, chains, seeds and dice.
* Adjudicating an impulse is the work of the rules from its orders to the stacking test, dice and
  events included; an audit checks the signatures, hashes and links of its lines besides.
* Processes take turns with the empty ones they are compared to.
* `pbem adjudicate` signs a line and so opens the host's secret: one Argon2id of 12 MiB, slow on
  purpose.
"""


def main() -> None:
    """Measure and write the page."""
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/benchmarks.md"
    described = machine()
    rows = measured()
    table = "\n".join(
        f"| {row.what} | {row.time} | {row.result} | {row.goal} | {MET[row.met]} |" for row in rows
    )
    text = PAGE.format(machine=described, rows=table)
    page.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
