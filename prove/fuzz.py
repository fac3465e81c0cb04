"""Brings changed examples to one door for a while, and says whether anything broke.

Usage: python prove/fuzz.py DOOR SECONDS

With atheris (`pip install .[prove]`, Python 3.13 at most) the changes follow the code they reach;
without it hypothesis picks them. Memory is limited to `MEMORY`: who needs more has failed. What
broke a door is kept in the folder `broken` under the working folder.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from doors import Door

MEMORY = 1 << 30
"""One gibibyte of address space, the interpreter and all modules included."""

LONGEST = 262_144
"""The most bytes of one try."""


def main() -> None:
    """Fuzz the door named on the command line."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    name, seconds = sys.argv[1], int(sys.argv[2])
    if importlib.util.find_spec("atheris"):
        by_coverage(name, seconds)
    else:
        door = opened(name)
        limit_memory()
        by_chance(name, door, seconds)


def opened(name: str) -> Door:
    """A door through which its good examples have gone, so that all modules are loaded."""
    from doors import DOORS, knock  # noqa: PLC0415 - late, so that atheris sees the modules come

    if name not in DOORS:
        sys.exit(f"there is no door {name}; there are {', '.join(DOORS)}")
    for seed in DOORS[name].seeds:
        knock(DOORS[name], seed)
    return DOORS[name]


def limit_memory() -> None:
    """From here on more memory is a MemoryError."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def by_coverage(name: str, seconds: int) -> None:
    """Let atheris find its way; it ends the process."""
    import atheris  # noqa: PLC0415 - there only with the extra

    with atheris.instrument_imports(include=["pbem"]):
        door = opened(name)

    def one(raw: bytes) -> None:
        attempt(name, door, raw)

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(door.seeds):
            (Path(corpus) / f"seed{number}").write_bytes(seed)
        options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-print_final_stats=1"]
        limit = f"-rss_limit_mb={MEMORY >> 20}"
        atheris.Setup([sys.argv[0], *options, limit, corpus], one)
        atheris.Fuzz()


def by_chance(name: str, door: Door, seconds: int) -> None:
    """Let hypothesis pick changes until the time is over."""
    from hypothesis import HealthCheck, given, settings  # noqa: PLC0415 - the slower way
    from hypothesis import strategies as st  # noqa: PLC0415

    until, count = time.monotonic() + seconds, 0
    change = st.tuples(st.sampled_from(CHANGES), st.integers(0, LONGEST), st.binary(max_size=9))

    @settings(
        max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.sampled_from(door.seeds), st.lists(change, max_size=6))
    def some(seed: bytes, changes: list[tuple[str, int, bytes]]) -> None:
        nonlocal count
        if time.monotonic() < until:
            count += 1
            attempt(name, door, changed(seed, changes))

    while time.monotonic() < until:
        some()
    print(f"{name}: {count:,} tries by hypothesis")


CHANGES = ("value", "value", "value", "drop", "move", "put", "replace", "cut", "repeat", "turn")
WORDS = (b"null", b"-0", b"1e9", b"[[", b"{}", b'"\\ud800"', b"9" * 20, b"\x00", b"\xff", b'"":1,')


def changed(raw: bytes, changes: list[tuple[str, int, bytes]]) -> bytes:
    """The bytes after some changes, each at a place and with some bytes of its own."""
    for kind, place, own in changes:
        at = place % (len(raw) + 1)
        piece = own or WORDS[place % len(WORDS)]
        match kind:
            case "value" | "drop" | "move":
                raw = restructured(raw, kind, place, own)
            case "put":
                raw = raw[:at] + piece + raw[at:]
            case "replace":
                raw = raw[:at] + piece + raw[at + len(piece) :]
            case "cut":
                raw = raw[:at] + raw[at + 1 + place % 97 :]
            case "repeat":
                raw = raw[:at] + raw[at : at + 64] * (1 + place % 200) + raw[at:]
            case _:
                raw = raw[at:] + raw[:at]
    return raw[:LONGEST]


VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2**53 - 1,
    "",
    "x",
    "ask",
    "default",
    "0" * 64,
    [],
    {},
    [[]],
    14,
)


def restructured(raw: bytes, kind: str, place: int, own: bytes) -> bytes:
    """JSON with one value replaced, dropped, or put where another was; other bytes as they are."""
    first, line, rest = raw.partition(b"\n") if not raw.startswith(b"{") else (b"", b"", raw)
    try:
        tree = json.loads(rest)
    except ValueError:
        return raw
    spots = list(_spots(tree))
    if not spots:
        return raw
    holder, name = spots[place % len(spots)]
    if kind == "drop":
        del holder[name]
    elif kind == "move":
        there, other = spots[(place // 7) % len(spots)]
        holder[name] = copy.deepcopy(there[other])
    else:
        holder[name] = VALUES[(place + len(own)) % len(VALUES)]
    return first + line + json.dumps(tree).encode()


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - any JSON
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for name, member in list(members):
        yield value, name
        if isinstance(member, dict | list):
            yield from _spots(member)


def attempt(name: str, door: Door, raw: bytes) -> None:
    """One try; what breaks the door is kept and ends the run."""
    from doors import knock  # noqa: PLC0415 - as above

    try:
        knock(door, raw)
    except Exception:
        traceback.print_exc()
        kept = Path("broken") / f"{name}-{sha256(raw).hexdigest()[:12]}"
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(raw)
        print(f"{name}: BROKEN by {len(raw):,} bytes, kept in {kept}")
        raise


if __name__ == "__main__":
    main()
