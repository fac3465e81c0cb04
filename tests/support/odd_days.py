"""Odd histories: the end of the calendar, and lines that only a later version plays."""

from __future__ import annotations

from pbem.canon.canonical import encode
from pbem.history import compose
from pbem.trust.envelope import sign
from support.hosting import ATTACK, Match, key, signed_of
from support.odd_writing import (
    END,
    LAST,
    ZEROS,
    Made,
    bare,
    odd,
    odds,
    setting,
    taken,
    then,
)

# the end of the calendar


@odd("good")
def pause_at_the_end_of_the_calendar() -> Made:
    match = Match("probe")
    match.clock = END - 3600 * 5
    match.add(compose.pause(match.log, match.time(), "x"))
    match.add(compose.resume(match.log, match.time(3), "x"))
    return match, match.lines


@odd("good")
def asks_at_the_end_of_the_calendar() -> Made:
    match = Match("probe", "probe")
    match.clock = END - 3600 * 5
    match.take(match.orders("blue"))
    match.resolve()
    assert signed_of(match.lines[-1])["due"] == LAST
    return match, match.lines


@odd("2 L11")
def due_at_the_end_of_the_calendar_too_early() -> Made:
    match, lines = asks_at_the_end_of_the_calendar()
    return match, match.forge(2, setting("due", to="9999-12-31T23:59:58Z"), lines)


@odd("4 L11")
def default_of_a_release_at_the_end_of_the_calendar() -> Made:
    match = Match("probe", "probe", policy="all", on_release="skip")
    match.clock = END - 3600
    match.take(match.orders("blue", ATTACK))
    match.lock()
    match.add(compose.remark(match.log, match.time(), "x"))
    return then(match, bare(match, "default", seat="red", segment=1, why="deadline"))


# what a later version plays


def _later(type_: str, signer: str = "host", **fields: object) -> Made:
    match = Match("probe")
    entry = {**bare(match, type_), **fields}
    line = encode(sign(entry, match.keys[signer] if signer in match.keys else key(signer)))
    return match, [*match.lines, line]


odds("later_seat", "1 R08", lambda: _later("seat", seat="red", vacate=True, why="x", next=2))
odds("later_correct", "1 R08", lambda: _later("correct", kind="ruling"))
odds("later_correct_by_a_stranger", "1 S04", lambda: _later("correct", "red", kind="ruling"))
odds("later_correct_of_another_game", "1 D01", lambda: _later("correct", game="skirmish-0000beef"))
odds("later_correct_in_another_place", "1 L02", lambda: _later("correct", seq=2))
odds("later_correct_without_a_time", "1 J09", lambda: _later("correct", time="now"))
odds("later_host", "1 R08", lambda: _later("host", "new", host={"key": key("new").public}))
odds(
    "later_host_whose_time_goes_back",
    "1 R08",
    lambda: _later("host", "new", host={"key": key("new").public}, time="2020-01-01T00:00:00Z"),
)
odds(
    "later_host_signed_by_the_old_one",
    "1 S04",
    lambda: _later("host", host={"key": key("new").public}),
)
odds("later_host_without_a_key", "1 J09", lambda: _later("host"))
odds("later_motion", "1 R08", lambda: _document_later("motion"))
odds("later_vote", "1 R08", lambda: _document_later("vote"))
odds("later_sealed", "1 R08", lambda: _document_later("sealed"))
odds("later_entry_behind_the_end", "2 L05", lambda: _behind_the_end("seat"))
odds("later_first_line", "0 L05", lambda: _first_line("seat"))
odds("later_in_nobodys_version", "1 L04", lambda: _later("checkpoint"))


def _document_later(kind: str) -> Made:
    match = Match("probe")
    return taken(match, match.signed_by(match.document(kind, "red", head=match.log.head), "red"))


def _behind_the_end(kind: str) -> Made:
    match = Match("probe")
    match.add(compose.end(match.log, match.time(), "abandoned", {}))
    return then(match, bare(match, kind))


def _first_line(kind: str) -> Made:
    match = Match("probe")
    return match, [encode(sign({**bare(match, kind), "seq": 0, "prev": ZEROS}, match.keys["host"]))]
