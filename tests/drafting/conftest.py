import shutil
from pathlib import Path

import pytest

from support.people import Person

SAMPLE = Path(__file__).parents[2] / "sample_games/1943-1945/sample-turn"


@pytest.fixture
def axis(tmp_path):
    """Somebody who looks into a copy of the sample game, where the Axis is asked `t2/i2/orders`."""
    here = tmp_path / "mine"
    here.mkdir()
    shutil.copy(SAMPLE / "game.jsonl", here)
    return Person(tmp_path / "home", here)
