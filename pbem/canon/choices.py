"""Forms for one moment: the values that are possible now, each with what it means."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from pbem.canon.canonical import Json
from pbem.canon.containers import Record
from pbem.canon.forms import Fault, Form
from pbem.canon.immutable import immutable
from pbem.canon.values import NoParts, unfit
from pbem.canon.wording import below, kind_of, meant

MOST_SHOWN = 12
"""So many values are listed in a sentence; a longer list ends with dots."""


@immutable(frozen=True)
class Choice(NoParts):
    """One of some numbers or words.

    Attributes:
        meanings: every value with what it means, such as the name of a zone; in their order.
    """

    meanings: Mapping[int, str] | Mapping[str, str] | Mapping[int | str, str]

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault, with the values that may have been meant, unless it is one of them."""
        if not self.fits(value):
            legal = self._near(value) or self.values()
            yield Fault(at, unfit(self, value, at).reason, legal)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is one of them."""
        return any(type(value) is type(known) and value == known for known in self.meanings)

    def values(self) -> tuple[str, ...]:
        """Return the values as a list of legal ones shows them."""
        return tuple(str(value) for value in self.meanings)

    def _near(self, value: Json) -> tuple[str, ...]:
        return meant(value, self.values()) if isinstance(value, str) else ()

    def hint(self, value: Json) -> str:
        """Return the words that may have been meant."""
        near = self._near(value)
        return f"did you mean {' or '.join(near)}?" if near else ""

    def schema(self) -> dict[str, Json]:
        """Return a schema with the values; editors show `enumDescriptions` beside them."""
        if not self.meanings:
            return {"not": {}, "description": "nothing is possible here now"}
        return {
            "enum": list(self.meanings),
            "enumDescriptions": [str(meaning) for meaning in self.meanings.values()],
        }

    def wanted(self) -> str:
        """Return the first of the values."""
        shown = ", ".join(self.values()[:MOST_SHOWN])
        if not shown:
            return "left out: nothing is possible here now"
        return f"one of {shown}{', …' if len(self.meanings) > MOST_SHOWN else ''}"

    def kinds(self) -> frozenset[str]:
        """Return the types of the values; texts if there are none."""
        return frozenset(kind_of(value) for value in self.meanings) or frozenset({"string"})


@immutable(frozen=True)
class Completed:
    """A form for which an editor should offer some values first; others of the form are right too.

    Attributes:
        form: what is right.
        offered: what is offered.
    """

    form: Form
    offered: Choice

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the form."""
        return self.form.faults(value, at)

    def fits(self, value: Json) -> bool:
        """Tell whether the value is right."""
        return self.form.fits(value)

    def hint(self, value: Json) -> str:
        """Return the hint of the form."""
        return self.form.hint(value)

    def schema(self) -> dict[str, Json]:
        """Return a schema that takes what is offered and what is right."""
        if not self.offered.meanings:
            return self.form.schema()
        return {"anyOf": [self.offered.schema(), self.form.schema()]}

    def wanted(self) -> str:
        """Return what the form wants."""
        return self.form.wanted()

    def kinds(self) -> frozenset[str]:
        """Return the types of the form."""
        return self.form.kinds()

    def parts(self) -> tuple[Form, ...]:
        """Return the form."""
        return (self.form,)


@immutable(frozen=True)
class Depending(Record):
    """A record in which the form of one member hangs on the word in another.

    Attributes:
        word: the member with the word.
        value: the member whose form hangs on it.
        forms: its form for each word; other words leave it as the record says.
    """

    word: str = ""
    value: str = ""
    forms: Mapping[str, Form] = field(default_factory=dict)

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the record, and of the member that depends."""
        yield from super().faults(value, at)
        if isinstance(value, dict) and self.value in value:
            form = self.forms.get(str(value.get(self.word)))
            if form is not None:
                yield from form.faults(value[self.value], below(at, self.value))

    def fits(self, value: Json) -> bool:
        """Tell whether the record fits, and the member that depends."""
        if not super().fits(value) or not isinstance(value, dict):
            return False
        form = self.forms.get(str(value.get(self.word)))
        return form is None or self.value not in value or form.fits(value[self.value])

    def schema(self) -> dict[str, Json]:
        """Return the schema of the record with a condition for each word."""
        branches: list[Json] = [self._branch(word, form) for word, form in self.forms.items()]
        return {**super().schema(), "allOf": branches} if branches else super().schema()

    def _branch(self, word: str, form: Form) -> Json:
        named: Json = {"properties": {self.word: {"const": word}}, "required": [self.word]}
        return {"if": named, "then": {"properties": {self.value: form.schema()}}}

    def parts(self) -> tuple[Form, ...]:
        """Return the forms of the members."""
        return (*super().parts(), *self.forms.values())
