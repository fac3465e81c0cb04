"""An audit keeps of each line no more than a later one can need."""

import pytest

from pbem.history import compose, resolving
from pbem.history.audit import audit
from pbem.history.forgetting import Packed
from support.hosting import ATTACK, Match


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
