"""The asks of combats and landings (28.19): ids, kinds, seats, and what is decided."""

import pytest

from support.entries import policy
from support.skirmish import DEFAULTS, attack, field, landing, rounds, skirmish

OVERLAND = attack(17, {20: "2C AL-T1"})
BY_SEA = landing(14, "AL-FUS", {20: "2C AL-T1"})
STACKS = {
    20: "2C AL-T1 AL-P2 AL-PARA",
    19: "C",
    17: "axis 2C AX-E1 AX-P1",
    16: "axis C",
    14: "axis C AX-T1",
}
HIT = rounds(17, ([5, 1], [6, 1]))
SHOT = {"landing:14/bombard/AL-FUS": [6]}


@pytest.mark.parametrize(
    ("word", "seat", "written", "dice", "ask", "words"),
    [
        ("planes_leave", "axis", OVERLAND, {}, "combat:17/round:1/leave/axis", ["planes_leave"]),
        (
            *("drop", "allied", OVERLAND, {}, "combat:17/round:1/support/allied"),
            ["support_tank", "support_plane", "drop"],
        ),
        (
            *("support_plane", "axis", OVERLAND, {}, "combat:17/round:1/support/axis"),
            ["support_plane"],
        ),
        ("elite", "axis", OVERLAND, HIT, "combat:17/round:1/elite/axis", ["elite"]),
        (
            *("losses", "axis", OVERLAND, HIT, "combat:17/round:1/losses/axis"),
            ["losses", "retreat_to"],
        ),
        ("losses", "allied", OVERLAND, HIT, "combat:17/round:1/losses/allied", ["losses"]),
        (
            *("retreat", "axis", OVERLAND, HIT, "combat:17/round:1/end/axis"),
            ["retreat", "retreat_to", "stop_battle"],
        ),
        (
            *("break_off", "allied", OVERLAND, HIT, "combat:17/round:1/end/allied"),
            ["break_off", "stop_battle"],
        ),
        ("intercept_landing", "axis", BY_SEA, {}, "landing:14/intercept/axis", None),
        (
            *("losses", "allied", BY_SEA, {"landing:14/intercept/AX-FI": [6]}),
            *("landing:14/intercept/losses/allied", ["losses"]),
        ),
        ("losses", "axis", BY_SEA, SHOT, "landing:14/bombard/losses/axis", ["losses"]),
    ],
)
def test_s43_28_19_asks_of_a_combat(word, seat, written, dice, ask, words):
    filed = dict(DEFAULTS)
    if "intercept/losses" in ask:
        filed["axis"] = [policy("intercept_landing", {"use": ["AX-FI"]}), *DEFAULTS["axis"]]
    if ask.endswith("losses/axis"):
        filed["axis"] = [policy("elite", "hold"), *DEFAULTS["axis"]]
    filed[seat] = [policy(word, "ask"), *filed[seat]]
    done = skirmish(field(STACKS), written, standing=filed, dice=dice)
    assert done.asks == [f"t2/i1/{ask}"]
    question = done.questions[0].ask()
    kind = [part for part in ask.split("/") if part not in ("axis", "allied")][-1]
    assert (question["seat"], question["kind"], question["dice"]) == (seat, kind, True)
    assert not question.keys() & {"hours", "data"}
    if words:
        assert [decision.word for decision in done.questions[0].decisions] == words


@pytest.mark.parametrize(
    ("word", "written", "dice", "ask"),
    [
        ("advance", attack(17, {20: "2C"}), rounds(17, ([6, 1], [1])), "combat:17/advance/allied"),
        (
            *("return_to", landing(17, "AL-FUS", {20: "2C"}, [policy("break_off", "always")])),
            *(
                {"landing:17/bombard/AL-FUS": [1], **rounds(17, ([1, 1], [1]))},
                "landing:17/return/allied",
            ),
        ),
        (
            *("reserves", attack(17, {20: "2C"}), rounds(17, *[([1, 1], [1])] * 3)),
            "combat:17/round:3/end/allied",
        ),
    ],
)
def test_s43_28_19_asks_after_the_rounds(word, written, dice, ask):
    filed = {**DEFAULTS, "allied": [policy(word, "ask"), *DEFAULTS["allied"]]}
    pos = field({20: "2C", 17: "axis C"})
    done = skirmish(pos, written, standing=filed, dice=dice)
    assert done.asks == [f"t2/i1/{ask}"]
    assert [decision.word for decision in done.questions[0].decisions] == [word]


def test_s43_28_19_the_defender_of_an_axis_attack_is_asked_as_allied():
    pos = field({16: "axis 2C", 17: "2C AL-P1", 20: "C"}, initiative="axis")
    done = skirmish(pos, attack(17, {16: "2C"}), standing={})
    assert done.asks == ["t2/i1/combat:17/round:1/support/allied"]


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_s43_29_3_a_wildcard_default_settles_everything(side):
    other = "axis" if side == "allied" else "allied"
    filed = {side: DEFAULTS[side], other: DEFAULTS[other]}
    done = skirmish(
        field(STACKS),
        OVERLAND,
        standing=filed,
        dice=rounds(17, *[([1, 1], [1, 1])] * 3),
    )
    assert done.asks == []


def test_s43_29_3_with_four_words_on_file_the_axis_is_asked_nothing():
    filed = {
        **DEFAULTS,
        "axis": [
            policy("losses", ["cube"]),
            policy("retreat", "never"),
            policy("support_plane", "never"),
            policy("intercept_landing", "never"),
        ],
    }
    done = skirmish(
        field(STACKS),
        BY_SEA,
        standing=filed,
        dice={**SHOT, **rounds(14, ([1, 1], [1]), ([1, 1], [1]), ([1, 1], [1]))},
    )
    assert done.asks == []
