"""The schemas of drafts are those of the game's forms (orders format, sections 1 to 4).

The drafts are the documents of the catalogue, sections 30 and 31.2. After a change of a form,
`python -m pbem.referee.schemas` writes the files anew.
"""

import copy
import json
import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from pbem import registry
from pbem.canon.canonical import encode
from pbem.history.documents import FORMS
from pbem.referee import schemas
from pbem.referee.drafts import read_draft

ROOT = Path(__file__).parents[2]
GAME = "1943-1945"
CATALOGUE = (ROOT / "docs" / "rules" / f"{GAME}.md").read_text("utf-8")


def blocks(begin, end):
    """The JSON blocks of a part of the catalogue."""
    part = CATALOGUE.partition(begin)[2].partition(end)[0]
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", part, re.DOTALL)]


DOCUMENTS = blocks("### 31.2", "### 31.3")
INITIATIVE, REINFORCE, _, STANDING, LANDING = DOCUMENTS
(MOST_TYPES,) = blocks("## 30. Order types", "## 31.")
IMPULSE = LANDING | MOST_TYPES
WITH_HELP = {"$schema": "orders.schema.json", "help": {"due": 4, "entry": ["17 Tunis"]}} | LANDING
DRAFTS = [*DOCUMENTS, IMPULSE, WITH_HELP]


@cache
def forms():
    return schemas.draft_forms(registry.module(GAME).rules)


@cache
def validator(kind):
    return Draft202012Validator(schemas.game_schemas(GAME)[kind])


RULE_FILES = registry.game(GAME).rule_files


@pytest.mark.parametrize("name", RULE_FILES)
def test_the_rule_files_fit_their_schemas_with_the_remarks_in_them(name):
    path = ROOT / "pbem" / "games" / "italy1943" / "data" / f"{name}.json"
    content = json.loads(path.read_text("utf-8"))
    schema = schemas.data_schemas(GAME)[name]
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(content)) == []
    assert not Draft202012Validator(schema).is_valid(content | {"remark": "no such member"})


def place(error):
    return "".join(f"/{step}" for step in error.absolute_path)


def changed(draft, pointer, change):
    """A copy of a draft in which `change` was done to what holds the place, and to its name."""
    draft = copy.deepcopy(draft)
    *inner, name = pointer.removeprefix("/").split("/")
    holder = draft
    for step in inner:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    change(holder, int(name) if isinstance(holder, list) else name)
    return draft


def written(value):
    """A change: another value in its place."""
    return lambda holder, name: holder.__setitem__(name, value)


def renamed(other):
    """A change: the member under another name."""
    return lambda holder, name: holder.__setitem__(other, holder.pop(name))


# ------------------------------------------------------------------ the files


def test_the_files_are_those_of_the_forms():
    kept = {
        path.relative_to(ROOT / "schemas").as_posix(): path.read_text("utf-8")
        for path in (ROOT / "schemas").rglob("*.json")
    }
    assert kept == schemas.files()
    assert {f"{GAME}/orders.schema.json", f"{GAME}/standing.schema.json"} < set(kept)


def test_writing_makes_new_files_and_takes_old_ones_away(tmp_path):
    for old in ("common/gone.schema.json", f"{GAME}/orders.schema.json", "common/README.md"):
        (tmp_path / old).parent.mkdir(exist_ok=True)
        (tmp_path / old).write_text("old")
    schemas.write(tmp_path)
    there = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert there == {*schemas.files(), "common/README.md"}
    made = (tmp_path / GAME / "orders.schema.json").read_bytes()
    assert made.decode() == schemas.files()[f"{GAME}/orders.schema.json"]


def test_games_of_other_people_are_not_written_into_our_folder(monkeypatch):
    other = registry.Game("zulu", "Zulu", "1.0.0", "zulu_game", (), lambda _data: None)
    monkeypatch.setattr(registry, "games", lambda: {"zulu": other})
    assert all(name.startswith("common/") for name in schemas.files())


@pytest.mark.parametrize("kind", ["orders", "standing"])
def test_a_schema_is_a_schema(kind):
    Draft202012Validator.check_schema(schemas.game_schemas(GAME)[kind])


# ------------------------------------------------------------------ drafts that are right


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.get("ask", draft["type"]))
def test_the_documents_of_the_catalogue_are_drafts(draft):
    assert list(validator(draft["type"]).iter_errors(draft)) == []
    assert list(forms()[draft["type"]].faults(draft)) == []


def test_orders_format_1_what_signing_drops_may_stand_in_a_draft_and_nothing_else(tmp_path):
    file = tmp_path / "draft.json"
    file.write_bytes(encode(WITH_HELP))
    assert read_draft(file).signed == LANDING
    for kind, form in forms().items():
        signed = FORMS[kind]
        members = {*form.required, *form.optional}
        assert members - {"$schema", "help"} == {*signed.required, *signed.optional} - {"link"}


# ------------------------------------------------------------------ drafts that are wrong


@pytest.mark.parametrize(
    ("draft", "pointer", "change", "at"),
    [
        (INITIATIVE, "/seat", written("allies"), "/seat"),
        (INITIATIVE, "/orders/0/do", written("initiativ"), "/orders/0/do"),
        (INITIATIVE, "/orders/0/choice", written("me"), "/orders/0/choice"),
        (INITIATIVE, "/orders/0/choice", renamed("choise"), "/orders/0"),
        (INITIATIVE, "/orders", renamed("order"), ""),
        (INITIATIVE, "/link", written({"n": 1, "x": "0" * 64}), ""),
        (REINFORCE, "/orders/0/place/0/cubes", written("4"), "/orders/0/place/0/cubes"),
        (REINFORCE, "/orders/0/place/0/cubes", renamed("cube"), "/orders/0/place/0"),
        (REINFORCE, "/orders/2/counter", written("AL_P4"), "/orders/2/counter"),
        (LANDING, "/orders/0/forces/0/from", written("Tunis"), "/orders/0/forces/0/from"),
        (LANDING, "/orders/0/plan/1/value", written("alway"), "/orders/0/plan/1/value"),
        (
            LANDING,
            "/orders/0/plan/2/value/use/0",
            written("AL-P44"),
            "/orders/0/plan/2/value/use/0",
        ),
        (LANDING, "/orders/0/plan/0/decision", written("retreat"), "/orders/0/plan/0/decision"),
        (IMPULSE, "/orders/1/if/enemy_forces", renamed("enemy_force"), "/orders/1/if"),
        (IMPULSE, "/orders/6/when", written("W8"), "/orders/6/when"),
        (STANDING, "/policies/0/decision", written("intercept"), "/policies/0/decision"),
        (STANDING, "/policies/1/if/cause", written("fleets"), "/policies/1/if/cause"),
        (STANDING, "/policies/5/value/0", written("cubes:1"), "/policies/5/value/0"),
        (STANDING, "/policies/6/if/round", written({"=>": 2}), "/policies/6/if/round"),
    ],
)
def test_a_misspelt_draft_is_refused_at_its_place(draft, pointer, change, at):
    wrong = changed(draft, pointer, change)
    errors = list(validator(draft["type"]).iter_errors(wrong))
    assert place(best_match(errors)) == at
    assert all(at.startswith(place(error)) for error in errors)
    faults = [fault.pointer for fault in forms()[draft["type"]].faults(wrong)]
    assert faults
    assert all(fault.startswith(at) for fault in faults)


def every_place(value, at=""):
    """The pointers of all that stands in a draft."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in inner:
        yield f"{at}/{name}"
        if isinstance(item, dict | list):
            yield from every_place(item, f"{at}/{name}")


def remove(holder, name):
    del holder[name]


CHANGES = {
    "nothing": remove,
    "true": written(value=True),
    "a number": written(1000),
    "a word": written("ask"),
    "a list": written([[]]),
    "an object": written({"extra": 1}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("draft", [REINFORCE, STANDING, IMPULSE], ids=["place", "standing", "most"])
def test_form_and_schema_agree_on_what_is_wrong(draft, change):
    form, schema = forms()[draft["type"]], validator(draft["type"])
    verdicts = []
    for pointer in every_place(draft):
        wrong = changed(draft, pointer, change)
        verdicts.append(list(form.faults(wrong)) == [])
        assert schema.is_valid(wrong) == verdicts[-1], pointer
    assert False in verdicts
