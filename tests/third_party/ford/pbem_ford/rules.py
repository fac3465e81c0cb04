"""The rules of The Ford. Clauses F-1 to F-5 stand in `rules.md`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.forms import AnyValue, Flag, Number, Record, Word
from pbem.engine.decisions import (
    By,
    Choice,
    Decision,
    Heading,
    Question,
    orders_question,
    question,
    together,
)
from pbem.engine.entries import Frame, OrderType, answer_type, policies_type
from pbem.engine.events import Event
from pbem.engine.game import StepEnd, Table
from pbem.engine.picking import Pick, one
from pbem.engine.refusals import OrdersRefused, Refusal, refuse
from pbem.engine.vocabulary import Vocabulary

SEATS = ("north", "south")
ENEMY = {"north": "south", "south": "north"}

# What players may write

WORDS = Vocabulary(
    place_word="place",
    place=Word("river"),
    decisions={"fire": None, "losses": Word("man", "banner")},
    facts={"round": "number", "own_men": "number", "enemy_men": "number"},
)
FRAME = Frame(
    WORDS,
    {
        "fire": OrderType("fire", "F-2", {"men": Number(1, 20)}),
        "policies": policies_type(WORDS, "F-4"),
        "answer": answer_type(("losses",), AnyValue(), "F-4"),
    },
    "F-2",
)

# What a position is

BAND = Record({"men": Number(0, 99), "banner": Flag()})
POSITION = Record({"round": Number(1, 99), "north": BAND, "south": BAND})

# What happens


class Fired(Event):
    """F-2 A side fired."""

    round: int
    seat: str
    men: int
    label: str
    needs: int
    hits: int
    by: By


class Hurt(Event):
    """F-3, F-4 A side was hit."""

    seat: str
    fallen: int
    banner: bool
    by: By


# The rules


@dataclass
class Band:
    """One side in a round, while it changes."""

    men: int
    banner: bool


class Ford:
    """The rules of one game, as `pbem.engine.game.Rules` wants them."""

    seats: Sequence[str] = SEATS
    frame = FRAME

    def __init__(self, data: Any) -> None:
        self.men: int = data["men"]
        self.rounds: int = data["rounds"]
        self.hit_from: int = data["hit_from"]

    def check_options(self, options: Mapping[str, Json]) -> Sequence[Refusal]:
        """There are no options."""
        return [Refusal("E_OPTION", f"/{name}", "F-1", "there are no options") for name in options]

    def start(self, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """F-1 The position before the first round."""
        bands: dict[str, Json] = {seat: {"men": self.men, "banner": True} for seat in SEATS}
        return {"round": 1, **bands}

    async def step(self, opening: Mapping[str, Any], table: Table) -> StepEnd:
        """F-2, F-3 One round."""
        bands = {seat: Band(**opening[seat]) for seat in SEATS}
        number: int = opening["round"]
        ((north,), (south,)) = await together(
            _volley(number, "north", bands), _volley(number, "south", bands)
        )
        hits = {
            "south": self._fire(table, number, "north", north),
            "north": self._fire(table, number, "south", south),
        }
        for seat in SEATS:
            await _fall(table, number, seat, bands, hits[seat])
        after: dict[str, Json] = {"round": number + 1}
        for seat, band in bands.items():
            after[seat] = {"men": band.men, "banner": band.banner}
        return StepEnd(after, self._result(number, bands))

    def _fire(self, table: Table, number: int, seat: str, men: Choice[int]) -> int:
        """F-2 All dice of a side at once; returns the hits."""
        label = f"r{number}/fire/{seat}"
        hits = sum(value >= self.hit_from for value in table.roll(label, men.value))
        table.tell(
            Fired(
                clause="F-2",
                round=number,
                seat=seat,
                men=men.value,
                label=label,
                needs=self.hit_from,
                hits=hits,
                by=men.by,
            )
        )
        return hits

    def _result(self, number: int, bands: Mapping[str, Band]) -> Mapping[str, Json] | None:
        """F-5 Who has won; None if the game goes on."""
        if number < self.rounds and all(band.men for band in bands.values()):
            return None
        north, south = ((bands[seat].men, bands[seat].banner) for seat in SEATS)
        if north == south:
            return {"draw": True}
        return {"winner": "north" if north > south else "south"}

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        """Standing orders have one topic, ""."""
        faults = WORDS.policies().faults(policies, "/policies")
        wrong = [Refusal("E_POLICY", each.pointer, "F-4", each.reason) for each in faults]
        if topic:
            wrong.append(Refusal("E_POLICY", "/topic", "F-4", "leave the topic empty"))
        return wrong

    def check_position(self, position: Mapping[str, Any]) -> Sequence[str]:
        """A position has a round and two bands, each with its men and its banner."""
        return [f"{each.pointer}: {each.reason}" for each in POSITION.faults(dict(position))]

    def view(self, position: Mapping[str, Any]) -> Mapping[str, Json]:
        """The position as a report shows it."""
        groups: list[Json] = [{"owner": seat, "pieces": _pieces(position[seat])} for seat in SEATS]
        river: dict[str, Json] = {"id": "river", "name": "The river", "owner": "", "marks": []}
        return {
            "headline": f"Before round {position['round']}",
            "places": [river | {"groups": groups}],
        }

    # What `pbem.testing` needs to play at random

    def suggest(self, asked: Question[Any], pick: Pick) -> list[Json]:
        """A legal answer to a question."""
        (decision,) = asked.decisions
        if decision.word == "fire":
            return [{"do": "fire", "men": 1 + pick(int(str(decision.offer())))}]
        return [{"do": "answer", "value": one(pick, ("man", "banner"))}]

    def suggest_standing(self, seat: str, pick: Pick) -> list[Mapping[str, Json]]:
        """Standing orders that may count."""
        condition: Json = {"own_men": {"<": 1 + pick(self.men)}}
        return [{"decision": "losses", "value": one(pick, ("man", "banner")), "if": condition}]

    def breaches(self, position: Mapping[str, Any]) -> Sequence[str]:
        """No band grows, and none is empty while the game goes on."""
        return [
            f"{seat} has {position[seat]['men']} men"
            for seat in SEATS
            if not 0 < position[seat]["men"] <= self.men
        ]


def _pieces(band: Mapping[str, Any]) -> list[Json]:
    pieces: list[Json] = [{"kind": "man", "count": band["men"]}]
    if band["banner"]:
        pieces.append({"kind": "banner", "count": 1})
    return pieces


# What is asked


def _volley(number: int, seat: str, bands: Mapping[str, Band]) -> Question[tuple[Choice[int]]]:
    """F-2 How many men fire."""
    men = bands[seat].men

    def read(orders: Json, at: str) -> int:
        entries, wrong = FRAME.read(orders, ("fire",), at)
        fire = [entry for entry in entries if entry.do == "fire"]
        wanted = int(str(fire[0].fields["men"])) if fire else 1
        if wanted > men:
            text = f"{wanted} men are to fire, but there are {men}"
            wrong.append(Refusal("E_MEN", f"{fire[0].at}/men", "F-2", text))
        refuse(wrong)
        return wanted

    decision = Decision(
        word="fire",
        clause="F-2",
        read=_only_orders,
        default=lambda: 1,
        unfiled="ask",
        own_orders=True,
        offer=lambda: men,
    )
    heading = Heading(id=f"r{number}/orders/{seat}", seat=seat, kind="orders", clause="F-2")
    return orders_question(heading, decision, read)


def _only_orders(_value: Json, at: str) -> int:
    text = "no policy says how many men fire"
    raise OrdersRefused([Refusal("E_OPTION", at, "F-2", text, ("ask", "default"))])


async def _fall(table: Table, number: int, seat: str, bands: Mapping[str, Band], hits: int) -> None:
    """F-3, F-4 What a side loses for the hits it took."""
    band = bands[seat]
    if not hits:
        return
    by, save = By("default"), False
    if band.banner:
        heading = Heading(id=f"r{number}/losses/{seat}", seat=seat, kind="losses", clause="F-4")
        (choice,) = await question(heading, _losses(number, seat, bands))
        by, save = choice.by, choice.value == "banner"
    fallen = min(band.men, hits - save)
    band.men, band.banner = band.men - fallen, band.banner and not save
    table.tell(Hurt(clause="F-4" if save else "F-3", seat=seat, fallen=fallen, banner=save, by=by))


def _losses(number: int, seat: str, bands: Mapping[str, Band]) -> Decision[str]:
    """F-4 The banner or a man."""
    facts = {
        "round": number,
        "own_men": bands[seat].men,
        "enemy_men": bands[ENEMY[seat]].men,
    }
    return Decision(
        word="losses",
        clause="F-4",
        read=_man_or_banner,
        default=lambda: "man",
        unfiled="ask",
        facts=lambda name, _place: facts.get(name),
        offer=lambda: ["man", "banner"],
    )


def _man_or_banner(value: Json, at: str) -> str:
    if value not in ("man", "banner"):
        text = "it is a man or the banner that is lost"
        raise OrdersRefused([Refusal("E_OPTION", at, "F-4", text, ("man", "banner"))])
    return str(value)
