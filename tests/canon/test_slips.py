"""Hints for the commonest slips of the pen (orders-format section 1; S43-28.22)."""

import pytest

from pbem.canon.codes import Refused
from pbem.canon.slips import no_json
from pbem.canon.strict import DOCUMENT, read


def slip(text):
    with pytest.raises(Refused) as caught:
        read(text.encode(), DOCUMENT)
    assert caught.value.code == "J02"
    return caught.value


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        ("07", "write 7"),
        ("-07", "write -7"),
        ("007", "write 7"),
        ("00", "write 0"),
        ("-00", "write 0"),
        ("+7", "write 7"),
        ("+07", "write 7"),
        ("010", "write 10"),
    ],
)
def test_s43_28_22_a_leading_zero(number, hint):
    found = slip('{"do": "fly", "plane": "AL-P2", "to": ' + number + "}")
    assert found.hint == hint
    assert found.at == "line 1, column 39"


def test_s43_28_22_a_leading_zero_in_a_list_on_another_line():
    found = slip('{"path": [\n  16,\n  07\n]}')
    assert (found.at, found.hint) == ("line 3, column 3", "write 7")


@pytest.mark.parametrize(
    ("text", "column"),
    [('{"a":[1,2,]}', 10), ('{"a":1,}', 7), ('{"a":1 , }', 8), ('{"a":[1,2\t,  ],"b":3}', 11)],
)
def test_a_comma_before_a_bracket(text, column):
    found = slip(text)
    assert (found.at, found.hint) == (f"line 1, column {column}", "drop the comma")


@pytest.mark.parametrize("text", ['{"a":1,,"b":2}', "{,}", '{"a":[,1]}', '{"a":[1,,2]}'])
def test_a_comma_too_many(text):
    assert slip(text).hint == "drop the comma"


@pytest.mark.parametrize("text", ["{“a”:1}", '{"a”:1}', '{"a":«b»}', '{"a":"b”,"c":1}', "{‘a’:1}"])
def test_curly_quotation_marks(text):
    found = slip(text)
    assert found.hint == 'write straight quotation marks "'
    column = min(text.index(mark) for mark in "“”«‘" if mark in text) + 1
    assert found.at == f"line 1, column {column}"


@pytest.mark.parametrize(
    "text", ['{"note":"“so”" "b":1}', '{"note":"“so”",\n"b" 1}', '{"note":"“so”","b":07}']
)
def test_curly_quotation_marks_inside_a_text_are_not_blamed_for_another_slip(text):
    assert "curly" not in slip(text).reason


def test_curly_quotation_marks_inside_a_text_are_allowed():
    assert read('{"note":"“so”"}'.encode(), DOCUMENT) == {"note": "“so”"}


def test_single_quotation_marks():
    assert slip("{'a':1}").hint == "write \" instead of '"
    assert slip("{\"a\":'x'}").at == "line 1, column 6"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"a":1 "b":2}', "line 1, column 8"),
        ('{"a":[1 2]}', "line 1, column 9"),
        ('{"a":"x"\n "b":"y"}', "line 2, column 2"),
        ('{"a":[{} {}]}', "line 1, column 10"),
    ],
)
def test_a_missing_comma(text, at):
    found = slip(text)
    assert (found.at, found.reason) == (at, "a comma is missing")


def test_a_missing_colon():
    assert slip('{"a" 1}').reason == "a colon is missing"


@pytest.mark.parametrize("text", ['{"a":"x}', '{"a":"x\n}', '{"note":"one\ntwo"}'])
def test_a_missing_closing_quotation_mark(text):
    assert 'the missing quotation mark "' in slip(text).hint


@pytest.mark.parametrize("text", ['{"a:1,"b":2}', '{a":1}', '{"do":attack}'])
def test_a_missing_opening_quotation_mark(text):
    assert "quotation mark" in slip(text).reason


@pytest.mark.parametrize(
    ("word", "hint"),
    [("True", "write true"), ("FALSE", "write false"), ("None", "leave the member out")],
)
def test_words_of_other_languages(word, hint):
    assert slip('{"a":' + word + "}").hint == hint


def test_a_word_without_quotation_marks():
    found = slip('{"do":attack}')
    assert found.hint.startswith('write "attack"')


@pytest.mark.parametrize("text", ['{"a":1 // x\n}', '{ # x\n"a":1}', '{"a":1 /* x */}'])
def test_comments(text):
    assert '"note"' in slip(text).hint


@pytest.mark.parametrize("text", ['{"a":1', '{"a":[1,2]', '{"a":', '{"a":1,\n'])
def test_a_text_that_ends_too_early(text):
    assert slip(text).reason == "the text ends too early"


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_text(text):
    assert slip(text).reason == "the text is empty"


@pytest.mark.parametrize("text", ['{"a":1}x', '{"a":1}}', '{"a":1}{"b":1}'])
def test_something_behind_the_end(text):
    found = slip(text)
    assert (found.at, found.reason) == ("line 1, column 8", "something stands behind the end")


@pytest.mark.parametrize(("text", "hint"), [('{"a":[1}', "put ] before it")])
def test_a_wrong_bracket(text, hint):
    assert slip(text).hint == hint


def test_a_backslash():
    assert slip('{"note":"C:\\temp\\q"}').hint == "write \\\\ for one \\"


def test_a_parser_that_speaks_otherwise_is_not_repeated():
    assert no_json('{"a":!}', 5, "whatever a later Python says").reason == "this is not JSON"


def test_only_the_commonest_slips_carry_their_number():
    assert slip('{"a":0' + "1" * 30 + "}").reason == "a comma is missing"


@pytest.mark.parametrize(("text", "mark"), [('{"a":[1]],"b":2}', "["), ('{"a":1]', "[")])
def test_a_bracket_that_closes_nothing(text, mark):
    found = slip(text)
    assert found.reason.endswith(f"stands here, but no {mark} is open")
    assert found.hint == "delete it"


def test_a_bracket_in_a_text_opens_nothing():
    assert slip('{"a":"[","b":1]}').hint == "delete it"


def test_a_list_that_is_not_closed_before_the_next_member():
    found = slip('{"orders": [{"do": "pass"},\n "help": {}}')
    assert (found.at, found.reason) == ("line 2, column 8", "a colon stands in a list")
    assert "put the missing ] before this name" in found.hint
