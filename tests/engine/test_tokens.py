"""Tokens (orders format, section 5)."""

import pytest

from pbem.engine.tokens import Token, tokens


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("cube", Token("cube")),
        ("line", Token("line")),
        ("AX-T3", Token("AX-T3")),
        ("cube:1", Token("cube", most=1)),
        ("cube:2/round", Token("cube", most=2, per_round=True)),
        ("engage:tank", Token("tank", verb="engage")),
        ("engage:tank:1/round", Token("tank", verb="engage", most=1, per_round=True)),
        ("eliminate:AX-E1", Token("AX-E1", verb="eliminate")),
        ("bb*", Token("bb", star=True)),
        ("inf@ita", Token("inf", power="ita")),
        ("plane(ready)", Token("plane", states=("ready",))),
        (
            "bb*@uk(damaged,moved):2/round",
            Token("bb", "", True, "uk", ("damaged", "moved"), 2, True),
        ),
    ],
)
def test_format_5_a_token_is_taken_apart_and_written_again(text, token):
    assert Token.parse(text) == token
    assert str(token) == text


@pytest.mark.parametrize(
    "text",
    ["", "cube:0", "cube:", "cube:1/", "cube/round", ":1", "tank()", "t(ready", "a b", "@ita", "*"],
)
def test_format_5_anything_else_is_no_token(text):
    with pytest.raises(ValueError, match="no token"):
        Token.parse(text)


def test_format_5_a_list_keeps_its_order():
    assert [str(token) for token in tokens("retreat", "cube:1")] == ["retreat", "cube:1"]
