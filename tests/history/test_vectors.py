"""The log of section 15.7 is good, and every change of section 15.10 gives its code."""

import pytest

from pbem.canon.canonical import sha
from pbem.history.applying import apply_line
from pbem.history.audit import audit
from pbem.history.log import Log
from support.tampering import CASES
from support.toy import VectorRules
from support.vectors import HEADS, LINES


def code_of(lines: list[bytes]) -> str:
    finding = audit(lines, lambda _module: VectorRules()).finding
    return finding.code if finding else ""


def test_section_15_7_is_found_good_with_these_heads() -> None:
    log = Log(lambda _module: VectorRules())
    for line in LINES:
        apply_line(log, line)
    assert tuple(log.heads) == HEADS
    found = audit(LINES, lambda _module: VectorRules())
    assert (found.finding, found.lines, found.head, found.policy, found.complete) == (
        None, 5, HEADS[-1], "all", True,
    )  # fmt: skip


def test_code_r08_without_the_rules_the_audit_is_incomplete_and_not_failed() -> None:
    found = audit(LINES, lambda _module: None)
    assert found.finding is None
    assert not found.complete
    assert any("R08" in remark for remark in found.remarks)


@pytest.mark.parametrize("case", CASES)
def test_section_15_10(case: str) -> None:
    code, lines = CASES[case]
    assert code_of(lines()) == code


def test_section_15_10_has_all_rows() -> None:
    assert len(CASES) == 24


def test_head_of_a_line_is_its_sha256() -> None:
    assert tuple(sha(line) for line in LINES) == HEADS
