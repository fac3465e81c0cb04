"""What reports are made of: parts of the story, gathered from a line of the history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.canon.canonical import Json
from pbem.canon.prose import one_line
from pbem.history.deciding import has_conceded
from pbem.history.documents import Document
from pbem.history.log import Log
from pbem.referee.line_sentences import line_sentence, remark_sentence, result_sentence
from pbem.referee.retrospect import Retrospect
from pbem.referee.wordbook import wordbook_of
from pbem.report.dice import Roll, Segment
from pbem.report.model import Duty, Line, Match, Note, Player, Telling
from pbem.report.names import Names, names_of
from pbem.report.telling import Teller
from pbem.report.wording import words_of

_UNTOLD = (
    "What happened can be told only when the orders that were used are opened, at the end of "
    "this step: until then only the host knows them. The signatures, the links and the dice "
    "below are checked already; the sequence of events will be checked then."
)
_NO_RULES = (
    "The rules of this game are not installed here in the version that is played, so what "
    "happened can not be told. The signatures, the links and the dice are checked."
)


def match_of(look: Retrospect, names: Names) -> Match:
    """The game, with its players."""
    book = wordbook_of(look.log)
    return Match(
        id=look.log.game,
        module=book.game,
        title=book.title,
        version=str(look.log.terms["module"]["version"]),
        package=book.package,
        policy=look.log.policy,
        players=tuple(_players(look, names)),
    )


def _players(look: Retrospect, names: Names) -> Iterator[Player]:
    joined = {join["signed"]["seat"]: join["signed"] for join in look.entries[0].signed["joins"]}
    for seat in look.log.terms["seats"]:
        word = str(seat["seat"])
        name = joined[word].get("name", seat.get("name", ""))
        yield Player(seat=word, name=names.adjective(word), player=one_line(str(name)))


def view_of(log: Log, position: Mapping[str, Json] | None) -> Mapping[str, Any]:
    """What the rules show of a position; nothing without rules or without a position."""
    if log.rules is None or position is None:
        return {}
    return log.rules.view(position)


def line_of(look: Retrospect, names: Names) -> Line:
    """The line of a retrospect."""
    return Line(
        number=look.number,
        kind=look.entry.type,
        head=look.entry.head,
        time=str(look.entry.signed["time"]),
        text=line_sentence(look.entry, names),
        next_segment=look.log.next,
    )


def result_of(log: Log, names: Names) -> str:
    """How the game ended, a sentence; "" before."""
    result = log.result if log.result is not None else log.over
    conceded = [seat for seat in log.seats if has_conceded(log, seat)]
    return "" if result is None else result_sentence(result, names, conceded)


def ending_of(log: Log) -> str:
    """How the game ended, where no report is at hand with the names of the game."""
    book = wordbook_of(log)
    return result_of(log, names_of({}, words_of(book.game, book.package)))


def telling_of(look: Retrospect, teller: Teller, seq: int) -> Telling:
    """What a resolution brought, or why that can not be told."""
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


def segment_of(look: Retrospect, teller: Teller, seq: int) -> Segment | None:
    """The dice of a resolution with what proves them; None if none were rolled."""
    dice = look.entries[seq].signed.get("dice")
    if dice is None:
        return None
    aimed = teller.aimed(look.events(seq))
    return Segment(
        number=dice["segment"],
        line=seq,
        seed=dice["seed"],
        links=dict(dice["links"]),
        rolls=tuple(aimed.get(roll.label, roll) for roll in look.rolls_of(seq)),
    )


def aimed_rolls(look: Retrospect, teller: Teller, seqs: Sequence[int]) -> Iterator[Roll]:
    """The rolls of some resolutions that were to hit something."""
    for seq in seqs:
        yield from teller.aimed(look.events(seq)).values()


def notes_of(look: Retrospect, names: Names) -> Iterator[Note]:
    """What players wrote beside their documents, and what the host remarked."""
    for document in look.documents():
        if document.signed.get("note"):
            about = _about(document, look, names)
            yield Note(author=_author(document, names), about=about, text=document.signed["note"])
    for entry in look.entries[look.since + 1 : look.number + 1]:
        if entry.type == "remark":
            text = str(entry.signed["text"])
            yield Note(author="The host", about=f"in line {entry.signed['seq']}", text=text)


def _author(document: Document, names: Names) -> str:
    name = names.seat(document.party)
    return name[:1].upper() + name[1:]


def _about(document: Document, look: Retrospect, names: Names) -> str:
    words = {"invite": "with the invitation", "standing": "with standing orders"}
    if document.type == "orders":
        ask = str(document.signed["ask"])
        return f"asked to {names.asked(ask, _kind(ask, look))}"
    return words.get(document.type, "with the concession")


def _kind(ask: str, look: Retrospect) -> str:
    """The rules' word for an ask of the log."""
    asked = (each for entry in look.entries for each in entry.signed.get("asks", ()))
    return next((str(each["kind"]) for each in asked if each["id"] == ask), "")


def remarks_of(look: Retrospect, names: Names) -> Iterator[str]:
    """What is legal but should be seen; remarks of the host stand among the notes."""
    for seq in dict.fromkeys(note.seq for note in look.log.notes):
        if look.since < seq <= look.number and (told := remark_sentence(look.entries[seq], names)):
            yield f"Line {seq}: {told}"
    for seq, receipt in look.late():
        about = f" on {receipt.about}" if receipt.about else ""
        yield (
            f"Line {receipt.seq}: standing orders of {names.seat(receipt.seat)}{about}, rev "
            f"{receipt.rev}, came too late to count in line {seq}: an answer had come before them."
        )


def cited(tellings: Iterable[Telling], duties: Iterable[Duty]) -> Iterator[str]:
    """Every clause that is named."""
    for telling in tellings:
        told = [happening for scene in telling.scenes for happening in scene.happenings]
        yield from (happening.clause for happening in (*told, *telling.asides))
    for duty in duties:
        yield from (option.clause for option in duty.options)
