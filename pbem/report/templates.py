"""Finds templates, and makes the two environments: text never escapes, HTML always does.

A game's own package is asked first, in its folder `templates`, then ours. The name of a template
begins with the id of the game, or with `common`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, FunctionLoader, StrictUndefined

from pbem.resources import data_root

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def text_environment(package: str) -> Environment:
    """The environment for plain text, in which nothing is escaped."""
    return Environment(
        loader=FunctionLoader(_finder(package)),
        autoescape=False,  # noqa: S701 - what comes out is text, and is escaped where it meets HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def html_environment(package: str) -> Environment:
    """The environment for HTML, in which everything is escaped."""
    return Environment(
        loader=FunctionLoader(_finder(package)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _finder(package: str) -> Callable[[str], str | None]:
    def find(name: str) -> str | None:
        for folder in _folders(package):
            path = folder.joinpath(*name.split("/"))
            if path.is_file():
                return path.read_text(encoding="utf-8")
        return None

    return find


def _folders(package: str) -> Iterator[Traversable]:
    if package:
        own = files(package) / "templates"
        if own.is_dir():
            yield own
    yield data_root() / "templates"
