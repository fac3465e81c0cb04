"""The one reader of JSON from outside: the profile of section 2.1, on the raw text."""

import json
import re
from collections import Counter
from functools import lru_cache
from typing import Final, Never, cast

from pbem.canon.canonical import Json, encode
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.slips import no_json

LARGEST: Final = 2**53 - 1
"""The largest whole number of the profile; the smallest is its negative."""


@immutable(frozen=True)
class Limits:
    """How large a text may be and whether it may hold null (section 2.1).

    Attributes:
        size: the most bytes of the text as it arrives.
        canonical: the most bytes of its canonical form.
        depth: the deepest nesting; the outer object counts as 1.
        items: the most items of a list, and members of an object.
        nulls: whether null is allowed.
    """

    size: int
    canonical: int
    depth: int
    items: int = 4096
    nulls: bool = False


DOCUMENT: Final = Limits(size=262_144, canonical=65_536, depth=13)
ENTRY: Final = Limits(size=4_194_304, canonical=4_194_304, depth=16)
STATE: Final = Limits(size=4_194_304, canonical=4_194_304, depth=16, nulls=True)


def read(raw: bytes, limits: Limits) -> dict[str, Json]:
    """Return the object written in a text from outside.

    Raises:
        Refused: J01 to J08 or J10, with the place and, for the commonest slips, a hint. A text
            with several faults is refused for one of them.
    """
    if len(raw) > limits.size:
        raise Refused("J01", f"the text has {len(raw):,} bytes; at most {limits.size:,} are read")
    text = _decoded(raw)
    _guard_parser(text)
    value = _parsed(text)
    path: list[str | int] = []
    try:
        _check(value, limits, path)
    except Refused as refusal:
        raise Refused(refusal.code, refusal.reason, _pointer(path), refusal.hint) from None
    if not isinstance(value, dict):
        raise Refused("J06", "the text is not an object", hint="begin with { and end with }")
    _check_canonical_size(raw, value, limits)
    return value


def read_canonical(line: bytes, limits: Limits) -> dict[str, Json]:
    """Return the object written in a line of the log, which must be its canonical form.

    Args:
        line: the line without its line feed.
        limits: as for `read`.

    Raises:
        Refused: as `read`; L01 if the bytes are not the canonical form of what they say.
    """
    value = read(line, limits)
    if encode(value) != line:
        raise Refused("L01", "the line is not the canonical form of what it says")
    return value


def check_inner(value: Json, written: bytes, limits: Limits) -> None:
    """Hold a value that came in within another one to the limits of its own kind.

    Args:
        value: the value, which has passed `read` as a part of something larger.
        written: its canonical form.
        limits: of its own kind.

    Raises:
        Refused: J01 or J07.
    """
    _check_written(len(written), limits)
    if _is_deeper(value, limits.depth):
        raise Refused("J07", f"a document is nested more than {limits.depth} deep")


def _is_deeper(value: Json, most: int) -> bool:
    """Whether an object or a list is nested more than so many deep."""
    if isinstance(value, dict):
        inner = iter(value.values())
    elif isinstance(value, list):
        inner = iter(value)
    else:
        return False
    return not most or any(
        _is_deeper(each, most - 1) for each in inner if isinstance(each, dict | list)
    )


def _decoded(raw: bytes) -> str:
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        raise Refused(
            "J02",
            "the text is not UTF-8",
            _place(before, len(before)),
            "save the file in the encoding UTF-8",
        ) from None


_SAFE_DEPTH: Final = 200
# A string without its closing quotation mark runs to the end, or scanning would be quadratic.
_NO_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^][{}"]++', re.DOTALL)


def _guard_parser(text: str) -> None:
    """Keep hostile depth from the recursive parser; `_check` then looks at the exact depth."""
    if text.count("{") + text.count("[") <= _SAFE_DEPTH:
        return
    depth = 0
    for bracket in _NO_BRACKETS.sub("", text):
        if bracket in "{[":
            depth += 1
            if depth > _SAFE_DEPTH:
                raise Refused("J07", f"the text is nested more than {_SAFE_DEPTH} deep")
        elif bracket in "}]":
            depth -= 1


@immutable(frozen=True)
class _Flaw:
    """Stands in the parsed value where the parser met something the profile forbids."""

    code: str
    reason: str
    hint: str = ""


_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]{0,15}")


def _whole(digits: str) -> int | _Flaw:
    if not _WHOLE.fullmatch(digits):
        if digits == "-0":
            return _Flaw("J05", "a number is written -0", "write 0")
        return _Flaw("J05", "a number has more than 16 digits")
    number = int(digits)
    if not -LARGEST <= number <= LARGEST:
        return _Flaw("J05", f"a number is not between -{LARGEST} and {LARGEST}")
    return number


def _fraction(digits: str) -> _Flaw:
    number = float(digits)
    hint = "write a whole number"
    if number.is_integer() and abs(number) <= LARGEST:
        hint = f"write {int(number)}"
    shown = digits if len(digits) <= 24 else digits[:24] + "…"
    return _Flaw("J04", f"{shown} is not written as a plain whole number", hint)


def _constant(word: str) -> _Flaw:
    return _Flaw("J04", f"{word} is not a number that can be used here", "write a whole number")


def _members(pairs: list[tuple[str, object]]) -> dict[str, object] | _Flaw:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return _Flaw(
        "J03", f'the name "{_brief(twice)}" occurs twice in one object', "keep one of the two"
    )


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_constant,
)


def _parsed(text: str) -> Json:
    """Return the value with a `_Flaw` wherever the hooks met one; `_check` finds them."""
    try:
        return cast("Json", _DECODER.decode(text))
    except json.JSONDecodeError as error:
        slip = no_json(text, error.pos, error.msg)
        raise Refused("J02", slip.reason, _place(text, slip.at), slip.hint) from None


_FORBIDDEN: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane + 0xFFFE) + chr(plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000))
    + "]"
)
_NAME: Final = re.compile(r"[!#-\[\]-~]{1,64}")


@lru_cache(maxsize=1024)
def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _check(value: object, limits: Limits, path: list[str | int]) -> None:
    """Check everything the parser lets pass; when it raises, `path` says where."""
    if isinstance(value, dict):
        _check_container(len(value), limits, path, "an object", "members")
        for name, member in value.items():
            if not _is_name(name):
                _refuse_name(name)
            if not _is_harmless(member):
                path.append(name)
                _check(member, limits, path)
                path.pop()
    elif isinstance(value, list):
        _check_container(len(value), limits, path, "a list", "items")
        for index, item in enumerate(value):
            if not _is_harmless(item):
                path.append(index)
                _check(item, limits, path)
                path.pop()
    elif isinstance(value, str):
        _check_characters(value)
    elif value is None:
        _check_null(limits)
    elif isinstance(value, _Flaw):
        raise Refused(value.code, value.reason, hint=value.hint)


def _is_harmless(value: object) -> bool:
    """Tell the commonest values, short cuts apart, from those that need a closer look."""
    if isinstance(value, str):
        return value.isascii() and value.isprintable()
    return isinstance(value, int)


def _check_container(
    count: int, limits: Limits, path: list[str | int], what: str, parts: str
) -> None:
    if len(path) >= limits.depth:
        raise Refused("J07", f"the text is nested more than {limits.depth} deep")
    if count > limits.items:
        raise Refused("J07", f"{what} has {count:,} {parts}; at most {limits.items:,} are allowed")


def _check_null(limits: Limits) -> None:
    if not limits.nulls:
        raise Refused("J06", "null is not used here", hint="leave the member out")


def _check_characters(value: str) -> None:
    found = _FORBIDDEN.search(value)
    if found:
        number = f"U+{ord(found.group()):04X}"
        raise Refused("J08", f"a text holds the character {number}", hint="delete it")


def _refuse_name(name: str) -> Never:
    raise Refused(
        "J10",
        f'"{_brief(name)}" cannot be the name of a member',
        hint="names are 1 to 64 plain ASCII characters without blanks, quotation marks and \\",
    )


def _check_canonical_size(raw: bytes, value: Json, limits: Limits) -> None:
    if len(raw) <= limits.canonical:  # a canonical form is never longer than the text
        return
    _check_written(len(encode(value)), limits)


def _check_written(size: int, limits: Limits) -> None:
    if size > limits.canonical:
        raise Refused(
            "J01",
            f"the text has {size:,} bytes without its white space; "
            f"at most {limits.canonical:,} are allowed",
        )


def _brief(name: str) -> str:
    """Return a hostile name in a form that can be printed."""
    plain = name if len(name) <= 24 else name[:24] + "…"
    return "".join(letter if letter.isprintable() else "?" for letter in plain)


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _place(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return f"line {line}, column {column}"
