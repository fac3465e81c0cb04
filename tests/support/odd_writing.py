"""How odd histories are written, and the table of them (see `oddities`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.canon.canonical import encode, sha
from pbem.history import compose
from pbem.history.documents import read_document
from pbem.history.receiving import receipt_of
from pbem.history.times import seconds
from pbem.trust.envelope import sign
from support.hosting import ATTACK, Match, Signed, relink, resign, signed_of

ZEROS = "0" * 64
LAST = "9999-12-31T23:59:59Z"
END = seconds(LAST)
Made = tuple[Match, list[bytes]]
ODD: dict[str, tuple[str, Callable[[], Made]]] = {}


def odd(verdict: str) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
    """Put a history into the table, under the name of its function."""

    def put(make: Callable[[], Made]) -> Callable[[], Made]:
        ODD[make.__name__.strip("_")] = (verdict, make)
        return make

    return put


def odds(name: str, verdict: str, make: Callable[[], Made]) -> None:
    """Put one of several like histories into the table."""
    ODD[name] = (verdict, make)


def then(match: Match, *entries: Signed) -> Made:
    """The match with lines behind it that nobody checks; `seq` and `prev` are put right."""
    rest = [{**entry, "seq": len(match.lines) + n} for n, entry in enumerate(entries)]
    return match, relink(match.lines, rest, match.keys["host"])


def bare(match: Match, kind: str, hours: int = 0, **fields: Any) -> Signed:
    """An entry of any type with any fields."""
    entry = compose.remark(match.log, match.time(hours), "x")
    del entry["text"]
    return {**entry, "type": kind, **fields}


def taken(match: Match, doc: object) -> Made:
    """A document taken without a look."""
    return then(match, bare(match, "receive", doc=doc))


def receipted(match: Match, envelope: Signed, **fields: object) -> Signed:
    """A receipt for a document that is held, written without a look."""
    return bare(match, "receive", held={**receipt_of(read_document(envelope)), **fields})


def forged(match: Match, index: int, change: Callable[[Signed], object]) -> Made:
    return match, match.forge(index, change)


def begun(match: Match, change: Callable[[Signed], object], **fields: object) -> Made:
    """A first line with another invitation, which all have joined."""
    invite = dict(match.invite.signed)
    change(invite)
    envelope = sign(invite, match.keys["host"])
    digest = sha(encode(envelope))
    joins = [resign(j.envelope, match.keys[j.party], invite=digest) for j in match.joins]
    entry = {**signed_of(match.lines[0]), "invite": envelope, "joins": joins, **fields}
    return match, relink([], [entry], match.keys["host"])


def setting(*path: str | int, to: object) -> Callable[[Signed], None]:
    """A change of one member; without `to` being given it may also be a new one."""

    def change(signed: Any) -> None:
        value = signed
        for part in path[:-1]:
            value = value[part]
        value[path[-1]] = to

    return change


def raw(match: Match, change: Callable[[bytes], bytes]) -> Made:
    """The text of the last line changed as it is, so that no signature can hold."""
    return match, [*match.lines[:-1], change(match.lines[-1])]


def probe(policy: str = "actor", **more: Any) -> Match:
    """Genesis, blue's attack, resolve with two dice; blue is asked again."""
    match = Match("probe", "probe", policy=policy, **more)
    match.take(match.orders("blue", ATTACK))
    if policy == "all":
        match.lock()
        match.take(match.release("red"))
    match.resolve()
    return match


def locked(**more: Any) -> Match:
    """Blue's attack is locked; red's link is missing."""
    match = Match("probe", "probe", policy="all", on_release="skip", **more)
    match.take(match.orders("blue", ATTACK))
    match.lock()
    return match


def remarked(**fields: object) -> Made:
    match = Match("probe")
    return then(match, {**compose.remark(match.log, match.time(), "x"), **fields})
