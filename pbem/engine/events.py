"""Events: typed facts of what happened, each with the clause that made it so.

Reports are templates over events, tests compare events, never prose. An event is a class whose
name says in the past tense what happened (`FleetsBombarded`), with a line for each of its facts.
"""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar, NoReturn, Protocol, cast, dataclass_transform

from pbem.canon.canonical import Json


class Plain(Protocol):
    """Anything that can say itself as plain data."""

    def data(self) -> Json:
        """The value in the canonical data model."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Stated:
    """Facts, named by the annotations of a class, given by keyword, and never changed.

    A frozen dataclass is the same, but it compiles six functions for each class when the program
    starts, and of the dozens of events a game knows a step tells a few.

    Attributes:
        fact_names: the facts of the class, those of its bases first.
    """

    fact_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fact_names = (*cls.fact_names, *cls.__annotations__)

    def __init__(self, **facts: object) -> None:
        if wrong := facts.keys() ^ self.fact_names:
            here = type(self).__name__
            raise TypeError(f"missing or unknown in {here}: {', '.join(sorted(wrong))}")
        self.__dict__.update(facts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} can not be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} can not be deleted")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]  # as with a list or a mapping, which facts may be

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fact_names)
        return f"{type(self).__name__}({facts})"


class Event(Stated):
    """What every event has: the clause it comes from."""

    clause: str

    def data(self) -> dict[str, Json]:
        """The event as plain data; facts that are None are left out."""
        plain: dict[str, Json] = {"event": event_name(type(self).__name__)}
        for name in self.fact_names:
            value = getattr(self, name)
            if value is not None:
                plain[name] = as_plain(value)
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
