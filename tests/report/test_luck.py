"""How the dice fell."""

from fractions import Fraction
from itertools import product

import pytest

from pbem.report.dice import Roll
from pbem.report.luck import ALL, luck_of, rarity


def roll(owner, values, needs, sides=6):
    return Roll(label="x", sides=sides, values=values, segment=1, line=1, owner=owner, needs=needs)


def test_expected_hits_are_exact():
    (allies, axis, both) = luck_of(
        [
            roll("the Allies", (4, 4, 6), 4),
            roll("the Allies", (2,), 5),
            roll("the Axis", (1, 1), 6),
        ]
    )
    assert (allies.who, allies.dice, allies.hits, allies.expected) == ("the Allies", 4, 3, 183)
    assert (axis.who, axis.dice, axis.hits, axis.expected) == ("the Axis", 2, 0, 33)
    assert (both.who, both.dice, both.hits, both.expected) == (ALL, 6, 3, 217)


def test_dice_that_were_to_hit_nothing_do_not_count():
    assert luck_of([roll("the Axis", (6,), None)]) == ()


def test_a_number_beyond_the_faces_never_hits():
    (row,) = luck_of([roll("x", (6, 6), 7)])
    assert (row.hits, row.expected) == (0, 0)


def test_other_dice_have_other_chances():
    (row,) = luck_of([roll("x", (10, 1), 6, sides=10)])
    assert (row.hits, row.expected) == (1, 100)


# how rare it is


def counted(kinds, hits, better):
    """The chance of so many hits or more (or fewer), by counting every throw there is."""
    dice = [(faces, sides) for (faces, sides), count in kinds.items() for _ in range(count)]
    throws = list(product(*(range(sides) for _, sides in dice)))
    told = [sum(d < faces for d, (faces, _) in zip(t, dice, strict=True)) for t in throws]
    return Fraction(sum(n >= hits if better else n <= hits for n in told), len(throws))


@pytest.mark.parametrize(
    ("kinds", "hits", "words"),
    [
        ({(3, 6): 2}, 1, "just the average"),
        ({(3, 6): 2}, 2, "this good or better: 1 time in 4"),
        ({(3, 6): 3}, 0, "this bad or worse: 1 time in 8"),
        ({(2, 6): 3, (1, 6): 2}, 4, "this good or better: 1 time in 57"),
        ({(2, 6): 1}, 0, "this bad or worse: about every second time"),
        ({(1, 10): 2, (3, 6): 1}, 2, "this good or better: 1 time in 10"),
    ],
)
def test_how_rare_a_result_is_agrees_with_counting_every_throw(kinds, hits, words):
    assert rarity(kinds, hits) == words
    if "average" not in words and "second" not in words:
        often = 1 / counted(kinds, hits, "better" in words)
        stated = int(words.split(" in ")[1].split()[0])
        assert abs(often - stated) <= max(Fraction(1, 2), often / 20)


def test_dice_that_can_not_miss_or_hit_are_just_the_average():
    assert rarity({(6, 6): 3}, 3) == "just the average"
    assert rarity({(0, 6): 3}, 0) == "just the average"


def test_large_numbers_are_rounded_and_grouped():
    assert rarity({(3, 6): 20}, 20) == "this good or better: 1 time in 1,000,000"
    assert rarity({(3, 6): 2000}, 1000) == "just the average"
