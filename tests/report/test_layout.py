"""Plain text in 80 columns."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.report.layout import WIDTH, columns, heading, wrap
from pbem.report.model import Table

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")))


@given(st.lists(WORDS, min_size=1).map("\n".join))
def test_no_paragraph_is_wider_than_80_columns(text):
    for line in wrap(text, "  > ").split("\n"):
        assert len(line) <= WIDTH
        assert line.startswith("  >")


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.tuples(*[WORDS] * n), min_size=1)))
def test_no_table_is_wider_than_80_columns(rows):
    table = Table(caption="", columns=rows[0], rows=tuple(rows[1:]))
    assert all(len(line) <= WIDTH for line in columns(table, "    ").split("\n"))


def test_continuation_lines_are_indented():
    text = wrap("word " * 20, "        ", "  - ")
    first, second = text.split("\n")
    assert first.startswith("  - word")
    assert second.startswith("        word")


def test_line_ends_of_a_note_are_kept():
    assert wrap("one\n\ntwo", "  > ") == "  > one\n  >\n  > two"


def test_ids_are_not_torn_at_their_hyphen():
    assert "AX-T3" in wrap("x" * 77 + " AX-T3").split("\n")[1]


def test_a_word_that_fits_no_line_is_broken():
    assert wrap("y" * 100) == "y" * 80 + "\n" + "y" * 20


def test_columns_are_as_wide_as_they_need():
    table = Table(caption="c", columns=("Round", "Side"), rows=(("1", "Allied"), ("10", "Axis")))
    assert columns(table).split("\n") == [
        "Round  Side",
        "-----  ------",
        "1      Allied",
        "10     Axis",
    ]


def test_a_wide_column_is_wrapped_inside_itself():
    table = Table(caption="c", columns=("A", "B"), rows=(("1", "word " * 30),))
    lines = columns(table).split("\n")
    assert lines[3].startswith("   word")


def test_a_heading_is_underlined_in_full():
    assert heading("Dice", "-") == "Dice\n----"


def test_no_line_ends_between_a_number_and_its_noun_or_a_kind_and_its_piece():
    for fill in range(60, 80):
        lines = wrap(f"{'x' * fill} 3 cubes and tank AX-T3 in 07 Bologna, round 1").split("\n")
        text = "|".join(lines)
        assert "3|cubes" not in text
        assert "tank|AX-T3" not in text
        assert "07|Bologna" not in text
        assert "round|1" not in text
        assert all(len(line) <= WIDTH for line in lines)
        assert "\u00a0" not in text


def test_a_command_is_not_torn_behind_its_first_word():
    assert wrap(f"{'x' * 71} `pbem audit`") == f"{'x' * 71}\n`pbem audit`"
