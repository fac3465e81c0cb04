"""Proves by force what the tests sample: tampering is found, and nothing breaks at a door.

Usage: python prove/prove.py [SECONDS]

Every small change to the histories of all sample games (two to three million changes, a few minutes
a game), then SECONDS (60) of random changes put to both auditors, then as long of changed bytes at
every door, with atheris where it is installed. Ends with code 1 if a change was not found, if the
auditors disagreed, or if something other than a refusal came out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from doors import DOORS
from tampering import prove

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Run everything and print a summary."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    games = sorted((ROOT / "sample_games").glob("*/*/game.jsonl"))
    with ProcessPoolExecutor() as processes:
        tampering = list(processes.map(tampered, games))
    agreed = compared(seconds)
    fuzzed = [fuzz(name, seconds) for name in DOORS]
    sys.exit(0 if all([*tampering, agreed, *fuzzed]) else 1)


def tampered(game: Path) -> bool:
    """All changes to one history; whether each was found."""
    begun = time.monotonic()
    found = prove(game)
    count, free = sum(found.codes.values()), sum(found.free.values())
    codes = ", ".join(f"{code} {times:,}" for code, times in sorted(found.codes.items()))
    words = [
        f"tampering with {game.parent.name}: {count:,} changes found"
        f" in {time.monotonic() - begun:.0f} s, {free} within the host's discretion"
        f" {dict(found.free)}, {len(found.missed)} missed",
        f"  {codes}",
        *(f"  MISSED: {missed}" for missed in found.missed),
    ]
    print("\n".join(words), flush=True)  # at once: games are tried side by side
    return not found.missed


def compared(seconds: int) -> bool:
    """Both auditors asked about random changes; whether they agreed."""
    program = [sys.executable, str(ROOT / "prove/opinions.py"), str(seconds)]
    return subprocess.run(program, check=False).returncode == 0  # noqa: S603 - our own program


def fuzz(name: str, seconds: int) -> bool:
    """One door in a process of its own; whether nothing broke."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(ROOT / "prove/fuzz.py"), name, str(seconds)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
        text=True,
    )
    words = done.stdout + done.stderr
    runs = re.search(r"number_of_executed_units: (\d+)", words)
    tries = re.search(r"([\d,]+) tries", words)
    count = f"{int(runs[1]):,} by coverage" if runs else f"{tries[1] if tries else 0} by chance"
    peak = re.search(r"peak_rss_mb: +(\d+)", words)
    print(f"door {name}: {count}{f', {peak[1]} MiB at most' if peak else ''}", flush=True)
    if done.returncode:
        print(words)
    return done.returncode == 0


if __name__ == "__main__":
    main()
