"""What is wrong with policies beyond their form: zones, seats and topics (section 29.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from pbem.canon.canonical import Json
from pbem.engine.entries import Frame
from pbem.engine.policies import ANY_DECISION
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.facts import Facts
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.words import PLACELESS_WORDS, WINDOW_WORDS, is_topic, topic

CLAUSE: Final = "S43-O20"

ONE_SIDED: Final[Mapping[str, Side]] = {
    **dict.fromkeys(
        ("setup", "new_line", "elite", "intercept_landing", "reinforcements", "kesselring"), "axis"
    ),
    **dict.fromkeys(
        ("drop", "return_to", "partisan", "overlord", "operational", "strangle"), "allied"
    ),
}
"""S43-29.2 The decisions that only one side ever has."""


def standing_refusals(
    facts: Facts, frame: Frame, seat: str, asked_topic: str, policies: Json
) -> list[Refusal]:
    """S43-29.1, S43-O20 What is wrong with a standing document of a seat."""
    wrong = [
        Refusal("E_POLICY", fault.pointer, CLAUSE, fault.reason, fault.legal)
        for fault in frame.vocabulary.policies().faults(policies, "/policies")
    ]
    if not is_topic(asked_topic, facts):
        text = f"no decision has the topic {asked_topic!r}"
        topics = ("turn", "windows", "zone:14")
        return [*wrong, Refusal("E_POLICY", "/topic", CLAUSE, text, topics)]
    if wrong:
        return wrong
    listed = cast("Sequence[Mapping[str, Json]]", policies)
    wrong += policy_refusals(facts, cast("Side", seat), listed, "/policies")
    return wrong + list(_never_read(listed, asked_topic))


def policy_refusals(
    facts: Facts, side: Side, policies: Sequence[Mapping[str, Json]], at: str
) -> Iterator[Refusal]:
    """S43-29.1 What is wrong with well-formed policies of a side; `at` points to the list."""
    for index, policy in enumerate(policies):
        word = str(policy["decision"])
        if ONE_SIDED.get(word, side) != side:
            text = f"the {side} side never has the decision {word!r}"
            yield Refusal("E_POLICY", f"{at}/{index}/decision", CLAUSE, text)
        for place, zone in _zones(dict(policy), f"{at}/{index}"):
            if zone not in facts.zones:
                text = f"there is no zone {zone}"
                yield Refusal("E_ZONE_UNKNOWN", place, "S43-2.1", text)


def _zones(value: Json, at: str) -> Iterator[tuple[str, int]]:
    """Every zone that a policy names, with its place: in `where`, in conditions, in values."""
    if not isinstance(value, dict):
        return
    for name, member in value.items():
        here = f"{at}/{name}"
        if name == "zone" and isinstance(member, int):
            yield here, member
        elif name in ("where", "to", "from") or (name == "value" and _is_zone_list(member)):
            yield from _listed(member, here)
        elif isinstance(member, list):
            for index, part in enumerate(member):
                yield from _zones(part, f"{here}/{index}")
        else:
            yield from _zones(member, here)


def _is_zone_list(member: Json) -> bool:
    return isinstance(member, list) and any(isinstance(part, int) for part in member)


def _listed(member: Json, at: str) -> Iterator[tuple[str, int]]:
    if isinstance(member, int):
        yield at, member
        return
    for index, zone in enumerate(cast("list[Any]", member)):
        if isinstance(zone, int):
            yield f"{at}/{index}", zone
        else:
            yield from _zones(zone, f"{at}/{index}")


def _never_read(policies: Sequence[Mapping[str, Json]], asked_topic: str) -> Iterator[Refusal]:
    """S43-29.1 Policies whose decision has another topic than their document."""
    for index, policy in enumerate(policies):
        word = str(policy["decision"])
        if asked_topic and word != ANY_DECISION and not _belongs(word, asked_topic):
            text = f"a document on the topic {asked_topic!r} is never read for {word!r}"
            legal = (_topic_of(word), "no topic")
            yield Refusal("E_POLICY", f"/policies/{index}/decision", CLAUSE, text, legal)


def _belongs(word: str, asked_topic: str) -> bool:
    placed = word not in PLACELESS_WORDS and word not in WINDOW_WORDS
    return asked_topic.startswith("zone:") if placed else topic(word, None) == asked_topic


def _topic_of(word: str) -> str:
    own = topic(word, None)
    return "zone:14" if own.startswith("zone:") else own
