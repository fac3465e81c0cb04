"""The parts of a mail, section 10.4 and code A06."""

import pytest

from pbem.canon.codes import Refused
from pbem.post.mime import parts_of
from support.letters import file, mail, multipart, part, raw_part


def texts(raw: bytes) -> list[bytes]:
    return [each.data for each in parts_of(raw)]


def a06(raw: bytes) -> str:
    with pytest.raises(Refused) as refusal:
        parts_of(raw)
    assert refusal.value.code == "A06"
    assert refusal.value.hint
    return refusal.value.reason


def nested(depth: int) -> bytes:
    """A mail whose innermost part lies `depth` deep."""
    inner = part("hello")
    for level in range(1, depth):
        inner = multipart("mixed", inner, boundary=f"b{level}")
    return mail(inner)


def test_10_4_parts_come_in_order() -> None:
    inner = multipart("alternative", part("one"), part("<p>two", "text/html"), boundary="in")
    parts = parts_of(mail(multipart("mixed", inner, file("three"))))
    assert [(each.kind, each.data) for each in parts] == [
        ("text/plain", b"one"),
        ("text/html", b"<p>two"),
        ("application/json", b"three"),
    ]


def test_10_4_line_ends_of_mail_and_of_files_are_alike() -> None:
    raw = mail(multipart("mixed", part("one"), part("two")))
    assert texts(raw.replace(b"\n", b"\r\n")) == texts(raw) == [b"one", b"two"]


def test_10_4_preamble_epilogue_and_a_missing_end() -> None:
    raw = multipart("mixed", part("one")).replace(b"\n\n--=_b1\n", b"\n\nfor old readers\n--=_b1\n")
    assert texts(mail(raw + b"epilogue\n--=_b1\nnot read")) == [b"one"]
    assert texts(mail(raw.replace(b"--=_b1--", b""))) == [b"one\n\n"]


def test_10_4_a_boundary_is_a_whole_line() -> None:
    raw = multipart("mixed", part("--=_b12\n --=_b1\ntext --=_b1"), part("two"))
    assert texts(mail(raw)) == [b"--=_b12\n --=_b1\ntext --=_b1", b"two"]


def test_10_4_a_boundary_may_have_trailing_blanks() -> None:
    raw = multipart("mixed", part("one"), part("two")).replace(b"\n--=_b1\n", b"\n--=_b1 \t\n")
    assert texts(mail(raw)) == [b"one", b"two"]


@pytest.mark.parametrize("kind", ["multipart/mixed", 'multipart/mixed; boundary="none"'])
def test_10_4_a_multipart_without_parts_is_read_as_text(kind: str) -> None:
    (only,) = parts_of(mail(part("hello", kind)))
    assert (only.kind, only.data) == ("text/plain", b"hello")


def test_10_4_mails_within_the_mail_are_not_opened() -> None:
    inner = mail(multipart("mixed", part("inner"), boundary="x"))
    (first, second) = parts_of(mail(multipart("mixed", part("a"), part(inner, "message/rfc822"))))
    assert first.data == b"a"
    assert second.kind == "message/rfc822"
    assert parts_of(mail(multipart("digest", b"\n" + inner))) == []


def test_10_4_names_charsets_and_layout() -> None:
    kind = 'Text/Plain; charset="ISO-8859-1"; format=Flowed; DelSp=Yes; name="x.txt"'
    (only,) = parts_of(mail(part("hello", kind)))
    assert (only.kind, only.name, only.charset) == ("text/plain", "x.txt", "ISO-8859-1")
    assert (only.layout, only.delsp) == ("flowed", "yes")


def test_10_4_long_names_of_rfc_2231() -> None:
    head = (
        b"Content-Disposition: attachment; filename*0*=utf-8''%C3%BCberfall;\n"
        b' filename*1=".pbem.json"\n'
    )
    (only,) = parts_of(mail(head + part("hello")))
    assert only.name == "überfall.pbem.json"


@pytest.mark.parametrize(
    "value",
    ["filename*=a; filename*0=b", "filename*=x\0y''a", "filename*=nosuch''%ff", "filename", ";;="],
)
def test_10_4_names_written_in_no_valid_way_do_no_harm(value: str) -> None:
    head = f"Content-Disposition: attachment; {value}\n".encode()
    assert texts(mail(head + part("hello"))) == [b"hello"]


@pytest.mark.parametrize(
    ("data", "encoding", "content"),
    [
        (b"aGVs bG8=\r\n", "BASE64", b"hello"),
        (b"aGVsbG8=\n-- \nlist footer\n", "base64", b"hello"),
        (b"aGVsbG8", "base64", b"hello"),
        (b"aGVsb", "base64", b"hel"),
        (b"", "base64", b""),
        (b"hel=\nlo=21\n", "Quoted-Printable", b"hello!\n"),
        (b"hel=\nlo", "7bit", b"hel=\nlo"),
        (b"hello", "no-such-encoding", b"hello"),
    ],
)
def test_10_4_transfer_encodings(data: bytes, encoding: str, content: bytes) -> None:
    assert texts(mail(raw_part(data, "text/plain", encoding))) == [content]


def test_10_4_headers_only() -> None:
    assert texts(b"From: a@example.org\n") == [b""]
    assert texts(b"\nno headers at all") == [b"\nno headers at all"]


def test_code_a06_thirty_parts_are_read_one_more_is_not() -> None:
    assert len(texts(mail(multipart("mixed", *[part("x")] * 30)))) == 30
    assert "30 parts" in a06(mail(multipart("mixed", *[part("x")] * 31)))


def test_code_a06_containers_are_parts() -> None:
    inner = multipart("mixed", *[part("x")] * 29, boundary="in")
    assert len(texts(mail(multipart("mixed", inner)))) == 29
    a06(mail(multipart("mixed", inner, part("y"))))


def test_code_a06_eight_levels_are_read_one_more_is_not() -> None:
    assert texts(nested(8)) == [b"hello"]
    assert "8 deep" in a06(nested(9))


def test_code_a06_long_headers() -> None:
    assert "Content-Type" in a06(mail(part("x", "text/plain" + ";" * 5_000)))
    assert "headers" in a06(mail(b"X-Long: " + b"x" * 300_000 + b"\n" + part("x")))
