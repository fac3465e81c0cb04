"""Two toy games for tests of histories: module `none` of section 15.7, and a small skirmish."""

from collections.abc import Mapping, Sequence

from pbem.canon.canonical import Json
from pbem.canon.forms import Text, Word
from pbem.engine.decisions import (
    Decision,
    Heading,
    Question,
    orders_question,
    question,
    together,
)
from pbem.engine.entries import Frame, answer_type, policies_type
from pbem.engine.events import Event
from pbem.engine.game import StepEnd, Table
from pbem.engine.refusals import OrdersRefused, Refusal
from pbem.engine.vocabulary import Vocabulary

CLAUSE = "TOY-1"
TOPICS = ("", "losses")
_VOCABULARY = Vocabulary(
    "place", Text(), {"losses": Word("front", "rear"), "orders": Word("attack")}, {}
)
FRAME = Frame(
    _VOCABULARY,
    {
        "policies": policies_type(_VOCABULARY, CLAUSE),
        "answer": answer_type(("losses",), Text(), CLAUSE),
    },
    CLAUSE,
)


class Rolled(Event):
    """Dice were rolled; the vector of section 15.7 knows no clauses."""

    label: str

    def data(self) -> dict[str, Json]:
        return {"event": "rolled", "label": self.label}


class Fired(Event):
    """Dice were rolled in the skirmish."""

    label: str


class LossesTaken(Event):
    seat: str
    rank: str
    source: str


class _Rules:
    """What both games share."""

    seats: Sequence[str] = ("allies", "axis")
    frame = FRAME

    def check_options(self, options: Mapping[str, Json]) -> Sequence[Refusal]:
        wrong = sorted(set(options) - {"steps"})
        return [Refusal("E_OPTION", f"/{name}", CLAUSE, f"no option {name}") for name in wrong]

    def check_standing(self, _seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        if topic not in TOPICS:
            return [Refusal("E_TOPIC", "/topic", CLAUSE, f"{topic!r} is no topic", TOPICS)]
        faults = _VOCABULARY.policies().faults(policies, "/policies")
        return [Refusal("E_POLICY", each.pointer, CLAUSE, each.reason) for each in faults]

    def check_position(self, _position: Mapping[str, Json]) -> Sequence[str]:
        return ()

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        return position


class VectorRules(_Rules):
    """Module `none`: each turn one seat attacks, with 20d6 and 10d8."""

    def start(self, _options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {"turn": 1}

    async def step(self, opening: Mapping[str, Json], table: Table) -> StepEnd:
        turn = int(str(opening["turn"]))
        seat = ("allies", "axis")[turn % 2]
        await _orders(f"t{turn}.{seat}.attack", seat, "attack")
        for side, count, sides in (("attacker", 20, 6), ("defender", 10, 8)):
            label = f"battle:ukraine/round:1/{side}"
            table.roll(label, count, sides)
            table.tell(Rolled(clause=CLAUSE, label=label))
        return StepEnd({"turn": turn + 1})


class ToyRules(_Rules):
    """A skirmish whose steps the invitation lists (`options.steps`).

    assault: blue attacks or passes; three dice, red chooses losses in the middle of the step
        (word and topic `losses`), and unless they are taken in the rear two dice more.
    probe: blue attacks or passes; two dice.
    meeting: blue and red are asked together; a die if either attacks.
    quiet: red is asked; never any dice.
    retire: blue is asked; then the rules retire red.
    """

    def __init__(self, seats: Sequence[str] = ("blue", "red")) -> None:
        self.seats = tuple(seats)

    def start(self, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {"turn": 1, "hits": 0, "steps": options.get("steps", ["assault", "quiet"])}

    async def step(self, opening: Mapping[str, Json], table: Table) -> StepEnd:
        steps = opening["steps"]
        assert isinstance(steps, list)
        turn = int(str(opening["turn"]))
        word = str(steps[turn - 1])
        hits = int(str(opening["hits"])) + await _STEPS[word](f"t{turn}", table)
        out = ("red",) if word == "retire" else ()
        over = {"winner": "blue", "hits": hits} if turn == len(steps) else None
        return StepEnd({"turn": turn + 1, "hits": hits, "steps": steps}, over, out)


async def _assault(turn: str, table: Table) -> int:
    if not await _orders(f"{turn}/orders", "blue", "orders"):
        return 0
    hits = _hits(table, f"{turn}/fire", 3)
    heading = Heading(id=f"{turn}/losses", seat="red", kind="losses", clause=CLAUSE)
    (rank,) = await question(heading, _losses())
    table.tell(LossesTaken(clause=CLAUSE, seat="red", rank=rank.value, source=rank.by.source))
    if rank.value == "rear":
        return hits
    return hits + _hits(table, f"{turn}/return", 2)


async def _probe(turn: str, table: Table) -> int:
    attack = await _orders(f"{turn}/orders", "blue", "orders")
    return _hits(table, f"{turn}/probe", 2) if attack else 0


async def _meeting(turn: str, table: Table) -> int:
    (blue,), (red,) = await together(
        _asked(f"{turn}/blue", "blue", "orders", dice=True),
        _asked(f"{turn}/red", "red", "orders", dice=True),
    )
    return _hits(table, f"{turn}/meeting", 1) if blue.value or red.value else 0


async def _quiet(turn: str, _table: Table) -> int:
    await _asked(f"{turn}/orders", "red", "orders", dice=False)
    return 0


async def _retire(turn: str, _table: Table) -> int:
    await _asked(f"{turn}/orders", "blue", "orders", dice=False)
    return 0


_STEPS = {
    "assault": _assault,
    "probe": _probe,
    "meeting": _meeting,
    "quiet": _quiet,
    "retire": _retire,
}


def _hits(table: Table, label: str, count: int) -> int:
    values = table.roll(label, count, 6)
    table.tell(Fired(clause=CLAUSE, label=label))
    return sum(value >= 5 for value in values)


async def _orders(ask: str, seat: str, kind: str) -> bool:
    (choice,) = await _asked(ask, seat, kind, dice=True)
    return bool(choice.value)


def _asked(ask: str, seat: str, kind: str, *, dice: bool) -> Question:
    heading = Heading(id=ask, seat=seat, kind=kind, clause=CLAUSE, dice=dice)
    decision = Decision(
        word="orders",
        clause=CLAUSE,
        read=_attacks,
        default=bool,
        unfiled="ask",
        own_orders=True,
    )
    return orders_question(heading, decision, _attacks)


def _attacks(orders: Json, at: str) -> bool:
    """An empty list passes, one entry `attack` attacks."""
    listed = orders if isinstance(orders, list) else []
    wrong = [
        Refusal("E_FORMAT", f"{at}/{index}/do", CLAUSE, "the only order is attack", ("attack",))
        for index, entry in enumerate(listed)
        if not isinstance(entry, dict) or entry.get("do") != "attack"
    ]
    if wrong:
        raise OrdersRefused(wrong)
    return bool(listed)


def _losses() -> Decision[str]:
    return Decision(
        word="losses",
        clause=CLAUSE,
        read=_rank,
        default=lambda: "front",
        unfiled="ask",
        topic="losses",
    )


def _rank(value: Json, at: str) -> str:
    if value not in ("front", "rear"):
        text = "losses are taken in the front or in the rear"
        raise OrdersRefused([Refusal("E_OPTION", at, CLAUSE, text, ("front", "rear"))])
    return str(value)
