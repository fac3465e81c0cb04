"""Decisions: what the rules ask, and how a rule waits for the answer.

A rule is an `async def` that awaits questions. Nothing here knows asyncio: the driver
(`pbem.engine.driver`) runs the coroutine, and each await hands it the questions that are open
together. `async def` therefore says: this rule may ask a player; `def` says: it can not.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.policies import Place, Reader, no_facts, speaks_of

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R")
S = TypeVar("S")
T = TypeVar("T")

Policies: TypeAlias = Sequence[Mapping[str, Json]]
Source: TypeAlias = Literal["answer", "plan", "policies", "standing", "default"]


@immutable(frozen=True, slots=True)
class By:
    """What decided (orders format, section 6): the source, its document, the place in it."""

    source: Source
    doc: str = ""
    at: str = ""

    def data(self) -> dict[str, Json]:
        """The origin as events carry it; a default has no document."""
        plain: dict[str, Json] = {"source": self.source}
        if self.doc:
            plain |= {"doc": self.doc, "at": self.at}
        return plain


@immutable(frozen=True, slots=True)
class Choice(Generic[T]):
    """A decision taken.

    Attributes:
        value: the checked value the rule works with.
        by: what decided it.
        asked: whether the seat was asked, even if it then left the decision to the default.
    """

    value: T
    by: By
    asked: bool = False


@immutable(frozen=True, slots=True)
class Filing:
    """A list of policies in force.

    Attributes:
        source: whether it is the plan of a fight, `policies` entries, or a standing document.
        doc: digest of the document it stands in.
        policies: the policies, in the order in which they are read.
        places: the JSON pointer of each policy.
    """

    source: Source
    doc: str
    policies: Policies
    places: Sequence[str]
    _about: dict[tuple[str, bool], Sequence[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def about(self, word: str, *, wildcard: bool) -> Iterator[tuple[Mapping[str, Json], By]]:
        """The policies that are about a decision, in order, each with what it would decide by.

        Args:
            word: the word of the decision.
            wildcard: whether ``*`` stands for this decision too.
        """
        if (word, wildcard) not in self._about:
            self._about[word, wildcard] = [
                index
                for index, policy in enumerate(self.policies)
                if speaks_of(policy, word, wildcard=wildcard)
            ]
        for index in self._about[word, wildcard]:
            yield self.policies[index], By(self.source, self.doc, self.places[index])


def filing(source: Source, doc: str, at: str, policies: Policies) -> Filing:
    """The list of policies that stands at the JSON pointer `at` of a document."""
    return Filing(source, doc, policies, tuple(f"{at}/{i}" for i in range(len(policies))))


@immutable(frozen=True, slots=True, kw_only=True, eq=False)
class Places(Generic[T]):
    """Several places at which policies may settle a decision that has no place of its own.

    For each policy of the decision its places are tried in order; the first at which `where` and
    `if` hold and the value is legal is taken. What is not legal at one place is no fault.

    Attributes:
        order: the places at which a policy is tried.
        facts: reads the facts of a place.
        read: turns a written value into the checked value at a place; raises `OrdersRefused`
            when it is not legal there, and returns None when it says that nothing is to be done
            there: then, as with `default`, policies behind it are not tried at this place.
    """

    order: Callable[[Mapping[str, Json]], Sequence[Place]]
    facts: Callable[[Place], Reader]
    read: Callable[[Json, By, Place], T | None]


def no_offer() -> Json:
    """A decision that lists nothing."""
    return None


@immutable(frozen=True, slots=True, kw_only=True, eq=False)
class Decision(Generic[T]):
    """One choice a player really makes.

    Attributes:
        word: the word of the game's decision table, as policies and answers write it.
        clause: the clause that gives the choice.
        read: turns a written value into the checked value; the second argument is the JSON
            pointer of the value; raises `OrdersRefused` when the value is not legal now.
        default: the clause's default.
        unfiled: what happens when no answer, plan, policy or standing order says anything.
        where: the place of the decision, for `where` in policies; None if it has none.
        places: the places at which policies are tried instead, with facts and reading of their
            own.
        topic: the topic of standing documents that is looked into first; "" for none.
        facts: reads a fact for the conditions of policies.
        own_orders: a seat's own orders, which the word ``*`` never settles.
        may_ask: False when the seat has been asked often enough: ``ask`` is then the default.
        offer: what is legal now, as plain data for the help of a draft; None for no list. It is
            called only when somebody wants to read it.
    """

    word: str
    clause: str
    read: Callable[[Json, str], T]
    default: Callable[[], T]
    unfiled: Literal["ask", "default"]
    where: Place | None = None
    places: Places[T] | None = None
    topic: str = ""
    facts: Reader = no_facts
    own_orders: bool = False
    may_ask: bool = True
    offer: Callable[[], Json] = no_offer


Reply: TypeAlias = Mapping[str, Choice[Any]]
Rule: TypeAlias = Coroutine[tuple["Question[Any]", ...], tuple[Reply, ...], R]


@immutable(frozen=True, slots=True, kw_only=True, eq=False)
class Heading:
    """Who is asked, under which ask id and clause.

    Attributes:
        id: the ask id, unique within the game (protocol 2.6); names turn and step.
        seat: who answers.
        kind: the word for the ask in the log.
        clause: the clause that opens the question.
        plan: policies that go before all others here.
        dice: whether the answer may lead to dice in the same resolution.
        hours: how long the seat has to answer; None for the time that the invitation gives.
        data: what the log tells besides, for programs that show the ask; {} for nothing.
        scene: what the game itself needs to suggest answers; nobody else looks at it.
    """

    id: str
    seat: str
    kind: str
    clause: str
    plan: Filing | None = None
    dice: bool = True
    hours: int | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    scene: object = field(default=None, repr=False)


@immutable(frozen=True, slots=True, eq=False)
class Question(Generic[R]):
    """What is put to one seat at one moment: one or several decisions under one ask id.

    Attributes:
        heading: who is asked, and under which id.
        decisions: what is to be decided.
        orders: for a question answered with ordinary entries: reads the whole `orders` list
            into the value of the only decision; None when `answer` entries are expected.
        takes: the order types it is answered with, `policies` besides; () when the game does not
            say.
    """

    heading: Heading
    decisions: tuple[Decision[Any], ...]
    orders: Callable[[Json, str], Any] | None = None
    takes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The ask id."""
        return self.heading.id

    @property
    def seat(self) -> str:
        """Who answers."""
        return self.heading.seat

    @property
    def kind(self) -> str:
        """The word for the ask in the log."""
        return self.heading.kind

    @property
    def clause(self) -> str:
        """The clause that opens the question."""
        return self.heading.clause

    @property
    def plan(self) -> Filing | None:
        """The policies that go before all others here."""
        return self.heading.plan

    @property
    def scene(self) -> object:
        """What the game itself needs to suggest answers."""
        return self.heading.scene

    def ask(self) -> dict[str, Json]:
        """The ask as it stands in the log (protocol section 5)."""
        heading = self.heading
        plain: dict[str, Json] = {
            "id": heading.id,
            "seat": heading.seat,
            "kind": heading.kind,
            "dice": heading.dice,
        }
        if heading.hours is not None:
            plain["hours"] = heading.hours
        if heading.data:
            plain["data"] = dict(heading.data)
        return plain

    def identity(self) -> tuple[object, ...]:
        """What must be the same when the step is run again (protocol 3.5, rule 4)."""
        words = tuple([(decision.word, decision.clause) for decision in self.decisions])
        return (self.id, self.seat, self.kind, self.clause, words)

    def shape(self, reply: Reply) -> R:
        """The choices in the order of the decisions; the factory `question` gives the types."""
        return tuple(reply[d.word] for d in self.decisions)  # type: ignore[return-value]

    def __await__(self) -> Generator[tuple[Question[Any], ...], tuple[Reply, ...], R]:
        """Wait until this question is settled."""
        (reply,) = yield (self,)
        return self.shape(reply)


class together(Generic[R, S]):  # noqa: N801 - reads as a verb where it is awaited
    """Two questions open at once; neither seat sees the other's answer."""

    def __init__(self, first: Question[R], second: Question[S]) -> None:
        self.first, self.second = first, second

    def __await__(self) -> Generator[tuple[Question[Any], ...], tuple[Reply, ...], tuple[R, S]]:
        """Wait until both questions are settled."""
        one, two = yield (self.first, self.second)
        return self.first.shape(one), self.second.shape(two)


@overload
def question(heading: Heading, one: Decision[A], /) -> Question[tuple[Choice[A]]]: ...
@overload
def question(
    heading: Heading, one: Decision[A], two: Decision[B], /
) -> Question[tuple[Choice[A], Choice[B]]]: ...
@overload
def question(
    heading: Heading, one: Decision[A], two: Decision[B], three: Decision[C], /
) -> Question[tuple[Choice[A], Choice[B], Choice[C]]]: ...
def question(heading: Heading, /, *decisions: Decision[Any]) -> Question[Any]:
    """A question answered with `answer` entries, one for each decision."""
    return Question(heading, decisions)


def joint(
    heading: Heading, decisions: Sequence[Decision[Any]]
) -> Question[tuple[Choice[Any], ...]]:
    """A question like `question`, whose decisions depend on what is possible at the moment."""
    return Question(heading, tuple(decisions))


def orders_question(
    heading: Heading,
    decision: Decision[T],
    read: Callable[[Json, str], T],
    takes: Sequence[str] = (),
) -> Question[tuple[Choice[T]]]:
    """A question answered with ordinary order entries.

    Args:
        heading: who is asked.
        decision: what is to be decided.
        read: turns the `orders` list into the value.
        takes: the order types that `read` takes; () when the game does not say.
    """
    return Question(heading, (decision,), orders=read, takes=tuple(takes))
