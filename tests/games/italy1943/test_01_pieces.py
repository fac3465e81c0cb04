"""Section 1: pieces and words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.italy1943.board import Board
from pbem.games.italy1943.control import is_empty, land_and_air, land_forces
from pbem.games.italy1943.pieces import (
    AIR_KINDS,
    KINDS,
    LAND_KINDS,
    POOL,
    REMOVED,
    SEA_KINDS,
    SIDES,
    Force,
    other,
)
from pbem.games.italy1943.position import Position
from pbem.games.italy1943.steps import Step
from support.italy1943 import facts, position, sample_position, shorthand, standard_position


def test_s43_1_1_two_sides():
    assert SIDES == ("allied", "axis")
    assert [other(side) for side in SIDES] == ["axis", "allied"]


def test_s43_1_2_counter_kinds():
    assert KINDS == ("tank", "plane", "elite", "paratroopers", "partisan", "fleet", "uboat")
    assert {counter.kind for counter in facts().counters.values()} == set(KINDS)


def test_s43_1_2_a_force_is_a_cube_or_a_counter():
    assert Force(cubes=3, counters=("AL-T1", "AL-P1")).size == 5


def test_s43_1_3_land_air_and_sea_forces():
    assert LAND_KINDS == ("tank", "elite", "paratroopers")
    assert AIR_KINDS == ("plane",)
    assert SEA_KINDS == ("fleet", "uboat")


def test_s43_1_3_a_partisan_is_in_none_of_the_classes():
    pos = position({7: "AL-G1", 17: "2C AL-T1 AL-P1 AL-PARA"})
    assert "partisan" not in (*LAND_KINDS, *AIR_KINDS, *SEA_KINDS)
    assert land_and_air(pos, "allied", 7) == Force()
    assert land_forces(pos, "allied", 17) == Force(2, 0, ("AL-T1", "AL-PARA"))
    assert land_and_air(pos, "allied", 17) == Force(2, 0, ("AL-T1", "AL-P1", "AL-PARA"))


def test_s43_1_4_a_zone_with_nothing_but_a_line_is_empty():
    pos = position({10: "AX-L2", 11: "1C AX-L3 AX-T3"})
    assert is_empty(pos, 10)
    assert not is_empty(pos, 11)


def test_s43_1_5_counters_are_ready_or_engaged():
    pos = position({14: "axis 1C AX-T3 AX-E1(e) AX-L1"})
    assert (pos.is_ready("AX-T3"), pos.is_engaged("AX-T3")) == (True, False)
    assert (pos.is_ready("AX-E1"), pos.is_engaged("AX-E1")) == (False, True)
    pos.engage("AX-T3")
    pos.ready("AX-E1")
    assert shorthand(pos, "axis", 14) == "1C t E"


def test_s43_1_6_the_pool_holds_what_is_neither_on_the_board_nor_removed():
    pos = sample_position()
    assert shorthand(pos, "allied", POOL) == "16C T T X P P P G G"
    assert shorthand(pos, "axis", POOL) == "5C T T P"
    assert pos.pool_lines() == ("AX-L1",)
    assert pos.pool_cubes("allied") == 16


def test_s43_1_6_what_is_eliminated_goes_to_the_pool_of_its_owner_and_is_ready_there():
    pos = position({14: "axis 2C 1H AX-E1(e) AX-T3 AX-L1"})
    pos.eliminate("axis", 14, Force(2, 1, ("AX-E1",)))
    assert shorthand(pos, "axis", 14) == "1C T"
    assert pos.pool_cubes("axis") == 22
    assert pos.place_of("AX-E1") == POOL
    assert pos.is_ready("AX-E1")
    pos.eliminate_line(14)
    assert pos.pool_lines() == facts().lines


def test_s43_1_6_what_was_eliminated_can_come_back():
    pos = position({14: "axis 1C AX-E1(e)"})
    pos.eliminate_counter("AX-E1")
    pos.eliminate_cube("axis", 14)
    pos.place_counter("AX-E1", 10)
    pos.place_cubes("axis", 10, 1)
    pos.place_line("AX-L2", 10)
    assert shorthand(pos, "axis", 10) == "1C E"
    assert pos.lines == {10: "AX-L2"}


def test_s43_1_6_the_pool_gives_no_more_than_it_has():
    pos = sample_position()
    with pytest.raises(ValueError, match="the axis pool has not 6 cubes"):
        pos.place_cubes("axis", 10, 6)
    with pytest.raises(ValueError, match="AX-T3 is not in the pool"):
        pos.place_counter("AX-T3", 10)


def test_s43_1_7_a_removed_piece_is_not_in_the_pool():
    pos = position({11: "axis 1C AX-TI(e)"})
    pos.remove_from_game("AX-TI")
    assert pos.place_of("AX-TI") == REMOVED
    assert "AX-TI" not in pos.counters("axis", POOL)
    assert not pos.is_engaged("AX-TI")
    assert Position.from_data(facts(), pos.to_data()) == pos


def test_s43_1_7_a_removed_piece_never_returns():
    pos = position({}, removed=["AX-TI"])
    with pytest.raises(ValueError, match="AX-TI is not in the pool"):
        pos.place_counter("AX-TI", 11)


def test_s43_1_8_cubes_are_a_number_and_counters_have_names():
    pos = position({8: "axis 2C 1H AX-T3"})
    assert pos.force("axis", 8) == Force(3, 1, ("AX-T3",))
    assert pos.force("axis", 8).free == 2
    assert pos.force("axis", 8).data() == {"cubes": 3, "held": 1, "counters": ["AX-T3"]}


def test_s43_1_8_no_force_has_more_held_cubes_than_cubes():
    with pytest.raises(ValueError, match="1 cubes and 2 held"):
        Force(1, 2)
    with pytest.raises(ValueError, match="-1 cubes"):
        Force(-1)


def test_s43_1_8_forces_add_up_and_come_apart():
    whole = Force(3, 1, ("AX-T3", "AX-E1"))
    part = Force(1, 1, ("AX-T3",))
    assert whole.minus(part) == Force(2, 0, ("AX-E1",))
    assert whole.minus(part).plus(part) == Force(3, 1, ("AX-E1", "AX-T3"))
    with pytest.raises(ValueError, match="AX-T4"):
        whole.minus(Force(counters=("AX-T4",)))


def test_s43_1_8_moving_keeps_every_piece():
    pos = position({14: "axis 1C 2H AX-T3(e) AX-E1"})
    pos.move_forces("axis", Force(2, 1, ("AX-T3",)), 14, 13)
    assert shorthand(pos, "axis", 14) == "1H E"
    assert shorthand(pos, "axis", 13) == "1C 1H t"
    assert pos.pool_cubes("axis") == 20


def test_s43_1_8_only_what_is_there_can_move():
    pos = position({14: "axis 1C 1H AX-T3"})
    for missing in (Force(3), Force(1, counters=("AX-E1",)), Force(2, 2)):
        with pytest.raises(ValueError, match=r"."):
            pos.move_forces("axis", missing, 14, 13)
    assert shorthand(pos, "axis", 14) == "1C 1H T"
    assert shorthand(pos, "axis", 13) == ""


def test_s43_1_9_italian_forces():
    italian = [counter.id for counter in facts().counters.values() if counter.italian]
    assert italian == ["AX-TI", "AX-PI", "AX-FI"]
    kinds = [facts().counter(counter).kind for counter in italian]
    assert kinds == ["tank", "plane", "fleet"]


def test_s43_1_10_numbers_of_pieces():
    known = facts()
    assert dict(known.cubes) == {"allied": 23, "axis": 23}
    assert len(known.lines) == 3
    kinds = {side: [c.kind for c in known.counters_of[side]] for side in SIDES}
    assert kinds["allied"].count("fleet") == 2
    assert kinds["axis"].count("fleet") == 1
    assert kinds["axis"].count("uboat") == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"axis": {"sea": ["AX-FI", "AX-U1"], "10": {"cubes": 24}}}, "only 23 cubes"),
        (
            {
                "axis": {
                    "sea": ["AX-FI", "AX-U1"],
                    "10": {"counters": ["AX-T1"]},
                    "11": {"counters": ["AX-T1"]},
                }
            },
            "AX-T1 is in two places",
        ),
        ({"axis": {"sea": ["AX-U1"]}}, "AX-FI is neither at sea nor removed"),
        (
            {
                "axis": {
                    "sea": ["AX-FI", "AX-U1"],
                    "10": {"line": "AX-L1"},
                    "11": {"line": "AX-L1"},
                }
            },
            "AX-L1 is in two places",
        ),
        ({"removed": ["AX-FI"]}, "AX-FI is in two places"),
    ],
)
def test_s43_1_10_no_position_breaks_the_limits(change, message):
    data = position({}).to_data() | change
    with pytest.raises(ValueError, match=message):
        Position.from_data(facts(), data)


def test_s43_1_13_tracks():
    pos = standard_position()
    assert (pos.turn, pos.impulse) == (1, 1)
    assert pos.naval_points == {"allied": 6, "axis": 2}
    assert pos.plays == {"allied": {}, "axis": {}}
    assert set(pos.control) == set(facts().zones)
    pos.step = Step("impulse", number=3)
    assert pos.impulse == 3
    assert (facts().tracks.impulses, facts().tracks.rounds) == (4, 3)


def test_s43_1_13_every_track_survives_the_round_trip():
    pos = position(
        {17: "2C AL-T1(e)", 7: "axis 1C 2H AX-L1; AL-G1(e)", "afloat": "3C AL-T2", 19: ""},
        turn=6,
        step="i4",
        initiative="axis",
        allied=[16, 19],
        removed=["AL-FUK", "AL-PARA", "AX-U1"],
        naval_points=(2, 0),
        tokens=(3, 0),
        plays={"allied": {"operational": 2}, "axis": {"kesselring": 1}},
        passes=1,
    )
    pos.bought["allied"]["plane"] = 1
    pos.where["AL-PARA"] = "dropped"
    data = pos.to_data()
    again = Position.from_data(facts(), data)
    assert again == pos
    assert again.to_data() == data
    assert again.place_of("AL-PARA") == "dropped"
    assert again.stack("allied", "afloat").cubes == 3


def test_s43_1_13_a_copy_is_independent():
    pos = sample_position()
    before = pos.to_data()
    copy = pos.copy()
    copy.turn = 5
    copy.stack("axis", 14).cubes += 1
    copy.eliminate_counter("AX-T3")
    copy.engage("AX-E1")
    copy.eliminate_line(10)
    copy.control[14] = "allied"
    copy.naval_points["allied"] = 0
    copy.tokens["axis"] = 0
    copy.plays["axis"]["kesselring"] = 1
    copy.bought["allied"]["plane"] = 1
    assert pos.to_data() == before
    assert copy.facts is pos.facts
    assert isinstance(copy, Board)


@pytest.mark.parametrize(
    "text", ["setup", "overlord", "initiative", "supply", "reinforce/axis", "i12"]
)
def test_s43_28_18_steps_are_written_as_they_are_read(text):
    assert str(Step.parse(text)) == text


@pytest.mark.parametrize("text", ["", "i0", "i01", "i", "reinforce", "reinforce/sea", "I1", "i1 "])
def test_s43_28_18_nothing_else_is_a_step(text):
    with pytest.raises(ValueError, match="is no step of a turn"):
        Step.parse(text)


@pytest.mark.parametrize(
    ("turn", "step"), [(2, "setup"), (1, "reinforce/axis"), (4, "overlord"), (9, "i1")]
)
def test_s43_28_18_no_turn_has_a_foreign_step(turn, step):
    data = position({}).to_data() | {"turn": turn, "step": step}
    with pytest.raises(ValueError, match=r"/step|/turn"):
        Position.from_data(facts(), data)


def test_s43_5_4_who_is_active():
    pos = position({}, initiative="axis")
    sides = []
    for step in ("reinforce/allied", "i1", "i2", "i3", "i4", "i5", "supply"):
        pos.step = Step.parse(step)
        sides.append(pos.active)
    assert sides == ["allied", "axis", "allied", "axis", "allied", "axis", None]
    assert pos.step_id == "t2/supply"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"engaged": ["AL-T1"]}, "AL-T1 is not on the board"),
        ({"initiative": "sea"}, "'initiative' should be 'allied' or 'axis'"),
        ({"step": "i"}, "a step of a turn"),
        ({"tokens": {"allied": 7, "axis": 6}}, "from 0 to 6"),
        ({"plays": {"allied": {"kesselring": 1}}}, "'kesselring' is not a member"),
        ({"plays": {"allied": {"operational": 3}}}, "from 0 to 2"),
        ({"bought": {"allied": {"plane": 2}}}, "from 0 to 1"),
        ({"secret": 1}, "'secret' is not a member"),
        ({"control_allied": [17, 17]}, "17 is there twice"),
    ],
)
def test_s43_1_13_what_is_no_position_is_refused_with_the_place(change, message):
    data = position({}).to_data() | change
    with pytest.raises(ValueError, match=message):
        Position.from_data(facts(), data)


def test_s43_5_2_somebody_has_the_initiative_once_it_counts():
    data = position({}).to_data()
    del data["initiative"]
    with pytest.raises(ValueError, match="somebody has the initiative"):
        Position.from_data(facts(), data)
    assert Position.from_data(facts(), data | {"step": "initiative"}).initiative is None


def test_s43_19_16_no_zone_holds_more_held_cubes_than_cubes():
    data = position({}).to_data()
    data["axis"]["8"] = {"cubes": 1, "held": 2}
    with pytest.raises(ValueError, match="more held cubes than cubes"):
        Position.from_data(facts(), data)


def test_s43_19_21_where_nobody_chooses_a_held_cube_is_lost_first():
    pos = position({8: "axis 2C 1H"})
    pos.eliminate_cube("axis", 8)
    assert shorthand(pos, "axis", 8) == "2C"
    pos.eliminate_cube("axis", 8)
    assert shorthand(pos, "axis", 8) == "1C"


def test_s43_22_1_italy_has_surrendered_when_its_forces_are_removed():
    assert position({}, removed=["AX-TI", "AX-PI", "AX-FI"]).italy_surrendered
    assert not position({11: "AX-TI"}, removed=["AX-PI", "AX-FI"]).italy_surrendered
    assert not sample_position().italy_surrendered


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.sampled_from(["AX-T1", "sea", "i1", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("aZ"), inner),
    max_leaves=4,
)


def places(value, at=()):
    """The path of every member and item of plain data."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for part, inner in pairs:
        yield (*at, part)
        if isinstance(inner, dict | list):
            yield from places(inner, (*at, part))


@given(st.data())
def test_s43_1_13_whatever_is_written_into_a_position_is_read_or_refused(data):
    """A correction may patch a position anywhere (protocol 8.5); nothing may come of it but
    a position or a ValueError."""
    plain = sample_position().to_data()
    *path, last = data.draw(st.sampled_from(list(places(plain))))
    inner = plain
    for part in path:
        inner = inner[part]
    inner[last] = data.draw(VALUES)
    try:
        pos = Position.from_data(facts(), plain)
    except ValueError:
        return
    assert Position.from_data(facts(), pos.to_data()) == pos
