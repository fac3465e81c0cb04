"""The tutorials: every command is run, every output that is shown is what the program prints.

After a change of the program's words: `python docs/tools/record_tutorials.py`, and read the diff.
"""

from pathlib import Path

import pytest

from support.tutorials import Edit, Stage, agrees, read_page, recorded, shortened

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs/tutorials").glob("*.md"))


def deeds(page):
    return list(read_page(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_tutorial_does_what_it_says(page, tmp_path):
    stage = Stage(tmp_path)
    for deed in deeds(page):
        if isinstance(deed, Edit):
            stage.edit(deed)
            continue
        printed = stage.run(deed)
        assert not deed.output or agrees(deed.output, printed), (
            f"{page.name}, line {deed.lines[0]}: {' '.join(deed.words)} prints today:\n"
            + "\n".join(printed)
        )


def test_there_is_a_tutorial_for_everybody():
    names = {page.stem for page in PAGES}
    assert names == {"first-turn", "player", "host", "auditor", "two-players"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_tutorial_shows_what_is_printed(page):
    shown = [deed for deed in deeds(page) if not isinstance(deed, Edit) and deed.output]
    assert len(shown) >= 5


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["one two"], ["one", "two"], True),
        (["one two"], ["one three"], False),
        (["head 0123456789abcdef"], ["head fedcba9876543210"], True),
        (["until 2026-11-09T18:56:00Z."], ["until 2027-01-02T00:00:00Z."], True),
        (["one", "...", "four"], ["one", "two", "three", "four"], True),
        (["one", "...", "four"], ["one", "two", "three"], False),
        (["one", "..."], ["one", "two"], True),
        (["..."], ["one"], True),
        (["one ... four"], ["one", "four"], False),
    ],
)
def test_what_counts_as_the_same_output(shown, printed, same):
    assert agrees(shown, printed) is same


def test_recording_replaces_what_is_no_longer_true(tmp_path):
    page = "```console\n$ pbem key show --name none\n```\n"
    with pytest.raises(AssertionError, match="ended with 3"):
        recorded(page, tmp_path / "a")
    page = "<!-- exit 3 -->\n\n```console\n$ pbem key show --name none\nOld.\n```\n\nEnd.\n"
    assert "make one with `pbem key new --name none`" in recorded(page, tmp_path / "b")
    assert "Old." not in recorded(page, tmp_path / "c")


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        (["one", "...", "five 5"], ["one", "...", "five 4", "six"]),
        (["one", "..."], ["one", "..."]),
        (["...", "two thre", "..."], ["...", "two three", "..."]),
        (["one", "two thre"], ["one", "two three", "four", "five 4", "six"]),
        (["...", "something else", "..."], ["one", "two three", "four", "five 4", "six"]),
    ],
)
def test_what_a_page_leaves_out_stays_left_out_when_it_is_recorded(shown, kept):
    assert shortened(shown, ["one", "two three", "four", "five 4", "six"]) == kept
