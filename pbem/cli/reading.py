"""Files and pasted text from outside, on their way to the referee."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from glob import glob, has_magic
from os.path import exists
from pathlib import Path

from pbem.canon.trouble import Trouble
from pbem.history.documents import Envelope
from pbem.history.durable import read_file
from pbem.post.limits import SIZE
from pbem.post.reading import Post, read_post
from pbem.referee.spelling import no_path


class NoDocument(Trouble):
    """There is no file, or not exactly the one document that is wanted."""


def named_files(words: Sequence[str]) -> list[str]:
    """The files that words name, patterns spread out where the shell has not done so."""
    return list(dict.fromkeys(name for word in words for name in _spread(word)))


def _spread(word: str) -> list[str]:
    there = exists(word)  # noqa: PTH110 - that of Path raises for a name that is too long
    if word == "-" or there or not has_magic(word):
        return [word]
    return sorted(glob(word)) or [word]  # noqa: PTH207 - a pattern may begin anywhere


def post_from(source: str) -> Post:
    """What a file, or `-` for standard input, holds.

    Raises:
        NoDocument: there is no such file.
        FolderTrouble: it can not be read.
    """
    if source == "-":
        return read_post(sys.stdin.buffer.read(SIZE + 1))
    path = Path(source)
    raw = read_file(path, SIZE + 1)
    if raw is None:
        raise NoDocument(no_path(path))
    return read_post(raw, path.name)


def one_document(path: Path) -> Envelope:
    """The one document in a file.

    Raises:
        NoDocument: there is none, or there are several.
        Refused: it is damaged.
    """
    post = post_from(str(path))
    if len(post.documents) == 1:
        return post.documents[0]
    if not post.documents and post.problems:
        raise post.problems[0]
    raise NoDocument(f"there are {len(post.documents)} documents in {path}; one is wanted here")
