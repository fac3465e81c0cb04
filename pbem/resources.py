"""Finds the folders `schemas/` and `templates/`: in a wheel, an editable install or a checkout."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def data_root() -> Traversable:
    """The folder that holds `schemas/` and `templates/`.

    Raises:
        FileNotFoundError: the package is there, but not its schemas and templates.
    """
    packaged = files("pbem") / "_data"
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "schemas").is_dir() and (checkout / "templates").is_dir():
        return checkout
    raise FileNotFoundError("pbem is installed without its schemas and templates: install it again")
