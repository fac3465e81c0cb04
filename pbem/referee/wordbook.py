"""Where the words for a game come from: its package, its title, its word for a place."""

from __future__ import annotations

from pbem import registry
from pbem.canon.immutable import immutable
from pbem.history.log import Log


@immutable(frozen=True, slots=True)
class Wordbook:
    """The game of a log, as far as it is known here.

    Attributes:
        game: the id of its rules, such as ``1943-1945``.
        package: the import package that holds its templates; "" if it is not installed.
        title: what players call it; the id if it is not installed.
        place_word: the member that names a place in its conditions; "" without its rules.
    """

    game: str
    package: str = ""
    title: str = ""
    place_word: str = ""


def wordbook_of(log: Log) -> Wordbook:
    """Where the words for a game in play come from."""
    game = str(log.terms["module"]["id"])
    place_word = log.rules.frame.vocabulary.place_word if log.rules else ""
    installed = registry.games().get(game)
    if installed is None:
        return Wordbook(game, title=game, place_word=place_word)
    return Wordbook(game, installed.package, installed.title, place_word)
