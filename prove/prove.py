"""Proves by force what the tests sample: tampering is found, and nothing breaks at a door.

Usage: python prove/prove.py [SECONDS]

Every small change to the histories of short sample games (about five minutes each) and a sample of
those to whole games, then SECONDS (60) of changed bytes at every door, with atheris where it is
installed. Ends with code 1 if a change was not found or something other than a refusal came out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from doors import DOORS
from tampering import prove

ROOT = Path(__file__).resolve().parents[1]
SHORT = 40_000
"""A history of so many bytes is changed at every one of them."""
TRIES = 10_000
"""So many bytes of a longer one are changed; to change all would take hours."""


def main() -> None:
    """Run everything and print a summary."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    tampering = [tampered(game) for game in sorted((ROOT / "sample_games").glob("*/*/game.jsonl"))]
    fuzzed = [fuzz(name, seconds) for name in DOORS]
    sys.exit(0 if all(tampering + fuzzed) else 1)


def tampered(game: Path) -> bool:
    """All changes to one history; whether each was found."""
    begun = time.monotonic()
    size = game.stat().st_size
    found = prove(game, 1 if size <= SHORT else size // TRIES)
    count, free = sum(found.codes.values()), sum(found.free.values())
    codes = ", ".join(f"{code} {times:,}" for code, times in sorted(found.codes.items()))
    print(f"tampering with {game.parent.name}: {count:,} changes found", end="")
    print(f" in {time.monotonic() - begun:.0f} s, {free} within the host's discretion", end="")
    print(f" {dict(found.free)}, {len(found.missed)} missed\n  {codes}", flush=True)
    for missed in found.missed:
        print(f"  MISSED: {missed}")
    return not found.missed


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
