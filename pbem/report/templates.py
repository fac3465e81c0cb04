"""Finds templates, and makes the two environments: text never escapes, HTML always does.

A game's own package is asked first, in its folder `templates`, then ours. The name of a template
begins with the id of the game, or with `common`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateNotFound, pass_context
from markupsafe import Markup, escape

from pbem.canon.prose import counted
from pbem.report.layout import TIE, columns, heading, tied, wrap
from pbem.report.names import Names, listed
from pbem.report.values import hundredths, in_words, moment
from pbem.resources import data_root

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jinja2.runtime import Context

_IDS: Final = re.compile(r"\b[A-Za-z0-9]{1,6}-[A-Za-z0-9]{1,8}\b")

_CODE: Final = re.compile("`([^`]+)`")


@cache
def text_environment(package: str) -> Environment:
    """The environment for plain text, in which nothing is escaped.

    Args:
        package: the import package of a game; "" for our templates only.
    """
    environment = Environment(
        loader=FunctionLoader(_finder(package)),
        autoescape=False,  # noqa: S701 - what comes out is text, and is escaped where it meets HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"wrap": wrap, "columns": columns, "heading": heading}
    _equip(environment)
    return environment


def macros(package: str, template: str, names: Names, more: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401 - macros of any names
    """The macros and variables of a template for plain text; None if there is no such template.

    Args:
        package: as for `text_environment`.
        template: such as ``1943-1945/orders.j2``.
        names: the names of one position; macros call them `place`, `piece`, `seat`, `adjective`
            and `kind`.
        more: what its macros may use besides.
    """
    helpers = {
        "place": names.place,
        "piece": names.piece,
        "seat": names.seat,
        "adjective": names.adjective,
        "kind": names.kind,
        **(more or {}),
    }
    try:
        return text_environment(package).get_template(template).make_module(helpers)
    except TemplateNotFound:
        return None


@cache
def html_environment(package: str) -> Environment:
    """The environment for HTML, in which everything is escaped."""
    environment = Environment(
        loader=FunctionLoader(_finder(package)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"whole": whole, "coded": coded}
    _equip(environment)
    return environment


def whole(text: str) -> Markup:
    """A text for HTML in which ids such as `AX-T3` and words such as `3 cubes` stay together."""
    return Markup(_IDS.sub(r'<span class="whole">\g<0></span>', str(escape(tied(text)))))  # noqa: S704


def coded(text: str) -> Markup:
    """A text of ours for HTML, in which commands between backticks are set as code.

    Within a command every blank stays what it is: it may be copied into a shell.
    """
    return Markup(_CODE.sub(_code, str(escape(tied(text)))))  # noqa: S704


def _code(match: re.Match[str]) -> str:
    return f"<code>{match[1].replace(TIE, ' ')}</code>"


def _equip(environment: Environment) -> None:
    """What every template may use."""
    environment.filters |= {
        "moment": moment,
        "hundredths": hundredths,
        "place": _named("place"),
        "piece": _named("piece"),
        "seat": _named("seat"),
    }
    environment.globals |= {"listed": listed, "counted": counted, "in_words": in_words}


def _named(word: str) -> Callable[[Context, object], str]:
    """A filter that calls a name function of the template's context: ``ids | map("piece")``."""

    @pass_context
    def name(context: Context, value: object) -> str:
        return str(context[word](value))

    return name


def _finder(package: str) -> Callable[[str], str | None]:
    def find(name: str) -> str | None:
        return source_of(name, package)

    return find


def source_of(name: str, package: str) -> str | None:
    """The text of a template, or of a file beside them; None if there is none.

    Args:
        name: such as ``common/report.css``.
        package: the import package of a game; "" for our folder only.
    """
    for folder in _folders(package):
        path = folder.joinpath(*name.split("/"))
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return None


def _folders(package: str) -> Iterator[Traversable]:
    if package:
        own = files(package) / "templates"
        if own.is_dir():
            yield own
    yield data_root() / "templates"
