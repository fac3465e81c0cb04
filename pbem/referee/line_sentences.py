"""What a line of the log did, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from pbem.canon.prose import counted, one_line
from pbem.history.documents import HOST, Signed
from pbem.history.entries import Entry
from pbem.report.names import Names, listed
from pbem.report.values import in_words


def line_sentence(entry: Entry, names: Names) -> str:
    """What a line did, for people."""
    return _SENTENCES[entry.type](entry.signed, names)


def result_sentence(
    result: Mapping[str, object], names: Names, conceded: Sequence[str] = ()
) -> str:
    """How the game ended, for people.

    Args:
        result: the result.
        names: the words; of the ways to end they say which it was.
        conceded: the seats that gave up, which is said where no rule ended the game.
    """
    winner, ending = result.get("winner"), names.ending(str(result.get("clause", "")))
    if "clause" not in result and conceded:
        ending = f"{listed([names.seat(seat) for seat in conceded])} conceded"
    how = f" ({ending})" if ending else ""
    if isinstance(winner, str):
        return f"The game is over: won by {names.seat(winner)}{how}."
    if result.get("draw") is True:
        return f"The game is over: a draw{how}."
    return f"The game is over: {in_words(dict(result)) if result else 'nobody has won'}."


def remark_sentence(entry: Entry, names: Names) -> str:
    """What a line brought that is legal but should be seen; "" for what only an auditor needs."""
    if entry.type == "resolve":
        return ""  # the number of a link is burnt
    document = entry.signed.get("doc", {}).get("signed", {})
    if document.get("type") == "rekey":
        new = listed([f"a new {what}" for what in _NEW if _NEW[what] in document])
        return f"From here on {names.seat(str(document.get('seat', HOST)))} used {new}."
    if document.get("type") == "concede":
        conceded = f"{names.seat(document['seat'])} conceded."
        return conceded[0].upper() + conceded[1:]
    return line_sentence(entry, names)


_NEW: Final[Mapping[str, str]] = MappingProxyType({"key": "key", "dice chain": "chain"})


def _genesis(_signed: Signed, _names: Names) -> str:
    return "The game begins."


def _receive(signed: Signed, names: Names) -> str:
    if "held" in signed:
        held = signed["held"]
        told = _document(held["type"], held, names)
        return f"The host received {told}; its text is kept back until it has been used."
    document = signed["doc"]["signed"]
    return f"The host received {_document(document['type'], document, names)}."


def _document(kind: str, fields: Signed, names: Names) -> str:
    """A document with its author and its number."""
    seat = str(fields.get("seat", HOST))
    if kind == "orders":
        return f"{names.adjective(seat)} orders for {fields['ask']}, rev {fields['rev']}"
    if kind == "standing":
        about = f" on {fields['topic']}" if "topic" in fields else ""
        return f"standing orders of {names.seat(seat)}{about}, rev {fields['rev']}"
    words = {"release": "the release of a dice link", "rekey": "a change of key or chain"}
    return f"{words.get(kind, 'the concession')} by {names.seat(seat)}"


def _refuse(signed: Signed, names: Names) -> str:
    by = f" by {names.seat(signed['seat'])}" if "seat" in signed else ""
    why = one_line(signed["why"]).rstrip(".")
    return f"The host refused a document{by}: {why} (code {signed['code']})."


def _default(signed: Signed, names: Names) -> str:
    why = {"deadline": "the time is up", "vacant": "the seat is empty"}
    reason = why.get(signed["why"], "the seat has conceded")
    seat = names.seat(signed["seat"])
    if "ask" in signed:
        return f"The host goes on without an answer of {seat} to {signed['ask']}: {reason}."
    return (
        f"The host goes on without a release of {seat} for segment {signed['segment']}: {reason}."
    )


def _lock(signed: Signed, _names: Names) -> str:
    return f"The answers are fixed; the dice of segment {signed['segment']} are released next."


def _resolve(signed: Signed, _names: Names) -> str:
    dice = signed.get("dice")
    if dice is None:
        return "The host adjudicated; no die was rolled."
    count = sum(len(roll["values"]) for roll in dice["rolls"])
    return (
        f"The host adjudicated with {counted(count, 'die', 'dice')} of segment {dice['segment']}."
    )


def _pause(signed: Signed, _names: Names) -> str:
    return f"The game is paused: {one_line(signed['why'])}"


def _resume(signed: Signed, _names: Names) -> str:
    return f"The game goes on: {one_line(signed['why'])}"


def _remark(signed: Signed, _names: Names) -> str:
    return f"The host remarks: {one_line(signed['text'])}"


def _end(signed: Signed, _names: Names) -> str:
    return f"The log is closed: {_ENDS[signed['why']]}."


_ENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "victory": "the game has come to its end",
        "concession": "all sides but one have conceded",
        "motion": "the players have agreed on the result",
        "abandoned": "the game is abandoned",
    }
)


_SENTENCES: Final[Mapping[str, Callable[[Signed, Names], str]]] = MappingProxyType(
    {
        "genesis": _genesis,
        "receive": _receive,
        "refuse": _refuse,
        "default": _default,
        "lock": _lock,
        "resolve": _resolve,
        "pause": _pause,
        "resume": _resume,
        "remark": _remark,
        "end": _end,
    }
)
