"""What decisions offer, in words: 1943-1945 has words for every offer it makes."""

import re

import pytest
from jinja2 import TemplateNotFound

from pbem import registry
from pbem.report.names import Names, names_of
from pbem.report.offers import Offers
from pbem.report.templates import text_environment
from pbem.report.wording import words_of
from pbem.testing.random_play import RandomGame

PACKAGE = "pbem.games.italy1943"
RULES = registry.module("1943-1945").rules
NAMES = names_of(RULES.view(RULES.start({"start": "sample"})), words_of("1943-1945", PACKAGE))
OFFERS = Offers("1943-1945", PACKAGE, NAMES)
FORCE = {"cubes": 3, "held": 1, "counters": ["AX-T3"]}
EXAMPLES = {
    "initiative": (["self", "opponent"], "take it, or leave it to the opponent"),
    "overlord": (["AL-FUS", "AL-FUK"], "fleet AL-FUS, fleet AL-FUK"),
    "intercept_landing": (["AX-P3", "AX-FI"], "plane AX-P3, fleet AX-FI, or none"),
    "intercept_transport": (["AX-U1"], "U-boat AX-U1, or none"),
    "support_plane": (["AX-P2"], "plane AX-P2, or none"),
    "support_tank": ([], "nothing, or none"),
    "drop": (["AL-PARA"], "paratroopers AL-PARA, or none"),
    "elite": (["AX-E1"], "inflict a loss, absorb a loss, or hold, with elite AX-E1"),
    "planes_leave": (
        {"planes": ["AX-P2"], "to": [13, 15]},
        "plane AX-P2, or none; to 13 Calabria, 15 Sardinia",
    ),
    "losses": (
        {"losses": 1, "options": ["cube", "retreat", "eliminate:AX-T3"]},
        "1 loss to be met, in one of these ways: eliminate a cube, retreat with all "
        "that is left, eliminate tank AX-T3",
    ),
    "retreat": (FORCE, "nobody, all, or some of these: 2 cubes, 1 held cube and tank AX-T3"),
    "advance": (FORCE, "all, nobody, or some of these: 2 cubes, 1 held cube and tank AX-T3"),
    "retreat_to": ([13, 11], "13 Calabria, 11 Naples"),
    "next_combat": ([14], "14 Sicily"),
    "stop_battle": (["never", "always"], "yes or no"),
    "logistics": ([15], "15 Sardinia, or nowhere"),
    "reinforce": (
        {"due": 2, "pool": 5, "entry": ["17 Tunis"], "convert": [{"zone": 17, "kind": "tank"}]},
        "2 cubes due, 5 cubes in the pool; into 17 Tunis; conversions: 17 Tunis (tank)",
    ),
    "stacking": (
        {
            "forces": 1,
            "tanks": 0,
            "most": 6,
            "most_tanks": 2,
            "here": {"cubes": 7},
            "next": ["cube to 17", "AL-T1 to 21"],
        },
        "1 force too many, for 6 may stay; there are 7 cubes; what may leave next: cube to "
        "17 Tunis, tank AL-T1 to 21 Tripoli",
    ),
}


@pytest.mark.parametrize("word", EXAMPLES)
def test_an_offer_is_told_in_words(word):
    offer, told = EXAMPLES[word]
    assert OFFERS.said(word, offer) == told


def is_entries(offer):
    return isinstance(offer, list) and all(isinstance(item, dict) for item in offer)


def test_every_offer_of_some_random_games_has_words():
    macros = text_environment(PACKAGE).get_template("1943-1945/offers.j2").module
    seen = set()
    for seed in ("1", "2", "3"):
        for resolution in RandomGame(RULES, seed, {"start": "sample"}):
            for decision in (d for q in resolution.outcome.open for d in q.decisions):
                if decision.offer() is None or is_entries(decision.offer()):
                    continue
                seen.add(decision.word)
                assert hasattr(macros, decision.word), f"no macro for {decision.word}"
                told = OFFERS.said(decision.word, decision.offer())
                assert told
                assert not re.search(r"Undefined|[{}<>|]|  | [,.;:]", told), told
    assert {"initiative", "reinforce", "stacking"} <= seen


def test_a_game_without_words_tells_the_plain_values():
    with pytest.raises(TemplateNotFound):
        text_environment("").get_template("toy/offers.j2")
    offers = Offers("toy", "", Names())
    assert offers.said("losses", {"least": 1, "of": ["cube", "tank"]}) == "least 1; of cube, tank"
    assert offers.said("losses", None) == ""
