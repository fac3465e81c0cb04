"""The tutorials of `docs/tutorials`, run as their readers would type them.

What a page may contain:

* fenced `console` blocks. A line `NAME$ COMMAND` is typed by the person of that name (every person
  has a secret, an environment and a current folder of his own); a line that ends in a backslash
  goes on in the next one; what follows is the output. A line `...` stands for any lines, and
  where no output is shown the page leaves it out. (`?` as output asks `recorded` to put it in.)
* ``<!-- edit NAME FILE -->`` before a fenced `json` block: the person changes these members of the
  file, and leaves the others as they are.
* ``<!-- exit 1 -->`` before a `console` block: its last command must end with this exit code.
* ``<!-- meanwhile`` on a line of its own, then commands, then ``-->``: run, but not shown. Here
  `edit FILE MEMBERS` is a command as well.

Secrets and the clock are replaced by numbers counted up, so that a page always has the same dice.
"""

import contextlib
import difflib
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
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

from pbem.cli.app import main

SHOWN_ROOT = "/home/you"
BEGINS = datetime(2026, 11, 2, 18, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_games/1943-1945/sample-turn"

_TYPED = re.compile(r"^(\w*)\$ (.*)$")
_FENCE = re.compile(r"^```(\w*)\s*$")
_EDIT = re.compile(r"^<!-- edit (?:(\w+) )?(\S+) -->$")
_EXIT = re.compile(r"^<!-- exit (\d) -->$")
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
        yield Edit(edit[1] or "", edit[2], json.loads("\n".join(lines[slice(*span)])))
    elif kind in ("console", "hidden"):
        commands = list(_commands(lines, span, shown=kind == "console"))
        if exits := _EXIT.match(remark):
            commands[-1] = replace(commands[-1], code=int(exits[1]))
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
    """A folder in which the people of a page act; it has what a checkout has for them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(SAMPLE, root / SAMPLE.relative_to(ROOT))
        (root / "docs").mkdir()
        shutil.copy(ROOT / "docs/verify_roll.py", root / "docs")
        self.people: dict[str, Person] = {}
        self.drawn = 0
        self.time = BEGINS

    def person(self, name: str) -> Person:
        """The person of a name; at first everybody is in the common folder."""
        if name not in self.people:
            home = self.root / (f".pbem-{name}" if name else ".pbem")
            self.people[name] = Person(
                self.root, {"PBEM_HOME": str(home), "PBEM_PASSPHRASE": "a good passphrase"}
            )
        return self.people[name]

    def edit(self, edit: Edit) -> None:
        """Change members of a JSON file."""
        _change(self.person(edit.who).here / edit.file, edit.members)

    def run(self, command: Command) -> list[str]:
        """Run a command; returns its output, and fails if it ends otherwise than it must."""
        who = self.person(command.who)
        program, *rest = [found for word in command.words for found in _expanded(word, who.here)]
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

    def _edit(self, who: Person, file: str, members: str) -> tuple[int, str]:
        _change(who.here / file, json.loads(members))
        return 0, ""

    def _export(self, who: Person, *settings: str) -> tuple[int, str]:
        who.environment |= dict(setting.split("=", 1) for setting in settings)
        return 0, ""

    def _cp(self, who: Person, source: str, target: str) -> tuple[int, str]:
        shutil.copy(who.here / source, who.here / target)
        return 0, ""

    def _sed(self, who: Person, option: str, change: str, file: str) -> tuple[int, str]:
        assert option == "-i"
        _, before, after, _ = change.split("/")
        text = (who.here / file).read_text(encoding="utf-8")
        assert before in text
        (who.here / file).write_text(text.replace(before, after), encoding="utf-8")
        return 0, ""

    def _python3(self, who: Person, *words: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, *words], cwd=who.here, check=False, capture_output=True, text=True
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
            mock.patch("secrets.randbelow", lambda below: self._drawn(1)[0] % below),
            mock.patch("pbem.referee.clock.now", return_value=f"{self.time:%Y-%m-%dT%H:%M:%SZ}"),
            contextlib.chdir(who.here),
            contextlib.redirect_stdout(told),
            contextlib.redirect_stderr(told),
        ):
            code = _exit_code()
        return code, told.getvalue()

    def _drawn(self, size: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"tutorial {self.drawn}".encode()).digest()[:size]


def _expanded(word: str, here: Path) -> list[str]:
    """What a shell makes of a word: `$PWD`, and file names with a star."""
    if "*" not in word:
        return [word.replace("$PWD", str(here))]
    folder, _, pattern = word.rpartition("/")
    return [f"{folder}/{path.name}" for path in sorted((here / folder).glob(pattern))]


def _change(file: Path, members: dict) -> None:
    draft = json.loads(file.read_text(encoding="utf-8"))
    missing = members.keys() - draft.keys()
    assert not missing, f"{file.name} has no {missing}"
    file.write_text(json.dumps(draft | members, indent=1), encoding="utf-8")


def _exit_code() -> int:
    try:
        main()
    except SystemExit as done:
        return 0 if done.code is None else int(done.code)
    return 0


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether a page shows what was printed; digests, times and line breaks do not count."""
    chunks = _chunks(shown)
    known = [re.escape(_masked(" ".join(chunk))) for chunk in chunks]
    pattern = r"(?:.* )?".join(f"{chunk} " if chunk else "" for chunk in known)
    return re.fullmatch(pattern, _masked(" ".join(printed)) + " ") is not None


def _chunks(shown: list[str]) -> list[list[str]]:
    """What stands between the lines `...`."""
    chunks: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "...":
            chunks.append([])
        else:
            chunks[-1].append(line)
    return chunks


def shortened(shown: list[str], printed: list[str]) -> list[str]:
    """What is printed today, left out where the page left it out; all of it if that is not clear.

    A chunk is found again by the lines most like its first and its last one.
    """
    chunks, kept, at = _chunks(shown), [], 0
    for number, chunk in enumerate(chunks):
        if number:
            kept.append("...")
        if chunk:
            first = _most_like(chunk[0], printed, at) if number else 0
            end = number == len(chunks) - 1
            last = len(printed) - 1 if end else _most_like(chunk[-1], printed, first)
            if first is None or last is None:
                return printed
            kept += printed[first : last + 1]
            at = last + 1
    return kept


def _most_like(line: str, printed: list[str], since: int | None) -> int | None:
    """The place of the line most like another one, if one is like it at all."""
    rest = range(since or 0, len(printed))
    ratios = {
        place: difflib.SequenceMatcher(None, _masked(line), _masked(printed[place])).ratio()
        for place in rest
    }
    best = max(rest, key=lambda place: ratios[place], default=None)
    return best if best is not None and ratios[best] > LIKENESS else None


LIKENESS = 0.6


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
        printed = shortened(deed.output, printed)
        first, last = deed.lines
        lines[first + shift : last + shift] = printed
        shift += len(printed) - (last - first)
    return "\n".join(lines) + "\n"
