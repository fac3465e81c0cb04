"""Odd histories: a host who plays, chains that are used up, texts that are opened."""

from __future__ import annotations

from collections.abc import Callable

from pbem.canon.canonical import encode, sha
from pbem.history import compose
from support.hosting import ATTACK, Match, Signed, chain, relink, resign, signed_of
from support.odd_writing import (
    Made,
    bare,
    forged,
    odd,
    odds,
    probe,
    receipted,
    setting,
    taken,
    then,
)

# a host who plays


def playing(*steps: str) -> Match:
    return Match(*steps, policy="all", host_seat="blue")


@odd("1 D06")
def host_must_answer_first() -> Made:
    match = playing("meeting")
    return then(match, receipted(match, match.orders("red", link=None)))


@odd("good")
def host_answers_first() -> Made:
    match = playing("meeting")
    match.take(match.orders("blue", link=None), held=True)
    match.take(match.orders("red", link=None), held=True)
    match.resolve()
    return match, match.lines


@odd("good")
def host_is_defaulted_first() -> Made:
    match = playing("meeting")
    match.default("t1/blue")
    match.take(match.orders("red", link=None), held=True)
    match.resolve()
    return match, match.lines


@odd("3 L12")
def other_answers_before_he_knew_the_hosts_receipt() -> Made:
    match = playing("meeting")
    early = match.log.head
    match.take(match.orders("blue", link=None), held=True)
    red = match.orders("red", link=None)
    match.take(red, held=True)
    match.resolve()
    return _with_another(match, resign(red, match.keys["red"], head=early), line=2)


@odd("3 L12")
def other_answers_before_he_knew_the_hosts_default() -> Made:
    match = playing("meeting")
    early = match.log.head
    match.default("t1/blue")
    red = match.orders("red", link=None)
    match.take(red, held=True)
    match.resolve()
    return _with_another(match, resign(red, match.keys["red"], head=early), line=2)


def _with_another(match: Match, envelope: Signed, line: int) -> Made:
    """Another held text of the same seat, receipted and opened instead."""
    old = signed_of(match.lines[line])["held"]["digest"]
    new = sha(encode(envelope))
    lines = match.forge(line, setting("held", "digest", to=new))

    def change(signed: Signed) -> None:
        signed["inputs"] = [new if each == old else each for each in signed["inputs"]]
        signed["opened"] = [
            envelope if sha(encode(each)) == old else each for each in signed["opened"]
        ]

    return match, match.forge(len(lines) - 1, change, lines)


@odd("2 D10")
def host_changes_his_answer() -> Made:
    match = playing("meeting")
    match.take(match.orders("blue", link=None), held=True)
    return then(match, receipted(match, match.orders("blue", link=None, rev=2)))


def _host_on_an_old_line(write: Callable[[Match, str], Signed]) -> Made:
    match = playing("probe")
    old = match.log.head
    match.add(compose.remark(match.log, match.time(), "x"))
    return taken(match, write(match, old))


odds(
    "host_orders_on_an_old_line",
    "2 D06",
    lambda: _host_on_an_old_line(lambda m, h: m.orders("blue", head=h)),
)
odds(
    "host_standing_on_an_old_line",
    "2 D06",
    lambda: _host_on_an_old_line(lambda m, h: m.standing("blue", head=h)),
)
odds(
    "host_concedes_on_an_old_line",
    "2 D06",
    lambda: _host_on_an_old_line(lambda m, h: resign(m.concede("blue"), m.keys["blue"], head=h)),
)
odds(
    "host_seats_chain_on_an_old_line",
    "2 D06",
    lambda: _host_on_an_old_line(lambda m, h: m.rekey("blue", head=h, chain=_chain("blue", 2))),
)
odds(
    "other_seats_chain_on_an_old_line",
    "good",
    lambda: _host_on_an_old_line(lambda m, h: m.rekey("red", head=h, chain=_chain("red", 2))),
)


def _chain(party: str, base: int) -> Signed:
    return {"tip": chain(party, base=base).tip, "length": 40, "base": base}


# the last number of a chain (C10)


def _second_segment(party: str) -> Made:
    """The chain of a party is longer than it said: link 2 hashes down to the tip all the same."""
    match = probe(lengths={party: 1})
    match.log.parties[party].chains[0].length = 40
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    return match, match.lines


odds("last_number_of_the_host", "4 C10", lambda: _second_segment("host"))
odds("last_number_of_a_seat", "3 C10", lambda: _second_segment("blue"))


@odd("good")
def last_number_is_used() -> Made:
    match = Match("probe", "probe", lengths={"host": 2, "blue": 2})
    for _ in range(2):
        match.take(match.orders("blue", ATTACK))
        match.resolve()
    return match, match.lines


@odd("4 L12")
def last_number_of_a_seat_in_a_held_answer() -> Made:
    match = probe(lengths={"blue": 1})
    match.log.parties["blue"].chains[0].length = 40
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    return match, match.lines


# opened texts


@odd("3 L12")
def opened_but_never_used() -> Made:
    match = Match("quiet", "quiet")
    standing = match.standing("blue")
    match.take(standing, held=True)
    match.take(match.orders("red"))
    match.resolve()
    return forged(match, 3, setting("opened", to=[standing]))


@odd("2 L12")
def step_is_over_and_its_text_still_held() -> Made:
    match = Match("quiet", "quiet")
    match.take(match.orders("red"), held=True)
    match.resolve()
    return forged(match, 2, lambda s: s.pop("opened"))


@odd("3 L12")
def opened_in_another_order() -> Made:
    match = Match("meeting", "quiet")
    match.take(match.orders("blue", ATTACK), held=True)
    match.take(match.orders("red"), held=True)
    match.resolve()
    return forged(match, 3, lambda s: s.update(opened=s["opened"][::-1]))


@odd("5 C07")
def dice_although_the_held_answer_had_no_link() -> Made:
    """The host rolls with a link that the seat has never sent: its text, opened, shows it."""
    match = Match("assault", "quiet", policy="all")
    answer = match.orders("blue", ATTACK, link=None)
    match.take(answer, held=True)
    match.lock()
    match.take(match.release("red"))
    match.take(match.release("blue"))
    match.resolve()
    resolve = signed_of(match.lines[5])
    end = bare(match, "end", why="abandoned", result={}, opened=[answer])
    rest = [{**resolve, "seq": 4}, {**end, "seq": 5}]
    return match, relink(match.lines[:4], rest, match.keys["host"])
