"""The state machine of section 5: which entry may stand in which state."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pbem.canon.codes import Refused
from pbem.history.documents import Signed
from pbem.history.entries import Entry
from pbem.history.log import Log
from pbem.history.records import Phase

_NEW = frozenset({Phase.NEW})
_OPEN = frozenset({Phase.OPEN})
_RELOCK_TOO = frozenset({Phase.OPEN, Phase.RELOCK})
_LOCKED = frozenset({Phase.LOCKED})
_PLAY = frozenset({Phase.OPEN, Phase.LOCKED, Phase.RELOCK})
_BEGUN = _PLAY | {Phase.OVER}

ALLOWED: Final[Mapping[str, frozenset[Phase]]] = MappingProxyType(
    {
        "genesis": _NEW,
        "receive orders": _RELOCK_TOO,
        "receive standing": _PLAY,
        "receive release": _LOCKED,
        "receive rekey": _BEGUN,
        "receive rekey chain": _PLAY,
        "receive concede": _BEGUN,
        "receive motion": _BEGUN,
        "receive vote": _BEGUN,
        "receive sealed": _BEGUN,
        "refuse": _BEGUN,
        "remark": _BEGUN,
        "default ask": _OPEN,
        "default release": _LOCKED,
        "lock": _RELOCK_TOO,
        "resolve": frozenset({Phase.OPEN, Phase.LOCKED}),
        "pause": _PLAY,
        "resume": _PLAY,
        "end": _BEGUN,
    }
)
"""Where each kind of entry may stand. RELOCK is OPEN with the answers fixed: orders are then
refused by their own check (D10), and nothing is resolved or defaulted before a new lock."""

_NOT_PAUSED: Final = frozenset({"default ask", "default release", "pause"})


def check_phase(log: Log, entry: Entry) -> None:
    """Pass an entry that the state machine allows now.

    Raises:
        Refused: L05.
    """
    kind = kind_of(entry)
    if kind not in ALLOWED:  # a document of no known type: its own check says what is wrong
        return
    if log.phase not in ALLOWED[kind]:
        raise Refused("L05", f"'{kind}' cannot stand here: the game is {_STATE[log.phase]}")
    if log.paused is not None and kind in _NOT_PAUSED:
        raise Refused("L05", f"'{kind}' cannot stand here: the game is paused")
    if log.paused is None and kind == "resume":
        raise Refused("L05", "'resume' cannot stand here: the game is not paused")
    if kind == "lock" and log.policy != "all":
        raise Refused("L05", f"there are no locks under the dice policy {log.policy}")
    if kind == "resolve" and log.policy == "all":
        _check_locked_dice(log, entry.signed)


def kind_of(entry: Entry) -> str:
    """Return the kind of an entry as `ALLOWED` names it."""
    signed = entry.signed
    if entry.type == "default":
        return "default ask" if "ask" in signed else "default release"
    if entry.type != "receive":
        return entry.type
    if "held" in signed:
        return f"receive {signed['held']['type']}"
    document = signed["doc"].get("signed")
    if not isinstance(document, dict):
        return "receive"
    chain = " chain" if document.get("type") == "rekey" and "chain" in document else ""
    return f"receive {document.get('type')}{chain}"


def _check_locked_dice(log: Log, signed: Signed) -> None:
    """Under policy `all` a resolution has dice exactly when it was locked."""
    if ("dice" in signed) != (log.phase is Phase.LOCKED):
        what = "needs dice after the lock" if log.phase is Phase.LOCKED else "needs a lock for dice"
        raise Refused("L05", f"under the dice policy all a 'resolve' {what}")


_STATE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.NEW: "not begun",
        Phase.OPEN: "waiting for answers",
        Phase.LOCKED: "locked and waiting for links",
        Phase.RELOCK: "waiting for a new lock",
        Phase.OVER: "over by its rules",
        Phase.ENDED: "closed",
    }
)
