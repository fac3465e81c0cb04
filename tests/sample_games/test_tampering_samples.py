"""A sample of what `make prove` does in full: changed histories of the sample games (section 6.3).

Whatever is changed, the audit names the line, a code of the protocol, and says it in words.
"""

import runpy
from pathlib import Path

import pytest

from pbem import registry
from pbem.canon.codes import CODES
from pbem.history.audit import audit

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "sample_games").glob("*/*/game.jsonl"))
TRIES = 250


@pytest.fixture(params=SAMPLES, ids=lambda path: path.parent.name)
def sample(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_every_sampled_change_of_a_byte_a_line_or_a_member_is_found(sample: Path) -> None:
    module = runpy.run_path(str(ROOT / "prove/tampering.py"))
    found = module["prove"](sample, sample.stat().st_size // TRIES)
    assert found.missed == []
    assert sum(found.codes.values()) > 150
    assert {"S05", "L02", "J09"} <= set(found.codes) <= set(CODES)


def test_the_finding_names_the_line_and_speaks_in_sentences(sample: Path) -> None:
    lines = sample.read_bytes().splitlines()
    place = len(lines) // 2
    lines[place] = lines[place].replace(b'"game":"', b'"game":"x', 1)
    finding = audit(lines, registry.rules_for).finding
    assert finding is not None
    assert (finding.seq, finding.code) == (place, "S05")
    assert "does not verify" in finding.reason
    assert finding.meaning.endswith(".")
