"""Which games are installed, and their rules with the data they stand on.

Games come by the entry point group ``pbem.games``, ours included. Reading a game's data files is
the registry's work, so that rules never touch a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.moduledata import module_digest, strip
from pbem.canon.strict import STATE, read
from pbem.canon.trouble import Trouble
from pbem.canon.wording import either, meant, quoted
from pbem.engine.game import Game, Rules
from pbem.history.durable import FolderTrouble, read_file
from pbem.report.outlines import OUTLINES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

GROUP = "pbem.games"


class UnknownGame(Trouble):
    """No installed package offers this game, or not in this version."""


class BrokenGame(Trouble):
    """A package offers something that is no game, or its data can not be read."""


class BadData(Trouble):
    """Corrected rule files can not be used; the message has a line for each mistake."""


@immutable(frozen=True)
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
        near = meant(name, installed)
        guess = f"; did you mean {either(near)}?" if near else ""
        raise UnknownGame(
            f"the game {quoted(name)} is not installed; installed are: {listed}{guess}"
        )
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
    files_read = {file: _data_file(data_file(found, file)) for file in found.rule_files}
    try:
        return _made(found, files_read)
    except ValueError as error:
        raise BrokenGame(f"the data of {found.id} contradict themselves: {error}") from error


def module_with(name: str, corrected: Path) -> Module:
    """The rules of an installed game, with rule files that somebody has corrected.

    Args:
        name: id of the game.
        corrected: a folder with some or all of its rule files; those that are not there are
            taken from the game.

    Raises:
        UnknownGame: the game is not installed.
        BadData: a file can not be read, or the files contradict each other.
    """
    found = game(name)
    return _with(found, _corrected_files(found, corrected))


def _with(found: Game, files_read: Mapping[str, Json]) -> Module:
    try:
        return _made(found, files_read)
    except ValueError as error:
        raise BadData(str(error)) from error


def _made(found: Game, files_read: Mapping[str, Json]) -> Module:
    """The rules made of the content of the rule files, explaining members removed first."""
    data = {file: strip(content) for file, content in files_read.items()}
    return Module(found, module_digest(data), found.make(data))


def _corrected_files(found: Game, corrected: Path) -> dict[str, Json]:
    content: dict[str, Json] = {}
    for file in found.rule_files:
        own = _own_file(corrected / f"{file}.json")
        content[file] = own if own is not None else _data_file(data_file(found, file))
    return content


def _own_file(path: Path) -> dict[str, Json] | None:
    """A file of corrected data; None where there is none.

    Raises:
        BadData: it can not be read.
    """
    try:
        raw = read_file(path, STATE.size)
        return None if raw is None else read(raw, STATE)
    except FolderTrouble as error:
        raise BadData(str(error)) from error
    except Refused as error:
        raise BadData(f"{path}: {error}") from error


def shapes(name: str, corrected: Path | None = None) -> Mapping[str, Json] | None:
    """The outlines of a game's map; None if it has none, or is not installed.

    Args:
        name: id of the game.
        corrected: a folder with corrected data that may hold other outlines, or None.

    Raises:
        BrokenGame: they can not be read.
        BadData: those corrected can not be used.
    """
    found = games().get(name)
    if found is None or not found.drawing:
        return None
    path = corrected / f"{found.drawing}.json" if corrected else None
    own = _own_file(path) if path else None
    if own is None:
        return _data_file(data_file(found, found.drawing))
    faults = list(islice(OUTLINES.faults(own), 3))
    if faults:
        why = "; ".join(fault.reason for fault in faults)
        raise BadData(f"the outlines in {path} can not be drawn: {why}. Delete it to use ours")
    return own


def data_file(found: Game, file: str) -> Traversable:
    """A file of the data that come with a game; it may not be there."""
    return files(found.package) / "data" / f"{file}.json"


def _data_file(path: Traversable) -> dict[str, Json]:
    try:
        return read(path.read_bytes(), STATE)
    except (OSError, Refused) as error:
        raise BrokenGame(f"the file {path} can not be used: {error}") from error


def rules_for(signed: Mapping[str, Json], corrected: Path | None = None) -> Rules | None:
    """The rules an invitation names, or None if exactly these are not at hand (R08).

    Args:
        signed: the member `module` of the invitation.
        corrected: a folder with corrected rule files to look into first, or None. Files that
            can not be used are not those of the invitation.
    """
    name = str(signed.get("id"))
    if name not in games():
        return None
    found = module(name)
    if found.signed() != dict(signed) and corrected is not None:
        found = _matching(found, signed, corrected)
    return found.rules if found.signed() == dict(signed) else None


def _matching(found: Module, signed: Mapping[str, Json], corrected: Path) -> Module:
    """The rules with corrected files if these are the files signed; else the rules as found."""
    try:
        content = _corrected_files(found.game, corrected)
        is_signed = module_digest(content) == signed.get("data")
        return _with(found.game, content) if is_signed else found
    except BadData:
        return found
