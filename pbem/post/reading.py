"""The one door for everything people send: files, saved mails, pasted texts (section 10)."""

from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.post.findings import Envelope, Findings, Judge
from pbem.post.judge import signed_by_named_keys
from pbem.post.limits import DOCUMENTS, SIZE, too_much
from pbem.post.mail import from_mail, is_automatic, is_mail
from pbem.post.mime import head_of
from pbem.post.pieces import from_file, from_paste


@immutable(frozen=True)
class Post:
    """What was read out of one message or file.

    Attributes:
        documents: strictly read envelopes in the order of reading, each once. Those that had to
            be repaired carry signatures that verify; all others are as their authors wrote them
            and not checked beyond the JSON profile.
        problems: what could not be read, with A and J codes; A01 if there was nothing to read.
        automatic: a machine sent it (vacation notice, bounce): nothing was read, and nobody must
            be answered.
    """

    documents: tuple[Envelope, ...] = ()
    problems: tuple[Refused, ...] = ()
    automatic: bool = False


def read_post(raw: bytes, filename: str | None = None, judge: Judge = signed_by_named_keys) -> Post:
    """Return the documents within a file, a saved mail (`.eml`) or a pasted text.

    Args:
        raw: the bytes as they came; any bytes will do, no error is ever raised.
        filename: the name of the file, if there is one; its ending helps to tell what it is.
        judge: says whether the signatures in an envelope verify under the keys they name.
    """
    try:
        return _read(raw, (filename or "").lower(), judge)
    except Refused as refusal:
        return Post(problems=(refusal,))


def _read(raw: bytes, name: str, judge: Judge) -> Post:
    letter = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    mail = name.endswith(".eml") or is_mail(letter[:SIZE])
    if mail and is_automatic(head_of(letter[:SIZE])):
        return Post(automatic=True)
    if len(raw) > SIZE:
        raise too_much(
            f"the message has {len(raw):,} bytes; at most {SIZE:,} are read",
            "send the document alone, as an attached file in a new mail",
        )
    if mail:
        return _post(from_mail(letter, judge))
    return _post(from_file(raw, judge) if name.endswith(".json") else from_paste(raw, judge))


def _post(found: Findings) -> Post:
    if len(found.documents) > DOCUMENTS:
        raise too_much(
            f"the message has {len(found.documents)} documents; at most {DOCUMENTS} are read",
            "send them in several mails, and without the quoted text",
        )
    if found.documents:
        return Post(found.documents, found.problems)
    return Post(problems=found.problems or found.minor or (_nothing(),))


def _nothing() -> Refused:
    return Refused(
        "A01",
        "there is no signed document in this message",
        hint="attach the file that `pbem orders sign FILE` writes, or paste its armour from "
        "pbem-begin to pbem-end; archives and forwarded mails are not opened",
    )
