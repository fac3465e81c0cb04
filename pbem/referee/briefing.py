"""The head of a report: what was played, what changed, what comes next, who is waited for."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.referee.retrospect import Retrospect
from pbem.report.model import Brief, Report
from pbem.report.telling import Teller

UNTOLD = "What happened can be told only when the orders that were used are opened."


def brief_of(report: Report, played: str, look: Retrospect, teller: Teller) -> Iterator[Brief]:
    """The rows of the head, as far as there is something to say.

    Args:
        report: the report with its story.
        played: the headline of what was due when its story begins; "" without a story.
        look: the line of the log.
        teller: says what has changed.
    """
    if played:
        yield Brief(name="Played", text=f"{played}.")
    changed = _changed(report, look, teller)
    if changed:
        yield Brief(name="Changed", text=changed)
    if report.result:
        yield Brief(name="Result", text=report.result)
    elif report.board.headline:
        goes_on = ", which goes on" if report.board.headline == played else ""
        yield Brief(name="Next", text=f"{report.board.headline}{goes_on}.")
    awaited = " ".join(duty.text for duty in report.duties if not duty.done)
    if awaited:
        yield Brief(name="Awaited", text=awaited)


def _changed(report: Report, look: Retrospect, teller: Teller) -> str:
    """What the resolutions of the report have changed in all."""
    if any(telling.untold for telling in report.tellings):
        return UNTOLD
    events = [event for seq in look.told() for event in look.events(seq)]
    return " ".join(teller.voice.changes(events))
