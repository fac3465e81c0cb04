"""Where the words for a game come from: its package, its title, its word for a place."""

from __future__ import annotations

from pbem import registry
from pbem.canon.immutable import immutable
from pbem.history.log import Log
from pbem.referee.open_game import OpenGame
from pbem.report.names import Names, names_of
from pbem.report.phrases import Phrases
from pbem.report.wording import words_of


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


def phrases_of(game: OpenGame) -> Phrases:
    """The sentences for a game, with the names of the position in its step's opening."""
    log, book = game.log, wordbook_of(game.log)
    view = log.rules.view(log.step.opening) if log.rules and log.step else {}
    return phrases_with(book, names_of(view, words_of(book.game, book.package)))


def phrases_with(book: Wordbook, names: Names) -> Phrases:
    """The sentences of a game with the names of a position."""
    return Phrases(names, book.game, book.package, book.place_word)


def wordbook_of(log: Log) -> Wordbook:
    """Where the words for a game in play come from."""
    game = str(log.terms["module"]["id"])
    place_word = log.rules.frame.vocabulary.place_word if log.rules else ""
    installed = registry.games().get(game)
    if installed is None:
        return Wordbook(game, title=game, place_word=place_word)
    return Wordbook(game, installed.package, installed.title, place_word)
