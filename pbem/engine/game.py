"""What a game offers the program, and what the program offers its rules.

A game comes as an entry point of the group ``pbem.games``, ours included, so a game from
somebody else's package is never a special case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem.canon.canonical import Json
from pbem.engine.decisions import Rule
from pbem.engine.entries import Frame
from pbem.engine.events import Event
from pbem.engine.refusals import Refusal


class RollDice(Protocol):
    """Rolls all dice of a label; see `pbem.engine.dice.Cup.roll`."""

    def __call__(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice under `label`."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a rule may use besides position, orders and answers: dice, and the record.

    Attributes:
        roll: rolls all dice of a label at once.
        tell: puts an event on the record.
    """

    roll: RollDice
    tell: Callable[[Event], None]


@dataclass(frozen=True, slots=True)
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

    def step(self, opening: Mapping[str, Json], table: Table) -> Rule[StepEnd]:
        """Run the step that is due in `opening`, which is not changed."""

    def check_standing(self, seat: str, topic: str, policies: Json) -> Sequence[Refusal]:
        """What is wrong with a standing document; pointers start with ``/policies``."""

    def view(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        """The position as a report shows it; see `docs/architecture.md`, "Views"."""


@dataclass(frozen=True)
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
