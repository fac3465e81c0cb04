"""Makes the pages that are drawn from the program and from the catalogues.

Usage: python docs/tools/make_pages.py

Writes `docs/commands.md` (every command with its options) and, for each game, `docs/decisions` and
`docs/orders`. A test fails when they are not what this program would write.
"""

from pathlib import Path

from catalogue_pages import Catalogue, decisions, orders
from command_page import commands

from pbem import registry

DOCS = Path(__file__).resolve().parents[1]


def main() -> None:
    """Write all pages."""
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pages() -> dict[Path, str]:
    """Every page with its text."""
    made = {DOCS / "commands.md": commands()}
    for rules in sorted((DOCS / "rules").glob("*.md")):
        catalogue = Catalogue(rules.stem, rules.read_text(encoding="utf-8"))
        examples = registry.module(rules.stem).rules.examples
        made[DOCS / "decisions" / rules.name] = decisions(catalogue)
        made[DOCS / "orders" / rules.name] = orders(catalogue, examples)
    return made


if __name__ == "__main__":
    main()
