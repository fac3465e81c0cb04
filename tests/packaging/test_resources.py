"""Schemas and templates are found wherever the program runs from."""

import pytest

from pbem import resources
from pbem.resources import FilesMissing


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A package `pbem` in an empty folder, with nothing beside it; returns the folder."""
    package = tmp_path / "pbem"
    package.mkdir()
    monkeypatch.setattr(resources, "__file__", str(package / "resources.py"))
    monkeypatch.setattr(resources, "files", lambda _package: package)
    resources.data_root.cache_clear()
    yield tmp_path
    resources.data_root.cache_clear()


def make(folder, *names):
    for name in names:
        (folder / name).mkdir(parents=True)


def test_schemas_and_templates_are_found_in_a_checkout():
    root = resources.data_root()
    assert (root / "schemas" / "common" / "orders.schema.json").is_file()
    assert (root / "templates" / "common").is_dir()


def test_a_checkout_is_the_folder_around_the_package(elsewhere):
    make(elsewhere, "schemas", "templates")
    assert resources.data_root() == elsewhere


def test_what_a_wheel_brought_comes_before_what_lies_around_the_package(elsewhere):
    make(elsewhere, "schemas", "templates", "pbem/_data")
    assert resources.data_root() == elsewhere / "pbem" / "_data"


@pytest.mark.parametrize("there", [(), ("schemas",), ("templates",)])
def test_without_schemas_or_templates_the_error_says_what_to_do(elsewhere, there):
    make(elsewhere, *there)
    with pytest.raises(FilesMissing, match=r"without its schemas and templates: install"):
        resources.data_root()
