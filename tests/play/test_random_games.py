"""Whole random games: what every game has to keep (`pbem.testing.conformance`).

The ordinary run plays a few games, always the same ones. `PBEM_RANDOM_GAMES=200 pytest tests/play`
plays as many others, so that each such run looks at games nobody has seen.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import integers

from pbem import registry
from pbem.engine.dice import SeedDice
from pbem.engine.driver import Sources
from pbem.engine.game import Inspects, Suggests
from pbem.engine.resolution import check_answer, opening_outcome, resolve
from pbem.engine.sheets import Sheet
from pbem.testing.conformance import Tally, check_game, check_rules
from pbem.testing.random_play import Chance, RandomGame
from support.battle import Battle
from support.scattered import Scattered
from support.toy import ToyRules

MORE = int(os.environ.get("PBEM_RANDOM_GAMES", "0"))
GAME = registry.game("1943-1945")
RULES = registry.module("1943-1945").rules

random_games = settings(
    max_examples=MORE or 2,
    derandomize=not MORE,
    database=None,
    deadline=None,
    phases=(Phase.generate,),  # a smaller seed is no smaller game
    suppress_health_check=(HealthCheck.too_slow,),
)
seeds = given(seed=integers(0, 10**9))


@random_games
@seeds
def test_whole_games_of_1943_1945_from_the_set_up(seed):
    check_rules(RULES, seed)


@random_games
@seeds
def test_whole_games_of_1943_1945_from_the_sample(seed):
    check_rules(RULES, seed, {"start": "sample"})


def test_our_game_suggests_and_inspects():
    assert isinstance(RULES, Suggests)
    assert isinstance(RULES, Inspects)


def test_an_installed_game_is_checked_with_the_data_that_come_with_it():
    tally = check_game(GAME, 1, 7)
    assert tally.games == 1
    assert tally.asked["orders"] > 20
    assert tally.events["impulse_began"] > 10


def test_a_seed_fixes_a_game():
    first, second = (
        [(played.outcome.rolls, played.sheets) for played in RandomGame(Battle(), 11)]
        for _ in range(2)
    )
    assert first == second
    assert first != [(p.outcome.rolls, p.sheets) for p in RandomGame(Battle(), 12)]


@pytest.mark.parametrize("seed", range(20))
def test_games_that_suggest_nothing_are_played_by_their_defaults(seed):
    steps = ["assault", "probe", "meeting", "quiet"]
    assert check_rules(ToyRules(), seed, {"steps": steps}).games == 1


def test_the_toy_battle_is_played_with_all_it_offers():
    tally = Tally()
    for seed in range(40):
        check_rules(Battle(), seed, {}, tally)
    assert tally.games == 40
    assert set(tally.asked) == {"orders", "losses", "end"}
    assert {"fired", "loss_taken"} <= set(tally.events)
    assert {"E_FORMAT", "E_OPTION"} <= set(tally.refused)


# ------------------------------------------------------------------ rare situations


@random_games
@seeds
def test_whole_games_of_1943_1945_from_anywhere(seed):
    check_rules(Scattered(RULES.facts, seed), seed)


HAZARDS = ("bomb", "sea_attack", "policies", "pause")
"""Order types whose outcome is no one's to know: dice, and what others may do."""


@pytest.mark.parametrize("seed", range(40))
def test_s43_28_9_orders_that_were_accepted_are_carried_out_if_nobody_reacts(seed):
    """The trial and the game agree: no die, no policy and no pause comes between."""
    rules = Scattered(RULES.facts, seed)
    before = opening_outcome(rules, {})
    (question,) = before.open
    suggested = rules.suggest(question, Chance(f"trial {seed}"))
    orders = [
        {name: member for name, member in entry.items() if name not in ("plan", "when")}
        for entry in suggested
        if entry["do"] not in HAZARDS and "if" not in entry
    ]
    if check_answer(RULES, question, orders):
        return  # what was left out was needed
    sheets, events = {question.id: Sheet("0" * 64, orders)}, []
    outcome = before
    while sheets and not outcome.ended_step:
        outcome = resolve(rules, outcome.step, Sources(sheets), SeedDice("0" * 64))
        events += outcome.events
        sheets = {each.id: None for each in outcome.open}
    skipped = [e for e in events if e["event"] == "entry_skipped" and e["clause"] == "S43-28.8"]
    assert skipped == []


def test_suggestions_hold_every_order_type_in_time():
    """What is never suggested is never looked at."""
    written = set()
    for seed in range(60):
        rules = Scattered(RULES.facts, seed)
        outcome = opening_outcome(rules, {})
        for question in outcome.open:
            for more in range(6):
                orders = rules.suggest(question, Chance(f"{seed}.{more}"))
                written |= {entry["do"] for entry in orders}
    assert written >= {
        *("pass", "move", "fly", "transport", "partisan_move", "sea_attack", "bomb", "event"),
        *("partisan_use", "attack", "landing", "pause", "policies"),
    }


def test_suggested_standing_orders_are_legal_and_hold_every_decision_of_a_side():
    words = set()
    for seed in range(120):
        for side in RULES.seats:
            policies = RULES.suggest_standing(side, Chance(f"{side} {seed}"))
            assert RULES.check_standing(side, "", list(policies)) == []
            words |= {policy["decision"] for policy in policies}
    assert words == {*RULES.frame.vocabulary.decisions, "*"}
