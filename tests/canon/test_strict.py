"""Section 2.1: the JSON profile, checked on the raw text."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.canon.codes import CODES, Refused
from pbem.canon.strict import DOCUMENT, ENTRY, LARGEST, STATE, Limits, read, read_canonical
from support.json_values import FORBIDDEN
from support.vectors import LINES, REFUSED_TEXTS


def refusal(text, limits=ENTRY):
    raw = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(Refused) as caught:
        read(raw, limits)
    return caught.value


def nested(depth):
    """An object that is nested `depth` deep, itself included."""
    return '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.parametrize(("text", "code"), REFUSED_TEXTS)
@pytest.mark.parametrize("limits", [DOCUMENT, ENTRY])
def test_section_15_9_texts_that_must_be_refused(text, code, limits):
    assert refusal(text, limits).code == code


# --- J01


@pytest.mark.parametrize(
    ("limits", "size"), [(DOCUMENT, 262_144), (ENTRY, 4_194_304), (STATE, 4_194_304)]
)
def test_code_j01_size_as_it_arrives(limits, size):
    assert read(b'{"a":1}' + b" " * (size - 7), limits) == {"a": 1}
    assert refusal(b'{"a":1}' + b" " * (size - 6), limits).code == "J01"


def test_code_j01_the_byte_order_mark_counts():
    assert refusal(b"\xef\xbb\xbf" + b'{"a":1}' + b" " * (262_144 - 9), DOCUMENT).code == "J01"


def test_code_j01_canonical_size_of_a_document():
    fits = '{"a":"' + "x" * (65_536 - 8) + '"}'
    assert len(fits) == 65_536
    assert read(fits.encode(), DOCUMENT)
    assert read(fits.replace(":", " : ").encode(), DOCUMENT)
    assert refusal(fits.replace("x", "xx", 1), DOCUMENT).code == "J01"
    assert read(fits.replace("x", "xx", 1).encode(), ENTRY)


def test_code_j01_escapes_and_white_space_do_not_count_for_the_canonical_size():
    loose = '{ "a" : "' + "\\u0041" * 20_000 + '" }'
    assert len(loose) > 65_536
    assert read(loose.encode(), DOCUMENT) == {"a": "A" * 20_000}


# --- J02


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":"\xff"}',
        b'{"a":"\xc0\xaf"}',  # an overlong form
        b'{"a":"\xed\xa0\x80"}',  # a surrogate
        b'{"a":"\xf4\x90\x80\x80"}',  # beyond U+10FFFF
        '{"a":1}'.encode("utf-16"),
        '{"a":"è"}'.encode("latin-1"),
    ],
)
def test_code_j02_not_utf_8(raw):
    assert refusal(raw).code == "J02"
    assert "UTF-8" in refusal(raw).hint


def test_code_j02_not_utf_8_says_where():
    assert refusal(b'{"a":1,\n "b":"\xff"}').at == "line 2, column 7"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"a"}',
        '{"a":1}{"b":2}',
        '{"a":1}\x00',
        "{a:1}",
        "{'a':1}",
        '{"a":+1}',
        '{"a":.5}',
        '{"a":5.}',
        '{"a":0x10}',
        '{"a":"\t"}',
        '{"a":"\n"}',
        '{"a":"\\x41"}',
        '{"a":"\\u12g4"}',
        '{"a":tru}',
        '{"a":1,,"b":2}',
        "{,}",
        '{"a":[1,]}',
        '{"a":[1 2]}',
        '{"a":1}//x',
        '{"a":"x}',
        "{\xa0}",
        '{"a":\x0b1}',
        '{"a":--1}',
        '{"a":1 "b":2}',
        "\x00",
    ],
)
def test_code_j02_not_json(text):
    assert refusal(text).code == "J02"
    assert refusal(text).at.startswith("line ")


def test_section_2_1_one_byte_order_mark_is_skipped():
    assert read(b'\xef\xbb\xbf{"a":1}', ENTRY) == {"a": 1}
    assert refusal(b'\xef\xbb\xbf\xef\xbb\xbf{"a":1}').code == "J02"


# --- J03


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"a":1,"b":2,"a":1}', ""),
        ('{"a":1,"\\u0061":2}', ""),
        ('{"x":[0,{"y":{"a":{},"a":[]}}]}', "/x/1/y"),
    ],
)
def test_code_j03_a_name_twice(text, at):
    assert (refusal(text).code, refusal(text).at) == ("J03", at)
    assert '"a"' in refusal(text).reason


# --- J04, J05


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        ("1.0", "write 1"),
        ("-3.00", "write -3"),
        ("1e3", "write 1000"),
        ("5E+0", "write 5"),
        ("0.0", "write 0"),
        ("1.5", "write a whole number"),
        ("1e400", "write a whole number"),
        ("9007199254740993.0", "write a whole number"),
        ("NaN", "write a whole number"),
        ("Infinity", "write a whole number"),
        ("-Infinity", "write a whole number"),
    ],
)
def test_code_j04_not_a_plain_whole_number(number, hint):
    found = refusal('{"zones":[1,' + number + "]}")
    assert (found.code, found.at, found.hint) == ("J04", "/zones/1", hint)


@pytest.mark.parametrize(
    "number",
    ["-0", "9007199254740992", "-9007199254740992", "10000000000000000", "1" * 17, "9" * 5000],
)
def test_code_j05_out_of_range(number):
    found = refusal('{"a":{"b":' + number + "}}")
    assert (found.code, found.at) == ("J05", "/a/b")


@pytest.mark.parametrize("number", [0, 1, -1, LARGEST, -LARGEST])
def test_section_2_1_whole_numbers_in_range(number):
    assert read(f'{{"a":{number}}}'.encode(), ENTRY) == {"a": number}


@given(st.integers())
def test_section_2_1_every_whole_number_is_read_or_refused(number):
    text = f'{{"a":{number}}}'
    if abs(number) <= 2**53 - 1:
        assert read(text.encode(), ENTRY) == {"a": number}
    else:
        assert refusal(text).code == "J05"


# --- J06


@pytest.mark.parametrize("text", ["[1]", "1", '"a"', "true", "null", "[]"])
@pytest.mark.parametrize("limits", [DOCUMENT, ENTRY, STATE])
def test_code_j06_not_an_object(text, limits):
    assert refusal(text, limits).code == "J06"


@pytest.mark.parametrize("text", ['{"a":null}', '{"a":[1,null]}', '{"a":{"b":null}}'])
def test_code_j06_null_only_in_states(text):
    for limits in (DOCUMENT, ENTRY):
        assert refusal(text, limits).code == "J06"
        assert refusal(text, limits).hint == "leave the member out"
    assert read(text.encode(), STATE) == json.loads(text)


# --- J07


@pytest.mark.parametrize(("limits", "depth"), [(DOCUMENT, 13), (ENTRY, 16), (STATE, 16)])
def test_code_j07_depth(limits, depth):
    assert read(nested(depth).encode(), limits)
    assert refusal(nested(depth + 1), limits).code == "J07"


@pytest.mark.parametrize("opening", ['{"a":', "[", '[{"a":'])
@pytest.mark.parametrize("count", [300, 50_000])
def test_code_j07_hostile_depth_never_reaches_a_recursive_function(opening, count):
    assert refusal('{"a":' + opening * count).code in ("J07", "J02")
    assert refusal('{"a":' + opening * 300 + '"').code == "J07"


def test_code_j07_brackets_inside_texts_do_not_count():
    value = {"a": "[{" * 500, "b": '\\"[[' * 300}
    assert read(json.dumps(value).encode(), ENTRY) == value


def test_code_j07_closing_brackets_inside_texts_hide_nothing():
    assert refusal('{"a":' + '["]]]]",' * 300).code == "J07"


@pytest.mark.parametrize("limits", [DOCUMENT, ENTRY, STATE])
def test_code_j07_items(limits):
    assert len(read(json.dumps({"a": [0] * 4096}).encode(), limits)["a"]) == 4096
    found = refusal(json.dumps({"a": [0] * 4097}), limits)
    assert (found.code, found.at) == ("J07", "/a")


@pytest.mark.parametrize("limits", [DOCUMENT, ENTRY, STATE])
def test_code_j07_members(limits):
    assert len(read(json.dumps({str(n): 0 for n in range(4096)}).encode(), limits)) == 4096
    assert refusal(json.dumps({str(n): 0 for n in range(4097)}), limits).code == "J07"


# --- J08


def test_code_j08_forbidden_characters_as_escapes():
    for number in sorted(FORBIDDEN):
        found = refusal(f'{{"a":["x",{json.dumps("b" + chr(number))}]}}')
        assert (found.code, found.at) == ("J08", "/a/1"), number
        assert f"U+{number:04X}" in found.reason


def test_code_j08_forbidden_characters_as_they_are():
    for number in sorted(FORBIDDEN):
        if number > 0x7E and not 0xD800 <= number < 0xE000:
            assert refusal('{"a":"' + chr(number) + '"}').code == "J08", number


@given(st.characters(exclude_categories=["Cs"]))
@settings(deadline=None)
def test_code_j08_all_other_characters_are_read(letter):
    text = json.dumps({"a": letter}).encode()
    if ord(letter) in FORBIDDEN:
        assert refusal(text).code == "J08"
    else:
        assert read(text, ENTRY) == {"a": letter}


def test_section_2_1_a_pair_of_surrogate_escapes_is_one_character():
    assert read(b'{"a":"\\ud83d\\ude00"}', ENTRY) == {"a": "😀"}
    for half in (b'{"a":"\\ude00\\ud83d"}', b'{"a":"\\ud83dx"}'):
        assert refusal(half).code == "J08"


def test_section_2_1_text_is_not_normalised():
    assert read('{"a":"e\u0301"}'.encode(), ENTRY) == {"a": "e\u0301"}


# --- J10


@pytest.mark.parametrize(
    "name", ["", "a b", "é", "a\\\\b", '\\"', "\\n", "\\u0000", "x" * 65, "\\u007f", "\u202e"]
)
def test_code_j10_names(name):
    found = refusal(f'{{"ok":[{{"{name}":1}}]}}')
    assert (found.code, found.at) == ("J10", "/ok/0")
    assert found.reason.isprintable()


def test_section_2_1_every_printable_name():
    names = [chr(n) for n in range(0x21, 0x7F) if chr(n) not in '"\\']
    text = json.dumps(dict.fromkeys([*names, "x" * 64, "trn(loaded)", "<="], 1))
    assert list(read(text.encode(), ENTRY)) == [*names, "x" * 64, "trn(loaded)", "<="]


# --- L01


@pytest.mark.parametrize("line", LINES)
def test_code_l01_a_line_of_the_log_is_canonical(line):
    assert read_canonical(line, ENTRY)["signed"]


@pytest.mark.parametrize(
    "change",
    [
        lambda line: b" " + line,
        lambda line: line + b"\n",
        lambda line: b"\xef\xbb\xbf" + line,
        lambda line: line.replace(b'{"', b'{ "', 1),
        lambda line: line.replace(b"sicily", b"\\u0073icily", 1),
        lambda line: line.replace(b'"type":"lock","v":1', b'"v":1,"type":"lock"'),
        lambda line: line.replace(b"pbem", b"pbem") + b"\r",
    ],
)
def test_code_l01_any_other_layout(change):
    changed = change(LINES[2])
    assert changed != LINES[2]
    with pytest.raises(Refused) as caught:
        read_canonical(changed, ENTRY)
    assert caught.value.code == "L01"


def test_code_l01_slash_and_capital_escapes_are_not_canonical():
    for text in (b'{"a":"\\/"}', b'{"a":"\\u000a"}', b'{"a":"\\u00e9"}'):
        with pytest.raises(Refused, match="L01"):
            read_canonical(text, ENTRY)


# --- hostile and odd input


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_hostile_bytes_are_read_or_refused(raw):
    read_or_refuse(raw)


@given(st.text(st.sampled_from("{}[]\":,\\u0123456789abcdefnulltrue-+.eE \n/*'“é"), max_size=60))
@settings(deadline=None, max_examples=500)
def test_hostile_text_is_read_or_refused(text):
    read_or_refuse(text.encode())


@given(st.sampled_from(LINES), st.data())
@settings(deadline=None)
def test_hostile_changes_of_a_line_are_read_or_refused(line, data):
    at = data.draw(st.integers(0, len(line) - 1))
    read_or_refuse(line[:at] + bytes([data.draw(st.integers(0, 255))]) + line[at + 1 :])


def read_or_refuse(raw):
    for limits in (DOCUMENT, ENTRY, STATE):
        try:
            value = read(raw, limits)
        except Refused as refused:
            assert refused.code in CODES  # noqa: PT017
            assert refused.reason  # noqa: PT017
        else:
            assert value == json.loads(raw.decode("utf-8-sig"))


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":[' + b"[]," * 300 + b'"' + b'\\"' * 1_500_000,
        b'{"a":[' + b'"' * 1_500_000,
        b"{" + b",".join(b'"%d":0' % n for n in range(200_000)) + b',"0":1}',
        b'{"a":' + b"1" * 3_000_000 + b".5}",
        b'{"a":' + b"0" * 3_000_000 + b"}",
        b'{"a":' + b"[" * 100 + b"x" * 3_000_000,
        b'{"a":"' + "“".encode() * 1_000_000,
    ],
    ids=["escapes", "quotes", "twice", "fraction", "zeros", "word", "curly"],
)
def test_hostile_size_takes_no_more_than_linear_time(raw):
    start = time.process_time()
    refusal(raw, ENTRY)
    assert time.process_time() - start < 10


def test_limits_of_one_s_own():
    small = Limits(size=20, canonical=10, depth=2, items=1)
    assert read(b'{"a":[1]}', small) == {"a": [1]}
    assert refusal(b'{"a":[1,2]}', small).code == "J07"
    assert refusal(b'{"abcdef" : 1}', small).code == "J01"
