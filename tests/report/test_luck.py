"""How the dice fell."""

from pbem.report.luck import luck_of
from pbem.report.model import Roll


def roll(owner, values, needs, sides=6):
    return Roll(label="x", sides=sides, values=values, segment=1, line=1, owner=owner, needs=needs)


def test_expected_hits_are_exact():
    (axis, allies) = luck_of(
        [
            roll("the Allies", (4, 4, 6), 4),
            roll("the Allies", (2,), 5),
            roll("the Axis", (1, 1), 6),
        ]
    )
    assert (axis.who, axis.dice, axis.hits, axis.expected) == ("the Allies", 4, 3, 183)
    assert (allies.who, allies.dice, allies.hits, allies.expected) == ("the Axis", 2, 0, 33)


def test_dice_that_were_to_hit_nothing_do_not_count():
    assert luck_of([roll("the Axis", (6,), None)]) == ()


def test_a_number_beyond_the_faces_never_hits():
    (row,) = luck_of([roll("x", (6, 6), 7)])
    assert (row.hits, row.expected) == (0, 0)


def test_other_dice_have_other_chances():
    (row,) = luck_of([roll("x", (10, 1), 6, sides=10)])
    assert (row.hits, row.expected) == (1, 100)
