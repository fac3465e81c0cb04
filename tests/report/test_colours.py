"""Contrast of the colours, in light and in dark (WCAG 2.2: 4.5 for text, 3 for what is drawn)."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "templates" / "common" / "report.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", part))
    for part in CSS.partition("* { box-sizing")[0].split("@media")
)
TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "link", "accent") for ground in ("paper", "card")),
    *(("ink", "call"), ("soft", "call"), ("link", "call"), ("paper", "ink")),
    *(("ink", ground) for ground in ("sea", "outside", "neutral", "halo")),
    *(("ink", f"o{n}") for n in range(10)),
    *(("ink", f"o{n}-mark") for n in range(10)),
    *((f"o{n}-ink", f"o{n}-chip") for n in range(10)),
]
LAND = [*(f"o{n}" for n in range(10)), "sea", "neutral"]
ARROWS = [("accent", ground) for ground in (*LAND, "outside", "halo")]
DRAWN = [
    *((f"o{n}-chip", ground) for n in range(10) for ground in LAND),
    *(("border", ground) for ground in (*LAND, "outside", "card", "paper")),
    *(("coast", ground) for ground in ("sea", "outside")),
    ("call-edge", "paper"),
]


@pytest.mark.parametrize(("ink", "ground"), TEXT + ARROWS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(colours, ink, ground):
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize(("ink", "ground"), DRAWN)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_drawn_can_be_seen(colours, ink, ground):
    assert contrast(colours[ink], colours[ground]) >= 3


def test_dark_redefines_every_colour():
    assert LIGHT.keys() == DARK.keys()


def contrast(one, other):
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
