"""Odd histories: numbers, deadlines, seats that leave, ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.canon.canonical import sha
from pbem.history import compose
from pbem.history.times import written
from pbem.trust.envelope import sign
from support.hosting import ATTACK, Match, Signed, relink, resign, signed_of
from support.odd_writing import (
    Made,
    bare,
    begun,
    forged,
    locked,
    odd,
    odds,
    probe,
    receipted,
    setting,
    taken,
    then,
)

# numbers, deadlines, leaving


@odd("good")
def burnt_number() -> Made:
    match = Match("probe", "probe")
    match.take(match.orders("blue"))
    match.resolve()
    return match, match.lines


def _burnt(change: Callable[[Signed], object], *, held: bool = False) -> Made:
    match = Match("probe", "probe")
    match.take(match.orders("blue"), held=held)
    match.resolve()
    return forged(match, 2, change)


odds("burn_of_another_number", "2 C01", lambda: _burnt(setting("burn", to=2)))
odds("burn_is_missing", "2 C01", lambda: _burnt(lambda s: (s.pop("burn"), s.update(next=1))))
odds(
    "burn_is_missing_for_a_held_answer",
    "2 C01",
    lambda: _burnt(lambda s: (s.pop("burn"), s.update(next=1)), held=True),
)
odds("burn_and_dice", "2 J09", lambda: forged(probe(), 2, setting("burn", to=1)))


@odd("2 C01")
def burn_without_a_link() -> Made:
    match = Match("quiet", "quiet")
    match.take(match.orders("red"))
    match.resolve()
    return forged(match, 2, lambda s: s.update(burn=1, next=2))


@odd("3 C01")
def burn_for_a_held_answer_that_carried_no_link() -> Made:
    match = Match("assault", "quiet", policy="all")
    match.take(match.orders("blue", link=None), held=True)
    match.resolve()
    lines = match.forge(
        2, lambda s: (s.pop("opened"), s.update(burn=1, next=2, state=_state(match)))
    )
    opened = {"opened": signed_of(match.lines[2])["opened"]}
    entry = bare(match, "end", why="abandoned", result={}, **opened)
    return match, relink(lines, [entry], match.keys["host"])


def _state(match: Match) -> Any:
    return signed_of(match.lines[0])["state"]


def _due(seconds_before: int, **first: object) -> Made:
    """A first line with a deadline some seconds before the promised one, or with none."""
    match = Match("probe")
    due = match.log.due
    assert due is not None
    return forged(match, 0, lambda s: s.update(due=written(due - seconds_before), **first))


odds("due_too_early", "0 L11", lambda: _due(1))
odds("due_just_right", "good", lambda: _due(0))
odds(
    "due_too_early_for_an_ask_with_more_hours",
    "0 L11",
    lambda: forged(Match("probe"), 0, setting("asks", 0, "hours", to=73)),
)
odds("due_is_missing", "good", lambda: forged(Match("probe"), 0, lambda s: s.pop("due")))


def _without_due() -> Match:
    match = Match("probe")
    match.log.due = None
    match.lines = match.forge(0, lambda s: s.pop("due"))
    match.log.places, match.log.heads = {sha(match.lines[0]): 0}, [sha(match.lines[0])]
    return match


@odd("1 L11")
def default_without_a_deadline() -> Made:
    match = _without_due()
    return then(match, bare(match, "default", 500, seat="blue", ask="t1/orders", why="deadline"))


def _resumed(hours: int) -> Made:
    """A pause of two hours in a game without a deadline, then one in so many hours."""
    match = _without_due()
    pause = bare(match, "pause", why="x")
    resume = bare(match, "resume", 2, why="x")
    return then(match, pause, {**resume, "due": written(match.clock + 3600 * hours)})


odds("first_deadline_after_a_pause_too_early", "2 L11", lambda: _resumed(71))
odds("first_deadline_after_a_pause", "good", lambda: _resumed(72))
odds(
    "default_with_ask_and_segment",
    "1 J09",
    lambda: then(
        m := Match("probe"),
        bare(m, "default", 500, seat="blue", ask="t1/orders", segment=1, why="deadline"),
    ),
)
odds(
    "default_with_neither",
    "1 J09",
    lambda: then(m := Match("probe"), bare(m, "default", 500, seat="blue", why="deadline")),
)
odds(
    "default_of_the_host",
    "1 J09",
    lambda: then(
        m := Match("probe"), bare(m, "default", 500, seat="host", ask="t1/orders", why="deadline")
    ),
)
odds(
    "default_of_a_seat_that_is_not_asked",
    "1 L11",
    lambda: then(
        m := Match("probe"), bare(m, "default", 500, seat="red", ask="t1/orders", why="deadline")
    ),
)
odds(
    "default_because_vacant",
    "1 L11",
    lambda: then(
        m := Match("probe"), bare(m, "default", 500, seat="blue", ask="t1/orders", why="vacant")
    ),
)


@odd("2 L11")
def default_because_vacant_of_a_seat_that_conceded() -> Made:
    match = Match("probe")
    match.take(match.concede("blue"))
    return then(match, bare(match, "default", seat="blue", ask="t1/orders", why="vacant"))


@odd("good")
def default_because_conceded() -> Made:
    match = Match("probe")
    match.take(match.concede("blue"))
    return then(match, bare(match, "default", seat="blue", ask="t1/orders", why="conceded"))


def _release_default(hours: int, why: str = "deadline", *, conceded: bool = False) -> Made:
    match = locked()
    if conceded:
        match.take(match.concede("red"))
    return then(match, bare(match, "default", hours, seat="red", segment=1, why=why))


odds("default_of_a_release", "good", lambda: _release_default(48))
odds("default_of_a_release_too_early", "3 L11", lambda: _release_default(47))
odds(
    "default_of_a_release_because_conceded",
    "4 L11",
    lambda: _release_default(48, "conceded", conceded=True),
)
odds(
    "default_of_a_release_of_who_conceded_too_early",
    "4 L11",
    lambda: _release_default(47, conceded=True),
)
odds("default_of_a_release_of_who_conceded", "good", lambda: _release_default(48, conceded=True))


def _release_after_a_pause(hours: int, *, before: bool = False) -> Made:
    """A pause of ten hours, which begins before the lock or after it, then a default."""
    match = Match("probe", "probe", policy="all", on_release="skip")
    match.take(match.orders("blue", ATTACK))
    if before:
        match.add(compose.pause(match.log, match.time(), "x"))
        match.time(5)
    match.lock()
    if not before:
        match.add(compose.pause(match.log, match.time(), "x"))
        match.time(5)
    match.add(compose.resume(match.log, match.time(5), "x"))
    return then(match, bare(match, "default", hours, seat="red", segment=1, why="deadline"))


odds("default_of_a_release_the_pause_not_counted", "5 L11", lambda: _release_after_a_pause(47))
odds("default_of_a_release_after_the_pause", "good", lambda: _release_after_a_pause(48))
odds(
    "default_of_a_release_only_the_pause_since_the_lock",
    "good",
    lambda: _release_after_a_pause(48, before=True),
)
odds(
    "default_of_a_release_while_the_pause_went_on",
    "5 L11",
    lambda: _release_after_a_pause(47, before=True),
)


@odd("good")
def left_out_after_its_link_was_burnt() -> Made:
    """Blue's link went with its answer; it is burnt with the lock that red let lapse."""
    match = locked()
    match.add(compose.default_release(match.log, match.time(48), "red"))
    match.lock()
    match.add(compose.default_release(match.log, match.time(48), "blue"))
    match.lock()
    match.resolve()
    return match, match.lines


@odd("4 L05")
def default_while_paused() -> Made:
    match = locked()
    match.add(compose.pause(match.log, match.time(), "x"))
    return then(match, bare(match, "default", 500, seat="red", segment=1, why="deadline"))


@odd("2 D02")
def conceding_twice() -> Made:
    match = Match("probe")
    match.take(match.concede("blue"))
    return taken(match, match.concede("blue", note="Again."))


@odd("2 D05")
def orders_for_what_a_default_has_closed() -> Made:
    match = Match("probe")
    match.default("t1/orders")
    return taken(match, match.orders("blue"))


for _kind in ("orders", "standing", "concede"):
    odds(
        f"host_as_the_seat_of_{_kind}",
        "1 J09",
        lambda k=_kind: taken(
            m := Match("probe"),
            sign({**getattr(m, k)("blue")["signed"], "seat": "host"}, m.keys["host"]),
        ),
    )
odds(
    "host_as_an_invited_seat",
    "0 J09",
    lambda: begun(Match("probe"), setting("seats", to=[{"seat": "host"}])),
)
odds(
    "host_as_a_side", "0 J09", lambda: begun(Match("probe"), setting("seats", 0, "side", to="host"))
)
odds(
    "host_as_the_seat_of_a_receipt",
    "1 J09",
    lambda: then(m := Match("probe"), receipted(m, m.orders("blue"), seat="host")),
)
odds(
    "seats_unsorted",
    "0 J09",
    lambda: begun(Match("probe"), lambda s: s.update(seats=s["seats"][::-1])),
)
odds(
    "seats_twice",
    "0 J09",
    lambda: begun(Match("probe"), lambda s: s.update(seats=[{"seat": "blue"}] * 2)),
)
odds("seats_none", "0 J09", lambda: begun(Match("probe"), setting("seats", to=[])))
odds(
    "seat_of_the_host_unknown",
    "0 J09",
    lambda: begun(Match("probe"), setting("host", "seat", to="green")),
)
odds("join_with_a_base", "0 J09", lambda: _joined(base=0))
odds("join_of_another_type", "0 J09", lambda: _joined(type="motion"))
odds("join_for_another_game", "0 D01", lambda: _joined(game="skirmish-0000beef"))


def _joined(**fields: object) -> Made:
    match = Match("probe")
    join = resign(match.joins[0].envelope, match.keys["blue"], **fields)
    return forged(match, 0, setting("joins", 0, to=join))


def _ended(consent: str, why: str, result: Signed, **fields: object) -> Made:
    match = Match("probe", consent_end=consent)
    return then(match, bare(match, "end", why=why, result=result, **fields))


odds("end_by_the_hosts_motion", "good", lambda: _ended("host", "motion", {"winner": "red"}))
odds(
    "end_by_the_hosts_motion_with_garbage",
    "1 D13",
    lambda: _ended("host", "motion", {}, motion={"a": 1}),
)
odds("end_abandoned_with_garbage", "1 D13", lambda: _ended("host", "abandoned", {}, votes=[]))
odds("end_by_motion_without_one", "1 D13", lambda: _ended("all", "motion", {}))
odds("end_by_motion_without_votes", "1 D13", lambda: _ended("all", "motion", {}, motion={}))
odds("end_by_motion", "1 R08", lambda: _ended("all", "motion", {}, motion={}, votes=[]))
odds(
    "end_by_motion_with_too_many_votes",
    "1 J09",
    lambda: _ended("all", "motion", {}, motion={}, votes=[{}] * 13),
)
odds("end_abandoned", "good", lambda: _ended("all", "abandoned", {}))
odds("end_abandoned_with_a_winner", "1 R06", lambda: _ended("all", "abandoned", {"winner": "red"}))
odds("end_opens_an_empty_list", "1 J09", lambda: _ended("all", "abandoned", {}, opened=[]))
