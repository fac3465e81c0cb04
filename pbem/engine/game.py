"""What a game offers the program, and what the program offers its rules.

A game comes as an entry point of the group ``pbem.games``, ours included, so a game from
somebody else's package is never a special case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pbem.canon.canonical import Json
from pbem.canon.forms import Form
from pbem.canon.immutable import immutable
from pbem.engine.decisions import Question, Rule
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.policies import Place
from pbem.engine.refusals import Refusal

if TYPE_CHECKING:
    from pbem.engine.guiding import Advice, Guide, Supposed
    from pbem.engine.picking import Pick


class RollDice(Protocol):
    """Rolls all dice of a label; see `pbem.engine.dice.Cup.roll`."""

    def __call__(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice under `label`."""


def _unwatched(_position: Callable[[], Mapping[str, Json]]) -> None:
    """Nobody looks at the position of this run."""


@immutable(frozen=True, slots=True)
class Table:
    """What a rule may use besides position, orders and answers: dice, and the record.

    Attributes:
        roll: rolls all dice of a label at once.
        tell: puts an event on the record.
        watch: takes a function that gives the position as it stands; where a step pauses, reports
            show what it gives then. Nothing else ever reads it.
    """

    roll: RollDice
    tell: Callable[[Event], None]
    watch: Callable[[Callable[[], Mapping[str, Json]]], None] = _unwatched


@immutable(frozen=True, slots=True)
class StepEnd:
    """The end of a step: the position in which the next step opens.

    Attributes:
        position: the position as plain data.
        over: the result when the game is over.
        out: seats that the rules retire with this step.
    """

    position: Mapping[str, Json]
    over: Mapping[str, Json] | None = None
    out: tuple[str, ...] = ()


class Rules(Protocol):
    """The rules of one game with one set of data: functions of plain values, no I/O."""

    @property
    def seats(self) -> Sequence[str]:
        """The seats of a game, sorted."""

    @property
    def frame(self) -> Frame:
        """The order types and the words of policies."""

    def check_options(self, options: Mapping[str, Json]) -> Sequence[Refusal]:
        """What is wrong with the options of an invitation."""

    def start(self, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """The position before the first step."""

    def check_position(self, position: Mapping[str, Json]) -> Sequence[str]:
        """What keeps plain data from being a position of the game, one sentence each.

        Everything that comes from outside (a position in a case, a correction) is checked with
        it. The positions that the rules make themselves are not: `step` and `view` trust them.
        """

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        """Run the step that is due in `opening`, which is not changed."""

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        """What is wrong with a standing document; pointers start with ``/policies``."""

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        """The position as a report shows it; see `docs/architecture.md`, "Views"."""


@runtime_checkable
class Suggests(Protocol):
    """What rules may offer besides: legal answers, so that whole games can be played at random.

    Whatever is picked must be legal; every legal answer should be possible.
    """

    def suggest(self, question: Question[Any], pick: Pick) -> list[Json]:
        """An `orders` list that answers an open question."""

    def suggest_standing(self, seat: str, pick: Pick) -> list[Mapping[str, Json]]:
        """The policies of a standing document of a seat, without topic."""


@runtime_checkable
class Guides(Protocol):
    """What rules may offer besides: help for whoever writes orders. Nothing of it is binding."""

    @property
    def examples(self) -> Mapping[str, Mapping[str, Json]]:
        """An entry of each order type, well-formed on every board, by the word of the type."""

    def guide(self, question: Question[Any]) -> Guide:
        """What helps to answer an open question."""

    def writing_frame(self, seat: str) -> Frame:
        """The frame with the words that a seat can use on this board, for standing orders."""

    def advice(self, seat: str) -> Sequence[Advice]:
        """Every decision that a seat may have to take, in the order of the decision table."""

    def doubts(self, question: Question[Any], orders: Sequence[Json]) -> Sequence[Refusal]:
        """Where well-formed orders contradict each other though each is legal; codes ``W_…``."""

    def suppose(
        self, position: Mapping[str, Json], seat: str, place: Place | None
    ) -> Supposed | None:
        """An attack on a seat, to try its standing orders; None if none is possible.

        Args:
            position: the position in which a step opened.
            seat: who is attacked.
            place: where; None for the first place at which an attack is possible.
        """


@runtime_checkable
class Inspects(Protocol):
    """What rules may offer besides: a look at a position in which a step opens."""

    def breaches(self, position: Mapping[str, Json]) -> Sequence[str]:
        """What no such position may be, a piece lost or doubled, say; one sentence each."""


@runtime_checkable
class DescribesData(Protocol):
    """What rules may offer besides: the forms of their rule files, exported as JSON Schema."""

    @property
    def data_forms(self) -> Mapping[str, Form]:
        """The form of each rule file, explaining members removed, by its name."""


@immutable(frozen=True)
class Game:
    """A rule system as the program finds it.

    Attributes:
        id: module id of the protocol, such as ``1943-1945``.
        title: the name players know.
        version: version of the rules, ``n.n.n``; changes when any result may change.
        package: the import package that holds the folder ``data``.
        rule_files: names of the rule files in ``data``, without ``.json``.
        make: builds the rules from the content of the rule files, notes removed.
        drawing: name of the file in ``data`` with the outlines of the map, without ``.json``; ""
            for none. It is no rule file: nothing in it may influence a resolution.
    """

    id: str
    title: str
    version: str
    package: str
    rule_files: tuple[str, ...]
    make: Callable[[Mapping[str, Json]], Rules]
    drawing: str = ""
