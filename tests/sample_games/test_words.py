"""What players read in the reports of the sample games: no code, no line too long."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPORTS = sorted((ROOT / "sample_games").glob("*/*/reports/*.txt"))
IDS = re.compile(r"\bt\d+/[^\s,:)]+(?::\d+/[^\s,:)]+)*|`[^`]+`|\b[A-Z]{2}-[A-Z0-9]+\b")
"""Ids of asks and of dice, commands, ids of pieces: the only words that are no English."""

CODE = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:cube|engage|eliminate|own|enemy):[a-z0-9]|any part of|\bNone\b"
)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_report_is_in_words(path):
    text = path.read_text("utf-8")
    assert [line for line in text.splitlines() if len(line) > 80] == []
    told = text.partition("The clauses named above\n")[0]
    assert CODE.findall(IDS.sub("", told)) == []


def test_a_report_begins_with_what_was_played_what_is_next_and_who_is_waited_for():
    for path in REPORTS:
        head, _, rest = path.read_text("utf-8").partition("Who has to do what")
        assert "\n  Played   " in head or "Nothing was adjudicated" in rest, path
        assert "\n  Next     " in head or "\nThe game is over: " in head, path
        assert "\n  Awaited  " in head, path
