"""Conditions of entries and policies, in words that follow "if"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pbem.report.names import Names
from pbem.report.values import in_words

Facts: TypeAlias = Mapping[str, Any]
"""A written object."""

_COMPARED: Final[Mapping[str, str]] = {
    "<": "less than",
    "<=": "at most",
    "=": "exactly",
    ">=": "at least",
    ">": "more than",
}


class ConditionPhrases:
    """Says conditions with the names of a position, and the words of a game for its facts.

    Attributes:
        names: the names.
        facts: by the name of a fact: a phrase for its number, or a sentence for each value.
        place_word: the member that names a place.
    """

    def __init__(self, names: Names, facts: Facts, place_word: str) -> None:
        self.names = names
        self.facts = facts
        self.place_word = place_word

    def condition(self, condition: Facts, there: str = "there") -> str:
        """What must hold, to follow the word "if"."""
        return " and ".join(self._tests(condition, there)) or "anything"

    def _tests(self, condition: Facts, there: str) -> Iterator[str]:
        inner = dict(condition)
        if self.place_word in inner:
            there = f"in {self.names.place(inner.pop(self.place_word))}"
        for name, test in inner.items():
            if name == "not":
                yield f"not ({self.condition(test, there)})"
            elif name == "all":
                yield " and ".join(self.condition(part, there) for part in test)
            elif name == "any":
                yield f"({' or '.join(self.condition(part, there) for part in test)})"
            else:
                yield self._test(name, test, there)

    def _test(self, name: str, test: Any, there: str) -> str:  # noqa: ANN401 - a written test
        known = self.facts.get(name)
        if isinstance(known, Mapping):
            values = test if isinstance(test, list) else [test]
            said = [str(known.get(_key(value), value)) for value in values]
            return " or ".join(said).format(there=there)
        phrase = str(known or self._count(name)).format(there=there)
        return f"{phrase} is {_compared(test)}"

    def _count(self, name: str) -> str:
        """The fact that counts a kind: ``the number of enemy tanks {there}``."""
        whose, colon, token = name.partition(":")
        if not colon:
            return name.replace("_", " ")
        owner = {"own": "your", "enemy": "enemy", "carried": "carried"}.get(whose, whose)
        kind, _, state = token.rstrip(")").partition("(")
        states = f"{state} " if state else ""
        return f"the number of {owner} {states}{piece_or_kind(self.names, kind, 2)} {{there}}"


def piece_or_kind(names: Names, word: str, count: int) -> str:
    """A piece by its id, or a kind as it is said of so many; other words as they are."""
    if word in names.pieces:
        return names.piece(word)
    known = word in names.words.get("kinds", {}) or word in names.pieces.values()
    return names.kind(word, count) if known else word


def _key(value: Any) -> str:  # noqa: ANN401 - a plain value
    """A value as the keys of the templates write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _compared(test: Any) -> str:  # noqa: ANN401 - a written test
    if isinstance(test, Mapping):
        return " and ".join(f"{_COMPARED[sign]} {bound}" for sign, bound in test.items())
    if isinstance(test, list):
        return either([str(value) for value in test])
    return in_words(test)


def either(words: Sequence[str]) -> str:
    """Words as in ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
