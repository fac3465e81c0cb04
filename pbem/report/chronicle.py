"""What the page of a whole game says, as plain data; see `pbem.report.model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pbem.canon.immutable import immutable
from pbem.report.board import Board
from pbem.report.dice import Luck, Segment
from pbem.report.drawing import Drawing
from pbem.report.model import Duty, Line, Match, Note, Telling


@immutable(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One resolution in the story of a whole game, or the line that begins or ends the game.

    Attributes:
        group: what neighbouring leaves have in common, such as the turn; "" for nothing.
        title: the step that is told, for people.
        line: the line of the log.
        telling: what happened; None at the beginning and at the end.
        board: the position after it.
        notes: what players wrote.
        segment: its dice; None if none were rolled.
        remarks: what is legal but should be seen.
        drawing: the map after it, with the moves; None if the game has none.
    """

    group: str
    title: str
    line: Line
    telling: Telling | None = None
    board: Board = field(default_factory=Board)
    notes: tuple[Note, ...] = ()
    segment: Segment | None = None
    remarks: tuple[str, ...] = ()
    drawing: Drawing | None = None


@immutable(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """A whole game.

    Attributes:
        match: the game.
        line: its newest line.
        leaves: the game, resolution by resolution; never empty.
        duties: what has to be done next.
        result: the result once the game is over, a sentence; "" before.
        luck: how all dice fell.
        clauses: the text of every clause named, as far as it is at hand.
    """

    match: Match
    line: Line
    leaves: tuple[Leaf, ...]
    duties: tuple[Duty, ...] = ()
    result: str = ""
    luck: tuple[Luck, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)
