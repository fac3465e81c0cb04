"""Odd histories, of which both auditors must say the same: the same line, the same code."""

from collections.abc import Iterator

import pytest

from support.oddities import ODD
from support.opinions import NODE, Second, first


@pytest.fixture(scope="module")
def second() -> Iterator[Second]:
    if NODE is None:
        # a player's computer need not have Node; `test_our_auditor` holds the verdicts everywhere
        pytest.skip("Node is not on this machine")
    auditor = Second()
    yield auditor
    auditor.close()


@pytest.mark.parametrize("name", ODD)
def test_our_auditor(name: str) -> None:
    verdict, make = ODD[name]
    assert first(make()[1]) == verdict


@pytest.mark.parametrize("name", ODD)
def test_the_second_auditor(name: str, second: Second) -> None:
    verdict, make = ODD[name]
    assert second.says(make()[1]) == verdict


@pytest.mark.parametrize("name", ODD)
def test_with_the_rules_nothing_is_forgiven(name: str) -> None:
    verdict, make = ODD[name]
    match, lines = make()
    assert verdict == "good" or first(lines, lambda _module: match.rules) != "good"
