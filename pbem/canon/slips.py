"""What went wrong in a text that is no JSON, in words for people who typed it by hand."""

import re
from typing import Final

from pbem.canon.immutable import immutable
from pbem.canon.wording import quoted


@immutable(frozen=True)
class Slip:
    """One slip of the pen: where it is (a position in the text), what, and what to write."""

    at: int
    reason: str
    hint: str = ""


_SPACE: Final = " \t\r\n"
_NUMBER: Final = re.compile(r"[-+]?[0-9]+")
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[\]{}]")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*")
_WORDS: Final = {
    "True": "write true",
    "TRUE": "write true",
    "False": "write false",
    "FALSE": "write false",
    "None": "leave the member out",
    "NULL": "leave the member out",
    "undefined": "leave the member out",
}
_CURLY: Final = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb"
_REASONS: Final = {
    "Expecting ',' delimiter": ("a comma is missing", "put a comma between the two"),
    "Expecting ':' delimiter": ("a colon is missing", "put a colon behind the name"),
    "Unterminated string starting at": (
        "a text that begins here does not end",
        'put the missing quotation mark " behind it',
    ),
    "Invalid control character at": (
        "a line ends or a control character stands inside quotation marks",
        'put the missing quotation mark "; a line break inside a text is written \\n',
    ),
    "Expecting property name enclosed in double quotes": (
        "the name of a member is missing",
        'write names between quotation marks, like "do"',
    ),
    "Expecting value": (
        "a value is missing",
        "write a number, a text between quotation marks, a list or an object",
    ),
}


def no_json(text: str, at: int, message: str) -> Slip:
    """Return what to tell the writer of a text that the JSON parser gave up on.

    Args:
        text: the whole text.
        at: the position where the parser stopped.
        message: what the parser said; wordings that are not known are not repeated.
    """
    if message == "Extra data":
        return Slip(at, "something stands behind the end", "delete it, or a closing } before it")
    for look in _LOOKS:
        slip = look(text, at)
        if slip:
            return slip
    if message.startswith("Invalid \\"):
        return Slip(at, "a backslash is not followed by what JSON allows", "write \\\\ for one \\")
    reason, hint = _REASONS.get(message, ("this is not JSON", ""))
    return Slip(at, reason, hint)


def _early_end(text: str, at: int) -> Slip | None:
    if text[at:].strip(_SPACE):
        return None
    if not text.strip(_SPACE):
        return Slip(at, "the text is empty", "write an object: begin with { and end with }")
    return Slip(at, "the text ends too early", "a closing } or ] is missing, or more of the text")


def _surplus_comma(text: str, at: int) -> Slip | None:
    """Parsers disagree whether they stop at the comma or at the bracket; we name the comma."""
    before = text[:at].rstrip(_SPACE)
    if text[at] == "," and before.endswith((",", "{", "[")):
        return Slip(at, "a comma stands where a value or a name is expected", "drop the comma")
    comma = at if text[at] == "," else len(before) - 1
    behind = text[comma + 1 :].lstrip(_SPACE)[:1]
    if text[comma : comma + 1] != "," or behind not in ("]", "}"):
        return None
    return Slip(comma, f"a comma stands before {behind}", "drop the comma")


def _wrong_bracket(text: str, at: int) -> Slip | None:
    other = {"]": "}", "}": "]"}.get(text[at])
    if other is None or text[:at].rstrip(_SPACE).endswith((":", "{", "[")):
        return None
    opening = {"]": "[", "}": "{"}[text[at]]
    if opening not in _open(text, at):
        return Slip(at, f"{text[at]} stands here, but no {opening} is open", "delete it")
    return Slip(at, f"{text[at]} stands where {other} is expected", f"put {other} before it")


def _unclosed_list(text: str, at: int) -> Slip | None:
    """A colon in a list: the list was not closed before the name of the next member."""
    brackets = _open(text, at)
    if text[at] != ":" or brackets[-1:] != "[":
        return None
    return Slip(
        at,
        "a colon stands in a list",
        "put the missing ] before this name and the comma in front of it, or { if it begins an "
        "object",
    )


def _open(text: str, at: int) -> str:
    """Return the brackets that are open before a place, outermost first."""
    brackets = ""
    for mark in _BRACKET.findall(_STRING.sub("", text[:at])):
        brackets = brackets + mark if mark in "[{" else brackets[:-1]
    return brackets


def _number(text: str, at: int) -> Slip | None:
    start = at
    while start > 0 and text[start - 1] in "+-0123456789":
        start -= 1
    found = _NUMBER.match(text, start)
    if not found or found.end() <= at:
        return None
    digits = found.group()
    plain = digits.lstrip("+-").lstrip("0") or "0"
    sign = "-" if digits[0] == "-" and plain != "0" else ""
    if sign + plain == digits or len(plain) > 16:
        return None
    wrote = "a plus sign" if digits[0] == "+" else "a leading zero"
    return Slip(start, f"a number is written with {wrote}", f"write {sign}{plain}")


def _quotes(text: str, at: int) -> Slip | None:
    if text[at] == "'":
        return Slip(at, "a text stands between single quotation marks", "write \" instead of '")
    start, end = _misread(text, at)
    curly = next((each for each in range(start, end) if text[each] in _CURLY), None)
    if curly is None:
        return None
    return Slip(
        curly,
        "a curly quotation mark was put in, as word processors do",
        'write straight quotation marks "',
    )


def _misread(text: str, at: int) -> tuple[int, int]:
    """Return the stretch of text that a quotation mark which is none may have spoilt.

    It begins with the quotation mark before `at` (with the one before that, if `at` follows a
    closing one directly) and goes to `at`, or to the end of the line if a text begins at `at` and
    does not end.
    """
    start = max(text.rfind('"', 0, max(at - 1, 0)), 0)
    if text[at] != '"' or _STRING.match(text, at):
        return start, at + 1
    line_end = text.find("\n", at)
    return start, line_end if line_end >= 0 else len(text)


def _comment(text: str, at: int) -> Slip | None:
    if not text.startswith(("//", "/*", "#"), at):
        return None
    return Slip(at, "a comment stands here", 'leave it out; remarks go into "note"')


def _bare_word(text: str, at: int) -> Slip | None:
    found = _WORD.match(text, at)
    if not found:
        return None
    word = found.group()[:24]
    hint = _WORDS.get(word, f'write "{word}"; or a quotation mark is missing before it')
    return Slip(at, f"{quoted(word)} stands without quotation marks", hint)


_LOOKS: Final = (
    _early_end,
    _surplus_comma,
    _wrong_bracket,
    _unclosed_list,
    _number,
    _quotes,
    _comment,
    _bare_word,
)
