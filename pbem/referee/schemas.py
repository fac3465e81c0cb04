"""The JSON Schemas of `schemas/`: what an editor completes and checks while a player types.

`python -m pbem.referee.schemas` in the checkout writes them anew after a change of a form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from pbem import registry
from pbem.canon.canonical import Json
from pbem.canon.forms import ListOf, Record, Word, whole_schema
from pbem.canon.moduledata import REMARKS
from pbem.engine.entries import MOST_ENTRIES
from pbem.engine.game import DescribesData, Rules
from pbem.history.schemas import export_schemas, schema_text
from pbem.referee.draft_forms import draft_form
from pbem.testing.case_forms import case_schema


def draft_forms(rules: Rules) -> Mapping[str, Record]:
    """The form of a whole draft of each kind, `orders` and `standing` (orders format, section 1).

    An `orders` draft takes every order type of the game: which of them an ask takes hangs on the
    step, and is checked with the position.
    """
    frame = rules.frame
    entries = ListOf(frame.form(list(frame.types)), most=MOST_ENTRIES)
    policies = frame.vocabulary.policies()
    return {
        "orders": draft_form("orders", {"seat": Word(*rules.seats), "orders": entries}),
        "standing": draft_form("standing", {"seat": Word(*rules.seats), "policies": policies}),
    }


def game_schemas(name: str) -> Mapping[str, dict[str, Json]]:
    """The schemas of an installed game by the kind of draft.

    Raises:
        UnknownGame, BrokenGame: its rules are not at hand.
    """
    forms = draft_forms(registry.module(name).rules)
    return {kind: whole_schema(form, f"{name}: draft of {kind}") for kind, form in forms.items()}


def data_schemas(name: str) -> Mapping[str, dict[str, Json]]:
    """The schemas of the rule files of an installed game, by the name of the file.

    Members that only explain may stand in every object.

    Raises:
        UnknownGame, BrokenGame: its rules are not at hand.
    """
    rules = registry.module(name).rules
    forms = rules.data_forms if isinstance(rules, DescribesData) else {}
    return {
        file: cast("dict[str, Json]", _with_remarks(whole_schema(form, f"{name}: {file}.json")))
        for file, form in forms.items()
    }


def _with_remarks(schema: Json) -> Json:
    """A schema that also takes explaining members wherever it takes no other ones."""
    if isinstance(schema, list):
        return [_with_remarks(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _with_remarks(item) for name, item in schema.items()}
    if inner.get("additionalProperties") is False and isinstance(inner["properties"], dict):
        inner["properties"] = inner["properties"] | dict.fromkeys(sorted(REMARKS), True)
    return inner


def files() -> Mapping[str, str]:
    """Every file of `schemas/` by its path in there, with its text; games of others left out."""
    return {
        f"{folder}/{name}.schema.json": schema_text(schema)
        for folder, schemas in _folders()
        for name, schema in schemas.items()
    }


def _folders() -> Iterator[tuple[str, Mapping[str, dict[str, Json]]]]:
    yield "common", {**export_schemas(), "case": case_schema()}
    for name, game in registry.games().items():
        if game.package.startswith("pbem.games."):
            yield name, game_schemas(name)
            yield f"{name}/data", data_schemas(name)


def write(folder: Path) -> None:
    """Write every schema into the folder `schemas`, and delete those that are no longer made.

    Raises:
        OSError: the folder is not there, or can not be written.
    """
    made = files()
    for path in folder.rglob("*.schema.json"):
        if path.relative_to(folder).as_posix() not in made:
            path.unlink()
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    here = Path("schemas")
    if not here.is_dir():
        sys.exit("There is no folder schemas here: run this in the checkout of pbem.")
    write(here)
