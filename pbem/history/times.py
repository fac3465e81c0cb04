"""Times of the protocol (section 2.6): UTC to the second, compared as whole seconds."""

from datetime import UTC, datetime, timedelta
from typing import Final

HOUR: Final = 3600
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def seconds(text: str) -> int:
    """Return a protocol time as seconds since 1970.

    Raises:
        ValueError: there is no such day in the calendar.
    """
    return int(datetime.fromisoformat(text).timestamp())


def written(moment: int) -> str:
    """Return seconds since 1970 as a protocol time, ``YYYY-MM-DDThh:mm:ssZ``; `LATEST` at most."""
    moment = min(moment, LATEST)
    return (_EPOCH + timedelta(seconds=moment)).isoformat().replace("+00:00", "Z")


LATEST: Final = seconds("9999-12-31T23:59:59Z")
"""The last second that can be written; a deadline that would fall behind it stands for it."""
