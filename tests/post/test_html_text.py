"""HTML parts as text, section 10.4."""

import pytest

from pbem.post.html_text import text_of


@pytest.mark.parametrize("tag", ["p", "div", "li", "tr", "blockquote", "H1"])
def test_10_4_blocks_are_lines(tag: str) -> None:
    assert text_of(f"<{tag}>one</{tag}><{tag} class='x'>two</{tag}>").split() == ["one", "two"]
    assert "\n" in text_of(f"one<{tag}>two")


@pytest.mark.parametrize("mark", ["<br>", "<br/>", "<BR />", "<hr>"])
def test_10_4_line_breaks(mark: str) -> None:
    assert text_of(f"one{mark}two") == "one\ntwo"


def test_10_4_other_tags_leave_no_gap() -> None:
    assert text_of('eyJ<b>zaW</b>d<wbr>uYX<span style="x">R1</span><o:p></o:p>') == "eyJzaWduYXR1"


def test_10_4_cells_are_apart() -> None:
    assert text_of("<td>one</td><td>two</td>").split() == ["one", "two"]


@pytest.mark.parametrize("tag", ["style", "script", "title", "STYLE"])
def test_10_4_what_nobody_sees_is_dropped(tag: str) -> None:
    assert text_of(f"a<{tag} type='x'>p {{ <b> }}</{tag} >b") == "ab"


def test_10_4_comments_are_dropped() -> None:
    assert text_of("a<!-- <p> --><![if !mso]><!DOCTYPE html><?xml?>b") == "ab"


@pytest.mark.parametrize("tag", ["style", "script"])
def test_10_4_what_does_not_end_is_dropped_to_the_end(tag: str) -> None:
    assert text_of(f"a<{tag}>b") == "a"
    assert text_of("a<!-- b") == "a"


def test_10_4_entities_are_characters() -> None:
    assert (
        text_of("&quot;&#8220;&#x201D;&nbsp;&shy;&gt;&amp;lt;") == '"\u201c\u201d\u00a0\u00ad>&lt;'
    )


def test_10_4_what_is_no_entity_stays() -> None:
    number = "&#" + "9" * 5_000 + ";"
    assert text_of("a & b &nosuch; &# &") == "a & b &nosuch; &# &"
    assert text_of(number).endswith("9;")


def test_10_4_white_space_is_folded_but_not_within_pre() -> None:
    assert text_of("a \n\t b<pre>c\n  d</pre>e\nf") == "a b\nc\n  d\ne f"


def test_10_4_a_surplus_end_of_pre_does_no_harm() -> None:
    assert text_of("</pre>a\nb") == "\na b"


def test_10_4_lone_brackets_are_text() -> None:
    assert text_of("1 < 2 <3 << a > b") == "1 < 2 <3 << a > b"
