"""Where templates are found, and that HTML escapes where text does not."""

import pytest
from jinja2 import UndefinedError

from pbem.report import templates
from pbem.report.model import Line, Match, Report
from pbem.report.render import as_html, as_text
from pbem.report.templates import coded, html_environment, text_environment, whole


@pytest.fixture
def foreign(tmp_path, monkeypatch):
    """A game from somebody else's package, with a folder `templates` of its own."""
    folder = tmp_path / "templates" / "toy"
    folder.mkdir(parents=True)
    monkeypatch.setattr(templates, "files", lambda package: tmp_path)
    caches = (text_environment, html_environment)
    for each in caches:
        each.cache_clear()
    yield folder
    for each in caches:
        each.cache_clear()


def report(package=""):
    match = Match(
        id="toy-0000a11e",
        module="toy",
        title="Toy",
        version="1.0.0",
        package=package,
        policy="actor",
        players=(),
    )
    line = Line(
        number=0,
        kind="genesis",
        head="0" * 64,
        time="2026-11-01T18:00:00Z",
        text="The <game> begins.",
        next_segment=1,
    )
    return Report(match=match, line=line, stem="start")


def test_text_does_not_escape_and_html_does():
    assert "The <game> begins." in as_text(report())
    assert "The &lt;game&gt; begins." in as_html(report())


def test_a_game_may_lay_its_reports_out_itself(foreign):
    (foreign / "report.txt.j2").write_text("Mine: {{ report.line.text }}\n", "utf-8")
    assert as_text(report("toy_game")) == "Mine: The <game> begins.\n"
    assert "<h1 " in as_html(report("toy_game"))


def test_a_game_may_extend_a_template_of_ours(foreign):
    (foreign / "report.html.j2").write_text(
        '{% include "common/report.html.j2" %}<!-- {{ "<" }} -->', "utf-8"
    )
    html = as_html(report("toy_game"))
    assert html.startswith("<!doctype html>")
    assert html.endswith("<!-- &lt; -->")


def test_a_misspelt_name_is_an_error():
    for environment in (text_environment(""), html_environment("")):
        with pytest.raises(UndefinedError):
            environment.from_string("{{ report.no_such_thing }}").render(report=report())


def test_ids_stay_whole_and_are_escaped():
    assert whole("tank AX-T3 & <b>") == (
        'tank\u00a0<span class="whole">AX-T3</span> &amp; &lt;b&gt;'
    )


def test_a_number_stays_with_its_noun_on_a_page_but_commands_can_be_copied():
    assert whole("the Axis lost 3 cubes") == "the Axis lost 3\u00a0cubes"
    assert coded("lost 3 cubes: `pbem audit`") == ("lost 3\u00a0cubes: <code>pbem audit</code>")


def test_commands_between_backticks_are_set_as_code_and_escaped():
    assert coded("go on with `pbem <x>` & `y`") == (
        "go on with <code>pbem &lt;x&gt;</code> &amp; <code>y</code>"
    )
