"""The tutorials of `docs/tutorials`, run as their readers would type them.

What a page may contain:

* fenced `console` blocks. A line `NAME$ COMMAND` is typed by the person of that name (every person
  has a secret, an environment and a current folder of his own); a line that ends in a backslash
  goes on in the next one; what follows is the output. A line `...` stands for any lines, and
  where no output is shown the page leaves it out. (`?` as output asks `recorded` to put it in.)
* ``<!-- edit NAME FILE -->`` before a fenced `json` block: the person changes these members of the
  file, and leaves the others as they are.
* ``<!-- refused -->`` before a `console` block: its last command must end with exit code 1.
* ``<!-- meanwhile`` on a line of its own, then commands, then ``-->``: run, but not shown.

Secrets and the clock are replaced by numbers counted up, so that a page always has the same dice.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

from pbem.cli.app import main

SHOWN_ROOT = "/home/you/try"
BEGINS = datetime(2026, 11, 2, 18, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]

_TYPED = re.compile(r"^(\w*)\$ (.*)$")
_FENCE = re.compile(r"^```(\w*)\s*$")
_EDIT = re.compile(r"^<!-- edit (\w*) ?(\S+) -->$")
_CHANGING = (
    (re.compile(r"\b[0-9a-f]{8,}\b(?:\.\.\.)?"), "DIGEST"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z| UTC)?"), "TIME"),
)


@dataclass(frozen=True)
class Command:
    """A command somebody types.

    Attributes:
        who: name of the person, empty on a page with one person.
        words: the command, split like a shell does.
        output: what the page shows as output, empty if it leaves it out.
        lines: first and last line (exclusive) of that output in the page, counted from 0.
        code: the exit code that is asked for; None for 0 or 4.
    """

    who: str
    words: list[str]
    output: list[str]
    lines: tuple[int, int]
    code: int | None = None


@dataclass(frozen=True)
class Edit:
    """Members of a JSON file that somebody changes."""

    who: str
    file: str
    members: dict


def read_page(text: str) -> Iterator[Command | Edit]:
    """Everything on a page that somebody does, in order."""
    lines = text.splitlines()
    remark, at = "", 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        hidden = lines[at] == "<!-- meanwhile"
        if fence or hidden:
            end = lines.index("-->" if hidden else "```", at + 1)
            yield from _block("hidden" if hidden else fence[1], remark, lines, (at + 1, end))
            at = end
        if lines[at].strip():
            remark = lines[at]
        at += 1


def _block(kind: str, remark: str, lines: list[str], span: tuple[int, int]):
    edit = _EDIT.match(remark)
    if kind == "json" and edit:
        yield Edit(edit[1], edit[2], json.loads("\n".join(lines[slice(*span)])))
    elif kind in ("console", "hidden"):
        commands = list(_commands(lines, span, shown=kind == "console"))
        if remark == "<!-- refused -->":
            last = commands.pop()
            commands.append(Command(last.who, last.words, last.output, last.lines, 1))
        yield from commands


def _commands(lines, span, *, shown):
    at, end = span
    while at < end:
        typed = _TYPED.match(lines[at])
        assert typed, f"line {at + 1}: no command: {lines[at]}"
        command = typed[2]
        while command.endswith("\\"):
            at += 1
            command = command[:-1] + lines[at].strip()
        first = at = at + 1
        while at < end and not _TYPED.match(lines[at]):
            at += 1
        output = lines[first:at] if shown else []
        yield Command(typed[1], shlex.split(command), output, (first, at))


@dataclass
class Person:
    """Somebody at a keyboard."""

    here: Path
    environment: dict[str, str] = field(default_factory=dict)


class Stage:
    """A folder in which the people of a page act."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.people: dict[str, Person] = {}
        self.drawn = 0
        self.time = BEGINS

    def person(self, name: str) -> Person:
        """The person of a name; at first everybody is in the common folder."""
        if name not in self.people:
            home = self.root / f"home-{name}"
            self.people[name] = Person(
                self.root, {"PBEM_HOME": str(home), "PBEM_PASSPHRASE": "a good passphrase"}
            )
        return self.people[name]

    def edit(self, edit: Edit) -> None:
        """Change members of a JSON file."""
        file = self.person(edit.who).here / edit.file
        draft = json.loads(file.read_text(encoding="utf-8"))
        missing = edit.members.keys() - draft.keys()
        assert not missing, f"{file.name} has no {missing}"
        file.write_text(json.dumps(draft | edit.members, indent=1), encoding="utf-8")

    def run(self, command: Command) -> list[str]:
        """Run a command; returns its output, and fails if it ends otherwise than it must."""
        who = self.person(command.who)
        words = [word.replace("$PWD", str(who.here)) for word in command.words]
        program, *rest = words
        code, text = getattr(self, f"_{program}")(who, *rest)
        wanted = (0, 4) if command.code is None else (command.code,)
        assert code in wanted, f"{shlex.join(command.words)} ended with {code}:\n{text}"
        return text.replace(str(self.root), SHOWN_ROOT).rstrip("\n").splitlines()

    def _cd(self, who: Person, folder: str) -> tuple[int, str]:
        who.here = (who.here / folder).resolve()
        assert who.here.is_dir(), f"there is no folder {who.here}"
        return 0, ""

    def _mkdir(self, who: Person, *folders: str) -> tuple[int, str]:
        for folder in folders:
            (who.here / folder).mkdir()
        return 0, ""

    def _export(self, who: Person, *settings: str) -> tuple[int, str]:
        who.environment |= dict(setting.split("=", 1) for setting in settings)
        return 0, ""

    def _cp(self, who: Person, source: str, target: str) -> tuple[int, str]:
        found = who.here / source
        shutil.copy(found if found.exists() else ROOT / source, who.here / target)
        return 0, ""

    def _python3(self, who: Person, *words: str) -> tuple[int, str]:
        found = [str(ROOT / word) if (ROOT / word).is_file() else word for word in words]
        done = subprocess.run(
            [sys.executable, *found], cwd=who.here, check=False, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    def _pbem(self, who: Person, *words: str) -> tuple[int, str]:
        told = io.StringIO()
        self.time += timedelta(minutes=7)
        with (
            mock.patch.dict(os.environ, who.environment),
            mock.patch.object(sys, "argv", ["pbem", *words]),
            mock.patch("secrets.token_bytes", self._drawn),
            mock.patch("secrets.token_hex", lambda size: self._drawn(size).hex()),
            mock.patch("pbem.referee.clock.now", lambda: f"{self.time:%Y-%m-%dT%H:%M:%SZ}"),
            contextlib.chdir(who.here),
            contextlib.redirect_stdout(told),
            contextlib.redirect_stderr(told),
        ):
            code = _exit_code()
        return code, told.getvalue()

    def _drawn(self, size: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"tutorial {self.drawn}".encode()).digest()[:size]


def _exit_code() -> int:
    try:
        main()
    except SystemExit as done:
        return 0 if done.code is None else int(done.code)
    return 0


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether a page shows what was printed; digests, times and line breaks do not count."""
    pattern = "".join(
        r"\s+(?:.*\s+)?" if part.strip() == "..." else re.escape(_masked(part))
        for part in re.split(r"(^ *\.\.\.$)", " ".join(_marked(shown)), flags=re.MULTILINE)
    )
    return re.fullmatch(pattern, _masked(" ".join(printed))) is not None


def _marked(shown: list[str]) -> list[str]:
    return ["\n...\n" if line.strip() == "..." else line for line in shown]


def _masked(text: str) -> str:
    for pattern, word in _CHANGING:
        text = pattern.sub(word, text)
    return " ".join(text.split())


def recorded(text: str, root: Path) -> str:
    """A page with every output as it is today; what still agrees stays as it stands."""
    stage, lines, shift = Stage(root), text.splitlines(), 0
    for deed in read_page(text):
        if isinstance(deed, Edit):
            stage.edit(deed)
            continue
        printed = stage.run(deed)
        if not deed.output or agrees(deed.output, printed):
            continue
        first, last = deed.lines
        lines[first + shift : last + shift] = printed
        shift += len(printed) - (last - first)
    return "\n".join(lines) + "\n"
