"""Reports: what a line of the log did, gathered from the history and worded for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem import registry
from pbem.history.documents import Document
from pbem.history.durable import FolderTrouble, write_atomic
from pbem.history.log import Log
from pbem.history.names import safe_name
from pbem.referee.line_sentences import line_sentence, result_sentence
from pbem.referee.open_game import OpenGame
from pbem.referee.retrospect import Retrospect, retrospect
from pbem.referee.to_do import duties_of
from pbem.report.board import board_of
from pbem.report.clauses import clause_texts
from pbem.report.luck import luck_of
from pbem.report.map import draw
from pbem.report.model import Line, Match, Note, Player, Report, Roll, Segment, Telling
from pbem.report.names import Names, names_of
from pbem.report.render import as_html, as_json, as_text
from pbem.report.telling import Teller
from pbem.report.wording import Voice, words_of

_NOW = "As it stands after everything told above."
_MID_STEP = (
    "As it stood when this step began. What is told above has happened since; the step goes on."
)
_UNTOLD = (
    "What happened can be told only when the orders that were used are opened, at the end of "
    "this step: until then only the host knows them. The signatures, the links and the dice "
    "below are checked already; the sequence of events will be checked then."
)
_NO_RULES = (
    "The rules of this game are not installed here in the version that is played, so what "
    "happened can not be told. The signatures, the links and the dice are checked."
)


def report_on(game: OpenGame, line: int | None = None) -> Report:
    """The report on a line of a game; None means the newest line that opened asks.

    It says how things stood at that line, whoever writes it and whenever; only events that the
    reader could not know then are told as soon as they are known.

    Raises:
        NoSuchLine: the log is not that long.
    """
    look = retrospect(game, line)
    view = _view(look)
    module, package, _ = _module(look.log)
    names = names_of(view, words_of(module, package))
    teller = Teller(Voice(module, package, names), look.papers(), look.rolls())
    frame = Report(
        match=_match(look, names),
        line=_line(look, names),
        stem=_stem(look),
        duties=duties_of(look.log, look.questions(), names),
        result=_result(look.log, names),
        board=board_of(view, names, _MID_STEP if look.in_mid_step() else _NOW),
        notes=tuple(_notes(look, names)),
        remarks=tuple(_remarks(look, names)),
    )
    return _with_references(_with_story(frame, look, teller), names)


def _with_story(report: Report, look: Retrospect, teller: Teller) -> Report:
    """The report with what happened, and with the dice."""
    events = [event for seq in look.told() for event in look.events(seq)]
    return replace(
        report,
        tellings=tuple(_telling(look, teller, seq) for seq in look.told()),
        segments=tuple(_segments(look, teller)),
        luck=luck_of(_aimed(look, teller, look.told())),
        luck_so_far=luck_of(_aimed(look, teller, sorted(look.resolved))),
        arrows=teller.arrows(events),
    )


def _with_references(report: Report, names: Names) -> Report:
    """The report with the texts of the clauses it names, and with the map."""
    module, package = report.match.module, report.match.package
    shapes = registry.shapes(module) if report.board.places else None
    return replace(
        report,
        clauses=clause_texts(module, package, _cited(report)),
        drawing=draw(shapes, report.board, report.arrows, names) if shapes else None,
    )


def write_reports(game: OpenGame, report: Report, folder: Path | None) -> list[Path]:
    """Write a report as HTML, as text and as JSON.

    Args:
        game: the game.
        report: the report.
        folder: where to; None for the folder `reports` of the game.

    Returns:
        the files.

    Raises:
        FolderTrouble: they can not be written.
    """
    name = f"{report.stem}-line-{report.line.number:04}"
    if folder is not None and not folder.is_dir():
        raise FolderTrouble(f"there is no folder {folder}")
    written: list[Path] = []
    for ending, text in (
        ("html", as_html(report)),
        ("txt", as_text(report)),
        ("json", as_json(report)),
    ):
        file = f"{name}.{ending}"
        path = game.folder.report_file(file) if folder is None else folder / file
        write_atomic(path, text.encode())
        written.append(path)
    return written


def _module(log: Log) -> tuple[str, str, str]:
    """The id of the rules, the package they come in, and what players call them."""
    name = str(log.terms["module"]["id"])
    installed = registry.games().get(name)
    return (name, installed.package, installed.title) if installed else (name, "", name)


def _match(look: Retrospect, names: Names) -> Match:
    module, package, title = _module(look.log)
    return Match(
        id=look.log.game,
        module=module,
        title=title,
        version=str(look.log.terms["module"]["version"]),
        package=package,
        policy=look.log.policy,
        players=tuple(_players(look, names)),
    )


def _players(look: Retrospect, names: Names) -> Iterator[Player]:
    joined = {join["signed"]["seat"]: join["signed"] for join in look.entries[0].signed["joins"]}
    for seat in look.log.terms["seats"]:
        word = str(seat["seat"])
        name = joined[word].get("name", seat.get("name", ""))
        yield Player(seat=word, name=names.adjective(word), player=str(name))


def _view(look: Retrospect) -> Mapping[str, Any]:
    position = look.position()
    if look.log.rules is None or position is None:
        return {}
    return look.log.rules.view(position)


def _line(look: Retrospect, names: Names) -> Line:
    return Line(
        number=look.number,
        kind=look.entry.type,
        head=look.entry.head,
        time=str(look.entry.signed["time"]),
        text=line_sentence(look.entry, names),
        next_segment=look.log.next,
    )


def _stem(look: Retrospect) -> str:
    """Turn and step of the first ask that stood open before the line, fit for a file's name."""
    asks = look.entries[look.since].signed["asks"]
    if look.number == 0 or not asks:
        return "start" if look.number == 0 else "end"
    parts = str(asks[0]["id"]).split("/")
    return safe_name("/".join(parts[:-1][:2] or parts))


def _result(log: Log, names: Names) -> str:
    result = log.result if log.result is not None else log.over
    return "" if result is None else result_sentence(result, names)


def _telling(look: Retrospect, teller: Teller, seq: int) -> Telling:
    events = look.events(seq)
    scenes = teller.scenes(events, look.before(seq))
    named = {roll.label for s in scenes for h in s.happenings for roll in h.rolls}
    return Telling(
        line=seq,
        time=str(look.entries[seq].signed["time"]),
        untold="" if seq in look.resolved else _UNTOLD if look.log.rules else _NO_RULES,
        scenes=scenes,
        asides=teller.asides(events),
        rolls=tuple(roll for roll in look.rolls_of(seq) if roll.label not in named),
    )


def _segments(look: Retrospect, teller: Teller) -> Iterator[Segment]:
    """The dice of the line, or of the resolutions that it lets be told."""
    for seq in look.told():
        dice = look.entries[seq].signed.get("dice")
        aimed = teller.aimed(look.events(seq))
        if dice is not None:
            yield Segment(
                number=dice["segment"],
                line=seq,
                seed=dice["seed"],
                links=dict(dice["links"]),
                rolls=tuple(aimed.get(roll.label, roll) for roll in look.rolls_of(seq)),
            )


def _aimed(look: Retrospect, teller: Teller, seqs: Sequence[int]) -> Iterator[Roll]:
    for seq in seqs:
        yield from teller.aimed(look.events(seq)).values()


def _notes(look: Retrospect, names: Names) -> Iterator[Note]:
    """What players wrote beside their documents, and what the host remarked."""
    for document in look.documents():
        if document.signed.get("note"):
            about = _about(document)
            yield Note(author=_author(document, names), about=about, text=document.signed["note"])
    for entry in look.entries[look.since + 1 : look.number + 1]:
        if entry.type == "remark":
            text = str(entry.signed["text"])
            yield Note(author="The host", about=f"in line {entry.signed['seq']}", text=text)


def _author(document: Document, names: Names) -> str:
    name = names.seat(document.party)
    return name[:1].upper() + name[1:]


def _about(document: Document) -> str:
    words = {
        "invite": "with the invitation",
        "orders": f"with the orders for {document.signed.get('ask')}",
        "standing": "with standing orders",
    }
    return words.get(document.type, "with the concession")


def _remarks(look: Retrospect, names: Names) -> Iterator[str]:
    """What is legal but should be seen; remarks of the host stand among the notes."""
    for note in look.log.notes:
        if look.since < note.seq <= look.number and note.kind != "remark":
            yield f"Line {note.seq}: {note.text}"
    for seq, receipt in look.late():
        about = f" on {receipt.about}" if receipt.about else ""
        yield (
            f"Line {receipt.seq}: standing orders of {names.seat(receipt.seat)}{about}, rev "
            f"{receipt.rev}, came too late to count in line {seq}: an answer had come before them."
        )


def _cited(report: Report) -> Iterator[str]:
    """Every clause that a report names."""
    for telling in report.tellings:
        told = [h for scene in telling.scenes for h in scene.happenings]
        yield from (h.clause for h in (*told, *telling.asides))
    for duty in report.duties:
        yield from (option.clause for option in duty.options)
