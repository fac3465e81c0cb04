"""Times of the protocol (section 2.6): UTC to the second, compared as whole seconds."""

from datetime import UTC, datetime
from typing import Final

HOUR: Final = 3600


def seconds(text: str) -> int:
    """Return a protocol time as seconds since 1970.

    Raises:
        ValueError: there is no such day in the calendar.
    """
    return int(datetime.fromisoformat(text).timestamp())


def written(moment: int) -> str:
    """Return seconds since 1970 as a protocol time, ``YYYY-MM-DDThh:mm:ssZ``."""
    return datetime.fromtimestamp(moment, tz=UTC).isoformat().replace("+00:00", "Z")
