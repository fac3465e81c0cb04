"""The answers that count in the resolution at hand, and its dice parties (section 3.5)."""

from collections.abc import Mapping

from pbem.canon.codes import Refused
from pbem.history.documents import HOST, Signed
from pbem.history.log import Log
from pbem.history.records import Receipt, Resolution


def counted(log: Log, signed: Signed) -> Resolution:
    """Return the resolution that closes the open asks now.

    Args:
        log: the log before the line.
        signed: what the `resolve` line says; empty while only the answers are of interest.

    Raises:
        Refused: L06 if an ask is neither answered nor defaulted.
    """
    missing = log.unanswered()
    if missing:
        waiting = ", ".join(f"{ask.id} ({ask.seat})" for ask in missing)
        raise Refused("L06", f"still without an answer or a default: {waiting}")
    answers = {ask.id: log.answers.get(ask.id) for ask in log.asks}
    lines = [*log.defaults.values(), *(each.seq for each in answers.values() if each)]
    return Resolution(
        seq=log.seq,
        signed=signed,
        state=log.state,
        asks=log.asks,
        answers=answers,
        first=min(lines, default=log.seq),
        first_default=min(log.defaults.values(), default=log.seq),
        links=dict(log.links),
        parties=dice_parties(log, answers),
        excused=dict(log.excused),
        next=log.next,
        held_before=log.held,
    )


def dice_parties(log: Log, answers: Mapping[str, Receipt | None]) -> tuple[str, ...]:
    """Return P, the parties whose link the next segment needs, sorted."""
    if log.policy == "all":
        seats = {seat for seat in log.active() if seat not in log.excused}
    elif log.policy == "actor":
        seats = {ask.seat for ask in log.asks if ask.dice and answers[ask.id] is not None}
    else:
        seats = set()
    return tuple(sorted({HOST, *seats}))


def missing_releases(log: Log) -> list[str]:
    """Return the seats of the lock in force whose link this reader does not have yet.

    A link that lies in a held answer is known to the host only.
    """
    parties = log.lock.parties if log.lock else ()
    return [party for party in parties if party != HOST and party not in log.links]
