"""1943-1945: the Italian theatre, two players, eight turns (catalogue: docs/rules/1943-1945.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.canon.canonical import Json
from pbem.engine.game import Game, Rules


def _make(files: Mapping[str, Json]) -> Rules:
    """The rules with the content of the rule files; loaded only when a game is played."""
    from pbem.games.italy1943.rules import Italy1943  # noqa: PLC0415 - lists of games stay quick

    return Italy1943.from_data(files)


GAME: Final = Game(
    id="1943-1945",
    title="1943-1945",
    version="1.0.0",
    package="pbem.games.italy1943",
    rule_files=(
        "map",
        "turn-track",
        "forces",
        "setup",
        "conversion",
        "combat",
        "events",
        "sample",
    ),
    make=_make,
    drawing="shapes",
)
