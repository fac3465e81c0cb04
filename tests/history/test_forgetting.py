"""An audit keeps of each line no more than a later one can need."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from pbem import registry
from pbem.canon.canonical import encode, sha
from pbem.history import audit as audits
from pbem.history import compose, forgetting, resolving
from pbem.history.audit import audit
from pbem.history.documents import read_document
from pbem.history.forgetting import Packed
from pbem.history.receiving import receipt_of
from pbem.history.times import seconds, written
from pbem.testing.random_play import Chance
from pbem.trust.envelope import sign
from support.changed_games import played as played_at_random
from support.hosting import ATTACK, BEGIN, GAME, Match, Signed, signed_of
from support.mutations import ZEROS, Forger, Pool
from support.oddities import ODD

SAMPLES = sorted(Path(__file__).parents[2].glob("sample_games/*/*/game.jsonl"))
BRACKETS = {"a": [[] for _ in range(1000)]}


def played(policy: str = "actor") -> Match:
    """Many standing documents in one phase, then a step that looks into the newest."""
    match = Match("assault", "quiet", policy=policy)
    for rev in range(1, 100):
        match.take(match.standing("red", "front" if rev % 2 else "rear", rev, topic="losses"))
    match.take(match.orders("blue", ATTACK))
    if policy == "all":
        match.lock()
        match.take(match.release("red"))
    match.resolve()
    return match


@pytest.mark.parametrize("policy", ["host", "actor", "all"])
def test_section_6_3_an_audit_forgets_and_finds_the_same(policy: str) -> None:
    match = played(policy)
    found = match.audit(iter(match.lines))
    assert (found.finding, found.complete, found.lines) == (None, True, len(match.lines))
    assert found.log.step == match.log.step
    texts = [each for each in found.log.receipts.values() if each.document is not None]
    assert [each.rev for each in texts] == [99]
    assert {topic: len(each) for topic, each in found.log.standing.items()} == {
        ("red", "losses"): 1
    }


def test_texts_that_wait_are_packed_and_say_the_same() -> None:
    match = played()
    found = match.audit(match.lines[:100])
    texts = [each.document for each in found.log.receipts.values()]
    packed = [document for document in texts if isinstance(document, Packed)]
    assert (len(texts), len(packed)) == (99, 35)
    for document in packed:
        original = match.log.receipts[document.digest].document
        assert original is not None
        assert (document.envelope, document.signed) == (original.envelope, original.signed)
        assert (document.type, document.party) == ("standing", "red")


def test_long_remarks_are_cut() -> None:
    match = Match("probe")
    why = "è" * 2000
    match.add(compose.refuse(match.log, match.time(), "0" * 64, "D05", why, "red"))
    (remark,) = match.audit().remarks
    assert len(remark) < 320
    assert remark.endswith("è…")


def test_code_l12_no_more_is_held_than_one_line_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("assault", "quiet")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    assert match.code(match.lines) == ""
    monkeypatch.setattr(resolving, "MOST_HELD", 0)
    assert match.code(match.lines) == "L12"


def test_lines_are_read_one_by_one() -> None:
    match = played()
    read = []

    def lines():
        for number, line in enumerate(match.lines):
            read.append(number)
            yield line if number != 3 else b"{}"

    assert audit(lines(), lambda _module: None).lines == 3
    assert read == [0, 1, 2, 3]


# ---------------------------------------------------------------- nothing is found otherwise


class Nothing:
    """Forgets nothing."""

    def after(self, log, applied):
        pass


def said(lines, match, rules, *, held):
    """All that an audit says, as far as it can be compared."""
    texts = [match.held.get] if held else []
    found = audit(lines, lambda _module: match.rules if rules else None, *texts)
    log = found.log
    questions = [each.id for each in log.questions]
    waiting = [(each.seq, dict(each.signed)) for each in log.pending]
    return replace(found, log=None), log.step, questions, waiting, log.held, log.over, log.inactive


def differences(monkeypatch, lines, match, most):
    """Where an audit that forgets says something else than one that does not."""
    monkeypatch.setattr(forgetting, "_MOST_READY", most)
    for rules, held in ((True, True), (True, False), (False, True), (False, False)):
        with monkeypatch.context() as patched:
            patched.setattr(audits, "Forgetting", Nothing)
            expected = said(lines, match, rules, held=held)
        if said(lines, match, rules, held=held) != expected:
            yield rules, held


@pytest.mark.parametrize("most", [0, 64])
@pytest.mark.parametrize("name", ODD)
def test_nothing_else_is_found_in_odd_histories(monkeypatch, name, most) -> None:
    match, lines = ODD[name][1]()
    assert list(differences(monkeypatch, lines, match, most)) == []


@pytest.mark.parametrize("number", range(25))
def test_nothing_else_is_found_in_random_and_changed_games(monkeypatch, number) -> None:
    pick = Chance(f"forgetting/{number}")
    play = played_at_random(f"forgetting/{number}")
    forger = Forger(play.match.lines, play.keys, Pool([play.match.lines]), play.match.held)
    for lines in (play.match.lines, *(forger.changed(pick) for _ in range(3))):
        assert list(differences(monkeypatch, lines, play.match, number % 3)) == []


@pytest.mark.parametrize("log", SAMPLES, ids=lambda path: path.parent.name)
def test_nothing_else_is_found_in_sample_games(monkeypatch, log) -> None:
    lines = log.read_bytes().splitlines()
    monkeypatch.setattr(forgetting, "_MOST_READY", 0)
    found = audit(lines, registry.rules_for)
    monkeypatch.setattr(audits, "Forgetting", Nothing)
    expected = audit(lines, registry.rules_for)
    assert replace(found, log=None) == replace(expected, log=None)
    assert found.log.step == expected.log.step
    assert found.complete


# ---------------------------------------------------------------- what waits takes its bytes


def waiting_lines(match: Match, texts: int) -> list[bytes]:
    """A forger's log: one text stays held, so that every later line waits; each opens big texts."""
    host, blue = match.keys["host"], match.keys["blue"]
    lines = list(match.lines)
    state = signed_of(lines[0])["state"]
    clock = seconds(BEGIN) + 120

    def write(kind: str, **fields: object) -> None:
        nonlocal clock
        clock += 60
        frame = {"v": 1, "type": kind, "game": GAME, "seq": len(lines), "prev": sha(lines[-1])}
        lines.append(encode(sign({**frame, "time": written(clock), **fields}, host)))

    def answer(ask: str, orders: list[object]) -> Signed:
        signed = match.document("orders", "blue", ask=ask, rev=1, head=sha(lines[-1]))
        return sign({**signed, "orders": orders}, blue)

    def close(envelopes: list[Signed], asks: list[str], **fields: object) -> None:
        for envelope in envelopes:
            write("receive", held=receipt_of(read_document(envelope)))
        opened = [
            {"id": each, "seat": "blue", "kind": "orders", "dice": False, "data": BRACKETS}
            for each in asks
        ]
        inputs = [sha(encode(each)) for each in envelopes]
        write("resolve", inputs=inputs, state=state, events=ZEROS, asks=opened, next=1, **fields)

    asks = [f"x{number}" for number in range(10)]
    close([answer(signed_of(lines[0])["asks"][0]["id"], [])], asks)
    for number in range(texts // 10):
        envelopes = [answer(each, [BRACKETS] * 3) for each in asks]
        asks = [f"y{number}/{each}" for each in range(10)]
        close(envelopes, asks, opened=envelopes)
    return lines


def kept(lines: list[bytes]) -> int:
    """How many bytes an audit of some lines still has at its end, one line read included."""
    tracemalloc.start()
    found = audit(iter(lines), lambda _module: None)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.finding is None
    assert len(found.log.pending) == sum(b'"type":"resolve"' in line for line in lines)
    return size


def test_lines_that_wait_take_no_more_memory_than_their_bytes(monkeypatch) -> None:
    """Read, each of these lines would take some twenty times its bytes."""
    monkeypatch.setattr(forgetting, "_MOST_READY", 4)
    lines = waiting_lines(Match("assault", "quiet", policy="host"), 60)
    fewer = lines[: 2 + 3 * 11]
    more = sum(map(len, lines)) - sum(map(len, fewer))
    assert kept(lines) - kept(fewer) < 3 * more
