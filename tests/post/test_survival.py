"""What armour and inline JSON survive on their way (the list of section 16)."""

import html
import textwrap
from collections.abc import Callable

import pytest

from pbem.post.armour import armour
from pbem.post.reading import Post, read_post
from support.letters import Envelope, codes, curly, doc, mail, part, pretty, quoted, vector_orders

GREETING = "Hello host,\nhere are my orders.\n\n"


def wrapped(text: str, width: int, *, long_words: bool = True) -> str:
    """Break every longer line, at a space if there is one, as mail programs do."""
    wrapper = textwrap.TextWrapper(
        width,
        replace_whitespace=False,
        drop_whitespace=False,
        break_long_words=long_words,
        break_on_hyphens=False,
    )
    rows = [row for line in text.splitlines() for row in wrapper.wrap(line) or [""]]
    return "\n".join(rows) + "\n"


def flowed(text: str) -> str:
    """Encode as RFC 3676 says: lines stuffed, and broken only behind spaces."""
    rows = []
    for line in text.splitlines():
        stuffed = f" {line}" if line.startswith((" ", ">", "From ")) else line
        *soft, last = wrapped(stuffed, 66, long_words=False).splitlines()
        rows += [row for row in soft if row.strip(" ")] + [last.rstrip(" ")]
    return "\n".join(rows) + "\n"


def marked_up(text: str) -> str:
    rows = [html.escape(line).replace("  ", "&nbsp; ") for line in text.splitlines()]
    return (
        "<html><body>" + "".join(f"<div>{row or '<br>'}</div>" for row in rows) + "</body></html>"
    )


WAYS: dict[str, Callable[[str], bytes]] = {
    "quoted-printable": lambda text: part(text, encoding="quoted-printable"),
    "base64": lambda text: part(text, encoding="base64"),
    "8-bit": part,
    "HTML": lambda text: part(marked_up(text), "text/html; charset=utf-8"),
    "pre": lambda text: part(f"<p>x</p><pre>{html.escape(text)}</pre>", "text/html; charset=utf-8"),
    "flowed": lambda text: part(flowed(text), "text/plain; charset=utf-8; format=flowed"),
    "hard wrap at 72": lambda text: part(wrapped(text, 72)),
    "double quoting": lambda text: part(quoted(quoted(text))),
    "quoting and wrap at 40": lambda text: part(wrapped(quoted(text), 40)),
    "curly quotes": lambda text: part(curly(text)),
    "no-break spaces": lambda text: part(text.replace(" ", "\u00a0")),
}
BREAK_LONG_TOKENS = {"hard wrap at 72", "quoting and wrap at 40"}
DOCUMENTS = (vector_orders(), doc(), doc(note="Take \u201cHill 30\u201d — first, then go on 😀"))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_16_armour_survives(way: str, document: Envelope) -> None:
    raw = mail(WAYS[way](GREETING + armour(document) + "\nGreetings, Anna\n"))
    assert read_post(raw) == Post((document,))


@pytest.mark.parametrize("way", sorted(WAYS.keys() - BREAK_LONG_TOKENS))
@pytest.mark.parametrize("document", DOCUMENTS[:2])
def test_16_inline_json_survives(way: str, document: Envelope) -> None:
    raw = mail(WAYS[way](GREETING + pretty(document) + "\nGreetings, Anna\n"))
    assert read_post(raw) == Post((document,))


@pytest.mark.parametrize("way", sorted(BREAK_LONG_TOKENS))
def test_16_inline_json_does_not_survive_wraps_within_long_tokens(way: str) -> None:
    assert codes(read_post(mail(WAYS[way](GREETING + pretty(doc()))))) == ["A05"]


def test_16_inline_json_does_not_survive_curly_quotes_around_quotes() -> None:
    raw = mail(WAYS["curly quotes"](GREETING + pretty(DOCUMENTS[2])))
    assert codes(read_post(raw)) == ["A05"]
