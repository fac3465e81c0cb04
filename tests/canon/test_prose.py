"""How sentences begin: what is to be copied keeps its spelling."""

import pytest

from pbem.canon.prose import capital


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("the game is over", "The game"),
        ("axis, which", "Axis,"),
        ("orders/standing.json is signed already", "orders/standing.json"),
        ("t1/setup/orders is open", "t1/setup/orders"),
        ("mine.json is damaged", "mine.json"),
        ("host's line", "Host's"),
        ("'setup' stands", "'setup'"),
        ("", ""),
    ],
)
def test_a_sentence_has_a_capital_and_a_path_has_not(text, begins):
    assert capital(text).startswith(begins)
