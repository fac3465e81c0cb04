"""Odd histories: types, times and words; limits, locks, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.canon.canonical import encode, sha
from pbem.history import compose
from pbem.trust.seeds import seed
from support.hosting import ATTACK, Match, Signed, relink, resign, signed_of
from support.odd_writing import (
    LAST,
    ZEROS,
    Made,
    bare,
    forged,
    locked,
    odd,
    odds,
    probe,
    raw,
    remarked,
    setting,
    taken,
    then,
)

# types, times, words

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


# limits, locks, refusals


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
