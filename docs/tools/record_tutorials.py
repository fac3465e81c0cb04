"""Runs the tutorials and writes into them what the program prints today.

Usage: python docs/tools/record_tutorials.py [PAGE ...]

Outputs that still agree stay as they are; read the difference before you commit it.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/tutorials"


def main() -> None:
    """Record the pages named on the command line, or all."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.tutorials import recorded  # noqa: PLC0415 - needs the path

    for page in [Path(word) for word in sys.argv[1:]] or sorted(PAGES.glob("*.md")):
        before = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            after = recorded(before, Path(folder).resolve())
        page.write_text(after, encoding="utf-8")
        print(f"{page}: {'as it was' if after == before else 'changed'}")


if __name__ == "__main__":
    main()
