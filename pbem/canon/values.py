"""What a form is, and the forms of values without parts (import them from `pbem.canon.forms`)."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Protocol

from pbem.canon.canonical import Json, encode
from pbem.canon.immutable import immutable
from pbem.canon.wording import KINDS, either, kind_of, meant, shown, subject


@immutable(frozen=True)
class Fault:
    """One way in which a value does not fit.

    Attributes:
        pointer: JSON pointer to the value, or to the object in which a member is missing.
        reason: a whole sentence without its full stop.
        legal: the nearest legal words, where they can be listed.
    """

    pointer: str
    reason: str
    legal: tuple[str, ...] = ()


class Form(Protocol):
    """The shape of a JSON value.

    Nearly all that is read is right, so `fits` says so quickly; `faults` explains the rest.
    """

    def fits(self, value: Json) -> bool:
        """Tell whether a value has no faults."""

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield every fault of a value that stands at the JSON pointer `at`."""

    def schema(self) -> dict[str, Json]:
        """Return the same shape as JSON Schema 2020-12 (references go to `#/$defs/NAME`)."""

    def wanted(self) -> str:
        """Return what should stand here, in words that follow "should be"."""

    def kinds(self) -> frozenset[str]:
        """Return the JSON types that may stand here, named as in `wording.KINDS`."""

    def hint(self, value: Json) -> str:
        """Return what to write instead of a value that does not fit, or ""."""

    def parts(self) -> tuple["Form", ...]:
        """Return the forms this one is made of."""


class NoHint:
    """A form that has no hint to give."""

    def hint(self, value: Json) -> str:
        """Return no hint."""
        return ""


class NoParts:
    """A form that is made of no others."""

    def parts(self) -> tuple[Form, ...]:
        """Return no parts."""
        return ()


def unfit(form: Form, value: Json, at: str) -> Fault:
    """Return the fault that a value is not what the form wants, with the form's hint."""
    hint = form.hint(value)
    advice = f": {hint}" if hint else ""
    return Fault(at, f"{subject(at)} should be {form.wanted()}, not {shown(value)}{advice}")


@immutable(frozen=True)
class Text(NoHint, NoParts):
    """A text, perhaps of one pattern.

    Attributes:
        pattern: a regular expression for the whole text, without anchors, with explicit
            character classes (every dialect reads those alike).
        least: the least number of characters (code points).
        most: the greatest number of characters.
        what: what it is, in words that follow "should be".
    """

    pattern: str | None = None
    least: int = 0
    most: int | None = None
    what: str = "text"

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless the value is such a text."""
        if not isinstance(value, str) or not self._matches(value):
            yield unfit(self, value, at)
        elif not self._is_long_enough(value):
            length = f"{len(value)} character{'' if len(value) == 1 else 's'}"
            yield Fault(at, f"{subject(at)} should be {self.wanted()}, not of {length}")

    def fits(self, value: Json) -> bool:
        """Tell whether the value is such a text."""
        return isinstance(value, str) and self._matches(value) and self._is_long_enough(value)

    def _matches(self, value: str) -> bool:
        return self._whole is None or self._whole.fullmatch(value) is not None

    def _is_long_enough(self, value: str) -> bool:
        return self.least <= len(value) and (self.most is None or len(value) <= self.most)

    @cached_property
    def _whole(self) -> re.Pattern[str] | None:
        return None if self.pattern is None else re.compile(self.pattern)

    def schema(self) -> dict[str, Json]:
        """Return a schema of type string."""
        schema: dict[str, Json] = {"type": "string"}
        if self.pattern is not None:
            schema["pattern"] = f"^(?:{self.pattern})$"
        if self.least:
            schema["minLength"] = self.least
        if self.most is not None:
            schema["maxLength"] = self.most
        return schema

    def wanted(self) -> str:
        """Return `what` with the length that is allowed."""
        if self.most is not None:
            return f"{self.what} of {self.least} to {self.most} characters"
        return f"{self.what} of at least {self.least} characters" if self.least else self.what

    def kinds(self) -> frozenset[str]:
        """Return texts only."""
        return frozenset({"string"})


@immutable(frozen=True, init=False)
class Word(NoParts):
    """One of a list of words."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault, with the words that may have been meant, unless it is one of them."""
        if not self.fits(value):
            near = self._near(value)
            yield Fault(at, unfit(self, value, at).reason, near or self.words)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is one of the words."""
        return isinstance(value, str) and value in self.words

    def _near(self, value: Json) -> tuple[str, ...]:
        return meant(value, self.words) if isinstance(value, str) else ()

    def hint(self, value: Json) -> str:
        """Return the words that may have been meant."""
        near = self._near(value)
        return f"did you mean {either(near)}?" if near else ""

    def schema(self) -> dict[str, Json]:
        """Return a schema of type string with its words."""
        return {"type": "string", "enum": list(self.words)}

    def wanted(self) -> str:
        """Return all the words."""
        return either(self.words) if len(self.words) < 3 else f"one of {either(self.words)}"

    def kinds(self) -> frozenset[str]:
        """Return texts only."""
        return frozenset({"string"})


_DIGITS: Final = re.compile(r"-?[0-9]{1,16}")


@immutable(frozen=True)
class Number(NoParts):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless the value is such a number."""
        if not self.fits(value):
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is such a number."""
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= self.high

    def hint(self, value: Json) -> str:
        """Return the number that stands in quotation marks, if it would do."""
        if isinstance(value, str) and _DIGITS.fullmatch(value) and self.fits(int(value)):
            return f"write {int(value)}"
        return ""

    def schema(self) -> dict[str, Json]:
        """Return a schema of type integer."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def wanted(self) -> str:
        """Return the range, or the number if there is only one."""
        if self.low == self.high:
            return str(self.low)
        return f"a whole number from {self.low} to {self.high}"

    def kinds(self) -> frozenset[str]:
        """Return numbers only."""
        return frozenset({"integer"})


@immutable(frozen=True)
class Flag(NoParts):
    """True or false."""

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless the value is true or false."""
        if not isinstance(value, bool):
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is true or false."""
        return isinstance(value, bool)

    def hint(self, value: Json) -> str:
        """Return the word that stands in quotation marks, if it would do."""
        word = value.lower() if isinstance(value, str) else ""
        return f"write {word} without quotation marks" if word in ("true", "false") else ""

    def schema(self) -> dict[str, Json]:
        """Return a schema of type boolean."""
        return {"type": "boolean"}

    def wanted(self) -> str:
        """Return both values."""
        return "true or false"

    def kinds(self) -> frozenset[str]:
        """Return booleans only."""
        return frozenset({"boolean"})


@immutable(frozen=True)
class Exactly(NoHint, NoParts):
    """One value and no other."""

    value: Json

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless it is the same value (1 is not true)."""
        if not self.fits(value):
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether it is the same value."""
        return type(value) is type(self.value) and encode(value) == self._written

    @cached_property
    def _written(self) -> bytes:
        return encode(self.value)

    def schema(self) -> dict[str, Json]:
        """Return a schema with the one value."""
        return {"const": self.value}

    def wanted(self) -> str:
        """Return the value as it is written."""
        return self._written.decode("utf-8")

    def kinds(self) -> frozenset[str]:
        """Return the type of the value."""
        return frozenset({kind_of(self.value)})


@immutable(frozen=True)
class AnyValue(NoHint, NoParts):
    """Whatever passes the strict reader."""

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield nothing."""
        return iter(())

    def fits(self, value: Json) -> bool:
        """Tell that everything fits."""
        return True

    def schema(self) -> dict[str, Json]:
        """Return the schema that takes everything."""
        return {}

    def wanted(self) -> str:
        """Return that nothing is asked."""
        return "any value"

    def kinds(self) -> frozenset[str]:
        """Return all types."""
        return frozenset(KINDS)


@immutable(frozen=True)
class AnyObject(NoHint, NoParts):
    """Any object; something else closes it (the module's own form, for instance)."""

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless the value is an object."""
        if not isinstance(value, dict):
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is an object."""
        return isinstance(value, dict)

    def schema(self) -> dict[str, Json]:
        """Return a schema of type object."""
        return {"type": "object"}

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return KINDS["object"]

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return frozenset({"object"})
