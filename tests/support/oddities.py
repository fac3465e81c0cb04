"""Odd histories: one thing in each is unusual or wrong, and every auditor must say the same of it.

`ODD` maps what a history is about to what has to be said of it (see `opinions.Second.says`) and to
a function that writes it. All are games of `ToyRules`, signed by everybody with his own key, so
that nothing but the oddity can be found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.canon.canonical import encode, sha
from pbem.history import compose
from pbem.history.documents import read_document
from pbem.history.receiving import receipt_of
from pbem.history.times import seconds, written
from pbem.trust.envelope import sign
from pbem.trust.seeds import seed
from support.hosting import ATTACK, Match, Signed, chain, key, relink, resign, signed_of

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


# writing


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


# 1. types, times, words

for _name, _type in {"list": ["remark"], "number": 7, "flag": True, "object": {}}.items():
    odds(f"type_of_an_entry_is_a_{_name}", "1 L04", lambda t=_type: remarked(type=t))
    odds(
        f"type_of_a_document_is_a_{_name}",
        "1 J09",
        lambda t=_type: taken(
            m := Match("probe"), resign(m.orders("blue"), m.keys["blue"], type=t)
        ),
    )
odds("type_of_an_entry_is_missing", "1 L04", lambda: forged(*_remark_without("type")))
odds("type_of_an_entry_is_an_inherited_word", "1 L04", lambda: remarked(type="constructor"))


def _remark_without(name: str) -> tuple[Match, int, Callable[[Signed], object]]:
    match = Match("probe")
    match.add(compose.remark(match.log, match.time(), "x"))
    return match, 1, lambda signed: signed.pop(name)


for _time in (
    "0000-01-01T00:00:00Z", "2026-11-02T18:00:00+00:00", "2026-11-02T18:00:00Z99",
    "2026-11-02T18:00:00z", "2026-11-02T24:00:00Z", "2026-02-30T12:00:00Z", "2026-11-02T18:00:60Z",
    "2026-11-02 18:00:00Z", "2026-11-02T18:00:00.000Z", "+02026-11-02T18:00:00Z",
    "2026-11-02T18:00:00Z\n",
):  # fmt: skip
    odds(f"time_{_time!r}", "1 J09", lambda t=_time: remarked(time=t))
odds("time_before_the_line_before", "1 L10", lambda: remarked(time="0001-01-01T00:00:00Z"))
odds("time_is_the_last_there_is", "good", lambda: remarked(time=LAST))
odds("number_of_a_line_is_true", "1 J09", lambda: forged(*_seq(to=True)))
odds("number_of_a_line_is_beyond_all", "1 J09", lambda: forged(*_seq(to=1_000_000)))
odds("number_of_a_line_is_another", "1 L02", lambda: forged(*_seq(to=999_999)))


def _seq(to: object) -> tuple[Match, int, Callable[[Signed], object]]:
    match = Match("probe")
    match.add(compose.remark(match.log, match.time(), "x"))
    return match, 1, setting("seq", to=to)


for _kind, _says in {
    "x": "good",
    "a b": "0 J09",
    "Orders": "0 J09",
    "x" * 40: "good",
    "x" * 41: "0 J09",
}.items():
    odds(
        f"kind_of_an_ask_{_kind}",
        _says,
        lambda k=_kind: forged(Match("probe"), 0, setting("asks", 0, "kind", to=k)),
    )
odds(
    "ask_of_the_host",
    "0 J09",
    lambda: forged(Match("probe"), 0, setting("asks", 0, "seat", to="host")),
)
odds(
    "two_asks_with_one_id",
    "0 J09",
    lambda: forged(Match("probe"), 0, lambda s: s["asks"].append({**s["asks"][0], "seat": "red"})),
)
odds(
    "data_of_an_ask_counts_in_bytes",
    "0 J09",
    lambda: forged(Match("probe"), 0, setting("asks", 0, "data", to={"text": "é" * 4096})),
)
odds(
    "data_of_an_ask_just_fits",
    "good",
    lambda: forged(Match("probe"), 0, setting("asks", 0, "data", to={"text": "é" * 4090})),
)


# 2. a host who plays


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


# 3. the last number of a chain (C10)


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


# 4. numbers, deadlines, leaving


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


# 5. limits, locks, refusals


def _noted(**fields: object) -> Made:
    match = Match("probe")
    orders = match.orders("blue", **fields)
    return taken(match, orders)


def _nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


odds("document_of_65536_bytes", "good", lambda: _sized(65_536))
odds("document_of_65537_bytes", "1 J01", lambda: _sized(65_537))
odds("document_nested_13_deep", "good", lambda: _ordering(_nested(10)))
odds("document_nested_14_deep", "1 J07", lambda: _ordering(_nested(11)))
odds("document_with_a_note_of_2000_characters", "good", lambda: _noted(note="😀" * 2000))
odds("document_with_a_note_of_2001_characters", "1 J09", lambda: _noted(note="😀" * 2001))
odds("document_with_500_orders", "good", lambda: _noted(orders=ATTACK * 500))
odds("document_with_501_orders", "1 J09", lambda: _noted(orders=ATTACK * 501))
odds("document_with_a_bad_name", "1 J10", lambda: _ordering({"a b": 1}))
odds("document_with_a_null", "1 J06", lambda: _ordering({"a": None}))
odds("document_with_a_bad_character", "1 J08", lambda: _ordering({"a": "\u202e"}))


def _ordering(entry: Signed) -> Made:
    match = Match("quiet")
    return taken(match, match.orders("red", [entry]))


def _sized(size: int) -> Made:
    match = Match("quiet")
    padding = size - len(encode(match.orders("red", [{"do": ""}])))
    return taken(match, match.orders("red", [{"do": "x" * padding}]))


@odd("2 L12")
def document_opened_is_too_large() -> Made:
    match = Match("quiet", "quiet")
    large = match.orders("red", [{"do": "x" * 70_000}])
    digest = sha(encode(large))
    held = {"digest": digest, "type": "orders", "seat": "red", "ask": "t1/orders", "rev": 1}
    receive = bare(match, "receive", held=held)
    resolve = bare(match, "resolve", inputs=[digest], opened=[large], state=ZEROS, events=ZEROS)
    return then(match, receive, {**resolve, "asks": [], "next": 1})


def _last_text(old: bytes, new: bytes) -> Made:
    match = Match("probe")
    match.take(match.orders("blue", note="nota bene"))
    return raw(match, lambda line: line.replace(old, new, 1))


odds("text_with_a_name_twice", "1 J03", lambda: _last_text(b'"note":', b'"note":"x","note":'))
odds(
    "text_with_a_name_twice_once_escaped",
    "1 J03",
    lambda: _last_text(b'"note":', b'"n\\u006fte":"x","note":'),
)
odds("text_with_a_fraction", "1 J04", lambda: _last_text(b'"rev":1', b'"rev":1.0'))
odds("text_with_an_exponent", "1 J04", lambda: _last_text(b'"rev":1', b'"rev":1e0'))
odds("text_with_not_a_number", "1 J04", lambda: _last_text(b'"rev":1', b'"rev":NaN'))
odds("text_with_minus_nought", "1 J05", lambda: _last_text(b'"rev":1', b'"rev":-0'))
odds(
    "text_with_too_many_digits", "1 J05", lambda: _last_text(b'"rev":1', b'"rev":12345678901234567')
)
odds(
    "text_with_too_large_a_number",
    "1 J05",
    lambda: _last_text(b'"rev":1', b'"rev":9007199254740992'),
)
odds("text_with_a_leading_nought", "1 J02", lambda: _last_text(b'"rev":1', b'"rev":01'))
odds("text_with_a_null", "1 J06", lambda: _last_text(b'"rev":1', b'"rev":null'))
odds("text_with_a_space", "1 L01", lambda: _last_text(b'"rev":1', b'"rev": 1'))
odds("text_with_an_escape_too_many", "1 L01", lambda: _last_text(b"nota", b"\\u006eota"))
odds("text_with_a_surrogate", "1 J08", lambda: _last_text(b"nota", b"\\ud800"))
odds("text_with_half_a_character", "1 J02", lambda: _last_text(b"nota", b"\xc3"))
odds(
    "text_with_a_mark_in_front",
    "1 L01",
    lambda: raw(_remark(), lambda line: b"\xef\xbb\xbf" + line),
)
odds("text_with_a_carriage_return", "1 L01", lambda: raw(_remark(), lambda line: line + b"\r"))
odds("text_that_is_a_list", "1 J06", lambda: raw(_remark(), lambda _: b"[1]"))
odds("text_that_is_null", "1 J06", lambda: raw(_remark(), lambda _: b"null"))
odds("text_that_is_empty", "1 J02", lambda: raw(_remark(), lambda _: b""))
odds("text_that_is_two", "1 J02", lambda: raw(_remark(), lambda line: line + line))
odds("text_nested_17_deep", "1 J07", lambda: raw(_remark(), lambda _: encode(_nested(17))))
odds(
    "text_nested_very_deep",
    "1 J07",
    lambda: raw(_remark(), lambda _: b'{"a":' * 300 + b"1" + b"}" * 300),
)
odds("text_that_is_too_long", "1 J01", lambda: raw(_remark(), lambda _: b" " * 4_194_305))
odds("text_with_a_proto", "1 J09", lambda: remarked(__proto__="x"))


def _remark() -> Match:
    match = Match("probe")
    match.add(compose.remark(match.log, match.time(), "x"))
    return match


@odd("3 L05")
def lock_without_dice() -> Made:
    match = Match("probe", "probe", policy="all")
    match.take(match.orders("blue", ATTACK))
    match.lock()
    old = signed_of(probe("all").lines[4])
    del old["dice"]
    return then(match, {**old, "burn": 1, "time": match.time()})


@odd("2 R02")
def lock_of_what_announces_no_dice() -> Made:
    match = Match("quiet", policy="all")
    match.take(match.orders("red"))
    inputs = [next(iter(match.log.receipts))]
    return then(
        match, bare(match, "lock", segment=1, inputs=inputs, parties=["blue", "host", "red"])
    )


@odd("2 R02")
def dice_of_what_announces_none() -> Made:
    match = probe()

    def quiet(asks: list[Signed]) -> None:
        asks[0]["dice"] = False

    lines = match.forge(0, lambda s: quiet(s["asks"]))
    head = sha(lines[0])
    orders = match.orders("blue", ATTACK, head=head, link=None, ask="t1/orders")
    resolve = signed_of(match.lines[2])
    link = resolve["dice"]["links"]["host"]
    resolve["dice"]["links"] = {"host": link}
    resolve["dice"]["seed"] = seed(match.log.game, 1, match.log.salt, {"host": link})
    resolve["inputs"] = [sha(encode(orders))]
    receive = {**signed_of(match.lines[1]), "doc": orders}
    return match, relink(lines[:1], [receive, resolve], match.keys["host"])


def _refused(**fields: object) -> Made:
    match = Match("probe")
    entry = bare(match, "refuse", digest=ZEROS, code="D05", why="x")
    return then(match, {**entry, **fields})


def _twice_released() -> Made:
    match = locked()
    match.take(match.release("red"))
    return taken(match, resign(match.release("red"), match.keys["red"], lock=ZEROS))


odds("refusal", "good", _refused)
odds("refusal_of_a_seat", "good", lambda: _refused(seat="red"))
odds("refusal_of_the_host", "good", lambda: _refused(seat="host"))
odds("refusal_of_an_unknown_seat", "1 D02", lambda: _refused(seat="green"))
odds("refusal_with_an_unknown_code", "1 J09", lambda: _refused(code="D99"))
odds("refusal_with_the_last_code", "good", lambda: _refused(code="B02"))
odds("refusal_without_a_reason", "1 J09", lambda: _refused(why=""))
odds("release_that_is_not_missing", "4 C03", _twice_released)


# 6. opened texts


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


# 7. the end of the calendar


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


# 8. what a later version plays


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
