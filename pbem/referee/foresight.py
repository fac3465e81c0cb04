"""Which decisions orders will raise, of the others and of their author, found by rehearsals.

What would answer them is told only as far as it is public: newest standing orders whose text this
reader has, and the defaults of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.driver import Sources, StandingOrders, Topic
from pbem.engine.policies import Place
from pbem.engine.rehearsal import Moment, rehearse
from pbem.engine.sheets import Sheet
from pbem.history.log import Log
from pbem.history.records import Receipt
from pbem.referee.chance import TrialDice
from pbem.referee.draft_checks import question_of
from pbem.referee.drafts import Draft
from pbem.referee.open_game import OpenGame
from pbem.referee.wordbook import phrases_of
from pbem.report.phrases import Phrases

Watch: TypeAlias = Callable[[Sequence[int]], Iterable[int]]

RUNS: Final = 12
OWN: Final = "this draft"
"""Stands for the digest that the draft will have when it is signed."""


@immutable(frozen=True)
class Foreseen:
    """A decision that may come.

    Attributes:
        seat: whose.
        decision: its word.
        clause: its clause.
        place: where, by its name; "" if it has no place.
        runs: in how many of the rehearsals it came.
        of: how many rehearsals there were.
        ways: what answered it, each way once.
        only_default: whether nothing but the default ever did, without a question.
    """

    seat: str
    decision: str
    clause: str
    place: str
    runs: int
    of: int
    ways: tuple[str, ...]
    only_default: bool

    def data(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "clause": self.clause,
            "place": self.place,
            "runs": self.runs,
            "of": self.of,
            "ways": list(self.ways),
            "only_default": self.only_default,
        }


WAITING: Final = "a question, and the game waits"

_Key: TypeAlias = tuple[str, str, Place | None]


def foresee(game: OpenGame, draft: Draft, watch: Watch = iter) -> list[Foreseen]:
    """The decisions that a legal draft of orders would raise; none if that can not be known.

    Args:
        game: the game.
        draft: the draft.
        watch: counts the rehearsals, and may show how far it has come.
    """
    log = game.log
    question = question_of(log, draft)
    if log.rules is None or log.step is None or question is None:
        return []
    if log.host_seat == question.seat and _knows_too_much(log):
        return []
    orders = draft.signed["orders"]
    assert isinstance(orders, list)  # noqa: S101 - a legal draft has a list
    sheets = {ask.id: None for ask in log.asks} | {question.id: Sheet(OWN, orders)}
    seen = _Seen(log, phrases_of(game))
    for _ in watch(range(RUNS)):
        sources = Sources(sheets, public_standing(log, question.seat))
        rehearsal = rehearse(log.rules, log.step, sources, TrialDice())
        seen.count(m for m in rehearsal.moments if m.ask not in sheets)
    return seen.foreseen()


def _knows_too_much(log: Log) -> bool:
    """Whether a host who plays would be shown orders of others that are still held (9.1)."""
    used = (log.receipts[digest] for digest in log.held)
    return any(each.seat != log.host_seat and each.shown is None for each in used)


def public_standing(log: Log, seat: str) -> dict[Topic, StandingOrders]:
    """The newest standing orders on every topic that a seat may know: its own, and those shown.

    The folder of a host who plays holds the other seats' texts too; he must not be told of them.
    """
    newest = {topic: receipts[-1] for topic, receipts in sorted(log.standing.items())}
    return {
        topic: StandingOrders(receipt.digest, receipt.document.signed["policies"])
        for topic, receipt in newest.items()
        if receipt.document is not None and (receipt.shown is not None or receipt.seat == seat)
    }


class _Seen:
    """The decisions that came up so far."""

    def __init__(self, log: Log, phrases: Phrases) -> None:
        self.log = log
        self.phrases = phrases
        self.runs: dict[_Key, int] = {}
        self.clauses: dict[_Key, str] = {}
        self.ways: dict[_Key, dict[str, None]] = {}
        self.noticed: set[_Key] = set()

    def count(self, moments: Iterable[Moment]) -> None:
        """Count the decisions of one more rehearsal, each once."""
        met: dict[_Key, None] = {}
        for moment in moments:
            key = (moment.seat, moment.word, moment.where)
            met[key] = None
            self.clauses.setdefault(key, moment.clause)
            self.ways.setdefault(key, {})[self._way(moment)] = None
            if moment.asked or moment.by.source != "default":
                self.noticed.add(key)
        for key in met:
            self.runs[key] = self.runs.get(key, 0) + 1

    def _way(self, moment: Moment) -> str:
        if moment.by.source == "default":
            default = f"the default: {self.phrases.default(moment.word)}"
            return WAITING if moment.asked else default
        way = answered_by(self.log.receipts, moment, self.phrases)
        return f"{WAITING} ({way})" if moment.asked else way

    def foreseen(self) -> list[Foreseen]:
        """What came up, in the order in which it did."""
        return [
            Foreseen(
                seat=key[0],
                decision=key[1],
                clause=self.clauses[key],
                place="" if key[2] is None else self.phrases.names.place(key[2]),
                runs=runs,
                of=RUNS,
                ways=tuple(self.ways[key]),
                only_default=key not in self.noticed,
            )
            for key, runs in self.runs.items()
        ]


def answered_by(receipts: Mapping[str, Receipt], moment: Moment, phrases: Phrases) -> str:
    """Which policy answered: ``standing orders rev 3, policy 2: …``; or the draft's own words."""
    receipt = receipts.get(moment.by.doc)
    if receipt is None or receipt.document is None:
        return "what this draft says"
    number = moment.by.at.removeprefix("/policies/").partition("/")[0]
    if moment.by.source != "standing" or not number.isdecimal():
        return f"orders rev {receipt.rev}"
    policy = receipt.document.signed["policies"][int(number)]
    return f"standing orders rev {receipt.rev}, policy {int(number) + 1}: {phrases.policy(policy)}"
