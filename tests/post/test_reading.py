"""The one door: bare files, saved mails, pasted texts (section 10), drafts and code A01."""

import json

import pytest

from pbem.canon.canonical import encode
from pbem.post.armour import armour
from pbem.post.reading import Post, read_post
from support import vectors
from support.letters import codes, curly, doc, file, mail, part, pretty, quoted

DRAFT = json.dumps(
    {"$schema": "1943-1945/orders.schema.json", "help": {}, "v": 1, "type": "orders", "orders": []},
    indent=2,
)


@pytest.mark.parametrize("name", ["orders.pbem.json", "ORDERS.JSON", "orders.txt", "", None])
def test_10_1_a_bare_file(name: str | None) -> None:
    assert read_post(pretty(doc()).encode(), name) == Post((doc(),))
    assert read_post(encode(doc()), name) == Post((doc(),))
    assert read_post(b"\xef\xbb\xbf\r\n" + pretty(doc()).encode(), name) == Post((doc(),))


def test_10_1_an_unharmed_file_is_passed_on_whoever_signed_it() -> None:
    changed = json.loads(pretty(doc()).replace("Hold", "Sell"))
    assert read_post(pretty(changed).encode(), "orders.pbem.json") == Post((changed,))
    assert read_post(mail(file(pretty(changed)))) == Post((changed,))


@pytest.mark.parametrize("name", ["orders.pbem.json", None])
def test_10_3_a_file_that_was_damaged_is_repaired_if_the_signature_verifies(
    name: str | None,
) -> None:
    assert read_post(curly(pretty(doc())).encode(), name) == Post((doc(),))


@pytest.mark.parametrize(("text", "code"), vectors.REFUSED_TEXTS)
def test_15_9_a_file_outside_the_profile_has_the_code_of_the_strict_reader(
    text: str, code: str
) -> None:
    assert codes(read_post(text.encode(), "orders.pbem.json")) == [code]


def test_code_j02_names_place_and_remedy_in_a_broken_draft() -> None:
    for name in ("draft.json", None):
        (problem,) = read_post(
            DRAFT.replace('"orders": []', '"orders": [07]').encode(), name
        ).problems
        assert (problem.code, problem.hint) == ("J02", "write 7")
        assert problem.at.startswith("line 6")


@pytest.mark.parametrize("name", ["orders.pbem.json", "orders.txt", None])
@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_code_j02_wrong_encodings(name: str | None, codec: str) -> None:
    data = pretty(doc()).encode(codec)
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(codec, b"")
    (problem,) = read_post(mark + data, name).problems
    assert problem.code == "J02"
    assert "UTF-8" in problem.hint


def test_code_j02_latin_1_file() -> None:
    data = pretty(doc(note="Però")).encode("latin-1")
    assert codes(read_post(data, "orders.pbem.json")) == ["J02"]


def test_code_j01_a_file_of_more_than_262144_bytes() -> None:
    data = pretty(doc()).encode()
    assert read_post(data + b" " * (262_144 - len(data)), "o.json") == Post((doc(),))
    assert codes(read_post(b"[" + b" " * 262_144, "o.json")) == ["J01"]


@pytest.mark.parametrize("name", ["draft.json", "draft.txt", None])
def test_code_a01_a_draft_is_to_be_signed_first(name: str | None) -> None:
    (problem,) = read_post(DRAFT.encode(), name).problems
    assert problem.code == "A01"
    assert "draft" in problem.reason
    assert "pbem orders sign FILE" in problem.hint


@pytest.mark.parametrize("change", [str, curly, quoted])
def test_code_a01_a_draft_pasted_into_a_text(change: object) -> None:
    assert callable(change)
    (problem,) = read_post(f"My orders:\n{change(DRAFT)}Bye".encode()).problems
    assert "draft" in problem.reason


def test_code_a01_a_draft_attached_to_a_mail() -> None:
    (problem,) = read_post(mail(file(DRAFT, "draft.json"))).problems
    assert "draft" in problem.reason


def test_code_a01_a_draft_beside_a_document_is_no_matter() -> None:
    assert read_post(mail(part(quoted(DRAFT) + armour(doc())))) == Post((doc(),))


def test_code_a01_json_that_is_no_document() -> None:
    (problem,) = read_post(b'{"colour": "blue"}', "settings.json").problems
    assert problem.code == "A01"
    assert "no signed document" in problem.reason


@pytest.mark.parametrize("raw", [b"", b"Hello", b"\xfd", b"PK\x03\x04", b"\0" * 9])
def test_code_a01_nothing_to_read(raw: bytes) -> None:
    post = read_post(raw)
    assert codes(post) == ["A01"]
    assert post.problems[0].hint


def test_10_2_a_pasted_post() -> None:
    text = f"Anna wrote:\n\n{quoted(armour(doc()))}\nLike - Reply\n"
    for raw in (
        text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
    ):
        assert read_post(raw, "post.txt") == Post((doc(),))


def test_10_2_armour_in_a_file_named_like_a_document() -> None:
    assert read_post(armour(doc()).encode(), "orders.pbem.json") == Post((doc(),))
    assert read_post(mail(file(armour(doc())))) == Post((doc(),))


def test_10_3_json_in_a_pasted_post() -> None:
    assert read_post(f"Orders:\n{curly(pretty(doc()))}\nBye".encode()) == Post((doc(),))


def test_code_a05_a_pasted_document_beyond_repair() -> None:
    text = curly(pretty(doc(note="\u201cHill 30\u201d")))
    assert codes(read_post(text.encode())) == ["A05"]
    assert codes(read_post(f"Orders:\n{text}".encode())) == ["A05"]


def test_a_pasted_text_that_is_not_utf_8() -> None:
    raw = "Grüße,\n".encode("cp1252") + armour(doc()).encode()
    assert read_post(raw) == Post((doc(),))


def test_a_saved_page_of_a_forum() -> None:
    page = "<!DOCTYPE html><html><body>" + armour(doc()).replace("\n", "<br>") + "</body></html>"
    assert read_post(page.encode(), "thread.html") == Post((doc(),))


def test_a_saved_mail_is_known_by_its_headers_or_its_name() -> None:
    raw = mail(part(armour(doc()), encoding="base64"))
    for start in (b"", b"\xef\xbb\xbf", b"\r\n", b"From anna Mon Jul  5 10:00:00 1943\n"):
        assert read_post(start + raw) == Post((doc(),))
        assert read_post(start + raw.replace(b"\n", b"\r\n"), "x.txt") == Post((doc(),))
    bare = part(armour(doc()), encoding="base64").removeprefix(b"Content-Type")
    assert read_post(b"X-Content-Type" + bare, "saved.EML") == Post((doc(),))
    assert codes(read_post(b"X-Content-Type" + bare)) == ["A01"]


def test_a_text_that_only_looks_a_little_like_a_mail() -> None:
    text = f"Subject: orders\n{armour(doc())}Note: bye\n"
    assert read_post(text.encode()) == Post((doc(),))


def test_the_judge_may_be_replaced() -> None:
    text = b"x " + pretty(doc()).replace("Hold", "Sell").encode()
    assert codes(read_post(text)) == ["A05"]
    assert len(read_post(text, judge=lambda envelope: True).documents) == 1
