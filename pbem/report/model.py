"""What a report says, as plain data.

Everything is worded already: the HTML, the text and the JSON of a report are three layouts of the
same content. Seats and owners appear as the words of the history (`axis`) beside the words for
people ("the Axis").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.report.board import Board
from pbem.report.dice import Luck, Roll, Segment
from pbem.report.drawing import Arrow, Drawing


@immutable(frozen=True, slots=True, kw_only=True)
class Decided:
    """What decided something (orders format, section 6).

    Attributes:
        source: `answer`, `plan`, `policies`, `standing` or `default`.
        text: the same for people, with what was written if the document is open.
        seat: whose document it was; "" for a default.
        document: digest of the document; "" for a default.
        at: JSON pointer into it; "" while it is held.
    """

    source: str
    text: str
    seat: str = ""
    document: str = ""
    at: str = ""


@immutable(frozen=True, slots=True, kw_only=True)
class Happening:
    """One event.

    Attributes:
        event: its name.
        clause: the clause that made it so.
        text: the sentence.
        decided: what decided, where a decision made it.
        rolls: the dice it speaks of.
        facts: the event as the record has it, less what is still held.
    """

    event: str
    clause: str
    text: str
    decided: tuple[Decided, ...] = ()
    rolls: tuple[Roll, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)


@immutable(frozen=True, slots=True, kw_only=True)
class Table:
    """A small table; every row has one cell for each column."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Scene:
    """Events that belong together, in order.

    Attributes:
        title: such as "Fight for 14 Sicily"; "" when the events need none.
        happenings: the events.
        tables: summaries of them.
    """

    title: str
    happenings: tuple[Happening, ...]
    tables: tuple[Table, ...] = ()


@immutable(frozen=True, slots=True, kw_only=True)
class Telling:
    """What one resolution brought.

    Attributes:
        line: number of its line.
        time: the line's time, as the protocol writes it.
        untold: why its events can not be shown yet; "" when they are.
        scenes: its events.
        asides: skipped entries and policies that were passed over.
        rolls: its new dice, as far as no event speaks of them.
    """

    line: int
    time: str
    untold: str = ""
    scenes: tuple[Scene, ...] = ()
    asides: tuple[Happening, ...] = ()
    rolls: tuple[Roll, ...] = ()


@immutable(frozen=True, slots=True, kw_only=True)
class Option:
    """One decision of an open ask.

    Attributes:
        word: the word of the decision.
        about: what it is about, for people.
        clause: its clause.
        legal: what may be chosen, for people; "" if that can not be listed.
    """

    word: str
    about: str
    clause: str
    legal: str = ""


@immutable(frozen=True, slots=True, kw_only=True)
class Duty:
    """Something that has to be done before the game goes on.

    Attributes:
        who: the seat, or `host`.
        text: who has to do what, a sentence.
        ask: the ask id; "" if it is no ask.
        due: until when, as the protocol writes it; "" without a deadline.
        done: "" while it is to be done, or how it has been done.
        late: what happens without it, a sentence; "" where nothing is known of that.
        options: what is to be decided.
        possible: what else is legal now, one line each.
    """

    who: str
    text: str
    ask: str = ""
    due: str = ""
    done: str = ""
    late: str = ""
    options: tuple[Option, ...] = ()
    possible: tuple[str, ...] = ()


@immutable(frozen=True, slots=True, kw_only=True)
class Note:
    """What somebody wrote to all; shown as text, never as markup.

    Attributes:
        author: who, for people.
        about: the document it came with.
        text: the words.
    """

    author: str
    about: str
    text: str


@immutable(frozen=True, slots=True, kw_only=True)
class Player:
    """A seat: its word, its name for people, and the player's own name ("" if not given)."""

    seat: str
    name: str
    player: str = ""


@immutable(frozen=True, slots=True, kw_only=True)
class Match:
    """The game a report is about.

    Attributes:
        id: the game id.
        module: id of the rules.
        title: what players call them.
        version: their version.
        package: the import package of the rules, which may bring templates of its own.
        policy: the dice policy.
        players: the seats.
    """

    id: str
    module: str
    title: str
    version: str
    package: str
    policy: str
    players: tuple[Player, ...]


@immutable(frozen=True, slots=True, kw_only=True)
class Line:
    """The line of the log a report is about.

    Attributes:
        number: counted from 0.
        kind: the type of the entry.
        head: its SHA-256.
        time: the host's time, as the protocol writes it.
        text: what it did, a sentence.
        next_segment: number of the next segment after it.
    """

    number: int
    kind: str
    head: str
    time: str
    text: str
    next_segment: int


@immutable(frozen=True, slots=True, kw_only=True)
class Brief:
    """A row of the head of a report: what was played, what changed, what comes next."""

    name: str
    text: str


@immutable(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything one report says.

    Attributes:
        match: the game.
        line: the line of the log.
        stem: the step, as it stands in names of files.
        brief: the report in a few rows.
        tellings: what happened, one part for each resolution, in order.
        duties: what has to be done next.
        result: the result once the game is over, a sentence; "" before.
        board: the position.
        notes: what players wrote.
        segments: the dice.
        luck: how the dice of this report fell.
        luck_so_far: how all dice of the game fell up to this line.
        remarks: what is legal but should be seen.
        clauses: the text of every clause named, as far as it is at hand.
        arrows: what went where, or struck where.
        drawing: the map of position and arrows; None if the game has none.
    """

    match: Match
    line: Line
    stem: str
    brief: tuple[Brief, ...] = ()
    tellings: tuple[Telling, ...] = ()
    duties: tuple[Duty, ...] = ()
    result: str = ""
    board: Board = field(default_factory=Board)
    notes: tuple[Note, ...] = ()
    segments: tuple[Segment, ...] = ()
    luck: tuple[Luck, ...] = ()
    luck_so_far: tuple[Luck, ...] = ()
    remarks: tuple[str, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    drawing: Drawing | None = None

    @property
    def title(self) -> str:
        """What the report is about, for its head: the result, or what is due."""
        return self.result.rstrip(".") or self.board.headline or self.line.text
