"""Every kind of page in headless Chromium, looked over by axe-core, where both are to be had.

What holds without a browser is in `support.pages.check_structure` and always runs.
"""

import re
from dataclasses import fields, is_dataclass, replace

import pytest

from pbem.referee.chronicling import chronicle_of
from pbem.referee.reporting import report_on
from pbem.report.drawing import Drawing
from pbem.report.model import Note
from pbem.report.render import as_html, chronicle_as_html
from support.axe import NotHere, checker
from support.campaign import STANDING, Campaign, opened

pytestmark = pytest.mark.slow

ASKING = [policy for policy in STANDING if policy["decision"] != "losses"]
ASKING.append({"decision": "losses", "value": "ask"})


@pytest.fixture(scope="module")
def axe(request):
    try:
        return checker(request.config.cache.mkdir("axe"))
    except NotHere as reason:
        # no browser or no npm on this computer; `check_structure` holds the rest everywhere
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def pages():
    """The HTML of every kind of page."""
    campaign = Campaign().landed(ASKING)
    kinds = {
        "start": as_html(report_on(opened(campaign, "nowhere"), 0)),
        "middle": as_html(report_on(opened(campaign, "nowhere"))),
        "untold": as_html(report_on(opened(campaign, "nowhere", held=False))),
    }
    campaign.answer("axis", [{"do": "answer", "decision": "losses", "value": ["cube:1"]}])
    kinds["end"] = as_html(report_on(opened(campaign, "nowhere")))
    kinds["whole"] = chronicle_as_html(chronicle_of(opened(campaign, "nowhere")))
    kinds["unscripted"] = re.sub(r"<script>.*?</script>", "", kinds["whole"], flags=re.DOTALL)
    return kinds


@pytest.mark.parametrize(
    ("kind", "width", "scheme"),
    [
        ("start", 1400, "dark"),
        ("middle", 360, "light"),
        ("middle", 1400, "dark"),
        ("untold", 800, "light"),
        ("end", 1400, "light"),
        ("whole", 360, "dark"),
        ("whole", 1400, "light"),
        ("unscripted", 800, "light"),
    ],
)
def test_axe_finds_nothing_wrong(axe, pages, tmp_path, kind, width, scheme):
    assert axe.violations(pages[kind], tmp_path, scheme=scheme, width=width) == []


LONG = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherungsbeamter"


def stretched(value):
    """The same data with a very long word at the end of every text for people."""
    if is_dataclass(value) and not isinstance(value, Drawing):
        names = [field.name for field in fields(value) if field.init]
        return replace(value, **{n: _stretched(n, getattr(value, n)) for n in names})
    if isinstance(value, tuple):
        return tuple(stretched(each) for each in value)
    return value


def _stretched(name, value):
    if isinstance(value, str):
        return f"{value} {LONG}" if name in WORDED and value else value
    if name in ("columns", "rows", "meanings", "remarks", "possible"):
        return _longer(value)
    return stretched(value)


def _longer(value):
    return f"{value} {LONG}" if isinstance(value, str) else tuple(map(_longer, value))


WORDED = ("name", "text", "value", "headline", "when", "about", "legal", "caption", "title")
WORDED = (*WORDED, "player", "author", "result", "owner_name", "group", "untold", "who", "rarity")


@pytest.mark.parametrize("kind", ["start", "middle", "end", "whole", "unscripted"])
def test_no_page_scrolls_sideways_in_a_narrow_window(axe, pages, tmp_path, kind):
    assert axe.widths(pages[kind], tmp_path, 320) == [320, 320]


def test_no_long_word_makes_a_page_scroll_sideways(axe, tmp_path):
    campaign = Campaign().landed(ASKING)
    report = stretched(report_on(opened(campaign, "nowhere")))
    note = Note(author=LONG, about=LONG, text=LONG)
    report = replace(report, notes=(note,), remarks=(LONG,))
    assert as_html(report).count(LONG) > 100
    for width in (320, 600, 1100, 1400):
        assert axe.widths(as_html(report), tmp_path, width) == [width, width]
    whole = chronicle_as_html(stretched(chronicle_of(opened(campaign, "nowhere"))))
    assert axe.widths(whole, tmp_path, 320) == [320, 320]


def test_the_checker_would_find_something(axe, pages, tmp_path):
    html = pages["start"].replace('<html lang="en-GB">', "<html>")
    html = html.replace("--paper: #15181b", "--paper: #eeeeee")
    found = {each["id"] for each in axe.violations(html, tmp_path, scheme="dark")}
    assert {"html-has-lang", "color-contrast"} <= found


KEYS = """<script>
addEventListener("load", () => {
  for (const key of %s) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
});
</script></body>"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ([], 0),
        (["ArrowRight", "ArrowRight"], 4),
        (["End"], 13),
        (["End", "ArrowRight", "ArrowLeft"], 11),
        (["ArrowRight", "Home"], 0),
    ],
)
def test_the_keys_turn_the_leaves_of_a_whole_game(axe, pages, tmp_path, keys, line):
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", pages["whole"])
    shown = axe.shown(html.replace("</body>", KEYS % keys), tmp_path)
    assert re.findall(r'<section class="leaf[^"]* shown" id="line-(\d+)"', shown) == [str(line)]
    assert re.findall(r'href="#line-(\d+)" aria-current="step"', shown) == [str(line)]


def test_the_script_runs_under_the_policy_of_its_page(axe, pages, tmp_path):
    assert '<html lang="en-GB" class="leafing">' in axe.shown(pages["whole"], tmp_path)
    other = pages["whole"].replace("(() => {", "(() => { ", 1)
    assert '<html lang="en-GB">' in axe.shown(other, tmp_path)


@pytest.mark.parametrize("kind", ["middle", "end", "whole"])
def test_a_printed_report_is_no_picture_of_megabytes(axe, pages, tmp_path, kind):
    printed = axe.printed(pages[kind], tmp_path)
    assert printed.startswith(b"%PDF")
    assert len(printed) < 1_500_000
