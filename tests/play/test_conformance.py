"""A game that breaks one of the promises is found, and the message says which and where."""

import itertools
from dataclasses import replace

import pytest

from pbem.engine.game import StepEnd
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.testing import random_play
from pbem.testing.conformance import Broken, check_rules
from pbem.testing.random_play import Chance
from pbem.testing.spoiling import spoiled
from support.battle import Battle
from support.toy import ToyRules


def breaks(rules, games=40):
    """What the first broken game of some is blamed for."""
    for seed in range(games):
        try:
            check_rules(rules, seed)
        except Broken as broken:
            return str(broken)
    return "nothing"


class Changed(Battle):
    """The toy battle, of which each test changes something."""


def test_a_crash_is_told_with_seed_and_ask():
    class Crashes(Changed):
        def step(self, opening, table):
            if opening["step"] == "battle" and opening["dice"] == 3:
                raise KeyError("three dice")
            return super().step(opening, table)

    told = breaks(Crashes())
    assert "KeyError: 'three dice'" in told
    assert "resolution 1 (t1/orders)" in told


def test_a_game_without_end_is_found(monkeypatch):
    monkeypatch.setattr(random_play, "MOST_RESOLUTIONS", 30)
    with pytest.raises(Broken, match="no end after"):
        check_rules(ToyRules(), 1, {"steps": ["quiet"] * 40})


def test_an_ask_that_comes_twice_is_found():
    class Endless(Changed):
        def step(self, opening, table):
            return self._go_on(super().step({**opening, "step": "battle"}, table))

        async def _go_on(self, step):
            return replace(await step, over=None)

        def suggest_standing(self, seat, pick):
            return []  # so that something is asked in each step

    assert "is asked twice in a game" in breaks(Endless())


def test_a_piece_that_is_lost_is_found():
    class Loses(Changed):
        def breaches(self, position):
            return ["AL-T1 is nowhere"] if position["step"] == "battle" else []

    assert "AL-T1 is nowhere" in breaks(Loses())


def test_a_suggestion_that_is_refused_is_found():
    class Suggests(Changed):
        def suggest(self, question, pick):
            return [{"do": "attack", "dice": 9}] if question.kind == "orders" else []

    assert "a suggestion for t1/orders is refused" in breaks(Suggests())


def test_an_empty_answer_that_is_refused_is_found():
    class Insists(Changed):
        def _read(self, orders, at):
            if not orders:
                raise OrdersRefused([Refusal("E_EMPTY", at, "T-1", "say how many dice")])
            return super()._read(orders, at)

        def suggest(self, question, pick):
            return [{"do": "attack", "dice": 2}] if question.kind == "orders" else []

    assert "an empty answer to t1/orders is refused" in breaks(Insists())


@pytest.mark.parametrize(
    ("refusal", "blamed"),
    [
        (Refusal("wrong", "/orders/0", "T-1", "no"), "no code"),
        (Refusal("E_NO", "/orders/0", "", "no"), "no clause"),
        (Refusal("E_NO", "/orders/0", "T-1", ""), "no clause or no sentence"),
        (Refusal("E_NO", "", "T-1", "no"), "no place"),
    ],
    ids=["code", "clause", "text", "place"],
)
def test_a_refusal_without_code_clause_text_or_place_is_found(refusal, blamed):
    class Refuses(Changed):
        def _read(self, orders, at):
            try:
                return super()._read(orders, at)
            except OrdersRefused:
                raise OrdersRefused([refusal]) from None

    assert blamed in breaks(Refuses())


def test_a_crash_over_orders_with_a_slip_is_found():
    class Trusting(Changed):
        def _read(self, orders, at):
            return orders[0]["dice"] if orders else super()._read(orders, at)

    assert "breaks the rules: " in breaks(Trusting())


def test_rules_that_remember_something_are_found():
    class Remembers(Changed):
        counted = itertools.count()

        async def _orders(self, table):
            end = await super()._orders(table)
            return StepEnd({**end.position, "dice": 1 + next(self.counted) % 4})

    told = breaks(Remembers())
    assert "another game" in told or "one after the other" in told or "R04" in told or "R03" in told


def test_a_position_that_is_no_plain_data_is_found():
    class Floats(Changed):
        def start(self, options):
            return {"step": "orders", "dice": 0.5}

    assert "plain data" in breaks(Floats())


def test_a_seat_that_nobody_has_is_found():
    class Stranger(Changed):
        seats = ("blue", "green")

    assert "red is no seat" in breaks(Stranger())


def test_options_that_are_refused_are_told():
    with pytest.raises(Broken, match="the options are refused"):
        check_rules(Battle(), 1, {"start": "sample"})


# ------------------------------------------------------------------ the means


def test_chance_picks_everything_and_nothing_else():
    pick = Chance("a seed")
    drawn = [pick(6) for _ in range(600)]
    assert set(drawn) == set(range(6))
    assert drawn[:20] == [Chance("a seed")(6), *drawn[1:20]]
    assert drawn != [Chance("another seed")(6) for _ in range(600)]


def test_spoiling_changes_one_thing_and_never_the_original():
    orders = [{"do": "move", "from": 17, "path": [16, 21], "cubes": 2}]
    changed = [spoiled(orders, Chance(f"spoil {seed}")) for seed in range(100)]
    assert orders == [{"do": "move", "from": 17, "path": [16, 21], "cubes": 2}]
    assert sum(other == orders for other in changed) < 10
    assert len({str(other) for other in changed}) > 30
    assert spoiled([], Chance("")) == [{"do": "nothing"}]
