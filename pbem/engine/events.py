"""Events: typed facts of what happened, each with the clause that made it so.

Reports are templates over events, tests compare events, never prose. An event is a frozen
dataclass whose class name says in the past tense what happened (`FleetsBombarded`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from typing import Protocol, cast

from pbem.canon.canonical import Json


class Plain(Protocol):
    """Anything that can say itself as plain data."""

    def data(self) -> Json:
        """The value in the canonical data model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What every event has: the clause it comes from."""

    clause: str

    def data(self) -> dict[str, Json]:
        """The event as plain data; fields that are None are left out."""
        plain: dict[str, Json] = {"event": event_name(type(self).__name__)}
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                plain[field.name] = as_plain(value)
        return plain


@cache
def event_name(class_name: str) -> str:
    """The name of an event in the record: ``FleetsBombarded`` is ``fleets_bombarded``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name).lower()


def as_plain(value: object) -> Json:
    """`value` in the canonical data model.

    Raises:
        TypeError: if an event holds something the data model does not know.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): as_plain(item) for name, item in value.items()}
    say = getattr(value, "data", None)
    if say is None:
        raise TypeError(f"an event cannot hold {type(value).__name__}")
    return cast("Plain", value).data()
