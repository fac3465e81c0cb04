"""A position as a report shows it."""

from pbem.report.board import board_of
from pbem.report.names import Names, names_of

MEANINGS = {
    "star": "counts",
    "mountain": "steep",
    "AX-": "Axis",
    "naval points": "ships",
    "held": "bound",
    "ready": "able",
    "lost": "gone",
}
WORDS = {
    "marks": {"star": "key zone"},
    "meanings": MEANINGS,
    "seats": {"axis": {"name": "the Axis"}},
}
VIEW = {
    "headline": "Turn 2",
    "tracks": [{"name": "Allied naval points", "value": 6}],
    "places": [
        {
            "id": "14",
            "name": "14 Sicily",
            "owner": "axis",
            "marks": ["star", "axis_symbol"],
            "groups": [
                {
                    "owner": "axis",
                    "pieces": [
                        {"kind": "cube", "count": 3},
                        {"kind": "cube", "count": 1, "state": "held"},
                        {"id": "AX-T3", "kind": "tank", "count": 1, "state": "ready"},
                        {"id": "AX-E1", "kind": "elite", "count": 1, "state": "engaged"},
                    ],
                }
            ],
        },
        {"id": "sea", "name": "At sea", "owner": "", "marks": [], "groups": []},
    ],
    "pools": [{"owner": "axis", "pieces": []}],
}
BOARD = board_of(VIEW, names_of(VIEW, WORDS), "now")


def test_pieces_are_counted_named_and_their_state_told_where_it_matters():
    (group,) = BOARD.places[0].groups
    assert group.text == "3 cubes, 1 cube (held), tank AX-T3, elite AX-E1 (engaged)"
    assert group.name == "Axis"


def test_marks_are_told_in_words_and_kept_for_the_map():
    place = BOARD.places[0]
    assert place.marks == ("key zone", "axis symbol")
    assert place.symbols == ("star", "axis_symbol")


def test_a_place_may_belong_to_nobody_and_be_empty():
    sea = BOARD.places[1]
    assert (sea.owner, sea.owner_name, sea.groups) == ("", "", ())


def test_tracks_pools_and_headline_are_taken_over():
    assert BOARD.headline == "Turn 2"
    assert [(track.name, track.value) for track in BOARD.tracks] == [("Allied naval points", "6")]
    assert BOARD.pools[0].text == "none"
    assert BOARD.removed == ()


def test_a_position_explains_the_words_that_occur_in_it():
    """Marks by their names; states, tracks, beginnings of ids by their own words."""
    assert BOARD.meanings == (
        ("key zone", "counts"),
        ("AX-", "Axis"),
        ("naval points", "ships"),
        ("held", "bound"),
        ("ready", "able"),
    )


def test_a_game_may_show_nothing_at_all():
    assert board_of({"dice": 3}, Names(), "now").places == ()
