"""Documents out of texts and files, the same for mails, attachments and pasted posts."""

import re
from collections.abc import Iterable
from typing import Final

from pbem.canon.codes import Refused
from pbem.canon.strict import DOCUMENT, read
from pbem.post.armour import find_armour
from pbem.post.findings import Findings, Judge, merged
from pbem.post.html_text import text_of
from pbem.post.inline import find_inline
from pbem.post.text import decoded, own_lines

_BOM: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_PAGE: Final = re.compile(r"\s*+<(?:!doctype html|html)\b", re.IGNORECASE)
_DRAFT: Final = re.compile(
    r'["\u201c-\u201f]type["\u201c-\u201f]\s{0,20}:\s{0,20}["\u201c-\u201f](?:orders|standing)\b'
)


def from_texts(texts: Iterable[str], judge: Judge) -> Findings:
    """Return the documents in texts, armoured or inline, and what is damaged beyond repair.

    Damage within quoted lines (`>`) is a minor problem: old copies in a quote do no harm.
    """
    whole = list(texts)
    found = _searched(whole, judge)
    if found.problems:
        return _without_quoted(found, whole, judge)
    if not found.documents and any(map(_DRAFT.search, whole)):
        return Findings(minor=(_draft(),))
    return found


def _without_quoted(found: Findings, texts: list[str], judge: Judge) -> Findings:
    own_texts = [own_lines(text) for text in texts]
    if own_texts == texts:
        return found
    own = _searched(own_texts, judge)
    return Findings(merged([found, own]).documents, own.problems, found.problems)


def _searched(texts: Iterable[str], judge: Judge) -> Findings:
    searches = ((find_armour(text), find_inline(text, judge)) for text in texts)
    return merged(found for search in searches for found in search)


def from_file(data: bytes, judge: Judge) -> Findings:
    """Return what a file yields that should hold one document as JSON (section 10.1).

    A file that is no JSON is searched like a text, since people save posts under such names. If
    that yields nothing either, the problem is the one of the strict reader, with its place.
    """
    try:
        return _whole(data)
    except Refused as refusal:
        found = from_texts([_text(data)], judge)
        return found if found.documents else Findings(problems=(refusal,))


def from_paste(data: bytes, judge: Judge) -> Findings:
    """Return what a pasted text or a file of unknown kind yields.

    The strict reader is asked first; its refusal counts only if the text looks like JSON and
    the search finds neither a document nor a damaged one.
    """
    try:
        return _whole(data)
    except Refused as refusal:
        found = from_texts([_text(data)], judge)
        if found.documents or found.problems or not looks_like_json(data):
            return found
        return Findings(problems=(refusal,))


def looks_like_json(data: bytes) -> bool:
    """Say whether a file begins as a JSON object does, or is a text in UTF-16."""
    return data.startswith(_UTF_16) or data.removeprefix(_BOM)[:1_000].lstrip().startswith(b"{")


def _whole(data: bytes) -> Findings:
    value = read(data, DOCUMENT)
    if "signed" in value:
        return Findings(documents=(value,))
    if {"orders", "policies", "type"} & value.keys():
        return Findings(minor=(_draft(),))
    reason = "the file is JSON, but no signed document of a game"
    hint = "send the file that `pbem orders sign FILE` writes"
    return Findings(minor=(Refused("A01", reason, hint=hint),))


def _text(data: bytes) -> str:
    text = decoded(data, "utf-8")
    return text_of(text) if _PAGE.match(text) else text


def _draft() -> Refused:
    reason = "this is a draft: nobody has signed it yet"
    hint = "sign it first with `pbem orders sign FILE` and send the file which that writes"
    return Refused("A01", reason, hint=hint)
