"""Characters: from the bytes of a text part to lines that can be searched."""

import codecs
import re
from typing import Final

INVISIBLE: Final = dict.fromkeys(
    map(
        ord,
        "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
        "\u2060\u2066\u2067\u2068\u2069\ufeff",
    )
)
"""For `str.translate`: drops zero-width characters, direction controls and soft hyphens."""

_CHARSET: Final = re.compile(
    r"(?:utf-(?:7|8|16|16-be|16-le|32|32-be|32-le)|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+"
    r"|gb2312|gbk|gb18030|hz|big5|big5hkscs|euc_\w+|shift_jis\w*|iso2022_\w+|johab|tis-620)"
)
"""Charsets of real mail; codecs that are slow or do something else (`rot13`) are not used."""


def decoded(data: bytes, charset: str) -> str:
    """Return the text of bytes, with LF line ends; unreadable bytes never raise an error.

    Args:
        data: the bytes, after the transfer encoding.
        charset: the charset the sender declared, or "". Bytes that can only be UTF-8 are read
            as UTF-8 all the same, since programs that declare wrongly are common.
    """
    if b"\0" not in data and not data.isascii():
        try:
            return _with_line_feeds(data.decode("utf-8"))
        except UnicodeDecodeError:
            pass
    return _with_line_feeds(data.decode(_codec(charset), errors="replace"))


def _codec(charset: str) -> str:
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError):
        return "cp1252"
    return name if _CHARSET.fullmatch(name) and name != "ascii" else "cp1252"


def _with_line_feeds(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def own_lines(text: str) -> str:
    """Return a text in which the lines that quote somebody (`>` in front) are empty."""
    return "\n".join("" if line.lstrip().startswith(">") else line for line in text.split("\n"))
