"""Corrected data: an owner of the printed game brings rule files that are true to it.

The files are checked one by one against the game's JSON Schemas, then together by the game. The
digest of exactly these files stands in the invitation, and each game folder keeps a copy of them
in `data/`, from which the game is adjudicated, audited and reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import registry
from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.prose import one_line
from pbem.canon.strict import STATE, read
from pbem.canon.trouble import Trouble
from pbem.canon.wording import either, meant
from pbem.engine.game import Game
from pbem.history.durable import FolderTrouble, read_file, refuse_link, write_atomic
from pbem.history.folder import GameFolder
from pbem.resources import data_root

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class WrongData(Trouble):
    """Corrected rule files are not right; the message has a line for each mistake."""

    def paragraphs(self) -> list[str]:
        """Each mistake by itself."""
        return str(self).split("\n")


def corrected_module(name: str, folder: Path) -> registry.Module:
    """The rules of a game with the corrected rule files of a folder.

    Raises:
        UnknownGame: the game is not installed.
        WrongData: with a sentence for each mistake in the files.
    """
    game = registry.game(name)
    mistakes = list(_mistakes(game, folder))
    if mistakes:
        raise WrongData(_message(folder, mistakes))
    try:
        return registry.module_with(name, folder)
    except registry.BadData as bad:
        raise WrongData(_message(folder, str(bad).splitlines())) from bad


def _message(folder: Path, mistakes: list[str]) -> str:
    lines = "".join(f"\n  {one_line(line)}" for line in mistakes)
    return f"the data in {one_line(str(folder))} can not be used; please correct:{lines}"


def _mistakes(game: Game, folder: Path) -> Iterator[str]:
    """What is wrong with the files of a folder, each looked at alone."""
    if not folder.is_dir():
        yield f"there is no folder {folder}"
        return
    there = sorted(path.stem for path in folder.glob("*.json"))
    if not any(name in game.rule_files for name in there):
        listed = ", ".join(f"{name}.json" for name in game.rule_files)
        yield f"none of the rule files is in it; they are {listed}"
    for name in there:
        if name in game.rule_files:
            yield from _mistakes_in(game, folder, name)
        elif not registry.data_file(game, name).is_file():
            near = meant(name, game.rule_files)
            hint = f"; did you mean {either(f'{word}.json' for word in near)}?" if near else ""
            yield f"{name}.json is no file of {game.id}{hint}"


def _mistakes_in(game: Game, folder: Path, name: str) -> Iterator[str]:
    try:
        content = read(_bytes(folder / f"{name}.json"), STATE)
    except Refused as refused:
        yield f"{name}.json: {refused}"
        return
    schema = _schema(game, name)
    if schema is not None:
        from pbem.referee.schema_sentences import sentences  # noqa: PLC0415 - jsonschema is slow

        for line in sentences(schema, content):
            yield f"{name}.json, {line}"


def _bytes(path: Path) -> bytes:
    raw = read_file(path, STATE.size)
    if raw is None:
        raise FolderTrouble(f"there is no file {path}")
    return raw


def _schema(game: Game, name: str) -> Mapping[str, Json] | None:
    """The JSON Schema of a rule file; None if the game has none."""
    for place in _schema_places(game, name):
        if place.is_file():
            schema: Mapping[str, Json] = json.loads(place.read_text(encoding="utf-8"))
            return schema
    return None


def _schema_places(game: Game, name: str) -> Iterator[Traversable]:
    """A package's own schema first, then ours."""
    file = f"{name}.schema.json"
    yield files(game.package) / "schemas" / "data" / file
    yield data_root() / "schemas" / game.id / "data" / file


def copy_data(name: str, folder: Path, corrected: Path | None = None) -> list[Path]:
    """Copy the data of a game into a folder: those corrected, else those that come with it.

    The outlines of its map come along. A file that is there already with another content is
    somebody's work: it is never overwritten, and then nothing is written at all.

    Raises:
        UnknownGame: the game is not installed.
        WrongData: files with another content are there already.
        FolderTrouble: the files can not be read or written.
    """
    game = registry.game(name)
    names = (*game.rule_files, *([game.drawing] if game.drawing else []))
    content = {folder / f"{file}.json": _source(game, file, corrected) for file in names}
    edited = [path.name for path, raw in content.items() if _differs(path, raw)]
    if edited:
        raise WrongData(
            f"nothing was written: {folder} holds other data already ({', '.join(edited)}). Name "
            "another folder; or, if you do not need those files any more, delete them first"
        )
    GameFolder(folder).create()
    for path, raw in content.items():
        write_atomic(path, raw)
    return list(content)


def _source(game: Game, name: str, corrected: Path | None) -> bytes:
    """A file as somebody has corrected it, else as it comes with the game."""
    own = read_file(corrected / f"{name}.json", STATE.size) if corrected else None
    return own if own is not None else registry.data_file(game, name).read_bytes()


def _differs(path: Path, raw: bytes) -> bool:
    there = read_file(path, STATE.size)
    return there is not None and there != raw


def data_of(folder: GameFolder) -> Path | None:
    """The corrected data that a game folder keeps, if it does."""
    path = folder.path / "data"
    refuse_link(path, "folder")
    return path if path.is_dir() else None
