"""The cases of real mail, MAIL-C01 and following, as far as reading goes.

What the host then does with the documents (accept, ignore as D08) is tested with the referee.
"""

import pytest

from pbem.post.armour import armour
from pbem.post.reading import Post, read_post
from support.letters import (
    Envelope,
    codes,
    curly,
    doc,
    file,
    mail,
    multipart,
    part,
    pretty,
    quoted,
    raw_part,
    standing,
)

ARMOUR = armour(doc())
HTML = (
    "<html><head><style>p { margin: 0 }</style></head><body><div>Hello&nbsp;host,</div>"
    + "".join(f"<div>&nbsp;{line[:9]}&shy;{line[9:]}</div>\n" for line in ARMOUR.splitlines())
    + "</body></html>"
)


def assert_read(raw: bytes, *documents: Envelope) -> None:
    assert read_post(raw) == Post(documents)


def assert_refused(raw: bytes, *expected: str) -> None:
    post = read_post(raw)
    assert post.documents == ()
    assert codes(post) == list(expected)
    assert all(problem.hint for problem in post.problems)


def test_mail_c01_answer_above_a_full_quote() -> None:
    old = armour(doc(1))
    text = "Hello,\nhere we go.\n\n" + armour(doc(2)) + "\nThe host wrote:\n"
    text += quoted(old) + quoted("blah\n" + old, "> > ") + quoted(old, "> | ")
    assert_read(mail(part(text)), doc(2), doc(1))


def test_mail_c01_damage_within_the_quote_does_no_harm() -> None:
    text = armour(doc(2)) + quoted(armour(doc(1)).replace("eyJ", "[...]")) + quoted("pbem-begin-x")
    assert_read(mail(part(text)), doc(2))
    text = quoted(pretty(doc(1)).replace("Hold", "Sell"))
    assert_read(mail(multipart("mixed", part(text), file(pretty(doc(2))))), doc(2))


def test_mail_c01_damage_within_the_quote_is_told_if_nothing_else_is_there() -> None:
    assert_refused(mail(part(quoted(armour(doc(1)).replace("eyJ", "[...]")))), "A03")


def test_mail_c01_damage_outside_the_quote_is_told_beside_a_document() -> None:
    post = read_post(mail(part("pbem-begin-orders\n" + quoted(ARMOUR))))
    assert post.documents == (doc(),)
    assert codes(post) == ["A02"]


def test_mail_c03_c_white_space_changed_by_hand() -> None:
    text = pretty(doc()).replace("  ", "    ").replace(",\n", ",\n\n")
    assert_read(mail(part("My orders:\n" + text)), doc())
    assert read_post(mail(file(pretty(doc())))).documents == (doc(),)
    assert read_post(mail(part(ARMOUR))).documents == (doc(),)


def beautified(text: str) -> str:
    return curly(text).replace("  ", "\u00a0 ").replace(",", ",\u200b")


def test_mail_c06_a_beautified_quotes_and_spaces() -> None:
    assert_read(mail(part("Orders:\n" + beautified(pretty(doc())))), doc())


def test_mail_c06_b_curly_quotes_that_were_signed() -> None:
    document = doc(note="Take \u201cHill 30\u201d first")
    assert_read(mail(part("Orders:\n" + pretty(document))), document)
    assert_refused(mail(part("Orders:\n" + beautified(pretty(document)))), "A05")


def test_mail_c06_c_one_digit_changed_as_well() -> None:
    text = pretty(doc()).replace('"infantry": 1', '"infantry": 2')
    assert_refused(mail(part("Orders:\n" + beautified(text))), "A05")


BOM = b"\xef\xbb\xbf"


def test_mail_c07_a_byte_order_mark_and_cr_lf() -> None:
    data = BOM + pretty(doc()).replace("\n", "\r\n").encode() + b"\r\n"
    assert_read(mail(file(data)), doc())


def test_mail_c07_b_two_files_with_byte_order_marks() -> None:
    files = [file(BOM + pretty(each).encode()) for each in (doc(), standing())]
    assert_read(mail(multipart("mixed", part("Two."), *files)), doc(), standing())


def test_mail_c07_c_byte_order_mark_within_the_note() -> None:
    data = pretty(doc(note="Hold\ufeff the line"))
    assert_refused(mail(multipart("mixed", file(data))), "J08")


def test_mail_c07_d_utf_16() -> None:
    data = b"\xff\xfe" + pretty(doc()).encode("utf-16-le")
    assert_refused(mail(file(data)), "J02")


def softly_broken(text: str) -> bytes:
    lines = [f"{line[:40]}=\n{line[40:]}" if line[40:] else line for line in text.splitlines()]
    return "\n".join(lines).encode() + b"\n"


@pytest.mark.parametrize("declared", ["quoted-printable", "7bit"])
def test_mail_c08_a_b_quoted_printable_declared_and_not(declared: str) -> None:
    assert_read(mail(raw_part(softly_broken(ARMOUR), "text/plain", declared)), doc())


@pytest.mark.parametrize(("width", "end"), [(4000, "\n"), (76, " \r\n"), (60, "  \r\n")])
def test_mail_c08_c_base64_in_all_widths(width: int, end: str) -> None:
    code = file(pretty(doc())).split(b"\n\n", 1)[1].replace(b"\n", b"").decode()
    rows = "".join(code[at : at + width] + end for at in range(0, len(code), width))
    kind = "application/json"
    assert_read(mail(raw_part(rows.encode(), kind, "base64", "orders.pbem.json")), doc())


@pytest.mark.parametrize("note", ["Hold", "Hold the", "Hold the line", "Hold the lines"])
def test_mail_c08_d_last_line_missing(note: str) -> None:
    lines = armour(doc(note=note)).splitlines()
    del lines[-2]
    post = read_post(mail(raw_part(softly_broken("\n".join(lines)), "text/plain", "7bit")))
    assert post.documents == ()
    assert codes(post) in (["A03"], ["A04"])


def test_mail_c09_a_vacation_notice() -> None:
    raw = mail(part("I am away.\n" + quoted(ARMOUR)), "Auto-Submitted: auto-replied")
    assert read_post(raw) == Post(automatic=True)


def test_mail_c09_b_bounce() -> None:
    returned = part(mail(file(pretty(doc()))), "message/rfc822")
    status = part("Action: failed\n", "message/delivery-status")
    report = multipart('report; report-type="delivery-status"', part("Sorry."), status, returned)
    assert read_post(mail(report, "Return-Path: <>")) == Post(automatic=True)
    assert read_post(mail(report)) == Post(automatic=True)
    assert read_post(mail(part(ARMOUR), "Return-Path: <>")) == Post(automatic=True)


@pytest.mark.parametrize("value", ["no", "No", " no ", "no (a person)", "no; x=y"])
def test_mail_c09_c_auto_submitted_no(value: str) -> None:
    assert_read(mail(file(pretty(doc())), f"Auto-Submitted: {value}"), doc())


@pytest.mark.parametrize("value", ["auto-generated", "AUTO-REPLIED; x=y", "auto-notified", "x"])
def test_mail_c09_auto_submitted_otherwise(value: str) -> None:
    raw = mail(file(pretty(doc())), f"auto-submitted: {value}")
    assert read_post(raw) == Post(automatic=True)


def test_mail_c09_d_mailing_list() -> None:
    assert_read(mail(file(pretty(doc(2))), "Precedence: list"), doc(2))


def test_mail_c09_a_mail_without_return_path_is_not_automatic() -> None:
    raw = mail(part(ARMOUR))
    assert_read(raw.replace(b"Return-Path: <anna@example.org>\n", b""), doc())


def test_mail_c09_an_automatic_mail_that_is_too_large_is_not_answered_either() -> None:
    raw = mail(part("x" * 6_000_000), "Auto-Submitted: auto-replied")
    assert read_post(raw) == Post(automatic=True)


def test_mail_c09_a_mail_returned_or_forwarded_is_not_opened() -> None:
    inner = part(mail(file(pretty(doc()))), "message/rfc822")
    assert_refused(mail(multipart("mixed", part("See there."), inner)), "A01")


def test_mail_c10_a_html_only() -> None:
    assert_read(mail(part(HTML, "text/html; charset=utf-8", "quoted-printable")), doc())


def test_mail_c10_b_text_part_without_document() -> None:
    text = part("This message needs an HTML viewer.")
    assert_read(mail(multipart("alternative", text, part(HTML, "text/html"))), doc())


def test_mail_c10_c_run_together() -> None:
    html = "<p>" + ARMOUR.replace("\n", " ") + "</p>"
    assert_read(mail(part(html, "text/html")), doc())


def test_mail_c10_d_in_both_parts() -> None:
    both = multipart("alternative", part(ARMOUR), part(HTML, "text/html"))
    assert_read(mail(both), doc())


def test_mail_c10_a_good_text_part_keeps_the_html_part_shut() -> None:
    both = multipart("alternative", part(ARMOUR), part("pbem-begin-orders", "text/html"))
    assert_read(mail(both), doc())


def test_mail_c10_a_damaged_text_part_is_made_good_by_the_html_part() -> None:
    damaged = part(ARMOUR.replace("eyJ", "e!J"))
    assert_read(mail(multipart("alternative", damaged, part(HTML, "text/html"))), doc())


def test_mail_c10_damage_in_both_parts_is_told_once() -> None:
    damaged = part(ARMOUR.replace("eyJ", "e!J"))
    page = part(HTML.replace("eyJ", "e!J"), "text/html")
    assert_refused(mail(multipart("alternative", damaged, page)), "A03")
    assert_refused(mail(multipart("alternative", part("See HTML."), page)), "A03")


def test_mail_c10_damage_in_the_text_part_is_told_if_the_html_part_holds_nothing() -> None:
    damaged = part(ARMOUR.replace("eyJ", "e!J"))
    assert_refused(mail(multipart("alternative", damaged, part("<p>x", "text/html"))), "A03")


def test_10_4_attachments_come_first() -> None:
    text = part(armour(doc(1)))
    assert_read(mail(multipart("mixed", text, file(pretty(doc(2))))), doc(2), doc(1))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/json", ""),
        ("application/octet-stream", "Orders.PBEM.JSON"),
        ("application/octet-stream", "=?utf-8?Q?orders=2Epbem=2Ejson?="),
        ("application/x-download", ""),
        ("text/plain", "orders.pbem.json"),
        ("application/json; charset=latin1", "orders"),
    ],
)
def test_10_1_attachments_under_all_media_types(kind: str, name: str) -> None:
    document = doc(note="Però così 😀")
    attached = part(pretty(document), kind, "base64", name)
    assert_read(mail(multipart("mixed", part("Hello"), attached)), document)


def test_10_1_a_file_sent_as_plain_text_is_still_a_file() -> None:
    attached = part('{"type": "orders", "orders": [07]}', "text/plain", "8bit", "draft.json")
    assert_refused(mail(multipart("mixed", part("Hello"), attached)), "J02")


def test_10_1_an_attached_text_file_is_read_as_text() -> None:
    attached = part(ARMOUR, "text/plain", "base64", "orders.txt")
    assert_read(mail(multipart("mixed", part("Hello"), attached)), doc())


def test_10_1_no_archives_are_opened() -> None:
    attached = part(b"PK\x03\x04" + pretty(doc()).encode(), "application/zip", "base64", "o.zip")
    assert_refused(mail(multipart("mixed", part("Hello"), attached)), "A01")


def test_10_1_an_attached_picture_is_not_read() -> None:
    attached = part(ARMOUR, "image/png", "base64", "map.png")
    assert_refused(mail(multipart("mixed", part("Hello"), attached)), "A01")


def test_10_4_headers_are_no_evidence() -> None:
    headers = ("Subject: K turn 1 orders", "From: Nobody <x@example.net>", "Date: never")
    assert_read(mail(part(ARMOUR), *headers), doc())


def test_10_3_a_flowed_part_is_decoded_first() -> None:
    text = pretty(doc()).replace("Hold the line", "Hold \nthe line")
    assert_read(mail(part(text, "text/plain; format=flowed")), doc())
    text = pretty(doc()).replace("Hold the line", "Hold  \nth \ne line")
    assert_read(mail(part(text, "text/plain; format=flowed; delsp=yes")), doc())


def test_code_a06_twenty_documents_are_read_one_more_is_not() -> None:
    files = [file(pretty(doc(rev))) for rev in range(1, 22)]
    assert len(read_post(mail(multipart("mixed", *files[:20]))).documents) == 20
    assert_refused(mail(multipart("mixed", *files)), "A06")


def test_code_a06_copies_are_not_counted() -> None:
    text = "".join(quoted(armour(doc(rev)), "> " * depth) for rev in (1, 2) for depth in range(20))
    assert_read(mail(part(text)), doc(1), doc(2))


def test_code_a06_five_mebibytes() -> None:
    raw = mail(multipart("mixed", file(pretty(doc())), part("x")))
    size = 5 * 1024 * 1024
    assert_read(raw + b"x" * (size - len(raw)), doc())
    assert_refused(raw + b"x" * (size - len(raw) + 1), "A06")


def test_code_a06_too_many_parts() -> None:
    assert_refused(mail(multipart("mixed", file(pretty(doc())), *[part("x")] * 30)), "A06")
