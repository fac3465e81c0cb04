"""A mail as it was saved or fetched: what of it is read, and in what order (section 10.4)."""

import re
from email.message import Message
from typing import Final

from pbem.post.findings import Findings, Judge, merged
from pbem.post.flowed import unflowed, unflowed_without_spaces
from pbem.post.html_text import text_of
from pbem.post.mime import Part, parts_of
from pbem.post.pieces import from_file, from_texts, looks_like_json
from pbem.post.text import decoded

_HEADERS: Final = re.compile(
    rb"(?:From [^\n]*+\n)?(?:[!-9;-~]++:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)++(?:\r?\n|\Z)"
)
_OF_A_MAIL: Final = re.compile(
    rb"^(?:From|Date|Received|Return-Path|Message-ID|MIME-Version|Content-Type|Auto-Submitted):",
    re.MULTILINE | re.IGNORECASE,
)
_PAGES: Final = frozenset({"text/html", "application/xhtml+xml"})


def is_mail(raw: bytes) -> bool:
    """Say whether bytes begin with the headers of a mail."""
    headers = _HEADERS.match(raw)
    return headers is not None and _OF_A_MAIL.search(headers.group()) is not None


def is_automatic(head: Message) -> bool:
    """Say whether a machine sent the mail: a vacation notice, a bounce (RFC 3834, RFC 3464)."""
    submitted = [str(value) for value in head.get_all("Auto-Submitted", [])]
    if any(
        re.split(r"[\s;(]", value.strip(), maxsplit=1)[0].lower() != "no" for value in submitted
    ):
        return True
    paths = [str(value) for value in head.get_all("Return-Path", [])]
    if any("".join(path.split()) in ("<>", "") for path in paths):
        return True
    return head.get_content_type() == "multipart/report"


def from_mail(raw: bytes, judge: Judge) -> Findings:
    """Return what a mail yields: attached documents, then those in its text.

    The HTML part is read only if no text part holds a document. Mails within the mail and
    archives are not opened.

    Raises:
        Refused: A06, the mail has too many parts or too long headers.
    """
    parts = parts_of(raw)
    files = [part for part in parts if _is_file(part)]
    others = [part for part in parts if not _is_file(part)]
    attached = merged(from_file(part.data, judge) for part in files)
    return merged([attached, _written(others, judge)])


def _is_file(part: Part) -> bool:
    """Say whether a part is an attached document; programs give it all sorts of media types."""
    name = part.name.lower()
    if part.kind == "application/json" or name.endswith(".json"):
        return True
    return part.kind.startswith("application/") and looks_like_json(part.data)


def _written(parts: list[Part], judge: Judge) -> Findings:
    plain = [_plain(part) for part in parts if part.kind.startswith("text/") and not _is_page(part)]
    pages = [text_of(decoded(part.data, part.charset)) for part in parts if _is_page(part)]
    found = from_texts(plain, judge)
    if found.documents or not pages:
        return found
    page = from_texts(pages, judge)
    return page if page.documents or not (found.problems or found.minor) else found


def _is_page(part: Part) -> bool:
    return part.kind in _PAGES


def _plain(part: Part) -> str:
    text = decoded(part.data, part.charset)
    if part.layout != "flowed":
        return text
    return unflowed_without_spaces(text) if part.delsp == "yes" else unflowed(text)
