"""The sample games, each played again once for all the tests of a file."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from moves import played_again

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path.parent for path in (ROOT / "sample_games").glob("*/*/game.jsonl"))


@dataclass(frozen=True)
class Again:
    """What came out when a sample was played again."""

    lines: list[bytes]
    reports: dict[str, str]
    page: str


@pytest.fixture(
    scope="module",
    params=[pytest.param(s, marks=pytest.mark.xdist_group(f"sample {s.name}")) for s in SAMPLES],
    ids=[sample.name for sample in SAMPLES],
)
def sample(request) -> Path:
    """The folder of a sample game; all tests of one run in the same process."""
    return request.param


@pytest.fixture(scope="module")
def again(sample, tmp_path_factory) -> Again:
    """The sample, played again from the signed files of its players."""
    with played_again(sample, tmp_path_factory.mktemp("again") / "game") as host:
        return Again(list(host.game.lines), dict(host.reports), host.page())
