"""The schemas of documents and entries are those of the forms (protocol sections 4 and 5).

After a change of a form, `python -m pbem.referee.schemas` writes the files anew.
"""

import copy
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbem.history import compose, documents, entries
from pbem.history.schemas import export_schemas, schema_text
from support.hosting import ATTACK, Match, Signed, chain, signed_of

FOLDER = Path(__file__).parents[2] / "schemas" / "common"
SCHEMAS = export_schemas()
FORMS = {**documents.FORMS, **{f"entry-{kind}": form for kind, form in entries.FORMS.items()}}


def test_the_files_are_those_of_the_forms() -> None:
    written = {path.name.removesuffix(".schema.json"): path.read_text("utf-8")
               for path in FOLDER.glob("*.schema.json")}  # fmt: skip
    del written["case"]  # no document of a game: tests/cases/test_cases.py
    assert written == {name: schema_text(schema) for name, schema in SCHEMAS.items()}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@cache
def samples() -> dict[str, list[Signed]]:
    """Signed parts of all kinds, from a game."""
    match = Match("meeting", "assault", "probe", policy="all", on_release="skip")
    found: dict[str, list[Signed]] = {name: [] for name in FORMS}
    found["invite"].append(dict(match.invite.signed))
    found["join"] += [dict(join.signed) for join in match.joins]
    match.take(match.standing("red", topic="losses"), held=True)
    match.take(match.standing("blue"))
    match.take(match.rekey("blue", chain={"tip": chain("blue", base=9).tip, "length": 40,
                                          "base": 9}))  # fmt: skip
    match.take(match.orders("blue", ATTACK), held=True)
    match.take(match.orders("red"), held=True)
    match.lock()
    for seat in ("blue", "red"):
        match.take(match.release(seat))
    match.resolve()
    match.take(match.orders("blue"))
    match.resolve()
    match.add(compose.pause(match.log, match.time(), "x"))
    match.add(compose.resume(match.log, match.time(), "x"))
    match.add(compose.refuse(match.log, match.time(), "0" * 64, "D05", "x", "red"))
    match.add(compose.remark(match.log, match.time(), "x"))
    match.take(match.concede("red"))
    match.default("t3/orders")
    match.resolve()
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over or {})))
    for line in match.lines:
        signed = signed_of(line)
        found[f"entry-{signed['type']}"].append(signed)
        if "doc" in signed:
            document = signed["doc"]["signed"]
            found[document["type"]].append(document)
    return found


@pytest.mark.parametrize("name", FORMS)
def test_form_and_schema_take_what_a_game_holds(name: str) -> None:
    assert samples()[name]
    for signed in samples()[name]:
        assert list(FORMS[name].faults(signed)) == []
        assert FORMS[name].fits(signed)
        assert list(Draft202012Validator(SCHEMAS[name]).iter_errors(signed)) == []


VALUES = st.sampled_from([0, 1, 2, -1, 10**7, True, "", "x", "host", "red", "0" * 64, [], {}, [1]])


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_form_and_schema_agree_on_what_is_wrong(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FORMS)))
    signed = copy.deepcopy(data.draw(st.sampled_from(samples()[name])))
    value: Signed = signed
    for _ in range(data.draw(st.integers(0, 2))):
        inner = [each for each in value.values() if isinstance(each, dict) and each]
        value = data.draw(st.sampled_from(inner)) if inner else value
    member = data.draw(st.sampled_from([*value, "extra"]))
    if member in value and data.draw(st.booleans()):
        del value[member]
    else:
        value[member] = data.draw(VALUES)
    fits = FORMS[name].fits(signed)
    assert fits == (not list(FORMS[name].faults(signed)))
    assert fits == Draft202012Validator(SCHEMAS[name]).is_valid(signed)
