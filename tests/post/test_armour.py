"""Armour, section 10.2, with the vector of section 15.6 and codes A02, A03, A04."""

import base64

import pytest
from hypothesis import given, settings

from pbem.canon.canonical import digest, encode
from pbem.post.armour import armour, find_armour
from support import vectors
from support.json_values import NAMES, TEXTS
from support.letters import doc, quoted, standing, vector_orders

VECTOR = """\
pbem-begin-orders
eyJzaWduYXR1cmVzIjpbeyJrZXkiOiI4MTM5NzcwZWE4N2QxNzVmNTZhMzU0NjZj
MzRjN2VjY2NiOGQ4YTkxYjRlZTM3YTI1ZGY2MGY1YjhmYzliMzk0Iiwic2lnIjoi
MzJhNTg4ZmE3YjdkYThiM2UyMWMwZjJmZWYwNzBiNzNjMjEwNGNjN2E2MTJmM2Zj
ZWVjOTUwZGNkYjZkNmRlMTMxYTliYTEwNDhhMmI2ZThlMjU2ZThhNTg0MWYxZjRi
NDExZDZjMTI2MGI3NzA2ZTZlNmM2MWQ3ODU4ZTcxMGUifV0sInNpZ25lZCI6eyJh
c2siOiJ0MS5heGlzLmF0dGFjayIsImdhbWUiOiJzaWNpbHktNWVlZDAwMDEiLCJo
ZWFkIjoiYmM0ZDcyMTJkMGM2MzA4N2RiMDg1NDUxZmM4YzQzMWE0NzBmZDU1ZDhl
ZTI4MjFkNTY4ZGFlY2UwNWJmMWU1YSIsImxpbmsiOnsibiI6MSwieCI6Ijk1ODIy
ZDJjZGU4ZGEwMDQ4YzA1MTAyMTZjMjE5MmIzZDA1NDNjZGU2MWJhZmY5YjI2YjVk
ZGQyZTI2YWJjZTUifSwibm90ZSI6IlBlcsOyIFwiY29zw6xcIiDigJQgMS8yXG5z
ZWNvbmRhIHJpZ2Eg8J+YgCIsIm9yZGVycyI6W3siZG8iOiJhdHRhY2siLCJ1bml0
cyI6eyJpbmZhbnRyeSI6MywidGFuayI6Mn0sInpvbmUiOiJ1a3JhaW5lIn1dLCJy
ZXYiOjEsInNlYXQiOiJheGlzIiwidHlwZSI6Im9yZGVycyIsInYiOjF9fQ
pbem-end-orders-e2a6322c
"""


def found(text: str) -> list[str]:
    result = find_armour(text)
    assert not result.problems
    return [digest(document) for document in result.documents]


def refused(text: str) -> list[str]:
    result = find_armour(text)
    assert not result.documents
    return [problem.code for problem in result.problems]


def test_15_6_armour_vector_is_written_byte_for_byte() -> None:
    assert armour(vector_orders()) == VECTOR


def test_15_6_armour_vector_is_read() -> None:
    assert found(VECTOR) == [vectors.ORDERS_DIGEST]
    assert list(find_armour(VECTOR).documents) == [vector_orders()]


def test_10_2_lines_have_at_most_64_columns_and_no_padding() -> None:
    lines = armour(doc()).splitlines()
    assert {len(line) for line in lines[1:-2]} == {64}
    assert 0 < len(lines[-2]) <= 64
    assert "=" not in armour(doc())


@pytest.mark.parametrize("length", range(1, 9))
def test_10_2_every_length_of_the_last_line_is_read(length: int) -> None:
    document = doc(note="n" * length)
    assert found(armour(document)) == [digest(document)]


@given(TEXTS, NAMES)
@settings(deadline=None)
def test_10_2_armour_of_any_document_is_read_back(note: str, name: str) -> None:
    document = {"signed": {"type": "orders", "note": note, "orders": [{name: note}]}}
    assert find_armour(armour(document)).documents == (document,)


@pytest.mark.parametrize("envelope", [{}, {"signed": {}}, {"signed": 1}, {"signed": {"type": 1}}])
def test_10_2_only_signed_documents_have_armour(envelope: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="signed document"):
        armour(envelope)


def test_10_2_markers_are_read_in_any_case() -> None:
    text = VECTOR.replace("pbem-begin-orders", "PBEM-Begin-Orders")
    assert found(text.replace("pbem-end-orders-e2a6322c", "Pbem-END-ORDERS-E2A6322C"))


@pytest.mark.parametrize("invisible", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"])
def test_10_2_invisible_characters_are_dropped(invisible: str) -> None:
    text = VECTOR.replace("eyJ", f"e{invisible}yJ").replace("pbem-end", f"pbem{invisible}-end")
    assert found(text) == [vectors.ORDERS_DIGEST]


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", ">>> ", "> | ", " | ", "\u00a0> ", "    "])
def test_10_2_quote_marks_in_front_are_dropped(mark: str) -> None:
    assert found(quoted(VECTOR, mark)) == [vectors.ORDERS_DIGEST]


@pytest.mark.parametrize("between", [" ", "\n\n", "=\n", "\u00a0\n", " \t\n", "\u2003\n"])
def test_10_2_white_space_and_equals_signs_are_dropped(between: str) -> None:
    assert found(VECTOR.replace("\n", between)) == [vectors.ORDERS_DIGEST]


def test_10_2_text_around_the_markers_does_not_matter() -> None:
    text = f"Hello host,\nmy orders: {VECTOR.rstrip()} Greetings, pbem-end user\n"
    assert found(text) == [vectors.ORDERS_DIGEST]


def test_10_2_several_documents_come_in_reading_order_each_once() -> None:
    text = armour(doc(2)) + VECTOR + armour(standing()) + quoted(armour(doc(2)))
    assert found(text) == [digest(doc(2)), vectors.ORDERS_DIGEST, digest(standing())]


def test_10_2_digits_are_those_of_the_document_not_of_its_white_space() -> None:
    code = base64.b64encode(encode(doc()).replace(b",", b", ")).decode()
    text = f"pbem-begin-orders\n{code}\npbem-end-orders-{digest(doc())[:8]}\n"
    assert found(text) == [digest(doc())]


def test_code_a02_no_end_marker() -> None:
    assert refused(VECTOR.replace("pbem-end", "pbem end")) == ["A02"]


def test_code_a02_end_marker_of_another_type() -> None:
    assert refused(VECTOR.replace("pbem-end-orders", "pbem-end-join")) == ["A02"]


def test_code_a02_end_marker_without_its_digits() -> None:
    assert refused(VECTOR.replace("-e2a6322c", "-e2a6")) == ["A02"]


def test_code_a02_a_second_begin_marker_does_not_spoil_the_second_document() -> None:
    result = find_armour(VECTOR.split("pbem-end", maxsplit=1)[0] + armour(doc()))
    assert result.documents == (doc(),)
    assert [(problem.code, problem.at) for problem in result.problems] == [("A02", "line 1")]


@pytest.mark.parametrize("damage", ["!", "-", "_", "\u0435", "{"])
def test_code_a03_another_alphabet(damage: str) -> None:
    assert refused(VECTOR.replace("eyJ", f"e{damage}J")) == ["A03"]


def test_code_a03_a_number_of_characters_that_no_base64_has() -> None:
    assert refused("pbem-begin-orders\nAAAAA\npbem-end-orders-e2a6322c\n") == ["A03"]


def test_code_a03_nothing_between_the_markers() -> None:
    assert refused("pbem-begin-orders\npbem-end-orders-e2a6322c\n") == ["A03"]


def test_code_a04_one_character_changed() -> None:
    assert refused(VECTOR.replace("eyJzaWduYXR1", "eyJzaWduYXR2")) == ["A04"]


def test_code_a04_another_document_under_the_digits() -> None:
    assert refused(armour(doc()).replace(digest(doc())[:8], "c0ffee42")) == ["A04"]


def test_code_a04_names_the_line_and_says_what_to_do() -> None:
    text = "Hello\n\n" + VECTOR.replace("eyJzaWduYXR1", "eyJzaWduYXR2")
    (problem,) = find_armour(text).problems
    assert problem.at == "line 3"
    assert "again" in problem.hint


def test_2_1_an_unharmed_text_outside_the_profile_keeps_its_own_code() -> None:
    document = {"signed": {"type": "orders", "x": None}}
    assert refused(armour(document)) == ["J06"]


def test_code_s01_an_unsigned_object_in_armour() -> None:
    text = armour({"signed": {"type": "orders"}})
    code = base64.b64encode(b'{"type":"orders"}').decode()
    body = f"pbem-begin-orders\n{code}\npbem-end-orders-{digest({'type': 'orders'})[:8]}\n"
    assert find_armour(text).documents
    assert refused(body) == ["S01"]


def test_code_a06_more_markers_than_are_looked_at() -> None:
    assert refused(VECTOR * 101) == ["A06"]
