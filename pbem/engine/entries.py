"""Order entries: the frame of what players write (orders format, section 2).

A game declares its order types once; from the declaration come the checking of a document, the
refusals for wrong forms, and the JSON Schema that completes in a player's editor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from pbem.canon.canonical import Json
from pbem.canon.choices import Depending
from pbem.canon.forms import Fault, Form, Record, Tagged, Word
from pbem.canon.immutable import immutable
from pbem.engine.refusals import Refusal
from pbem.engine.vocabulary import NAME, Vocabulary

MOST_ENTRIES = 500
POLICIES = "policies"
ANSWER = "answer"


@immutable(frozen=True)
class OrderType:
    """One order type of a game.

    Attributes:
        do: its word.
        clause: the clause that describes it.
        required: its fields.
        optional: fields that may be left out.
        repeatable: whether a document may hold several.
        conditional: whether it may carry `if`.
        codes: code and clause for a wrong form inside a field, where not ``E_FORMAT``.
    """

    do: str
    clause: str
    required: Mapping[str, Form] = field(default_factory=dict)
    optional: Mapping[str, Form] = field(default_factory=dict)
    repeatable: bool = False
    conditional: bool = False
    codes: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def narrowed(self, fields: Mapping[str, Form]) -> OrderType:
        """The same type with narrower forms for some of its fields; others are left out."""
        return replace(
            self,
            required={name: fields.get(name, form) for name, form in self.required.items()},
            optional={name: fields.get(name, form) for name, form in self.optional.items()},
        )


@immutable(frozen=True, slots=True)
class Entry:
    """One well-formed entry of a document.

    Attributes:
        at: JSON pointer of the entry.
        do: its order type.
        fields: its fields as written, without `do`, `as` and `if`.
        name: the player's own name for it, "" if none.
        condition: its `if`, or None.
    """

    at: str
    do: str
    fields: Mapping[str, Json]
    name: str = ""
    condition: Mapping[str, Json] | None = None


@immutable(frozen=True)
class Frame:
    """The order types and policy words of a game, and the clauses for common refusals.

    Attributes:
        vocabulary: the words of policies.
        types: every order type, `policies` and `answer` included, by its word.
        clause: the clause for what fits no order type.
    """

    vocabulary: Vocabulary
    types: Mapping[str, OrderType]
    clause: str

    def narrowed(self, fields: Mapping[str, Mapping[str, Form]]) -> Frame:
        """The same frame with narrower forms for some fields, by the word of the type."""
        types = {do: kind.narrowed(fields.get(do, {})) for do, kind in self.types.items()}
        return replace(self, types=types)

    def form(self, allowed: Collection[str]) -> Form:
        """The form of one entry where only some types are allowed."""
        return Tagged("do", {do: self._records[do] for do in allowed})

    def answers(self, values: Mapping[str, Form]) -> Form:
        """The form of one entry that answers a question, or gives `policies` besides.

        Args:
            values: the form of the value of each decision that is asked.
        """
        kind = self.types[ANSWER]
        words = tuple(values)
        named: dict[str, Form] = {"decision": Word(*words)}
        if len(words) == 1:
            answer = Record({"value": values[words[0]]}, {"as": NAME, **named})
        else:
            answer = Depending(
                {**kind.required, **named},
                {"as": NAME},
                word="decision",
                value="value",
                forms=values,
            )
        return Tagged("do", {ANSWER: answer, POLICIES: self._records[POLICIES]})

    def read(
        self, orders: Json, allowed: Collection[str], at: str = "/orders"
    ) -> tuple[list[Entry], list[Refusal]]:
        """The well-formed entries of a document, and what is wrong with the others.

        Args:
            orders: the `orders` list as written.
            allowed: the words of the types this ask takes; `policies` is always possible.
            at: JSON pointer of the list.
        """
        if not isinstance(orders, list | tuple):
            return [], [Refusal("E_FORMAT", at, self.clause, "orders should be a list")]
        entries: list[Entry] = []
        refusals: list[Refusal] = []
        for index, value in enumerate(orders):
            wrong = list(self._refusals(value, f"{at}/{index}", {*allowed, POLICIES}))
            refusals += wrong
            if not wrong:
                entries.append(_entry(value, f"{at}/{index}"))
        refusals += self._repeats(entries)
        return entries, refusals

    @cached_property
    def _records(self) -> Mapping[str, Record]:
        return {do: self._record(kind) for do, kind in self.types.items()}

    def _record(self, kind: OrderType) -> Record:
        optional: dict[str, Form] = {"as": NAME}
        if kind.conditional:
            optional["if"] = self.vocabulary.condition()
        return Record(kind.required, optional | dict(kind.optional))

    def _refusals(self, value: Json, at: str, allowed: Collection[str]) -> Iterator[Refusal]:
        do = value.get("do") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(do, str) or do not in self.types:
            for fault in self.form(sorted(allowed)).faults(value, at):
                yield _format(fault, self.clause)
            return
        kind = self.types[do]
        if do not in allowed:
            text = f"an entry {do!r} has no place in the answer to this ask"
            yield Refusal("E_WRONG_STEP", f"{at}/do", kind.clause, text, tuple(sorted(allowed)))
            return
        body = {name: member for name, member in value.items() if name != "do"}
        record = self._records[do]
        if not record.fits(body):
            for fault in record.faults(body, at):
                yield _coded(fault, at, kind)

    def _repeats(self, entries: Sequence[Entry]) -> Iterator[Refusal]:
        seen: set[str] = set()
        for entry in entries:
            kind = self.types[entry.do]
            if entry.do in seen and not kind.repeatable:
                text = f"an answer may hold only one entry {entry.do!r}"
                yield Refusal("E_TWICE", entry.at, kind.clause, text)
            seen.add(entry.do)


def _entry(value: Json, at: str) -> Entry:
    assert isinstance(value, dict)  # noqa: S101 - its form has just been checked
    fields = {name: member for name, member in value.items() if name not in ("do", "as", "if")}
    condition = value.get("if")
    return Entry(
        at,
        str(value["do"]),
        fields,
        str(value.get("as", "")),
        condition if isinstance(condition, dict) else None,
    )


def _coded(fault: Fault, at: str, kind: OrderType) -> Refusal:
    """A fault in an entry of a known type, with the code of the field it lies in."""
    member = fault.pointer.removeprefix(at).lstrip("/").partition("/")[0]
    code, clause = kind.codes.get(member, ("E_FORMAT", kind.clause))
    return Refusal(code, fault.pointer, clause, fault.reason, fault.legal)


def _format(fault: Fault, clause: str) -> Refusal:
    return Refusal("E_FORMAT", fault.pointer, clause, fault.reason, fault.legal)


def policies_type(vocabulary: Vocabulary, clause: str) -> OrderType:
    """The order type `policies`: answers in advance for the rest of the step."""
    return OrderType(
        POLICIES,
        clause,
        {POLICIES: vocabulary.policies()},
        repeatable=True,
        codes={POLICIES: ("E_POLICY", clause)},
    )


def answer_type(words: Collection[str], value: Form, clause: str) -> OrderType:
    """The order type `answer`: the value for one decision of a question.

    Args:
        words: every decision word of the game that a question may ask.
        value: the form of values; what is legal at the moment is read by the decision.
        clause: the clause that describes it.
    """
    return OrderType(ANSWER, clause, {"value": value}, {"decision": Word(*words)}, repeatable=True)
