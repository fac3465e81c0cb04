"""Random changes to random and to sample games, put to both auditors: they must agree on the line.

Usage: python prove/opinions.py [SECONDS] [SEED]

Histories they disagree about are kept in the folder `broken` under the working folder. Codes may
differ where a line has several faults; how often they do is told. Ends with code 1 if the auditors
disagreed about a verdict or a line.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from pbem.trust import envelope, keys  # noqa: E402
from support.changed_games import changes, sample_games  # noqa: E402
from support.opinions import NODE, Second, first, where  # noqa: E402


def main() -> None:
    """Compare for so many seconds and say what came out."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = sys.argv[2] if len(sys.argv) > 2 else "opinions"
    if NODE is None:
        print("opinions: Node is not here, so the second auditor was not asked")
        return
    remember_signatures()
    second = Second()
    verdicts, codes = Counter[str](), Counter[str]()
    end, count, apart = time.monotonic() + seconds, 0, 0
    for lines in changes(seed, list(sample_games())):
        if time.monotonic() > end:
            break
        ours, theirs = first(lines), second.says(lines)
        count += 1
        verdicts[ours.split()[-1]] += 1
        if where(ours) != where(theirs):
            apart += 1
            keep(lines, f"pbem {ours}, audit.mjs {theirs}")
        elif ours != theirs:
            codes[f"{ours.split()[1]}/{theirs.split()[1]}"] += 1
    second.close()
    found = ", ".join(f"{verdict} {times:,}" for verdict, times in sorted(verdicts.items()))
    print(f"opinions: {count:,} histories, {apart} disagreements about a line\n  {found}")
    print(f"  {sum(codes.values()):,} with another code of the same line: {dict(codes)}")
    sys.exit(1 if apart else 0)


def remember_signatures() -> None:
    """Verify no signature twice: the lines before a change are the same in many histories."""
    envelope.verify_signature = lru_cache(maxsize=50_000)(keys.verify_signature)  # type: ignore[attr-defined]


def keep(lines: Sequence[bytes], what: str) -> None:
    """Put a history aside for who has to look at it."""
    folder = Path("broken")
    folder.mkdir(exist_ok=True)
    file = folder / f"opinions-{len(list(folder.glob('opinions-*.jsonl')))}.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    print(f"{file}: {what}", flush=True)


if __name__ == "__main__":
    main()
