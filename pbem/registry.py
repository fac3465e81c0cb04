"""Which games are installed, and their rules with the data they stand on.

Games come by the entry point group ``pbem.games``, ours included. Reading a game's data files is
the registry's work, so that rules never touch a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import TYPE_CHECKING

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.moduledata import module_digest, strip
from pbem.canon.strict import STATE, read
from pbem.canon.trouble import Trouble
from pbem.engine.game import Game, Rules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

GROUP = "pbem.games"


class UnknownGame(Trouble):
    """No installed package offers this game, or not in this version."""


class BrokenGame(Trouble):
    """A package offers something that is no game, or its data can not be read."""


@dataclass(frozen=True)
class Module:
    """The rules of a game as installed.

    Attributes:
        game: what the game says of itself.
        data: digest of its rule files (protocol 2.3).
        rules: its rules.
    """

    game: Game
    data: str
    rules: Rules

    def signed(self) -> dict[str, Json]:
        """The module as an invitation names it."""
        return {"id": self.game.id, "version": self.game.version, "data": self.data}


@cache
def games() -> Mapping[str, Game]:
    """Every installed game by its id, sorted.

    Raises:
        BrokenGame: two packages offer one id, or an entry point is no game.
    """
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        if entry.name in found:
            raise BrokenGame(f"two installed packages offer the game {entry.name}: uninstall one")
        found[entry.name] = _load(entry)
    return found


def _load(entry: EntryPoint) -> Game:
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise BrokenGame(_NO_GAME.format(entry=entry, why=error)) from error
    if not isinstance(game, Game):
        raise BrokenGame(_NO_GAME.format(entry=entry, why="that is no game"))
    if game.id != entry.name:
        raise BrokenGame(_NO_GAME.format(entry=entry, why=f"the game there is {game.id}"))
    return game


_NO_GAME = (
    "an installed package offers the game {entry.name} as {entry.value}, but it can not be used "
    "({why}): update that package, or uninstall it"
)


def game(name: str) -> Game:
    """The installed game of an id.

    Raises:
        UnknownGame: it is not installed; the message lists what is.
    """
    installed = games()
    if name not in installed:
        listed = ", ".join(installed) or "none (install pbem with pip, not only copy it)"
        raise UnknownGame(f"the game {name!r} is not installed; installed are: {listed}")
    return installed[name]


@cache
def module(name: str) -> Module:
    """The rules of an installed game, with the data that comes with it.

    Raises:
        UnknownGame: it is not installed.
        BrokenGame: its data can not be read.
    """
    return load(game(name))


def load(found: Game) -> Module:
    """The rules of a game, with the data that comes with it.

    Raises:
        BrokenGame: its data can not be read.
    """
    folder = files(found.package) / "data"
    data = {file: strip(_data_file(folder, file)) for file in found.rule_files}
    try:
        return Module(found, module_digest(data), found.make(data))
    except ValueError as error:
        raise BrokenGame(f"the data of {found.id} contradict themselves: {error}") from error


def shapes(name: str) -> Mapping[str, Json] | None:
    """The outlines of a game's map; None if it has none, or is not installed.

    Raises:
        BrokenGame: they can not be read.
    """
    found = games().get(name)
    if found is None or not found.drawing:
        return None
    return _data_file(files(found.package) / "data", found.drawing)


def _data_file(folder: Traversable, file: str) -> dict[str, Json]:
    path = folder / f"{file}.json"
    try:
        return read(path.read_bytes(), STATE)
    except (OSError, Refused) as error:
        raise BrokenGame(f"the file {path} can not be used: {error}") from error


def rules_for(signed: Mapping[str, Json]) -> Rules | None:
    """The rules an invitation names, or None if exactly these are not at hand (R08).

    Args:
        signed: the member `module` of the invitation.
    """
    name = str(signed.get("id"))
    if name not in games():
        return None
    found = module(name)
    return found.rules if found.signed() == dict(signed) else None
