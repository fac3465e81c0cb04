"""The page of a whole game: its history resolution by resolution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from pbem import registry
from pbem.canon.canonical import Json
from pbem.history.entries import Entry
from pbem.history.records import Phase
from pbem.referee.gathering import (
    cited,
    line_of,
    notes_of,
    remarks_of,
    segment_of,
    telling_of,
    view_of,
)
from pbem.referee.open_game import OpenGame
from pbem.referee.reporting import BEHIND, report_on, write_page
from pbem.referee.retrospect import OPENING, Retrospect, retrospect
from pbem.referee.wordbook import wordbook_of
from pbem.report.board import Board, board_of
from pbem.report.chronicle import Chronicle, Leaf
from pbem.report.clauses import clause_texts
from pbem.report.drawing import Drawing, Ground
from pbem.report.map import draw, ground_of
from pbem.report.model import Telling
from pbem.report.names import Names, names_of
from pbem.report.render import chronicle_as_html
from pbem.report.telling import Teller, with_asides_once
from pbem.report.wording import Voice, words_of

BEGINNING = "The game begins"
ENDING = "The log is closed"


Watch: TypeAlias = Callable[[Sequence[Entry]], Iterable[Entry]]


def chronicle_of(game: OpenGame, watch: Watch = iter) -> Chronicle:
    """A whole game, with everything the reader knows by now.

    Args:
        game: the game.
        watch: gives the lines one by one, and may show how far it has come.
    """
    last = len(game.lines) - 1
    newest = report_on(game, last)
    leaves = tuple(_Binder(game).leaves(watch))
    tellings = [leaf.telling for leaf in leaves if leaf.telling is not None]
    clauses = cited(tellings, newest.duties)
    return Chronicle(
        match=newest.match,
        line=newest.line,
        leaves=leaves,
        duties=() if game.log.phase is Phase.ENDED else newest.duties,
        result=newest.result,
        luck=newest.luck_so_far,
        clauses=clause_texts(newest.match.module, newest.match.package, clauses),
    )


def write_chronicle(game: OpenGame, chronicle: Chronicle, folder: Path | None) -> Path:
    """Write the page of a whole game; see `pbem.referee.reporting.write_page`."""
    return write_page(game, "whole-game.html", chronicle_as_html(chronicle), folder)


class _Binder:
    """Makes the leaves of one game, in order.

    Attributes:
        look: the newest line of the log, with everything known by now.
        view: what the rules show of the position that was reached.
        shapes: the outlines of the map; None without a map.
        ground: the map without a position; None without a map.
    """

    def __init__(self, game: OpenGame) -> None:
        self.look = retrospect(game, len(game.lines) - 1)
        self.book = wordbook_of(self.look.log)
        self.words = words_of(self.book.game, self.book.package)
        self.view = view_of(self.look.log, retrospect(game, 0).position())
        self.shapes = registry.shapes(self.book.game) if self.view.get("places") else None
        self.ground = self._ground()

    def leaves(self, watch: Watch) -> Iterator[Leaf]:
        """A leaf for each line that opened asks, and one for the end."""
        before, headline = "", BEGINNING
        for seq, entry in enumerate(watch(self.look.entries)):
            if entry.type in OPENING:
                goes_on = headline == before and headline
                leaf = self._leaf(seq, f"{headline}, continued" if goes_on else headline)
                yield leaf
                before, headline = headline, leaf.board.headline
            elif entry.type == "end":
                yield self._leaf(seq, ENDING)

    def _ground(self) -> Ground | None:
        names = names_of(self.view, self.words)
        board = board_of(self.view, names, "")
        return ground_of(self.shapes, board, names) if self.shapes is not None else None

    def _leaf(self, seq: int, headline: str) -> Leaf:
        resolved = self.look.resolved.get(seq)
        if resolved is not None:
            self.view = view_of(self.look.log, resolved.outcome.now())
        names = names_of(self.view, self.words)
        look = replace(self.look, number=seq, entries=self.look.entries[: seq + 1])
        voice = Voice(self.book.game, self.book.package, names)
        teller = Teller(voice, look.papers(), look.rolls())
        line = line_of(look, names)
        group, _, title = headline.rpartition(": ")
        is_told = line.kind == "resolve"
        behind = BEHIND if is_told and resolved is None else ""
        board = board_of(self.view, names, behind)
        return Leaf(
            group=group,
            title=title or line.text,
            line=line,
            telling=_told(look, teller, seq) if is_told else None,
            board=board,
            notes=tuple(notes_of(look, names)),
            segment=segment_of(look, teller, seq),
            remarks=tuple(remarks_of(look, names)),
            drawing=self._drawing(board, teller, look.events(seq), names),
        )

    def _drawing(
        self, board: Board, teller: Teller, events: Sequence[Mapping[str, Json]], names: Names
    ) -> Drawing | None:
        if self.ground is None or self.shapes is None:
            return None
        return draw(self.ground, self.shapes, board, teller.arrows(events), names)


def _told(look: Retrospect, teller: Teller, seq: int) -> Telling:
    """What a line brought; what was passed over more than once is told once."""
    (telling,) = with_asides_once([telling_of(look, teller, seq)])
    return telling
