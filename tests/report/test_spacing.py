"""What is written on a map keeps apart."""

from pbem.report.spacing import apart


def test_what_does_not_overlap_stays_where_it_is():
    assert apart([(0, 0, 10, 10), (10, 0, 20, 10), (0, 10, 10, 20)]) == [(0, 0)] * 3
    assert apart([]) == []


def test_two_part_along_the_shorter_way_by_half_each():
    assert apart([(0, 0, 10, 10), (7, 1, 17, 11)]) == [(-2, 0), (2, 0)]
    assert apart([(0, 5, 10, 15), (1, 0, 11, 8)]) == [(0, 2), (0, -2)]


def test_a_row_that_is_too_close_spreads_until_nothing_overlaps():
    boxes = [(0, 0, 10, 10), (8, 0, 18, 10), (16, 0, 26, 10)]
    moved = [box[0] + right for box, (right, _) in zip(boxes, apart(boxes), strict=True)]
    assert moved[1] - moved[0] >= 10
    assert moved[2] - moved[1] >= 10


def test_a_map_that_is_too_full_ends_all_the_same():
    assert len(apart([(0, 0, 10, 10)] * 30)) == 30
