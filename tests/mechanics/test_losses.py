"""Reading orders of loss (orders format, section 5), with a game of letters."""

from dataclasses import dataclass

import pytest

from pbem.engine.tokens import Token, tokens
from pbem.mechanics.losses import Order, Tally, has_choice, outcomes, satisfy, ways


@dataclass(frozen=True)
class Letters:
    """Pieces are letters; a token takes its letter, `last` only the last open loss."""

    pieces: str

    def take(self, token, still_open):
        if token.word == "last":
            return ("last", Letters("")) if still_open == 1 and self.pieces else None
        if token.word not in self.pieces:
            return None
        return token.word, Letters(self.pieces.replace(token.word, "", 1))

    def choices(self, still_open):
        for piece in dict.fromkeys(self.pieces):
            yield Token(piece)
        if still_open == 1 and self.pieces:
            yield Token("last")


def taken(pieces, losses, *order, default=("a", "b", "c"), tally=None, name=""):
    given = Order(tokens(*order), name)
    return "".join(satisfy(Letters(pieces), losses, given, tokens(*default), tally or Tally()))


def test_format_5_for_each_loss_the_list_is_read_from_the_start():
    assert taken("aabb", 3, "b", "a") == "bba"


def test_format_5_a_token_without_eligible_piece_is_passed_over():
    assert taken("ab", 2, "c", "b", "a") == "ba"


def test_format_5_what_the_list_leaves_open_follows_the_default_order():
    assert taken("abc", 3, "c") == "cab"
    assert taken("abc", 2) == "ab"


def test_format_5_a_cap_ends_a_token():
    assert taken("aaabb", 4, "a:1", "b:1") == "abaa", "beyond the caps: the default order"


def test_format_5_caps_count_through_the_whole_combat():
    tally = Tally()
    assert taken("aabb", 1, "a:1", "b", tally=tally) == "a"
    tally.new_round()
    assert taken("abb", 2, "a:1", "b", tally=tally) == "bb"


def test_format_5_caps_of_a_round_count_anew_in_each_round():
    tally = Tally()
    assert taken("aabb", 2, "a:1/round", "b", tally=tally) == "ab"
    tally.new_round()
    assert taken("ab", 2, "a:1/round", "b", tally=tally) == "ab"


def test_format_5_each_list_has_caps_of_its_own():
    tally = Tally()
    assert taken("aab", 1, "a:1", "b", tally=tally, name="first") == "a"
    assert taken("ab", 1, "a:1", "b", tally=tally, name="second") == "a"


def test_losses_that_nothing_is_left_for_are_dropped():
    assert taken("ab", 5, "b") == "ba"


def test_a_token_may_apply_to_the_last_loss_only():
    assert " ".join(satisfy(Letters("aab"), 2, Order(tokens("last", "b")), (), Tally())) == "b last"


def test_every_different_outcome_is_found_once():
    assert {stand.pieces for stand in outcomes(Letters("aab"), 2)} == {"b", "a", ""}
    assert [stand.pieces for stand in outcomes(Letters("aab"), 0)] == ["aab"]


@pytest.mark.parametrize(
    ("pieces", "losses", "choice"),
    [("aa", 1, True), ("a", 2, False), ("", 1, False), ("ab", 0, False), ("ab", 3, False)],
)
def test_there_is_a_choice_where_two_outcomes_differ(pieces, losses, choice):
    assert has_choice(Letters(pieces), losses) is choice


def test_ways_of_later_losses_come_behind_those_of_the_first():
    assert [str(token) for token in ways(Letters("ab"), 1)] == ["a", "b", "last"]
    assert [str(token) for token in ways(Letters("aab"), 2)] == ["a", "b", "last"]
    assert list(Letters("aab").choices(2)) == list(tokens("a", "b"))
