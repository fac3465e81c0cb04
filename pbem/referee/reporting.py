"""Reports: what a line of the log did, gathered from the history and worded for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem import registry
from pbem.canon.canonical import Json
from pbem.history.durable import write_atomic
from pbem.history.names import safe_name
from pbem.referee.briefing import brief_of
from pbem.referee.corrections import data_of
from pbem.referee.gathering import (
    aimed_rolls,
    cited,
    line_of,
    match_of,
    notes_of,
    remarks_of,
    result_of,
    segment_of,
    telling_of,
    view_of,
)
from pbem.referee.open_game import OpenGame
from pbem.referee.retrospect import Retrospect, retrospect
from pbem.referee.to_do import Wording, duties_of
from pbem.referee.wordbook import phrases_with, wordbook_of
from pbem.report.board import board_of
from pbem.report.clauses import clause_texts
from pbem.report.dice import Segment
from pbem.report.luck import luck_of
from pbem.report.map import draw, ground_of
from pbem.report.model import Report
from pbem.report.names import Names, names_of
from pbem.report.offers import Offers
from pbem.report.render import as_html, as_json, as_text
from pbem.report.telling import Teller, with_asides_once, with_last_tables
from pbem.report.wording import Voice, words_of

NOW: Final = "As it stands after everything told in this report."
MID_STEP: Final = (
    "As it stands in the middle of the step, after everything told in this report: the step goes "
    "on when the question is answered."
)
BEHIND: Final = (
    "As it stood when this step began. What has happened since can not be shown before it can be "
    "told; the step goes on."
)


def report_on(game: OpenGame, line: int | None = None) -> Report:
    """The report on a line of a game; None means the newest line that opened asks.

    It says how things stood at that line, whoever writes it and whenever; only what the reader
    could not know then is told, and shown on the map, as soon as it is known.

    Raises:
        NoSuchLine: the log is not that long.
    """
    look = retrospect(game, line)
    view = view_of(look.log, look.position())
    book = wordbook_of(look.log)
    names = names_of(view, words_of(book.game, book.package))
    teller = Teller(Voice(book.game, book.package, names), look.papers(), look.rolls())
    wording = Wording(names, phrases_with(book, names), Offers(book.game, book.package, names))
    frame = Report(
        match=match_of(look, names),
        line=line_of(look, names),
        stem=_stem(look),
        duties=duties_of(look.log, look.questions(), wording),
        result=result_of(look.log, names),
        board=board_of(view, names, _when(look)),
        notes=tuple(notes_of(look, names)),
        remarks=tuple(remarks_of(look, names)),
    )
    told = _with_story(frame, look, teller)
    brief = tuple(brief_of(told, _played(game, look), look, teller))
    return _with_references(replace(told, brief=brief), names, data_of(game.folder))


def _played(game: OpenGame, look: Retrospect) -> list[str]:
    """What was due when each resolution that is told began."""
    return [headline for seq in look.told() if (headline := _due_before(game, look, seq))]


def _due_before(game: OpenGame, look: Retrospect, seq: int) -> str:
    """What was due when a resolution began; "" if that is not known."""
    before = look.began_at(seq)
    if before in look.resolved:
        position: Mapping[str, Json] | None = look.resolved[before].outcome.now()
    else:
        position = look.position() if before else retrospect(game, 0).position()
    return str(view_of(look.log, position).get("headline", ""))


def _when(look: Retrospect) -> str:
    """Which moment the position of a report belongs to."""
    if look.is_behind():
        return BEHIND
    return MID_STEP if look.in_mid_step() else NOW


def _with_story(report: Report, look: Retrospect, teller: Teller) -> Report:
    """The report with what happened, and with the dice."""
    events = [event for seq in look.told() for event in look.events(seq)]
    tellings = [telling_of(look, teller, seq) for seq in look.told()]
    return replace(
        report,
        tellings=with_asides_once(with_last_tables(tellings)),
        segments=tuple(_segments(look, teller)),
        luck=luck_of(aimed_rolls(look, teller, look.told())),
        luck_so_far=luck_of(aimed_rolls(look, teller, sorted(look.resolved))),
        arrows=teller.arrows(events),
    )


def _with_references(report: Report, names: Names, corrected: Path | None) -> Report:
    """The report with the texts of the clauses it names, and with the map."""
    module, package, board = report.match.module, report.match.package, report.board
    shapes = registry.shapes(module, corrected) if board.places else None
    return replace(
        report,
        clauses=clause_texts(module, package, cited(report.tellings, report.duties)),
        drawing=draw(ground_of(shapes, board, names), shapes, board, report.arrows, names)
        if shapes
        else None,
    )


def _segments(look: Retrospect, teller: Teller) -> Iterator[Segment]:
    """The dice of the line, or of the resolutions that it lets be told."""
    for seq in look.told():
        segment = segment_of(look, teller, seq)
        if segment is not None:
            yield segment


def _stem(look: Retrospect) -> str:
    """Turn and step of the first ask that stood open before the line, fit for a file's name."""
    asks = look.entries[look.since].signed["asks"]
    if look.number == 0 or not asks:
        return "start" if look.number == 0 else "end"
    parts = str(asks[0]["id"]).split("/")
    return safe_name("/".join(parts[:-1][:2] or parts))


def write_reports(game: OpenGame, report: Report, folder: Path | None) -> list[Path]:
    """Write a report as HTML, as text and as JSON.

    Args:
        game: the game.
        report: the report.
        folder: where to, made if it is not there; None for the folder `reports` of the game.

    Returns:
        the files.

    Raises:
        FolderTrouble: they can not be written.
    """
    name = f"{report.stem}-line-{report.line.number:04}"
    layouts = (("html", as_html), ("txt", as_text), ("json", as_json))
    return [
        write_page(game, f"{name}.{ending}", layout(report), folder) for ending, layout in layouts
    ]


def write_page(game: OpenGame, name: str, text: str, folder: Path | None) -> Path:
    """Write one file of a report.

    Args:
        game: the game.
        name: the file's name.
        text: what stands in it.
        folder: where to, made if it is not there; None for the folder `reports` of the game.

    Returns:
        the file.

    Raises:
        FolderTrouble: it can not be written.
    """
    path = game.folder.report_file(name) if folder is None else folder / name
    write_atomic(path, text.encode())
    return path
