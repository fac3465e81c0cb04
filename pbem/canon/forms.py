"""Closed shapes of JSON: checked here with sentences for people, exported as JSON Schema.

One description serves both, so that the schema an editor reads and the check a document passes
cannot disagree. Values come from `pbem.canon.strict`, so they hold no fractions.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice

from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.containers import ListOf, MapOf, Record, Tagged
from pbem.canon.immutable import immutable
from pbem.canon.values import (
    AnyObject,
    AnyValue,
    Exactly,
    Fault,
    Flag,
    Form,
    NoHint,
    Number,
    Text,
    Word,
    unfit,
)
from pbem.canon.wording import KINDS, below, kind_of

__all__ = [
    "AnyObject",
    "AnyValue",
    "Either",
    "Exactly",
    "Fault",
    "Flag",
    "Form",
    "ListOf",
    "MapOf",
    "Named",
    "Number",
    "Record",
    "Tagged",
    "Text",
    "Word",
    "below",
    "require",
    "whole_schema",
]


@immutable(frozen=True, init=False)
class Either:
    """One of several forms, which their JSON types tell apart."""

    forms: tuple[Form, ...]

    def __init__(self, *forms: Form) -> None:
        kinds = [kind for form in forms for kind in form.kinds()]
        if len(kinds) != len(set(kinds)):
            raise ValueError("the forms of a union have different JSON types")
        object.__setattr__(self, "forms", forms)

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the form that has the type of the value."""
        chosen = self._by_kind.get(kind_of(value))
        if chosen is not None and isinstance(value, list | dict):
            yield from chosen.faults(value, at)
        elif chosen is None or not chosen.fits(value):
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the form that has the type of the value takes it."""
        chosen = self._by_kind.get(kind_of(value))
        return chosen is not None and chosen.fits(value)

    @cached_property
    def _by_kind(self) -> Mapping[str, Form]:
        return {kind: form for form in self.forms for kind in form.kinds()}

    def hint(self, value: Json) -> str:
        """Return the first hint that one of the forms gives."""
        return next(filter(None, (form.hint(value) for form in self.forms)), "")

    def schema(self) -> dict[str, Json]:
        """Return a schema with one branch for each form."""
        return {"anyOf": [form.schema() for form in self.forms]}

    def wanted(self) -> str:
        """Return what the forms want."""
        return " or ".join(form.wanted() for form in self.forms)

    def kinds(self) -> frozenset[str]:
        """Return the types of all forms."""
        return frozenset().union(*(form.kinds() for form in self.forms))

    def parts(self) -> tuple[Form, ...]:
        """Return the forms."""
        return self.forms


@immutable(frozen=True)
class Named(NoHint):
    """An object form with a name of its own, which may therefore hold itself.

    Attributes:
        name: its name among the definitions of the schema.
        make: returns the form; called late, when all forms exist.
    """

    name: str
    make: Callable[[], Form]

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the form that has this name."""
        if isinstance(value, dict):
            yield from self.make().faults(value, at)
        else:
            yield unfit(self, value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the form that has this name takes the value."""
        return isinstance(value, dict) and self.make().fits(value)

    def schema(self) -> dict[str, Json]:
        """Return a reference to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return KINDS["object"]

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return frozenset({"object"})

    def parts(self) -> tuple[Form, ...]:
        """Return the form that has this name."""
        return (self.make(),)


def whole_schema(form: Form, title: str) -> dict[str, Json]:
    """Return the JSON Schema 2020-12 document of a form, with the definitions it refers to.

    Raises:
        ValueError: two different forms have one name.
    """
    schema: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **form.schema(),
    }
    definitions = _definitions(form)
    if definitions:
        schema["$defs"] = {name: definitions[name] for name in sorted(definitions)}
    return schema


def _definitions(form: Form) -> dict[str, Json]:
    found: dict[str, Json] = {}
    waiting = [form]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Named):
            schema = each.make().schema()
            if found.setdefault(each.name, schema) is not schema:
                _check_same(each.name, schema, found[each.name])
                continue
        waiting.extend(each.parts())
    return found


def _check_same(name: str, one: Json, other: Json) -> None:
    if one != other:
        raise ValueError(f"two forms are named {name}")


def require(form: Form, value: Json) -> None:
    """Pass a value that fits the form.

    Raises:
        Refused: J09 with the place of the first fault and the sentences of the first five.
    """
    if not form.fits(value):
        faults = list(islice(form.faults(value), 5))
        raise Refused("J09", "; ".join(fault.reason for fault in faults), faults[0].pointer)
