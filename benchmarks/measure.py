"""Medians of processor time, of functions and of whole processes."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def median(work: Callable[[], object], runs: int = 15) -> float:
    """The median processor time of a function, in seconds, after one run that does not count."""
    work()
    return statistics.median(_timed(work) for _ in range(runs))


def medians_in_turn(*works: Callable[[], object], runs: int = 15) -> list[float]:
    """The median processor times of functions that take turns, so that all see the same machine."""
    for work in works:
        work()
    times = [[_timed(work) for work in works] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


@dataclass(frozen=True)
class Program:
    """A Python process to measure.

    Attributes:
        words: the arguments of the interpreter.
        prepare: called before each run; returns the working folder and environment variables.
    """

    words: Sequence[str]
    prepare: Callable[[], tuple[Path, Mapping[str, str]]] = lambda: (ROOT, {})

    def seconds(self) -> float:
        """The processor time of one run with all its children."""
        here, variables = self.prepare()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        before = _children()
        done = subprocess.run(  # noqa: S603 - our own programs
            [sys.executable, *self.words],
            cwd=here,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode:
            sys.exit(f"{' '.join(self.words)} ended with code {done.returncode}\n{done.stderr}")
        return _children() - before


def medians(programs: Sequence[Program], runs: int = 11) -> list[float]:
    """The median processor time of each program, in seconds.

    The programs take turns: what slows the machine for a while slows all of them, so their ratios
    stay true. Bytecode is cached, as it is after an installation; one round that does not count
    sees to it.
    """
    rounds = [[program.seconds() for program in programs] for _ in range(runs + 1)]
    return [statistics.median(times) for times in zip(*rounds[1:], strict=True)]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
