"""Lays a report out: as text, as one HTML file, as JSON; all three hold the same content."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from pbem.report.layout import columns, heading, wrap
from pbem.report.model import Report
from pbem.report.names import counted, listed
from pbem.report.templates import html_environment, text_environment
from pbem.report.values import hundredths, moment

FORMAT = "pbem-report-1"
_NAMES = re.compile(r"\b[A-Za-z0-9]{1,6}-[A-Za-z0-9]{1,8}\b")


def as_text(report: Report) -> str:
    """The report in plain text, no line longer than 80 columns."""
    environment = text_environment(report.match.package)
    environment.filters |= {"wrap": wrap, "columns": columns, "heading": heading}
    return _rendered(environment, report, "report.txt.j2").rstrip("\n") + "\n"


def as_html(report: Report) -> str:
    """The report as one HTML file that refers to nothing outside itself."""
    environment = html_environment(report.match.package)
    environment.filters["whole"] = whole
    return _rendered(environment, report, "report.html.j2")


def as_json(report: Report) -> str:
    """The report as JSON, for programs; `format` names the form. The map is left to them."""
    content = {"format": FORMAT, **plain(replace(report, drawing=None))}
    del content["drawing"]
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def whole(text: str) -> Markup:
    """A text for HTML in which no name such as `AX-T3` is torn apart at the end of a line."""
    return Markup(_NAMES.sub(r'<span class="whole">\g<0></span>', str(escape(text))))  # noqa: S704


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
    environment.filters |= {"moment": moment, "hundredths": hundredths}
    environment.globals |= {"listed": listed, "counted": counted}
    choices = [f"{report.match.module}/{name}", f"common/{name}"]
    return environment.select_template(choices).render(report=report)
