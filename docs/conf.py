"""Settings of the documentation: `make docs` builds it into `build/docs`, warnings are errors."""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "ext"))

project = "pbem"
author = "The pbem contributors"
copyright = author  # noqa: A001 - Sphinx wants this name
(release,) = re.findall(
    r'^__version__ = "(.+)"', (HERE.parent / "pbem/__init__.py").read_text("utf-8"), re.MULTILINE
)

language = "en_GB"
extensions = ["myst_parser", "clauses", "persons"]
exclude_patterns = ["tools", "ext"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"pbem {release}"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["pbem.css"]
