"""Lays a report out: as text, as one HTML file, as JSON; all three hold the same content.

The page of a whole game is HTML only: the reports on its lines say the same as text and as JSON.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from typing import Any, Final

from jinja2 import Environment

from pbem.report.chronicle import Chronicle
from pbem.report.drawing import Drawing, kinds_of_arrows, numbered_faces
from pbem.report.model import Report
from pbem.report.templates import html_environment, source_of, text_environment

FORMAT: Final = "pbem-report-1"
SCRIPT: Final = "common/leafing.js"
"""The script of the page of a whole game."""


def as_text(report: Report) -> str:
    """The report in plain text, no line longer than 80 columns."""
    environment = text_environment(report.match.package)
    text = _rendered(environment, report.match.module, "report.txt.j2", report=report)
    return text.rstrip("\n") + "\n"


def as_html(report: Report) -> str:
    """The report as one HTML file that refers to nothing outside itself."""
    return _rendered(
        html_environment(report.match.package),
        report.match.module,
        "report.html.j2",
        report=report,
        clauses=report.clauses,
        **_shared([report.drawing]),
    )


def as_json(report: Report) -> str:
    """The report as JSON, for programs; `format` names the form. The map is left to them."""
    content = {"format": FORMAT, **plain(replace(report, drawing=None))}
    del content["drawing"]
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def chronicle_as_html(chronicle: Chronicle) -> str:
    """The page of a whole game as one HTML file that refers to nothing outside itself.

    Its only script is allowed by its hash; without it the page shows the leaves one below the
    other.
    """
    script = source_of(SCRIPT, "") or ""
    return _rendered(
        html_environment(chronicle.match.package),
        chronicle.match.module,
        "chronicle.html.j2",
        game=chronicle,
        clauses=chronicle.clauses,
        **_shared([leaf.drawing for leaf in chronicle.leaves]),
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )


def _shared(drawings: Sequence[Drawing | None]) -> dict[str, object]:
    """What the maps of a page share."""
    drawn = [drawing for drawing in drawings if drawing is not None]
    return {"faces": numbered_faces(drawn), "ways": kinds_of_arrows(drawn)}


def plain(value: Any) -> Any:  # noqa: ANN401 - plain data of any shape
    """The content as dicts, lists, texts and numbers."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _rendered(environment: Environment, module: str, name: str, **content: object) -> str:
    """The game's own template of that name, or the common one, filled in."""
    choices = [f"{module}/{name}", f"common/{name}"]
    return environment.select_template(choices).render(**content)
