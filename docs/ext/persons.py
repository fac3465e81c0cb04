"""Colours the tutorials' `console` blocks, in which a line `anna$ command` is typed by Anna."""

import re

from pygments.lexers.shell import BashSessionLexer
from sphinx.application import Sphinx


class PersonsLexer(BashSessionLexer):
    """A shell session whose prompt is a name and a dollar sign."""

    name = "Shell session of several people"
    aliases = ("console",)
    _ps1rgx = re.compile(r"^(\w*\$ )(.*\n?)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the lexer."""
    app.add_lexer("console", PersonsLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
