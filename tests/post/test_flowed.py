"""Flowed text, RFC 3676, as far as section 10.3 asks for it."""

from pbem.post.flowed import unflowed, unflowed_without_spaces


def test_rfc_3676_4_1_a_line_that_ends_with_a_space_goes_on() -> None:
    assert unflowed("one \ntwo \nthree\nfour") == "one two three\nfour"


def test_rfc_3676_4_1_delsp_takes_the_space_away() -> None:
    assert unflowed_without_spaces("one \ntwo  \nthree\nfour") == "onetwo three\nfour"


def test_rfc_3676_4_4_stuffed_spaces_are_taken_out() -> None:
    assert unflowed(" >no quote\n From me\n  indented") == ">no quote\nFrom me\n indented"


def test_rfc_3676_4_5_quotes_keep_their_depth() -> None:
    assert unflowed("> one \n> two\n>> three \n>> four") == "> one two\n> > three four"


def test_rfc_3676_4_5_a_paragraph_ends_where_the_depth_changes() -> None:
    assert unflowed("> one \ntwo \n>> three") == "> one \ntwo \n> > three"


def test_rfc_3676_4_3_the_signature_separator_is_fixed() -> None:
    assert unflowed("text \n-- \nAnna \nB") == "text \n-- \nAnna B"


def test_rfc_3676_a_last_flowed_line_is_kept() -> None:
    assert unflowed("one \ntwo ") == "one two "


def test_fixed_text_and_empty_lines_stay() -> None:
    assert unflowed("one\n\n two\n") == "one\n\ntwo\n"
