"""Whatever is changed in a log, its audit says so, and says it in words (section 6.3)."""

import copy
from dataclasses import fields
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.canon.codes import CODES, Refused
from pbem.history import compose
from pbem.history.audit import audit
from pbem.history.checking import check_document
from pbem.history.log import Log
from pbem.trust.envelope import sign
from support.hosting import ATTACK, Match, Signed, key

SETTINGS = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def game() -> Match:
    """A game with nearly every kind of line."""
    match = Match("meeting", "assault", "quiet", policy="actor")
    match.take(match.standing("red", "ask", topic="losses"), held=True)
    match.add(compose.refuse(match.log, match.time(), "0" * 64, "D05", "No such question.", "red"))
    match.take(match.orders("blue", ATTACK), held=True)
    match.take(match.orders("red"), held=True)
    match.resolve()
    match.add(compose.pause(match.log, match.time(), "Christmas."))
    match.take(match.orders("blue", ATTACK), held=True)
    match.add(compose.resume(match.log, match.time(24), "Back again."))
    match.resolve()
    match.default("t2/losses")
    match.resolve()
    match.take(match.orders("red"))
    match.resolve()
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over or {})))
    return match


def test_the_untouched_game_is_good_and_its_remarks_are_sentences() -> None:
    found = game().audit()
    assert (found.finding, found.complete) == (None, True)
    assert found.remarks == (
        "Line 2: The host refused a document of red: D05, No such question.",
        "Line 6: The game was paused: Christmas.",
        "Line 8: The game went on: Back again.",
        "Line 10: t2/losses of red was closed by default (deadline).",
    )


@SETTINGS
@given(data=st.data())
def test_a_single_changed_byte_is_found(data: st.DataObject) -> None:
    lines = list(game().lines)
    place = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, len(lines[place]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != lines[place][at]))
    lines[place] = lines[place][:at] + bytes([byte]) + lines[place][at + 1 :]
    found = game().audit(lines)
    assert found.finding is not None
    assert found.finding.seq == place
    assert found.finding.code in CODES
    assert found.finding.reason
    assert found.finding.meaning.endswith(".")


@SETTINGS
@given(data=st.data())
def test_lines_cut_exchanged_or_repeated_are_found(data: st.DataObject) -> None:
    lines = list(game().lines)
    first = data.draw(st.integers(0, len(lines) - 2))
    second = data.draw(st.integers(first + 1, len(lines) - 1))
    change = data.draw(st.sampled_from(["cut", "exchange", "repeat"]))
    if change == "cut":
        del lines[first:second]
    elif change == "exchange":
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines.insert(second, lines[first])
    assert game().audit(lines).finding is not None


@SETTINGS
@given(count=st.integers(0, 13))
def test_a_truncated_log_is_valid_as_far_as_it_goes(count: int) -> None:
    found = game().audit(game().lines[:count])
    assert (found.finding, found.lines) == (None, count)


@SETTINGS
@given(st.lists(st.binary(max_size=60), max_size=3))
def test_arbitrary_bytes_are_a_finding_and_never_an_accident(lines: list[bytes]) -> None:
    found = audit(lines, lambda _module: None)
    assert (found.finding is None) == (not lines)


def test_code_j01_a_line_that_is_too_long() -> None:
    found = game().audit([b" " * 4_194_305])
    assert found.finding is not None
    assert found.finding.code == "J01"


VALUES = st.sampled_from(
    [0, 1, 2, -1, 2**53 - 1, True, "", "x", "host", "red", "0" * 64, [], {}, [1], {"a": {}}, [[]]]
)


def _places(value: object, path: tuple = ()) -> list[tuple]:
    """The path of every value inside a value."""
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    inner = [place for name, member in members for place in _places(member, (*path, name))]
    return ([path] if path else []) + inner


def _changed(data: st.DataObject, value: dict) -> None:
    """Replace, add or drop one value somewhere inside."""
    *path, name = data.draw(st.sampled_from(_places(value)))
    for part in path:
        value = value[part]
    change = data.draw(st.sampled_from(["replace", "drop", "add"]))
    if change == "replace":
        value[name] = data.draw(VALUES)
    elif change == "drop":
        del value[name]
    elif isinstance(value, dict):
        value["extra"] = data.draw(VALUES)
    else:
        value.append(data.draw(VALUES))


def _signed_anew(value: object, match: Match) -> object:
    """Sign every document inside an entry with its seat's own key, as an accomplice would."""
    if isinstance(value, list):
        return [_signed_anew(item, match) for item in value]
    if not isinstance(value, dict):
        return value
    inner = {name: _signed_anew(member, match) for name, member in value.items()}
    if set(inner) == {"signed", "signatures"} and isinstance(inner["signed"], dict):
        seat = inner["signed"].get("seat", "host")
        seat = seat if isinstance(seat, str) and seat in match.keys else "host"
        return sign(inner["signed"], match.keys[seat])
    return inner


@SETTINGS
@given(data=st.data())
def test_a_host_and_players_who_sign_anything_cause_findings_and_no_accidents(
    data: st.DataObject,
) -> None:
    match = game()
    place = data.draw(st.integers(0, len(match.lines) - 1))

    def change(signed: Signed) -> None:
        _changed(data, signed)
        for name, member in list(signed.items()):
            signed[name] = _signed_anew(member, match)

    lines = match.forge(place, change)
    for rules in (match.rules, None):
        found = audit(lines, lambda _module, rules=rules: rules)
        if found.finding is not None:
            assert found.finding.code in CODES
            good = audit(lines[: found.lines], lambda _module, rules=rules: rules)
            assert _state(found.log) == _state(good.log)


def _state(log: Log) -> dict[str, object]:
    """Everything a log holds, in a form that can be compared."""
    not_said = {"rules_for", "held_texts", "run_step", "rules", "questions", "good_standing"}
    values = {field.name: getattr(log, field.name) for field in fields(log)}
    return {
        name: sorted(value) if isinstance(value, set) else repr(value)
        for name, value in values.items()
        if name not in not_said
    }


@SETTINGS
@given(data=st.data())
def test_whatever_a_player_signs_is_taken_or_refused(data: st.DataObject) -> None:
    match = Match("assault", policy="all")
    kinds = [
        lambda: match.orders("blue", ATTACK),
        lambda: match.standing("red", topic="losses"),
        lambda: match.concede("red"),
        lambda: match.rekey("blue", signers=[key("blue", "new")], key=key("blue", "new").public),
        lambda: match.rekey("blue", chain={"tip": "a" * 64, "length": 9, "base": 3}),
        lambda: match.release("red"),
    ]
    envelope = copy.deepcopy(data.draw(st.sampled_from(kinds))())
    _changed(data, envelope["signed"])
    assert _verdict(match, _signed_anew(envelope, match)) in {"", *CODES}


def _verdict(match: Match, envelope: Signed) -> str:
    try:
        check_document(match.log, envelope)
    except Refused as refused:
        return refused.code
    return ""
