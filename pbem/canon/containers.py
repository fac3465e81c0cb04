"""The forms of lists and objects (import them from `pbem.canon.forms`)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.values import Exactly, Fault, Form, NoHint, Word, unfit
from pbem.canon.wording import KINDS, Key, below, either, meant, quoted, subject


@immutable(frozen=True)
class ListOf(NoHint):
    """A list whose items all have one form."""

    form: Form
    least: int = 0
    most: int = 4096

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the list and of all its items."""
        if not isinstance(value, list):
            yield unfit(self, value, at)
            return
        if not self.least <= len(value) <= self.most:
            yield Fault(at, f"{subject(at)} should be {self.wanted()}, not of {len(value)}")
        for index, item in enumerate(value):
            if not self.form.fits(item):
                yield from self.form.faults(item, below(at, index))

    def fits(self, value: Json) -> bool:
        """Tell whether the list is as long as it may be and all its items fit."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            return False
        return all(map(self.form.fits, value))

    def schema(self) -> dict[str, Json]:
        """Return a schema of type array."""
        schema: dict[str, Json] = {"type": "array", "items": self.form.schema()}
        if self.least:
            schema["minItems"] = self.least
        schema["maxItems"] = self.most
        return schema

    def wanted(self) -> str:
        """Return that a list is wanted, and of what length."""
        if (self.least, self.most) == (0, 4096):
            return KINDS["array"]
        return f"a list of {self.least} to {self.most} items"

    def kinds(self) -> frozenset[str]:
        """Return lists only."""
        return frozenset({"array"})

    def parts(self) -> tuple[Form, ...]:
        """Return the form of the items."""
        return (self.form,)


@immutable(frozen=True)
class Record(NoHint):
    """A closed object: members that must be there, members that may, and no others."""

    required: Mapping[str, Form]
    optional: Mapping[str, Form] = field(default_factory=dict)

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault for every missing and every unknown member, and those of the members."""
        if not isinstance(value, dict):
            yield unfit(self, value, at)
            return
        yield from self._missing(value, at)
        members = self._members
        for name, member in value.items():
            form = members.get(name)
            if form is None:
                yield self._unknown(name, value, at)
            elif not form.fits(member):
                yield from form.faults(member, below(at, name))

    def fits(self, value: Json) -> bool:
        """Tell whether all members that must be there are, no unknown ones, and all fit."""
        if not isinstance(value, dict) or not self.required.keys() <= value.keys():
            return False
        members = self._members
        for name, member in value.items():
            form = members.get(name)
            if form is None or not form.fits(member):
                return False
        return True

    @cached_property
    def _members(self) -> Mapping[str, Form]:
        return {**self.required, **self.optional}

    def _missing(self, value: dict[str, Json], at: str) -> Iterator[Fault]:
        for name in self.required:
            if name not in value:
                inside = f" in {subject(at)}" if at else ""
                yield Fault(at, f"{quoted(name)} is missing{inside}", (name,))

    def _unknown(self, name: str, value: dict[str, Json], at: str) -> Fault:
        absent = [known for known in (*self.required, *self.optional) if known not in value]
        near = meant(name, absent)
        hint = f": did you mean {either(near)}?" if near else ": leave it out"
        inside = f" in {subject(at)}" if at else ""
        reason = f"{quoted(name)} is not a member that is known{inside}{hint}"
        return Fault(below(at, name), reason, near or tuple(absent))

    def schema(self) -> dict[str, Json]:
        """Return a schema of type object without additional properties."""
        schema: dict[str, Json] = {
            "type": "object",
            "properties": {name: form.schema() for name, form in self._members.items()},
            "additionalProperties": False,
        }
        if self.required:
            schema["required"] = list(self.required)
        return schema

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return KINDS["object"]

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return frozenset({"object"})

    def parts(self) -> tuple[Form, ...]:
        """Return the forms of the members."""
        return (*self.required.values(), *self.optional.values())


@immutable(frozen=True)
class MapOf(NoHint):
    """An object whose members are named by one pattern and all have one form.

    Attributes:
        key_pattern: a regular expression for a whole name, without anchors.
        form: the form of every member.
        what: what a name is, in words that follow "is not", for instance "a party".
    """

    key_pattern: str
    form: Form
    what: str

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of all names and all members."""
        if not isinstance(value, dict):
            yield unfit(self, value, at)
            return
        for name, member in value.items():
            here = Key(below(at, name))
            if self._pattern.fullmatch(name):
                yield from self.form.faults(member, here)
            else:
                yield Fault(here, f"{quoted(name)} is not {self.what}")

    def fits(self, value: Json) -> bool:
        """Tell whether all names and all members fit."""
        return isinstance(value, dict) and all(
            self._pattern.fullmatch(name) is not None and self.form.fits(member)
            for name, member in value.items()
        )

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.key_pattern)

    def schema(self) -> dict[str, Json]:
        """Return a schema of type object with a pattern for its names."""
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^(?:{self.key_pattern})$"},
            "additionalProperties": self.form.schema(),
        }

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return KINDS["object"]

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return frozenset({"object"})

    def parts(self) -> tuple[Form, ...]:
        """Return the form of the members."""
        return (self.form,)


@immutable(frozen=True)
class Tagged(NoHint):
    """An object whose form hangs on the word in one of its members.

    Attributes:
        member: the name of that member, for instance "do"; the records need not name it.
        records: the rest of the object for each word.
    """

    member: str
    records: Mapping[str, Record]

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the record that the word names, or one fault about the word."""
        if not isinstance(value, dict):
            yield unfit(self, value, at)
            return
        word = value.get(self.member)
        if isinstance(word, str) and word in self.records:
            yield from self._whole[word].faults(value, at)
        elif self.member in value:
            yield from Word(*self.records).faults(word, below(at, self.member))
        else:
            inside = f" in {subject(at)}" if at else ""
            reason = f"{quoted(self.member)} is missing{inside}: write {either(self.records)}"
            yield Fault(at, reason, tuple(self.records))

    def fits(self, value: Json) -> bool:
        """Tell whether the word is known and its record fits."""
        if not isinstance(value, dict):
            return False
        word = value.get(self.member)
        return isinstance(word, str) and word in self.records and self._whole[word].fits(value)

    @cached_property
    def _whole(self) -> Mapping[str, Record]:
        """The records with the member that tells them apart."""
        return {
            word: replace(record, required={self.member: Exactly(word), **record.required})
            for word, record in self.records.items()
        }

    def schema(self) -> dict[str, Json]:
        """Return a schema that first fixes the word and then, by if and then, the rest."""
        return {
            "type": "object",
            "properties": {self.member: Word(*self.records).schema()},
            "required": [self.member],
            "allOf": [self._branch(word) for word in self.records],
        }

    def _branch(self, word: str) -> Json:
        named: Json = {"properties": {self.member: {"const": word}}, "required": [self.member]}
        return {"if": named, "then": self._whole[word].schema()}

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return KINDS["object"]

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return frozenset({"object"})

    def parts(self) -> tuple[Form, ...]:
        """Return the records."""
        return tuple(self.records.values())
