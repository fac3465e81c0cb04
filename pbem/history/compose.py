"""What the host writes: the `signed` object of the next line (protocol section 5).

Nothing is signed, applied or stored here: `OpenGame.write` does that, and lets the log itself check
each line first, so that the host can never publish one that an audit would reject.
"""

from collections.abc import Sequence

from pbem.canon.canonical import Json
from pbem.engine.game import Rules
from pbem.history.deadlines import earliest_due, earliest_due_after_pause
from pbem.history.documents import Document
from pbem.history.fields import NOTHING
from pbem.history.log import Log
from pbem.history.opening import asks_of, salt_of, start_of
from pbem.history.planning import NeedsLock, Ready
from pbem.history.receiving import receipt_of
from pbem.history.times import seconds, written


def genesis(
    invite: Document, joins: Sequence[Document], rules: Rules, time: str
) -> dict[str, Json]:
    """Return line 0.

    Args:
        invite: the invitation.
        joins: one document of every seat, in any order.
        rules: the rules of the game.
        time: the host's clock.

    Raises:
        Refused: L07, J09 or R02 if no such game can begin.
    """
    ordered = sorted(joins, key=lambda join: join.party)
    outcome = start_of(rules, invite)
    fields: dict[str, Json] = {
        "invite": invite.envelope,
        "joins": [join.envelope for join in ordered],
        "salt": salt_of(ordered),
        "state": outcome.step.state(),
        "asks": outcome.asks(),
        "next": 1,
    }
    due = earliest_due(seconds(time), invite.signed["deadline"]["hours"], asks_of(fields))
    game = invite.signed["game"]
    common = {"v": 1, "type": "genesis", "game": game, "seq": 0, "prev": NOTHING, "time": time}
    return {**common, **fields, "due": written(due)}


def receive(log: Log, time: str, document: Document) -> dict[str, Json]:
    """Return the line that takes a document openly."""
    return _entry(log, "receive", time, doc=document.envelope)


def receive_held(log: Log, time: str, document: Document) -> dict[str, Json]:
    """Return the line that takes an orders or standing document and holds its text back.

    The text must be where the log's `held_texts` finds it before the line is sealed.
    """
    return _entry(log, "receive", time, held={**receipt_of(document)})


def refuse(
    log: Log, time: str, digest: str, code: str, why: str, seat: str | None = None
) -> dict[str, Json]:
    """Return the line that says a document was not accepted.

    For orders and standing documents `why` must give away nothing of the text.
    """
    sender: dict[str, Json] = {} if seat is None else {"seat": seat}
    return _entry(log, "refuse", time, digest=digest, code=code, why=why, **sender)


def default_ask(log: Log, time: str, ask_id: str, why: str) -> dict[str, Json]:
    """Return the line that closes an ask by default.

    Args:
        log: the log.
        time: the host's clock.
        ask_id: an open ask.
        why: "deadline" or "conceded".

    Raises:
        ValueError: there is no such ask.
    """
    ask = log.ask(ask_id)
    if ask is None:
        raise ValueError(f"no ask {ask_id} is open")
    return _entry(log, "default", time, seat=ask.seat, ask=ask_id, why=why)


def default_release(log: Log, time: str, seat: str) -> dict[str, Json]:
    """Return the line that goes on without a seat's release."""
    return _entry(log, "default", time, seat=seat, segment=log.next, why="deadline")


def lock(log: Log, time: str, plan: NeedsLock) -> dict[str, Json]:
    """Return the line that fixes the answers."""
    inputs, parties = list(plan.inputs), list(plan.parties)
    return _entry(log, "lock", time, segment=log.next, inputs=[*inputs], parties=[*parties])


def resolve(log: Log, time: str, plan: Ready) -> dict[str, Json]:
    """Return the line that resolves; the new asks are due after the promised hours."""
    asks = asks_of(plan.fields)
    if not asks:
        return _entry(log, "resolve", time, **plan.fields)
    due = earliest_due(seconds(time), log.terms["deadline"]["hours"], asks)
    return _entry(log, "resolve", time, **plan.fields, due=written(due))


def pause(log: Log, time: str, why: str) -> dict[str, Json]:
    """Return the line that stops the deadlines."""
    return _entry(log, "pause", time, why=why)


def resume(log: Log, time: str, why: str) -> dict[str, Json]:
    """Return the line that lets the deadlines go on, moved by the length of the pause."""
    due = written(earliest_due_after_pause(log, seconds(time)))
    return _entry(log, "resume", time, why=why, due=due)


def remark(log: Log, time: str, text: str) -> dict[str, Json]:
    """Return a line with a remark."""
    return _entry(log, "remark", time, text=text)


def end(log: Log, time: str, why: str, result: dict[str, Json]) -> dict[str, Json]:
    """Return the line that closes the log, with every text that is used and still held.

    Args:
        log: the log.
        time: the host's clock.
        why: "victory", "concession", "motion" or "abandoned".
        result: the result; after the end by the rules it must be theirs.
    """
    receipts = [log.receipts[digest] for digest in log.held]
    texts: list[Json] = [each.document.envelope for each in receipts if each.document is not None]
    opened: dict[str, Json] = {"opened": texts} if texts else {}
    return _entry(log, "end", time, why=why, result=result, **opened)


def _entry(log: Log, kind: str, time: str, **fields: Json) -> dict[str, Json]:
    """The common fields of the next line, and its own."""
    common: dict[str, Json] = {
        "v": 1,
        "type": kind,
        "game": log.game,
        "seq": log.seq,
        "prev": log.head,
        "time": time,
    }
    return {**common, **fields}
