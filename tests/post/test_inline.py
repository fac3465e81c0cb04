"""Documents pasted as JSON, section 10.3 and code A05."""

import json
import unicodedata

import pytest

from pbem.post.findings import Findings
from pbem.post.inline import find_inline
from pbem.post.judge import signed_by_named_keys
from pbem.trust.envelope import sign
from support.letters import AXIS, Envelope, curly, doc, pretty, quoted, standing


def read(text: str) -> Findings:
    return find_inline(text, signed_by_named_keys)


def assert_found(text: str, *documents: Envelope) -> None:
    result = read(text)
    assert result.problems == ()
    assert result.documents == documents


def assert_a05(text: str) -> None:
    result = read(text)
    assert result.documents == ()
    assert [problem.code for problem in result.problems] == ["A05"]


def test_10_3_as_it_is_between_other_text() -> None:
    assert_found(f"Hello {{host}},\n\n{pretty(doc())}\nGreetings :-}}\n", doc())


def test_10_3_on_one_line_in_canonical_order() -> None:
    text = json.dumps(doc(), sort_keys=True, separators=(",", ":"))
    assert_found(f'My orders: {text}, and "good luck".', doc())


def test_10_3_signatures_may_stand_behind() -> None:
    document = doc()
    turned = {"signed": document["signed"], "signatures": document["signatures"]}
    assert_found(pretty(turned), document)


def test_10_3_zero_width_characters() -> None:
    assert_found(pretty(doc()).replace(",", ",\u200b"), doc())


def test_10_3_no_break_spaces() -> None:
    assert_found(pretty(doc()).replace("  ", "\u00a0 "), doc())


@pytest.mark.parametrize("mark", ["> ", "> > ", ">> ", "| ", "  > "])
def test_10_3_quote_marks(mark: str) -> None:
    assert_found(quoted(pretty(doc()), mark), doc())


def test_10_3_curly_quotes() -> None:
    assert_found(curly(pretty(doc())), doc())


def test_10_3_low_opening_quotes() -> None:
    assert_found(curly(pretty(doc())).replace("\u201c", "\u201e"), doc())


def test_10_3_a_line_end_within_a_text() -> None:
    assert_found(pretty(doc()).replace("Hold the line", "Hold \n the line"), doc())


def test_10_3_decomposed_letters() -> None:
    document = doc(note="Però")
    assert_found(unicodedata.normalize("NFD", pretty(document)), document)


def test_10_3_repairs_are_cumulative() -> None:
    document = doc(note="Però così")
    text = pretty(document).replace("  ", "\u00a0 ").replace(",", ",\u200b")
    text = unicodedata.normalize("NFD", curly(text).replace("Però così", "Però\ncosì"))
    text = text.replace("Pero\u0300\ncosi\u0300", "Pero\u0300 \ncosi\u0300")
    assert_found(quoted(text), document)


def test_10_3_the_first_form_that_verifies_counts() -> None:
    note = "zero\u200bwidth, no\u00a0break, “curly”"
    assert_found(pretty(doc(note=note)), doc(note=note))


def test_10_3_braces_and_escapes_within_texts() -> None:
    note = 'a "signed": {trap} \\ with {{ and "quotes"'
    assert_found("x " + pretty(doc(note=note)) + " y", doc(note=note))


def test_10_3_a_document_within_a_document_is_not_read_by_itself() -> None:
    join = sign({"v": 1, "type": "join", "seat": "allies"}, AXIS)
    motion = sign({"v": 1, "type": "motion", "detail": {"join": join}}, AXIS)
    assert_found(pretty(motion), motion)
    assert_a05(pretty(motion).replace('"motion"', '"notion"'))


def test_10_3_several_documents_differently_damaged() -> None:
    text = pretty(doc(1)) + "and\n" + curly(pretty(doc(2))) + quoted(pretty(standing()))
    assert_found(text, doc(1), standing(), doc(2))


def test_10_3_copies_count_once() -> None:
    text = pretty(doc()) + quoted(pretty(doc())) + quoted(curly(pretty(doc())), "> > ")
    assert_found(text, doc())


def test_10_3_a_cut_off_document_does_not_hide_the_next() -> None:
    cut = pretty(doc(1)).split('"orders"', maxsplit=1)[0] + "[...]\n\n"
    result = read(cut + pretty(doc(2)))
    assert result.documents == (doc(2),)
    assert [problem.code for problem in result.problems] == ["A05"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"orders": []}',
        'he wrote "signed": yesterday',
        '{"note": "the \\"signed\\": {}"}',
    ],
)
def test_10_3_text_without_a_signed_object_yields_nothing(text: str) -> None:
    assert read(text) == Findings()


def test_code_a05_the_signature_does_not_verify() -> None:
    assert_a05(pretty(doc()).replace('"infantry": 1', '"infantry": 9'))


def test_code_a05_a_missing_brace() -> None:
    assert_a05(pretty(doc()).rstrip().removesuffix("}"))


def test_code_a05_no_signatures() -> None:
    assert_a05(pretty({"signed": doc()["signed"]}))


def test_code_a05_says_whether_it_is_damaged_or_changed() -> None:
    (changed,) = read(pretty(doc()).replace("Hold", "Sell")).problems
    (damaged,) = read(pretty(doc()).replace('"note":', "note:")).problems
    assert "does not fit its signature" in changed.reason
    assert "damaged" in damaged.reason
    assert "attach" in changed.hint
    assert "attach" in damaged.hint


def test_code_a05_once_for_all_copies() -> None:
    text = pretty(doc()).replace("Hold", "Sell")
    assert_a05(text + quoted(text))


def test_code_a06_more_places_than_are_looked_at() -> None:
    assert [problem.code for problem in read('{"signed":1}' * 101).problems] == ["A06"]


def test_code_a06_more_braces_than_are_looked_at() -> None:
    text = ('{"signed":' + "{}" * 100_000 + "}\n") * 4
    assert [problem.code for problem in read(text).problems] == ["A06"]


def test_10_3_the_judge_sees_only_what_the_strict_reader_passes() -> None:
    asked: list[Envelope] = []

    def judge(envelope: Envelope) -> bool:
        asked.append(envelope)
        return False

    find_inline('{"signed": 1, "signed": 2} {"signed": 1.0} {"signed": {"a": 1}}', judge)
    assert asked
    assert all(envelope == {"signed": {"a": 1}} for envelope in asked)
