"""Characters and charsets of text parts."""

import pytest

from pbem.post.text import decoded, own_lines


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("utf-8", "utf-8"),
        ("UTF8", "utf-8"),
        ("iso-8859-1", "latin-1"),
        ("Windows-1252", "cp1252"),
        ("koi8-r", "koi8-r"),
        ("iso-2022-jp", "iso2022_jp"),
        ("shift_jis", "shift_jis"),
        ("utf-16", "utf-16"),
        ("gb2312", "gb2312"),
    ],
)
def test_declared_charsets(charset: str, codec: str) -> None:
    text = {"koi8-r": "Привет", "iso2022_jp": "日本", "shift_jis": "日本", "gb2312": "中"}
    sample = text.get(codec, "così")
    assert decoded(sample.encode(codec), charset) == sample


@pytest.mark.parametrize("charset", ["", "us-ascii", "iso-8859-1", "windows-1252", "x-unknown"])
def test_utf_8_that_is_declared_wrongly_or_not_at_all(charset: str) -> None:
    assert decoded("così 😀".encode(), charset) == "così 😀"


@pytest.mark.parametrize("charset", ["", "us-ascii", "utf-8", "x-unknown"])
def test_what_is_not_utf_8_is_read_as_western(charset: str) -> None:
    assert decoded("così".encode("cp1252"), charset).startswith("cos")
    assert charset == "utf-8" or decoded("così".encode("cp1252"), charset) == "così"


@pytest.mark.parametrize(
    "charset", ["rot13", "punycode", "idna", "unicode_escape", "undefined", "hex", "a\0b", "é"]
)
def test_codecs_that_are_no_charsets_are_not_used(charset: str) -> None:
    assert decoded(b"abc-\\u0041", charset) == "abc-\\u0041"


def test_unreadable_bytes_never_raise_an_error() -> None:
    assert decoded(b"a\xff\x81b", "utf-8").startswith("a")
    assert decoded(b"a\0b", "utf-16-le").startswith("a")


def test_line_ends_become_lf_and_the_byte_order_mark_goes() -> None:
    assert decoded(b"\xef\xbb\xbfa\r\nb\rc\n", "utf-8") == "a\nb\nc\n"


def test_own_lines_keep_their_numbers() -> None:
    assert own_lines("a\n> b\n  >> c\nd > e") == "a\n\n\nd > e"
