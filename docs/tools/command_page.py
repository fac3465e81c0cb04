"""The page of the commands, drawn from the program."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from pbem.cli.app import build

COMMANDS = """\
# Commands

<!-- Made by docs/tools/make_pages.py out of the program itself: do not edit. -->

`pbem COMMAND --help` says the same in the terminal. `pbem --install-completion` teaches your shell
to complete commands and options with the tab key.

In a command, what stands in square brackets may be left out, and words in capitals stand for your
own.

## Exit codes

For scripts; a person need not look at them.

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | a document was refused, or an audit or a check found something |
| 2 | the command line is wrong |
| 3 | files, keys or rules are not as they must be; the message says what to do |
| 4 | nothing is wrong, but somebody else has to act first |

## Settings

| variable | meaning |
| --- | --- |
| `PBEM_HOME` | the folder of your secrets; without it `.pbem` in your home folder |
| `PBEM_PASSPHRASE` | the passphrase, so that you are not asked; only for trials and scripts |
| `PBEM_NEW_PASSPHRASE` | the new one of `pbem key passphrase`, likewise |
| `PBEM_GAME` | the game's folder, instead of `--in`; without both the current folder |
"""


def commands() -> str:
    """The page of the commands."""
    found = _walk("pbem", get_command(build()))
    return "\n".join([COMMANDS, *("\n".join(_command(*each)) for each in found)]).rstrip() + "\n"


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    below = getattr(command, "commands", None)
    if below is None:
        yield name, command
        return
    for word, each in below.items():
        yield from _walk(f"{name} {word}", each)


def _command(name: str, command: Any) -> Iterator[str]:
    params = [each for each in command.params if each.name != "help"]
    usage = [name, *(_written(each) for each in params if each.required)]
    usage += [f"[{_written(each)}]" for each in params if not each.required]
    yield f"## {name}\n"
    yield f"{' '.join(command.help.split())}\n"
    yield f"```text\n{_wrapped(usage)}\n```\n"
    if params:
        yield "| part | meaning |\n| --- | --- |"
        yield from (f"| `{_cell(_names(each))}` | {_cell(_told(each))} |" for each in params)
        yield ""


def _wrapped(parts: list[str]) -> str:
    """The parts of a command in lines of 80 columns, none of them broken."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) < 80:
            lines[-1] += f" {part}"
        else:
            lines.append(f"    {part}")
    return "\n".join(lines)


def _written(param: Any) -> str:
    """A parameter as it stands in a command, with a word for its value."""
    value = (param.metavar or param.name).upper().replace("_", "-")
    if param.param_type_name == "argument":
        return f"{value} ..." if param.nargs == -1 else value
    return param.opts[-1] if param.is_flag else f"{param.opts[-1]} {value}"


def _names(param: Any) -> str:
    short = [name for name in param.opts[:-1] if name.startswith("-")]
    return ", ".join([*short, _written(param)])


def _told(param: Any) -> str:
    """The help of a parameter, with its setting and its default."""
    notes = [f"setting `{param.envvar}`"] if param.envvar else []
    if isinstance(param.default, str | int) and param.default and not param.is_flag:
        notes.append(f"otherwise {param.default}")
    if getattr(param, "multiple", False):
        notes.append("may be given several times")
    return " ".join([param.help or "", f"({'; '.join(notes)})" if notes else ""])


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())
