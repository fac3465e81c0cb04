"""Lays a report out: as text, as one HTML file, as JSON; all three hold the same content."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from jinja2 import Environment

from pbem.report.model import Report
from pbem.report.templates import html_environment, text_environment

FORMAT: Final = "pbem-report-1"


def as_text(report: Report) -> str:
    """The report in plain text, no line longer than 80 columns."""
    text = _rendered(text_environment(report.match.package), report, "report.txt.j2")
    return text.rstrip("\n") + "\n"


def as_html(report: Report) -> str:
    """The report as one HTML file that refers to nothing outside itself."""
    return _rendered(html_environment(report.match.package), report, "report.html.j2")


def as_json(report: Report) -> str:
    """The report as JSON, for programs; `format` names the form. The map is left to them."""
    content = {"format": FORMAT, **plain(replace(report, drawing=None))}
    del content["drawing"]
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def plain(value: Any) -> Any:  # noqa: ANN401 - plain data of any shape
    """The content as dicts, lists, texts and numbers."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _rendered(environment: Environment, report: Report, name: str) -> str:
    """The game's own template of that name, or the common one."""
    choices = [f"{report.match.module}/{name}", f"common/{name}"]
    return environment.select_template(choices).render(report=report)
