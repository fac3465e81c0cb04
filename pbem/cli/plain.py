"""What commands print with `--json`: the same facts, for programs."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.history.answers import missing_releases
from pbem.history.audit import Audit
from pbem.history.deciding import has_conceded
from pbem.history.records import Phase
from pbem.history.times import written
from pbem.referee import clock
from pbem.referee.open_game import OpenGame, mine


def status_data(game: OpenGame) -> Json:
    """Where a game stands, and who has to do what."""
    log = game.log
    asks: list[Json] = [{"ask": ask.id, "seat": ask.seat} for ask in log.unanswered()]
    plain: dict[str, Json] = {
        "game": log.game,
        "module": dict(log.terms["module"]),
        "policy": log.policy,
        "phase": str(log.phase),
        "lines": log.seq,
        "head": log.head,
        "next": log.next,
        "mine": list(mine(game.folder)),
        "asks": asks,
        "releases": list(missing_releases(log)) if log.phase is Phase.LOCKED else [],
        "paused": log.paused is not None,
        "conceded": [seat for seat in log.seats if has_conceded(log, seat)],
    }
    if log.due is not None:
        plain["due"] = written(log.due)
        plain["late"] = bool(asks) and log.paused is None and written(log.due) <= clock.now()
    if log.over is not None:
        plain["over"] = dict(log.over)
    if log.result is not None:
        plain["result"] = dict(log.result)
    return plain


def audit_data(audit: Audit) -> dict[str, Json]:
    """What an audit found."""
    plain: dict[str, Json] = {
        "good": audit.finding is None,
        "complete": audit.complete,
        "lines": audit.lines,
        "head": audit.head,
        "policy": audit.policy,
        "remarks": list(audit.remarks),
    }
    if audit.later:
        plain["later"] = {"line": audit.lines, "reason": audit.later}
    if (finding := audit.finding) is not None:
        plain["finding"] = {
            "line": finding.seq,
            "code": finding.code,
            "reason": finding.reason,
            "at": finding.at,
            "meaning": finding.meaning,
        }
    return plain
