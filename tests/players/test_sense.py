"""The players of 1943-1945 do what anybody would do in plain positions."""

import pytest

from pbem.players.italy1943.evaluation import Judge
from pbem.players.italy1943.fights import is_lost, stand_or_go
from pbem.players.italy1943.impulse import impulse_orders
from pbem.players.italy1943.phases import reinforcement_orders
from pbem.players.italy1943.player import additional
from support.italy1943 import position, sample_position, standard_position

AWAY = {21: "3C", 19: "1C", 1: "axis 4C", 4: "axis 4C", 5: "axis 3C"}
"""Forces far away, so that nobody is at his end, and the way to Munich is barred."""

NO_FLEETS = ("AL-FUS", "AL-FUK")


def orders(pos, side):
    return impulse_orders(Judge(side), pos)


def kinds(entries, do):
    return [entry for entry in entries if entry["do"] == do]


def test_an_empty_star_next_door_is_walked_into():
    pos = position({**AWAY, 11: "4C"}, allied=(11, 19, 21), removed=NO_FLEETS)
    moves = kinds(orders(pos, "allied"), "move")
    assert 10 in [zone for move in moves for zone in move["path"]]


def test_a_weak_enemy_in_a_star_is_attacked_with_force():
    pos = position({**AWAY, 10: "1C", 11: "axis 5C AX-T1"}, step="i2", allied=(10, 19, 21))
    (attack,) = kinds(orders(pos, "axis"), "attack")
    assert attack["zone"] == 10
    assert sum(part.get("cubes", 0) for part in attack["forces"]) >= 3


def test_a_strong_position_is_left_alone():
    pos = position({**AWAY, 11: "2C", 10: "axis 6C AX-L2"}, allied=(11, 19, 21))
    assert not [e for e in kinds(orders(pos, "allied"), "attack") if e["zone"] == 10]


def test_the_first_turn_goes_for_africa():
    attacks = kinds(orders(standard_position(), "allied"), "attack")
    assert {attack["zone"] for attack in attacks} & {16, 17}


def test_a_ready_fleet_carries_a_landing_and_a_plane_supports():
    pos = sample_position()
    found = orders(pos, "allied")
    (landing,) = kinds(found, "landing")
    assert landing["fleets"]


def test_s43_24_9_operational_at_sea_makes_a_landing_possible():
    pos = standard_position()
    found = orders(pos, "allied")
    if kinds(found, "landing"):
        assert {"do": "event", "event": "operational", "zone": "sea"} in found


def test_s43_7_8_cubes_become_paratroopers_while_they_can():
    pos = position({**AWAY, 17: "4C"}, turn=3, step="reinforce/allied", allied=(17, 19, 21))
    bought = [e["kind"] for e in kinds(reinforcement_orders(Judge("allied"), pos), "convert")]
    assert bought[:2] == ["paratroopers", "plane"]


def test_s43_7_8_no_paratroopers_from_turn_5_on():
    pos = position({**AWAY, 17: "4C"}, turn=5, step="reinforce/allied", allied=(17, 19, 21))
    bought = [e["kind"] for e in kinds(reinforcement_orders(Judge("allied"), pos), "convert")]
    assert "paratroopers" not in bought


def test_axis_cubes_go_where_a_star_is_in_danger():
    stacks = {**AWAY, 11: "4C AL-T1", 10: "axis 2C", 2: "axis 4C", 7: "axis 3C"}
    pos = position(stacks, turn=3, step="reinforce/axis", allied=(11, 19, 21), tokens=(6, 2))
    (placed,) = kinds(reinforcement_orders(Judge("axis"), pos), "reinforce")
    assert 10 in [place["zone"] for place in placed["place"]]


def test_what_is_good_for_one_side_is_bad_for_the_other():
    before = position({**AWAY, 11: "4C", 10: "axis 2C"}, allied=(11, 19, 21))
    after = position({**AWAY, 10: "4C", 9: "axis 2C"}, allied=(10, 11, 19, 21))
    assert Judge("allied").value(after) > Judge("allied").value(before)
    assert Judge("axis").value(after) < Judge("axis").value(before)


def test_forces_out_of_supply_are_worth_less():
    fed = position({**AWAY, 11: "axis 4C"}, allied=(19, 21))
    cut = position({**AWAY, 11: "axis 4C", 9: "1C", 10: "1C"}, allied=(9, 10, 19, 21))
    assert 11 in Judge("axis").survey(fed).supplied("axis")
    assert 11 not in Judge("axis").survey(cut).supplied("axis")


@pytest.mark.parametrize(("tokens", "played"), [(6, True), (1, False)])
def test_s43_23_9_tokens_are_kept_for_later_turns(tokens, played):
    pos = position(AWAY, turn=2, step="i4", allied=(19, 21))
    pos.tokens["axis"] = tokens
    assert bool(additional(pos, "axis")) is played


class Decided:
    """A decision with facts from a table."""

    def __init__(self, word, **facts):
        self.word = word
        self.table = {"round": 1, "own_needs": 6, "enemy_needs": 6, **facts}

    def facts(self, name, place):
        return self.table.get(name.replace(":", "_"), 0)


class Asked:
    def __init__(self, *decisions):
        self.decisions = decisions


LOST = {"own_forces": 2, "enemy_forces": 6, "own_dice": 2, "enemy_dice": 4, "enemy_needs": 4}


def test_s43_d28_who_would_be_wiped_out_retreats():
    asked = Asked(Decided("retreat", **LOST))
    assert stand_or_go(asked) == [{"do": "answer", "decision": "retreat", "value": {}}]


def test_s43_d28_who_holds_stands():
    holding = Decided("retreat", own_forces=5, enemy_forces=3, own_dice=4, enemy_dice=3)
    assert not is_lost(holding)
    assert stand_or_go(Asked(holding)) == []


def test_s43_d29_a_star_that_would_fall_is_saved_by_stop_battle():
    asked = Asked(Decided("retreat", star=True, **LOST), Decided("stop_battle"))
    assert stand_or_go(asked) == [{"do": "answer", "decision": "stop_battle", "value": "always"}]


def test_s43_d28_after_the_last_round_nobody_retreats():
    assert not is_lost(Decided("retreat", **{**LOST, "round": 3}))
