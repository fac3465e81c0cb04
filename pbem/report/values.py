"""Values of the history in words: what a policy says, when something is due."""

from __future__ import annotations

from typing import Any

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def in_words(value: Any) -> str:  # noqa: ANN401 - any plain data
    """A written value as one line: ``cube:1, engage:tank``; ``use AX-FI; max 2``.

    A choice without members leaves nothing out.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_inner(item) for item in value) or "nothing"
    if isinstance(value, dict):
        parts = (f"{name.replace('_', ' ')} {_inner(part)}" for name, part in value.items())
        return "; ".join(parts) or "everything possible"
    return "none" if value is None else str(value)


def _inner(value: Any) -> str:  # noqa: ANN401 - any plain data
    """A value inside another one, in brackets where it would run into its neighbours."""
    return f"({in_words(value)})" if isinstance(value, dict) else in_words(value)


def moment(time: str) -> str:
    """A time of the protocol for people: ``30 November 2026, 18:00 UTC``."""
    day, _, clock = time.removesuffix("Z").partition("T")
    year, month, number = day.split("-")
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}, {clock[:5]} UTC"


def hundredths(number: int) -> str:
    """A number of hundredths with two decimals: ``2.33``."""
    return f"{number // 100}.{number % 100:02d}"
