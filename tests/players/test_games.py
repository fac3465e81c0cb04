"""Program against program: whole games, legal throughout, and with some sense."""

from hashlib import sha256
from itertools import islice

import pytest

from pbem import registry
from pbem.engine.dice import SeedDice
from pbem.engine.resolution import check_answer
from pbem.games.italy1943.position import Position
from pbem.players.installed import NoPlayer, player_of
from pbem.players.italy1943 import make_player
from support.match import play_match

SEATS = ("allied", "axis")


class Strict:
    """A player whose answers must be legal as they are, without help."""

    def __init__(self, inner, rules):
        self.inner = inner
        self.rules = rules

    def standing(self):
        return self.inner.standing()

    def answer(self, question, opening):
        orders = self.inner.answer(question, opening)
        refusals = check_answer(self.rules, question, orders)
        assert not refusals, (question.id, orders, refusals)
        return orders


def rules():
    return registry.module("1943-1945").rules


def match(seed, options=()):
    game = rules()
    players = {seat: Strict(make_player(game, seat), game) for seat in SEATS}
    dice = SeedDice(sha256(str(seed).encode()).hexdigest())
    return play_match(game, players, dice, dict(options))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_ends_and_no_answer_is_ever_refused(seed):
    turns = list(match(seed))
    end = turns[-1].outcome
    assert end.over is not None
    told = {event["event"] for turned in turns for event in turned.outcome.events}
    assert {"attack_declared", "landing_declared", "round_fought", "forces_moved"} <= told


def test_the_same_seed_gives_the_same_game():
    first, again = list(islice(match(7), 15)), list(islice(match(7), 15))
    assert [turned.answers for turned in first] == [turned.answers for turned in again]
    assert first[-1].outcome.step.state() == again[-1].outcome.step.state()


def test_standing_orders_are_legal():
    for seat in SEATS:
        policies = [dict(policy) for policy in make_player(rules(), seat).standing()]
        assert not rules().check_standing(seat, "", policies)


def test_a_player_does_not_change_the_position_it_looks_at():
    game = rules()
    turned = next(iter(play_match(game, _players(game), SeedDice("ab" * 32), {"start": "sample"})))
    (question, *_) = turned.outcome.open
    opening = turned.outcome.step.opening
    before = Position.from_data(game.facts, opening).to_data()
    make_player(game, question.seat).answer(question, opening)
    assert Position.from_data(game.facts, opening).to_data() == before


def _players(game):
    return {seat: make_player(game, seat) for seat in SEATS}


def test_the_installed_player_of_a_game_is_found_by_its_id():
    assert player_of("1943-1945") is make_player
    with pytest.raises(NoPlayer):
        player_of("chess")


def test_a_player_refuses_other_rules_and_other_seats():
    with pytest.raises(ValueError, match="no seat 'umpire'"):
        make_player(rules(), "umpire")
