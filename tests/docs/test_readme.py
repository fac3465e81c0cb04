"""The README: its commands exist, its links lead somewhere, its picture is there."""

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from pbem.cli.app import build

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md")
TARGETS = re.findall(
    r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE
)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def commands(name):
    """Every shell command in the fenced blocks and in backticks of a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text(name), re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`((?:pbem|make) [^`]+)`", text(name))
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.parametrize("name", PAGES)
def test_every_make_target_exists(name):
    wanted = {words[1] for words in commands(name) if words[:1] == ["make"]}
    assert wanted
    assert wanted <= set(TARGETS)


def test_every_pbem_command_exists():
    wanted = [words[1:] for words in commands("README.md") if words[:1] == ["pbem"]]
    assert wanted
    for words in wanted:
        command = get_command(build())
        for word in words:
            if word.isupper() or word.startswith("-"):
                break
            assert word in command.commands, f"pbem {' '.join(words)}"
            command = command.commands[word]
            if not hasattr(command, "commands"):
                break


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_file(name):
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text(name)) if ":" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_picture_of_a_report_is_small_and_described():
    ((described, path),) = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text("README.md"))
    assert len(described) > 40
    assert (ROOT / path).read_bytes()[:4] == b"\x89PNG"
    assert (ROOT / path).stat().st_size < 150_000


def test_it_is_short():
    assert len(text("README.md").splitlines()) < 90
