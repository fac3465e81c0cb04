"""Medians of processor time, of functions and of whole processes."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def median(work: Callable[[], object], runs: int = 15) -> float:
    """The median processor time of a function, in seconds, after one run that does not count."""
    work()
    return statistics.median(_timed(work) for _ in range(runs))


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def median_process(
    words: Sequence[str],
    runs: int = 9,
    prepare: Callable[[], tuple[Path, Mapping[str, str]]] | None = None,
) -> float:
    """The median processor time of a Python process with all its children, in seconds.

    Bytecode is cached, as it is after an installation; one run that does not count sees to it.

    Args:
        words: the arguments of the interpreter.
        runs: how many runs count.
        prepare: called before each run; returns the working folder and environment variables.
    """
    times = [_process(words, *(prepare() if prepare else (ROOT, {}))) for _ in range(runs + 1)]
    return statistics.median(times[1:])


def _process(words: Sequence[str], here: Path, variables: Mapping[str, str]) -> float:
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *words],
        cwd=here,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)} ended with code {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
