"""The text of an HTML part, only as far as finding documents in it needs.

The standard `html.parser` is not used: on hostile text (a megabyte of `<a`) the versions we
support take time that grows with the square of the length. The one pattern below always moves
on and never looks at a character more than a few times.
"""

import html
import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""
      <!--.*?(?:-->|\Z)
    | <(?P<hidden>script|style|title)\b.*?(?:</(?P=hidden)\s*+>|\Z)
    | <(?P<close>/?)(?P<tag>[a-z][a-z0-9]*+)[^<>]*+>?
    | <[!?/][^<>]*+>?
    | (?P<text>(?:[^<]++|<(?![a-z/!?]))++)
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE | re.ASCII,
)
_ENTITY: Final = re.compile(
    r"&(?:\#[0-9]{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});?", re.IGNORECASE | re.ASCII
)
_SPACES: Final = re.compile(r"[ \t\r\n\f]+")
_BLOCK_NAMES: Final = (
    "address article aside blockquote body br caption center dd div dl dt fieldset footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul"
)
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
_CELLS: Final = frozenset({"td", "th"})


def text_of(page: str) -> str:
    """Return the readable text of an HTML part.

    Blocks and `<br>` become line breaks; white space is folded except within `<pre>`; styles,
    scripts and comments are dropped; entities become characters.
    """
    pieces: list[str] = []
    pre = 0
    for token in _TOKEN.finditer(page):
        if token["text"]:
            text = token["text"] if pre else _SPACES.sub(" ", token["text"])
            pieces.append(_ENTITY.sub(_character, text))
        elif token["tag"]:
            tag = token["tag"].lower()
            pre += _step_into_pre(tag, token["close"], pre)
            pieces.append(_break(tag))
    return "".join(pieces)


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity.group())


def _step_into_pre(tag: str, close: str, depth: int) -> int:
    if tag != "pre":
        return 0
    return 1 if not close else -min(depth, 1)


def _break(tag: str) -> str:
    if tag in _BLOCKS:
        return "\n"
    return " " if tag in _CELLS else ""
