"""The words of one game's policies: decisions, values and facts, as forms.

The forms check what players write and are exported as JSON Schema for their editors, so that
the two can not disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from pbem.canon.forms import (
    Either,
    Flag,
    Form,
    ListOf,
    Named,
    Number,
    Record,
    Tagged,
    Text,
    Word,
)
from pbem.canon.immutable import immutable
from pbem.engine.policies import ANY_DECISION, ASK, COMPARISONS, DEFAULT

FactKind: TypeAlias = Literal["number", "flag"] | tuple[str, ...]
"""A number, true or false, or one of these words."""

NAME = Text(r"[A-Za-z0-9-]{1,24}", what="a name of your own: letters, digits and -, at most 24")
MOST_POLICIES = 200
_MOST_NUMBER = 1_000_000


@immutable(frozen=True)
class Vocabulary:
    """What may stand in the policies of a game.

    Attributes:
        place_word: the member that names a place in conditions.
        place: the form of a place.
        decisions: the form of a value for each decision word that has a policy; `ask` and
            `default` are always possible besides.
        facts: every fact a condition may test.
        own_orders: the decisions that ``*`` never settles: a seat's own orders.
    """

    place_word: str
    place: Form
    decisions: Mapping[str, Form | None]
    facts: Mapping[str, FactKind]
    own_orders: tuple[str, ...] = ()

    def answer(self, word: str) -> Form:
        """The form of a value in an answer, which may also be `default`."""
        return or_words(self.decisions[word], DEFAULT)

    def condition(self) -> Form:
        """The form of an `if` member."""
        return Named("condition", lambda: self._condition)

    @cached_property
    def _condition(self) -> Form:
        return _condition(self)

    def policies(self, words: Collection[str] | None = None) -> Form:
        """The form of a list of policies; `words` limits the decisions that may be named."""
        return self._all_policies if words is None else self._policies_on(words)

    @cached_property
    def _all_policies(self) -> Form:
        return self._policies_on(None)

    def _policies_on(self, words: Collection[str] | None) -> Form:
        named = [word for word in self.decisions if words is None or word in words]
        forms = {word: self._policy(self.decisions[word]) for word in named}
        if words is None:
            forms[ANY_DECISION] = self._policy(None)
        return ListOf(Tagged("decision", forms), most=MOST_POLICIES)

    def _policy(self, value: Form | None) -> Record:
        return Record(
            {"value": or_words(value, ASK, DEFAULT)},
            {"where": ListOf(self.place, least=1), "if": self.condition(), "as": NAME},
        )


def or_words(value: Form | None, *words: str) -> Form:
    """A form that also takes some words, such as `ask` and `default`; None takes only these."""
    if value is None:
        return Word(*words)
    if isinstance(value, Word):
        return Word(*value.words, *words)
    if isinstance(value, Either):
        own = [word for form in value.forms if isinstance(form, Word) for word in form.words]
        others = [form for form in value.forms if not isinstance(form, Word)]
        return Either(Word(*own, *words), *others)
    return Either(Word(*words), value)


def _condition(vocabulary: Vocabulary) -> Form:
    """One level of a condition; it may hold conditions itself (orders format, section 4)."""
    nested = vocabulary.condition()
    members: dict[str, Form] = {
        vocabulary.place_word: vocabulary.place,
        "all": ListOf(nested, least=1),
        "any": ListOf(nested, least=1),
        "not": nested,
    }
    return Record({}, members | {name: _test_form(k) for name, k in vocabulary.facts.items()})


def _test_form(kind: FactKind) -> Form:
    """How a fact of a kind may be tested."""
    if kind == "flag":
        return Flag()
    if kind == "number":
        plain = Number(0, _MOST_NUMBER)
        return Either(plain, ListOf(plain, least=1), Record({}, dict.fromkeys(COMPARISONS, plain)))
    word = Word(*kind)
    return Either(word, ListOf(word, least=1))
