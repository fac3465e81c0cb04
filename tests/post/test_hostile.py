"""Hostile bytes: nothing but a `Post` comes out, and the work stays in proportion.

No test here measures time. Each large text would keep a reader whose work grows with the square
of the length busy for hours; that the test ends at all is the proof.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.post.armour import armour
from pbem.post.limits import SIZE
from pbem.post.reading import Post, read_post
from support.letters import codes, doc, file, mail, multipart, part, pretty, quoted

FRAGMENTS = st.sampled_from(
    [
        *[
            "{",
            "}",
            '"',
            "\\",
            '"signed":',
            '{"signed":{',
            "signatures",
            "“",
            "”",
            "\u200b",
            "\u00a0",
        ],
        *["pbem-begin-orders", "pbem-end-orders-e2a6322c", "eyJz", "=", "> ", "| ", "\n", "\r\n"],
        *["From: a\n", "Content-Type: ", "multipart/mixed; boundary=b", "text/html", "\n\n", "--b"],
        *["--b--", "Content-Transfer-Encoding: base64\n", "quoted-printable", "charset=", "utf-7"],
        *["; filename*0*=", "''", "format=flowed", "<pre>", "</div>", "<!--", "&#x", "&shy;", ";"],
        *["Auto-Submitted: no\n", "Return-Path: <a>\n", "e\u0301", "\ud83d", "\0", pretty(doc())],
    ]
)
SOUP = st.lists(FRAGMENTS | st.text(max_size=3), max_size=40).map("".join)
NAMES = st.sampled_from([None, "", "a.eml", "a.json", "a.txt"])


def assert_post(raw: bytes, name: str | None) -> None:
    post = read_post(raw, name)
    assert isinstance(post, Post)
    assert bool(post.documents or post.problems) is not post.automatic


@given(st.binary(), NAMES)
@settings(deadline=None)
def test_10_any_bytes_give_a_post(raw: bytes, name: str | None) -> None:
    assert_post(raw, name)


@given(SOUP, NAMES)
@settings(max_examples=400, deadline=None)
def test_10_any_soup_of_mail_fragments_gives_a_post(soup: str, name: str | None) -> None:
    assert_post(soup.encode("utf-8", "surrogatepass"), name)


@given(st.binary(max_size=40), st.binary(max_size=40), st.integers(0, 2000), NAMES)
@settings(deadline=None)
def test_10_any_damage_to_a_mail_gives_a_post(
    old: bytes, new: bytes, at: int, name: str | None
) -> None:
    raw = mail(multipart("mixed", part(armour(doc())), file(pretty(doc(2)))))
    assert_post(raw[:at] + new + raw[at + len(old) :], name)


@given(st.data())
@settings(deadline=None)
def test_10_3_no_damage_to_inline_json_makes_another_document(data: st.DataObject) -> None:
    text = "x " + pretty(doc())
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + length :]
    post = read_post(damaged.encode("utf-8", "replace"))
    assert post.documents in ((), (doc(),))


def filled(piece: str, before: str = "", after: str = "") -> bytes:
    """A text of a quarter of the allowed size, which is enough to tell and quicker to test."""
    room = SIZE // 4 - len(before.encode()) - len(after.encode())
    return before.encode() + piece.encode() * (room // len(piece.encode())) + after.encode()


HTML = "From: a\nContent-Type: text/html\n\n"
MIXED = "From: a\nContent-Type: multipart/mixed; boundary=b\n\n"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (filled("{"), "J01"),
        (filled("{", "x "), "A01"),
        (filled('{"signed":', "x "), "A06"),
        (filled('{"signed":{}}\n', "x "), "A06"),
        (filled("{}", 'x {"signed":', "}"), "A05"),
        (filled('\\"', 'x {"signed":"', '"}'), "A05"),
        (filled('\\"', 'x {"signed":"'), "A05"),
        (filled(" ", 'x {"signed":'), "A05"),
        (filled("\u0301\u0323", 'x {"signed":"a'), "A05"),
        (filled("pbem-begin-orders\n"), "A06"),
        (filled("AAAA\n", "pbem-begin-orders\n", "pbem-end-orders-00000000"), "A04"),
        (filled("<a", HTML), "A01"),
        (filled("<!--", HTML), "A01"),
        (filled("<", HTML), "A01"),
        (filled("<style", HTML), "A01"),
        (filled("&#9", HTML), "A01"),
        (filled("--b\n", MIXED), "A06"),
        (filled("--b", MIXED), "A01"),
        (filled("a: b\n", "From: a\n", "\n"), "A06"),
        (filled(";", "From: a\nContent-Type: ", "\n\n"), "A06"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value[-12:]),
)
def test_10_4_the_work_is_bounded(raw: bytes, code: str) -> None:
    assert codes(read_post(raw)) == [code]


def test_10_4_deep_nesting_is_not_followed() -> None:
    levels = "".join(
        f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"
        for level in range(50_000)
    )
    assert codes(read_post(f"From: a\n{levels}".encode())) == ["A06"]


def test_10_4_a_long_thread_of_quotes_is_read() -> None:
    text = armour(doc(40))
    for rev in range(39, 20, -1):
        text = armour(doc(rev)) + quoted(text)
    assert len(read_post(mail(part(text))).documents) == 20
