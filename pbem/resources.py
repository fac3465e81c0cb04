"""Finds the folders `schemas/` and `templates/`: in a wheel, an editable install or a checkout."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.canon.trouble import Trouble

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class FilesMissing(Trouble):
    """The package is there, but not its schemas and templates."""


@cache
def data_root() -> Traversable:
    """The folder that holds `schemas/` and `templates/`.

    Raises:
        FilesMissing: the package is there, but not its schemas and templates.
    """
    packaged = files("pbem") / "_data"
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "schemas").is_dir() and (checkout / "templates").is_dir():
        return checkout
    raise FilesMissing("pbem is installed without its schemas and templates: install it again")
