"""Events: facts by keyword, all of them, for good."""

from __future__ import annotations

import pytest

from pbem.engine.events import Event


class BridgeBlown(Event):
    span: int
    by: str | None


class BridgeBlownTwice(BridgeBlown):
    again: bool


BLOWN = BridgeBlown(clause="F-9", span=3, by=None)


def test_an_event_says_itself_as_plain_data_with_the_clause_first_and_without_none():
    assert BLOWN.data() == {"event": "bridge_blown", "clause": "F-9", "span": 3}
    twice = BridgeBlownTwice(again=True, by="axis", span=1, clause="F-9")
    assert list(twice.data()) == ["event", "clause", "span", "by", "again"]


def test_events_are_the_same_when_kind_and_facts_are():
    assert BridgeBlown(clause="F-9", span=3, by=None) == BLOWN
    assert BridgeBlown(clause="F-9", span=4, by=None) != BLOWN
    assert BridgeBlownTwice(clause="F-9", span=3, by=None, again=False) != BLOWN
    assert repr(BLOWN) == "BridgeBlown(clause='F-9', span=3, by=None)"


@pytest.mark.parametrize("facts", [{"span": 3}, {"span": 3, "by": None, "who": "axis"}])
def test_a_fact_that_is_missing_or_unknown_is_a_mistake(facts):
    with pytest.raises(TypeError, match=r"missing or unknown in BridgeBlown: (by|who)"):
        BridgeBlown(clause="F-9", **facts)


def test_what_happened_can_not_be_changed():
    with pytest.raises(AttributeError, match=r"BridgeBlown.span can not be changed"):
        BLOWN.span = 4
    with pytest.raises(AttributeError, match=r"BridgeBlown.span can not be deleted"):
        del BLOWN.span
