"""Every code of the protocol has a test that provokes it."""

import re
from pathlib import Path

from pbem.canon.codes import CODES

ROOT = Path(__file__).resolve().parents[2]
LATER = {
    "B01": "sealed documents come later",
    "B02": "sealed documents come later",
}


def protocol_codes():
    text = (ROOT / "docs/trust-protocol.md").read_text(encoding="utf-8")
    table = text[text.index("## 11. Error codes") : text.index("## 12. Threats")]
    return dict(re.findall(r"^\| ([A-Z][0-9]{2}) \| ([DFI](?: [DFI])?) \|", table, re.MULTILINE))


def test_the_program_knows_the_codes_of_the_protocol():
    assert {code: " ".join(entry.blame) for code, entry in CODES.items()} == protocol_codes()


def test_every_code_has_a_test_named_after_it():
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests").glob("**/test_*.py"))
        if path != Path(__file__).resolve()
    )
    named = {name.upper() for name in re.findall(r"def test_(?:\w+_)?([a-z][0-9]{2})_", code)}
    assert sorted(set(CODES) - named) == sorted(LATER)
