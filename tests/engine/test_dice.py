"""Dice by label (protocol 3.4; the vectors of 15.5)."""

import pytest

from pbem.engine.dice import Cup, Diverged, NoDice, Roll, SeedDice, SeedNeeded, stream

SEED = "021fa32dfcf115337f151292e0cb278592023081305c9164d5069e9ba7c1ab25"
VECTORS = [
    ("battle:ukraine/round:1/attacker", 6, "2 6 1 2 6 3 2 4 6 6 2 3 3 2 1 6 6 5 1 2"),
    ("battle:ukraine/round:1/attacker", 8, "7 5 3 5 2 3 1 6 7 2"),
    ("battle:ukraine/round:1/defender", 6, "2 1 6 4 1 6 4 1 2 6 3 5 2 2 2 6 3 6 5 1"),
    ("battle:ukraine/round:1/defender", 8, "6 1 1 8 6 5 4 3 4 7"),
    ("battle:zone-5/round:1/attacker", 6, "3 6 4 3 4 3 4 2"),
    ("x", 10, "10 2 6 2 6 4 3 10"),
    ("x", 12, "8 10 1 7 3 6 11 3"),
    ("x", 20, "3 14 20 12 15 2 6 7"),
    ("x", 100, "97 74 67 37 12 95 73 19"),
]


@pytest.mark.parametrize(("label", "sides", "values"), VECTORS)
def test_section_15_5(label, sides, values):
    expected = tuple(int(value) for value in values.split())
    assert stream(SEED, label, len(expected), sides) == expected


def test_a_stream_longer_than_a_block_begins_the_same():
    assert stream(SEED, "x", 100, 6)[:8] == stream(SEED, "x", 8, 6)


def test_every_face_of_a_die_falls():
    assert sorted(set(stream(SEED, "many", 2000, 256))) == list(range(1, 257))


def cup(*recorded, source=None, labels=None):
    return Cup(recorded, source or SeedDice(SEED), set() if labels is None else labels)


def test_nothing_is_drawn_for_no_dice():
    dice = cup(source=NoDice())
    assert dice.roll("x", 0) == ()
    assert dice.rolls == []


def test_recorded_dice_come_first():
    dice = cup(Roll("x", 6, (1, 1)))
    assert dice.roll("x", 2) == (1, 1)
    assert dice.roll("y", 1) == stream(SEED, "y", 1, 6)


@pytest.mark.parametrize(("label", "count", "sides"), [("x", 3, 6), ("y", 2, 6), ("x", 2, 8)])
def test_code_r03_other_dice_than_recorded(label, count, sides):
    with pytest.raises(Diverged) as caught:
        cup(Roll("x", 6, (1, 1))).roll(label, count, sides)
    assert caught.value.code == "R03"


@pytest.mark.parametrize(
    ("label", "sides"), [("x y", 6), ("", 6), ("/x", 6), ("x" * 121, 6), ("x", 1), ("x", 257)]
)
def test_code_c08_malformed(label, sides):
    with pytest.raises(Diverged) as caught:
        cup().roll(label, 1, sides)
    assert caught.value.code == "C08"


def test_code_c08_twice_in_a_step():
    dice = cup()
    dice.roll("x", 1)
    with pytest.raises(Diverged) as caught:
        dice.roll("x", 1)
    assert caught.value.code == "C08"


def test_code_c08_twice_in_a_segment():
    labels = set()
    cup(labels=labels).roll("x", 1)
    with pytest.raises(Diverged) as caught:
        cup(labels=labels).roll("x", 1)
    assert caught.value.code == "C08"


def test_no_dice_names_the_label_that_was_wanted():
    with pytest.raises(SeedNeeded, match="x"):
        cup(source=NoDice()).roll("x", 1)
