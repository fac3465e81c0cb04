"""Whatever is changed in a game, both auditors stop at the same line, or at none.

`make prove` does the same for longer, and with the sample games.
"""

from itertools import islice

import pytest

from support.changed_games import changes
from support.opinions import NODE, Second, first, where


@pytest.mark.skipif(NODE is None, reason="Node is not on this machine")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_auditors_agree_about_random_changes(seed: str) -> None:
    second = Second()
    apart = [
        (ours, theirs)
        for lines in islice(changes(seed), 122)
        if where(ours := first(lines)) != where(theirs := second.says(lines))
    ]
    second.close()
    assert apart == []
