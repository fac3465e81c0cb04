"""Decisions that policies may take at one of several places, and whether a seat was asked."""

import pytest

from pbem.canon.forms import AnyValue
from pbem.engine.decisions import Decision, Heading, Places, question
from pbem.engine.dice import NoDice
from pbem.engine.driver import Sources, StandingOrders
from pbem.engine.entries import Frame, answer_type
from pbem.engine.events import Event
from pbem.engine.game import StepEnd
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.engine.resolution import StepRecord, resolve
from pbem.engine.sheets import Sheet
from support.battle import VOCABULARY

RAIDABLE = {3: 2, 5: 1, 7: 4}
"""The legal places of the toy decision `losses`, and the fact `enemy:tank` at each."""


class Raided(Event):
    """Red raided a place, or none."""

    place: int
    asked: bool


class Raids:
    """Red may raid one place; the question is put twice under ids that count the asks."""

    seats = ("blue", "red")
    frame = Frame(VOCABULARY, {"answer": answer_type(("losses",), AnyValue(), "T-6")}, "T-0")

    def step(self, opening, table):
        return self._raids(table)

    async def _raids(self, table):
        asks = 0
        for _ in range(2):
            heading = Heading(id=f"t1/raid:{asks + 1}", seat="red", kind="raid", clause="T-7")
            (choice,) = await question(heading, decision(may_ask=asks < 1))
            asks += choice.asked
            table.tell(Raided(clause="T-7", place=choice.value, asked=choice.asked))
        return StepEnd({"step": "end"}, over={"winner": "red"})


def decision(*, may_ask=True):
    return Decision(
        word="losses",
        clause="T-7",
        read=lambda value, at: value,
        default=lambda: 0,
        unfiled="default",
        places=Places(
            order=lambda policy: policy.get("where", sorted(RAIDABLE)),
            facts=lambda place: lambda name, _: RAIDABLE[place] if name == "enemy:tank" else None,
            read=raid,
        ),
        may_ask=may_ask,
    )


def raid(value, by, place):
    if value == "never":
        return None
    if value == "odd":
        raise OrdersRefused([Refusal("E_OPTION", by.at, "T-7", "not here")])
    return place


RULES = Raids()
OPENING = StepRecord({"step": "raids"})


def run(*policies):
    """The outcome under these standing orders of red."""
    standing = {("red", ""): StandingOrders("s0", policies)}
    return resolve(RULES, OPENING, Sources({}, standing), NoDice())


def places(outcome):
    return [event["place"] for event in outcome.events if event["event"] == "raided"]


def losses(value, **more):
    return {"decision": "losses", "value": value, **more}


@pytest.mark.parametrize(
    ("policies", "place"),
    [
        ([losses("raid")], 3),
        ([losses("raid", where=[7, 3])], 7),
        ([losses("raid", **{"if": {"enemy:tank": {">=": 3}}})], 7),
        ([losses("raid", where=[3, 7], **{"if": {"enemy:tank": 1}}), losses("raid")], 3),
        ([losses("never", where=[3]), losses("raid")], 5),
        ([losses("default", where=[3, 5]), losses("raid")], 7),
        ([losses("never", **{"if": {"enemy:tank": {"<=": 2}}}), losses("raid")], 7),
        ([losses("odd"), losses("raid", where=[5])], 5),
        ([{"decision": "*", "value": "default"}, losses("raid")], 0),
        ([losses("odd")], 0),
        ([], 0),
    ],
)
def test_the_first_policy_and_place_that_fit_are_taken(policies, place):
    outcome = run(*policies)
    assert places(outcome) == [place, place]
    assert [event["event"] for event in outcome.events] == ["raided", "raided"], "no report"


def test_ask_stops_only_where_the_policy_fits():
    assert run(losses("ask", **{"if": {"enemy:tank": 9}})).over is not None
    outcome = run(losses("ask", where=[7]))
    assert [ask["id"] for ask in outcome.asks()] == ["t1/raid:1"]


def test_a_place_in_front_of_the_ask_is_used_first():
    assert places(run(losses("raid", where=[5]), losses("ask"))) == [5, 5]


def test_after_the_last_ask_the_word_ask_closes_its_places():
    sheet = Sheet("d", [{"do": "answer", "value": 7}])
    opened = run(losses("ask", where=[3]), losses("raid"))
    assert opened.asks()
    standing = {("red", ""): StandingOrders("s", [losses("ask", where=[3]), losses("raid")])}
    end = resolve(RULES, opened.step, Sources({"t1/raid:1": sheet}, standing), NoDice())
    assert places(end) == [7, 5]
    assert [event["asked"] for event in end.events] == [True, False]


def test_a_seat_that_let_the_time_pass_was_asked_too():
    opened = run(losses("ask"))
    standing = {("red", ""): StandingOrders("s", [losses("ask")])}
    end = resolve(RULES, opened.step, Sources({"t1/raid:1": None}, standing), NoDice())
    assert [event["asked"] for event in end.events] == [True, False]
    assert end.over is not None, "the second question is settled without the seat"


def test_a_choice_at_a_place_is_repeated_from_the_record():
    standing = {("red", ""): StandingOrders("s", [losses("raid", where=[7]), losses("ask")])}

    class Again(Raids):
        async def _raids(self, table):
            heading = Heading(id="t1/raid", seat="red", kind="raid", clause="T-7")
            (choice,) = await question(heading, decision())
            table.tell(Raided(clause="T-7", place=choice.value, asked=choice.asked))
            heading = Heading(id="t1/go_on", seat="blue", kind="end", clause="T-8")
            await question(heading, decision_of_blue())
            return StepEnd({"step": "end"}, over={"winner": "red"})

    rules = Again()
    opened = resolve(rules, OPENING, Sources({}, standing), NoDice())
    assert places(opened) == [7]
    again = resolve(rules, opened.step, Sources(), NoDice())
    assert again.asks() == opened.asks()
    assert again.step.events == opened.step.events


def decision_of_blue():
    return Decision(
        word="go_on",
        clause="T-8",
        read=lambda value, at: value,
        default=lambda: "never",
        unfiled="ask",
    )
