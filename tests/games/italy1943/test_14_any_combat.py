"""Combats and landings with any forces, policies and dice: what must hold in all of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.canon.canonical import encode
from pbem.engine.dice import Cup, SeedDice
from pbem.engine.driver import Sources, StandingOrders, run_step
from pbem.games.italy1943.attacks import declare
from pbem.games.italy1943.combat import fight
from pbem.games.italy1943.position import Position
from support.entries import policy
from support.italy1943 import facts
from support.running import OneRule
from support.skirmish import attack, field, landing, read

STATE = st.sampled_from(["", "(e)"])
ENTRIES = [
    *("cube", "cube:1", "cube:1/round", "line", "retreat", "engage:tank", "eliminate:tank"),
    *("engage:plane", "engage:elite", "eliminate:elite", "engage:paratroopers", "engage:AX-T1"),
]
ZONES = st.lists(st.sampled_from([9, 10, 12, 14, 19, 20, 21]), min_size=1, max_size=3)
VALUES = {
    "losses": st.lists(st.sampled_from(ENTRIES), max_size=4),
    "retreat": st.sampled_from(["never", "all", {"max": 1}, {"use": ["tank", "cube:1"]}]),
    "retreat_to": ZONES,
    "return_to": ZONES,
    "planes_leave": st.sampled_from(["never", {"max": 1}, {"to": [10, 2]}]),
    "support_plane": st.sampled_from(["never", "always", {"use": ["AL-P2", "AX-P2"]}]),
    "support_tank": st.sampled_from(["never", "always", {"use": ["AX-T2"]}]),
    "drop": st.sampled_from(["never", "always"]),
    "elite": st.sampled_from(["inflict", "absorb", "hold", {"AX-E1": "inflict"}]),
    "stop_battle": st.sampled_from(["never", "always"]),
    "reserves": st.sampled_from(["never", "always"]),
    "break_off": st.sampled_from(["never", "always"]),
    "advance": st.sampled_from(["all", "none", {"max": 2}, {"use": ["cube:1", "tank"]}]),
    "held_first": st.sampled_from(["always", "never"]),
    "intercept_landing": st.sampled_from(["never", {"max": 2}, {"use": ["uboat"]}]),
}
CONDITION = st.sampled_from(
    [{}, {"round": {">=": 2}}, {"own_forces": {"<=": 3}}, {"losses": 1}, {"enemy_dice": {">": 2}}]
)


@st.composite
def policies(draw):
    words = draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=8))
    given_ones = [policy(word, draw(VALUES[word]), if_=draw(CONDITION)) for word in words]
    return [*given_ones, policy("*", "default")]


@st.composite
def stacks(draw, counters, *, least=0):
    """Some cubes, and some of these counters and lines."""
    cubes = draw(st.integers(least, 4))
    some = [counter for counter in counters if draw(st.booleans())]
    chosen = [c if c.startswith("AX-L") else f"{c}{draw(STATE)}" for c in some]
    return " ".join([f"{cubes}C", *chosen]) if cubes or chosen else ""


@st.composite
def overland(draw):
    """An Allied attack on 11 out of 13 and 10."""
    there = draw(stacks(["AX-T1", "AX-T2", "AX-P1", "AX-E1", "AX-E2", "AX-L1"], least=1))
    held = draw(st.sampled_from(["", " 1H"]))
    first = draw(stacks(["AL-T1", "AL-P1"], least=1))
    second = draw(stacks(["AL-T2", "AL-P2", "AL-PARA"], least=1))
    others = {14: "axis C AX-P2", 9: draw(st.sampled_from(["", "axis 5C", "2C"])), 12: "axis"}
    pos = field({11: f"axis {there}{held}", 13: first, 10: second, **others})
    return pos, attack(11, {13: _land(first), 10: "C"})


@st.composite
def by_sea(draw):
    """A landing on 14 out of 20 and 17."""
    there = draw(stacks(["AX-T1", "AX-P1", "AX-E1", "AX-L1"]))
    pos = field({14: f"axis {there}", 20: "2C AL-T1 AL-PARA", 17: "2C AL-P2", 15: "axis C AX-P2"})
    return pos, landing(14, "AL-FUS", {17: "2C", 20: "C AL-T1"})


def _land(text):
    return " ".join(word for word in text.split() if "-P1" not in word)


def play_out(pos, written, filed, seed):
    async def rule(play):
        (entry,) = read(written)
        await fight(play, declare(play, entry, "orders"))

    told = []
    sources = Sources({}, {(seat, ""): StandingOrders(seat, filed[seat]) for seat in filed})
    cup = Cup((), SeedDice(f"{seed:064x}"), set())
    made = run_step(OneRule(rule, None), pos.to_data(), (), sources, cup, told)
    assert made.open == ()
    return made.end, [event.data() for event in told]


@settings(max_examples=80, derandomize=True, deadline=None, database=None)
@given(st.one_of(overland(), by_sea()), policies(), policies(), st.integers(0, 2**32))
def test_s43_14_1_every_combat_comes_to_an_end(case, allied, axis, seed):
    pos, written = case
    filed = {"allied": allied, "axis": axis}
    end, told = play_out(pos, written, filed, seed)
    after = Position.from_data(facts(), end.position)  # fails if a rule of the board is broken
    if end.over is None:
        assert after.force("allied", "afloat").size == after.force("allied", "dropped").size == 0
    encode(told)
    assert (end, told) == play_out(pos, written, filed, seed), "the same again"


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(overland(), policies(), policies(), st.integers(0, 2**32))
def test_s43_16_7_no_piece_appears_or_vanishes(case, allied, axis, seed):
    pos, written = case
    end, told = play_out(pos, written, {"allied": allied, "axis": axis}, seed)
    after = Position.from_data(facts(), end.position)
    taken = [(e["side"], loss) for e in told if e["event"] == "losses_taken" for loss in e["taken"]]
    for side in ("allied", "axis"):
        lost = sum(loss["what"] == "cube" for whose, loss in taken if whose == side)
        assert after.pool_cubes(side) == pos.pool_cubes(side) + lost
    in_pools = {c for c in facts().counters if after.place_of(c) == "pool"}
    before = {c for c in facts().counters if pos.place_of(c) == "pool"}
    eliminated = {loss["piece"] for _, loss in taken if loss["what"] == "eliminated"}
    dropped = {c for e in told if e["event"] == "paratroopers_lost" for c in e["force"]["counters"]}
    assert in_pools == before | eliminated | dropped
