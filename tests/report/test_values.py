"""Values of the history in words."""

import pytest

from pbem.report.values import hundredths, in_words, moment


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("always", "always"),
        (["cube:1", "engage:tank"], "cube:1, engage:tank"),
        ({"use": ["AX-FI", "plane"], "max": 2}, "use AX-FI, plane; max 2"),
        ([{"kind": "elite", "zone": 10}], "(kind elite; zone 10)"),
        ({"keep": {"what": "dd", "n": 1}}, "keep (what dd; n 1)"),
        ([], "nothing"),
        ({}, "everything possible"),
        (True, "yes"),
        (None, "none"),
        (7, "7"),
    ],
)
def test_a_value_is_one_line(value, words):
    assert in_words(value) == words


def test_a_time_is_written_out():
    assert moment("2026-11-03T07:05:59Z") == "3 November 2026, 07:05 UTC"


@pytest.mark.parametrize(("number", "text"), [(433, "4.33"), (5, "0.05"), (0, "0.00")])
def test_hundredths(number, text):
    assert hundredths(number) == text
