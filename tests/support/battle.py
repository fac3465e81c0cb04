"""A toy game for tests of the engine: one battle, with a decision in its middle.

Two seats, `blue` attacks `red`. Step `t1/orders`: blue says how many dice. Step `t1/battle`: blue
rolls; red chooses which loss to take (word `losses`); both then say at once whether they go on
(word `go_on`); if both do, one more roll. Clauses are called T-1 to T-4.
"""

from collections.abc import Mapping, Sequence

from pbem.canon.canonical import Json
from pbem.canon.forms import AnyValue, Number, Word
from pbem.engine.decisions import (
    By,
    Decision,
    Heading,
    Question,
    Rule,
    orders_question,
    question,
    together,
)
from pbem.engine.entries import Frame, OrderType, answer_type, policies_type
from pbem.engine.events import Event
from pbem.engine.game import StepEnd, Table
from pbem.engine.picking import Pick, one
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.engine.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    "zone",
    Number(1, 9),
    {"losses": Word("cube", "tank"), "go_on": Word("always", "never"), "attack": None},
    {"round": "number", "enemy:tank": "number", "side": ("attack", "defence"), "star": "flag"},
)
TYPES = {
    "attack": OrderType("attack", "T-1", {"dice": Number(1, 4)}, conditional=True),
    "policies": policies_type(VOCABULARY, "T-5"),
    "answer": answer_type(("losses", "go_on"), AnyValue(), "T-6"),
}


class Fired(Event):
    """Blue fired."""

    values: tuple[int, ...]


class LossTaken(Event):
    """Red took its loss."""

    piece: str
    by: By


class Battle:
    """The rules of the toy game."""

    seats: Sequence[str] = ("blue", "red")
    frame = Frame(VOCABULARY, TYPES, "T-0")

    def __init__(self, *, ask_losses: bool = True) -> None:
        self.unfiled = "ask" if ask_losses else "default"

    def check_options(self, options: Mapping[str, Json]) -> Sequence[Refusal]:
        return [Refusal("E_OPTION", f"/{name}", "T-0", "no options") for name in options]

    def start(self, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {"step": "orders", "dice": 0}

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        faults = VOCABULARY.policies().faults(policies, "/policies")
        return [Refusal("E_POLICY", each.pointer, "T-5", each.reason) for each in faults]

    def check_position(self, position: Mapping[str, Json]) -> Sequence[str]:
        return () if position.keys() == {"step", "dice"} else ("no battle is like that",)

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        return position

    def suggest(self, question: Question, pick: Pick) -> list[Json]:
        if question.kind == "orders":
            return [{"do": "attack", "dice": 1 + pick(4)}]
        value = "cube" if question.kind == "losses" else one(pick, ("always", "never"))
        return [{"do": "answer", "value": value}]

    def suggest_standing(self, seat: str, pick: Pick) -> list[Mapping[str, Json]]:
        return [{"decision": "losses", "value": one(pick, ("cube", "tank", "ask", "default"))}]

    def breaches(self, position: Mapping[str, Json]) -> Sequence[str]:
        return [] if 0 <= int(str(position["dice"])) <= 4 else ["there are four dice"]

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        return self._orders(table) if opening["step"] == "orders" else _fight(self, opening, table)

    async def _orders(self, table: Table) -> StepEnd:
        decision = Decision(
            word="attack",
            clause="T-1",
            read=lambda value, at: _refuse(at, "no policy gives an attack"),
            default=lambda: 1,
            unfiled="ask",
            own_orders=True,
        )
        heading = Heading(id="t1/orders", seat="blue", kind="orders", clause="T-1")
        (dice,) = await orders_question(heading, decision, self._read)
        return StepEnd({"step": "battle", "dice": dice.value})

    def _read(self, orders: Json, at: str) -> int:
        entries, refusals = self.frame.read(orders, ("attack",), at)
        if refusals:
            raise OrdersRefused(refusals)
        attacks = [entry for entry in entries if entry.do == "attack"]
        return int(str(attacks[0].fields["dice"])) if attacks else 1


async def _fight(rules: Battle, opening: Mapping[str, Json], table: Table) -> StepEnd:
    values = table.roll("t1/battle/round:1/blue", int(str(opening["dice"])))
    table.tell(Fired(clause="T-2", values=values))
    heading = Heading(id="t1/battle/losses/red", seat="red", kind="losses", clause="T-3")
    (loss,) = await question(heading, _losses(rules))
    table.tell(LossTaken(clause="T-3", piece=loss.value, by=loss.by))
    ((blue,), (red,)) = await together(_go_on("blue"), _go_on("red"))
    if blue.value and red.value:
        more = table.roll("t1/battle/round:2/blue", 2)
        table.tell(Fired(clause="T-2", values=more))
    return StepEnd({"step": "end", "dice": 0}, over={"winner": "blue"})


def _losses(rules: Battle) -> Decision[str]:
    facts: dict[str, int | str] = {"round": 1, "side": "defence", "enemy:tank": 0}
    return Decision(
        word="losses",
        clause="T-3",
        read=_piece,
        default=lambda: "cube",
        unfiled="ask" if rules.unfiled == "ask" else "default",
        where=5,
        topic="zone:5",
        facts=lambda name, place: facts.get(name) if place in (None, 5) else None,
    )


def _piece(value: Json, at: str) -> str:
    return "cube" if value == "cube" else _refuse(at, f"there is no {value} to lose")


def _refuse(at: str, text: str) -> str:
    raise OrdersRefused([Refusal("E_OPTION", at, "T-3", text, ("cube",))])


def _go_on(seat: str):  # type: ignore[no-untyped-def]
    decision = Decision(
        word="go_on",
        clause="T-4",
        read=lambda value, at: value == "always",
        default=lambda: False,
        unfiled="ask",
    )
    heading = Heading(id=f"t1/battle/end/{seat}", seat=seat, kind="end", clause="T-4")
    return question(heading, decision)
