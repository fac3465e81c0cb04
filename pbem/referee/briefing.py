"""The head of a report: what was played, what changed, what comes next, who is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.referee.retrospect import Retrospect
from pbem.report.model import Brief, Report
from pbem.report.telling import Teller

UNTOLD = "What happened can be told only when the orders that were used are opened."


def brief_of(
    report: Report, played: Sequence[str], look: Retrospect, teller: Teller
) -> Iterator[Brief]:
    """The rows of the head, as far as there is something to say.

    Args:
        report: the report with its story.
        played: the headlines of what was due when each part of its story began, in order.
        look: the line of the log.
        teller: says what has changed.
    """
    if played:
        yield Brief(name="Played", text=f"{joined(played)}.")
    changed = _changed(report, look, teller)
    if changed:
        yield Brief(name="Changed", text=changed)
    if report.board.headline and not report.result:
        goes_on = ", which goes on" if report.board.headline in played else ""
        yield Brief(name="Next", text=f"{report.board.headline}{goes_on}.")
    awaited = " ".join(duty.text for duty in report.duties if not duty.done)
    if awaited:
        yield Brief(name="Awaited", text=awaited)


def joined(headlines: Sequence[str]) -> str:
    """Headlines in a row; what one has in common with that before it is said once."""
    told, known = [], ""
    for headline in dict.fromkeys(headlines):
        group, _, step = headline.rpartition(": ")
        told.append(step if group and group == known else headline)
        known = group
    return "; ".join(told)


def _changed(report: Report, look: Retrospect, teller: Teller) -> str:
    """What the resolutions of the report have changed in all."""
    if any(telling.untold for telling in report.tellings):
        return UNTOLD
    events = [event for seq in look.told() for event in look.events(seq)]
    return " ".join(teller.voice.changes(events))
