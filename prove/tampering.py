"""Every small change to the sample games' histories, and what the audit says to it.

A log that is good up to a line is kept, and whatever could stand next is put to it: the line with
each of its bytes changed twice, every other line of the game (which covers lines cut, doubled and
exchanged), and the line with each of its members changed and signed anew by a lying host.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pbem import registry
from pbem.canon.canonical import encode
from pbem.canon.codes import CODES, Refused
from pbem.history.applying import apply_line
from pbem.history.log import Log
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from pbem.trust.secret import unlock

Item = TypeVar("Item")

FREE = ("time", "due", "why", "text")
"""Members of a line that the host fills as he likes, within limits; nobody can prove them wrong."""


@dataclass
class Findings:
    """What came of the changes to one game.

    Attributes:
        codes: how often each code was given.
        missed: changes that nothing found, as sentences.
        free: changes within the host's discretion.
    """

    codes: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    free: Counter[str] = field(default_factory=Counter)


def prove(game: Path, stride: int = 1) -> Findings:
    """Try all changes on a history.

    Args:
        game: a `game.jsonl` of a sample game whose host's secret lies beside it, in `home`.
        stride: try only every so many of the bytes, and more of the lines and members (1: all).
    """
    lines = game.read_bytes().splitlines()
    secret = next((game.parent / "home").glob("*.secret.json"))
    host = unlock(secret, "sample").host_key()
    found, log = Findings(), Log(registry.rules_for)
    for place, line in enumerate(lines):
        for what, wrong in _unsigned(lines, place, stride):
            code = _code(log, wrong)
            _note(found, code, f"line {place}: {what}")
        for path, value in _some(list(_changes(json.loads(line)["signed"])), place, stride // 8):
            if _lie(found, log, lines, place, path, value, host):
                log = _read(lines[:place])
        apply_line(log, line)
    return found


def _read(lines: list[bytes]) -> Log:
    log = Log(registry.rules_for)
    for line in lines:
        apply_line(log, line)
    return log


def _some(items: Sequence[Item], place: int, stride: int) -> Sequence[Item]:
    """Every so many of the items (all if the stride is 1 or less), others in each line."""
    step = max(stride, 1)
    return items[place * 31 % step :: step]


def _unsigned(lines: list[bytes], place: int, stride: int) -> Iterator[tuple[str, bytes]]:
    line = lines[place]
    for at in _some(range(len(line)), place, stride):
        for flip in (1, 2):
            changed = line[:at] + bytes([line[at] ^ flip]) + line[at + 1 :]
            yield f"byte {at} changed by {flip}", changed
    for other, elsewhere in _some(list(enumerate(lines)), place, stride // 20):
        if other != place:
            yield f"line {other} in its place", elsewhere
    yield "its last byte cut", line[:-1]
    yield "an empty line", b""


def _code(log: Log, line: bytes) -> str:
    try:
        apply_line(log, line)
    except Refused as refused:
        return refused.code
    return ""


def _note(found: Findings, code: str, what: str) -> None:
    if code in CODES:
        found.codes[code] += 1
    else:
        found.missed.append(what)


def _lie(
    found: Findings,
    log: Log,
    lines: list[bytes],
    place: int,
    path: tuple[Any, ...],
    value: Any,  # noqa: ANN401 - any JSON
    host: SigningKey,
) -> bool:
    """A host who changes one member and signs this line and all later ones anew.

    Returns:
        Whether the changed line itself was taken, so that the log has to be read again.
    """
    what = f"line {place}: {'/'.join(map(str, path))} {value!r}, signed anew"
    for number in range(place, len(lines)):
        signed = json.loads(lines[number])["signed"]
        if number == place:
            _put(signed, path, value)
        else:
            signed["prev"] = log.head
        code = _code(log, encode(sign(signed, host)))
        if code:
            found.codes[code] += 1
            return number > place
    if path[-1] in FREE or _is_note(path):
        found.free[str(path[-1])] += 1
    else:
        found.missed.append(what)
    return True


def _is_note(path: tuple[Any, ...]) -> bool:
    return bool(path[-1] == "note")


DROP = object()


def _changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:  # noqa: ANN401 - any JSON
    """Every leaf changed, every member dropped, one added to every object."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield (*path, name), DROP
            yield from _changes(member, (*path, name))
        yield (*path, "extra"), 1
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _changes(item, (*path, index))
        yield (*path, len(value)), copy.deepcopy(value[0]) if value else 1
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif isinstance(value, str):
        yield path, _other(value)


def _other(text: str) -> str:
    """Nearly the same text: the last digit or letter is another one."""
    turned = {"0": "1", "9": "8", "f": "e", "z": "y"}
    last = text[-1:]
    swapped = turned.get(last) or (chr(ord(last) + 1) if last.isalnum() else "x")
    return text[:-2] + (turned.get(text[-2], "1")) + last if last == "Z" else text[:-1] + swapped


def _put(value: Any, path: tuple[Any, ...], new: Any) -> None:  # noqa: ANN401 - any JSON
    *above, last = path
    for part in above:
        value = value[part]
    if new is DROP:
        del value[last]
    elif isinstance(value, list) and last == len(value):
        value.append(new)
    else:
        value[last] = new
