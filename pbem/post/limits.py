"""How much of a message is read (section 10.4); all work is bounded by these numbers."""

from typing import Final

from pbem.canon.codes import Refused

SIZE: Final = 5 * 1024 * 1024
"""The most bytes of a message or file."""

PARTS: Final = 30
"""The most MIME parts of a message, containers included, the message itself not."""

DEPTH: Final = 8
"""The deepest nesting of MIME parts; the message itself counts as 1."""

DOCUMENTS: Final = 20
"""The most different documents of one message."""

PLACES: Final = 100
"""The most places in one text where a document seems to begin, copies in quotes included."""


def too_much(reason: str, hint: str) -> Refused:
    """Return the refusal A06 of a message that exceeds a limit."""
    return Refused("A06", reason, hint=hint)


def too_many_places() -> Refused:
    """Return the refusal A06 of a text in which documents seem to begin too often."""
    return too_much(
        f"documents seem to begin at more than {PLACES} places of the text",
        "delete the quoted text, or send the document alone as an attached file",
    )
