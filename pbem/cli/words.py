"""The words of a command line, before any command sees them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.canon.trouble import Trouble


class BadWord(Trouble):
    """A word of the command line can not be read; the message says which."""


def check_words(words: Sequence[str]) -> None:
    """Pass words that are text: bytes that are no UTF-8 would get into documents and file names.

    Raises:
        BadWord: one of them holds such bytes.
    """
    for number, word in enumerate(words, start=1):
        try:
            word.encode()
        except UnicodeEncodeError as error:
            shown = word.encode(errors="backslashreplace").decode()
            raise BadWord(
                f"word {number} of the command, {shown[:60]!r}, is no UTF-8 from its character "
                f"{error.start + 1} on: type it again, or rename the file"
            ) from error
