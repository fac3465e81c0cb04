"""Values that nobody changes, cheap to declare and cheap to make.

A frozen dataclass is the right thing, and mypy sees one: whoever assigns to a field, or leaves one
out, fails in CI. When the program runs, `dataclass` would compile six functions for each of these
two hundred classes at every start, and guard each field of each value by a function call. So only
the constructor is compiled; comparing, hashing and showing are the same few functions for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["immutable"]

if TYPE_CHECKING:
    from dataclasses import dataclass as immutable
else:
    from collections.abc import Callable
    from dataclasses import dataclass, fields
    from operator import attrgetter

    def immutable(
        *, frozen: bool, eq: bool = True, **options: bool
    ) -> Callable[[type[object]], type[object]]:
        """Make a dataclass whose values nobody changes.

        Args:
            frozen: always True; mypy reads it, and so does the reader.
            eq: whether values with equal fields are equal.
            options: `slots`, `kw_only` and `init`, as for `dataclass`.
        """
        if not frozen:
            raise ValueError("what is not frozen is a plain dataclass")

        def made(plain: type[object]) -> type[object]:
            own = plain.__dict__
            cls = dataclass(eq=False, repr=False, **options)(plain)
            if eq and "__eq__" not in own:
                cls.__eq__, cls.__hash__ = _comparing(cls)
            if "__repr__" not in own:
                cls.__repr__ = _shown
            return cls

        return made

    def _comparing(
        cls: type[object],
    ) -> tuple[Callable[[object, object], bool], Callable[[object], int]]:
        """Equality and hash by the fields that count."""
        names = [field.name for field in fields(cls) if field.compare]
        # with one name, attrgetter gives the value itself, which will do as well
        facts = attrgetter(*names) if names else _nothing

        def is_equal(one: object, other: object) -> bool:
            if other.__class__ is one.__class__:
                return facts(one) == facts(other)
            return NotImplemented

        def hashed(value: object) -> int:
            return (facts(value),).__hash__()  # as a tuple, which says what has no hash

        return is_equal, hashed

    def _nothing(_value: object) -> tuple[()]:
        return ()

    def _shown(value: object) -> str:
        shown = (f"{f.name}={getattr(value, f.name)!r}" for f in fields(value) if f.repr)
        return f"{type(value).__qualname__}({', '.join(shown)})"
