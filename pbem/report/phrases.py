"""What is written in orders and policies, as sentences for people.

A game may bring two templates: `orders.j2`, a macro for each order type, named like it, that gets
the entry (and `moment(window)` for its `when`); and `policies.j2` with the variables `decisions`
and `facts`. Without them everything is said in plainer words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.engine.policies import ANY_DECISION, ASK, DEFAULT
from pbem.engine.tokens import Token
from pbem.report.condition_phrases import ConditionPhrases, Facts, either, piece_or_kind
from pbem.report.names import Names
from pbem.report.templates import macros
from pbem.report.values import in_words

_YES_OR_NO: Final = {"always": "yes", "never": "no"}
"""What these values mean where the only decision of an ask is not named in the answer."""


class Phrases:
    """Sentences of one game with the names of one position."""

    def __init__(self, names: Names, game: str, package: str, place_word: str = "") -> None:
        """Find the words of a game.

        Args:
            names: the names of the position.
            game: the id of the game's rules.
            package: the import package that holds its templates; "" for ours only.
            place_word: the member that names a place in conditions; "" if none is to be said.
        """
        self.names = names
        self._orders = macros(package, f"{game}/orders.j2", names)
        words = macros(package, f"{game}/policies.j2", names)
        self._decisions: Mapping[str, Facts] = getattr(words, "decisions", {})
        self._conditions = ConditionPhrases(names, getattr(words, "facts", {}), place_word)

    # Entries

    def entry(self, entry: Facts) -> str:
        """What an entry orders, with its moment, its condition and its plan."""
        parts = [self._order(entry)]
        if "when" in entry:
            parts.append(self._moment(str(entry["when"])))
        if "if" in entry:
            parts.append(f"if {self.condition(entry['if'])}")
        name = f" (“{entry['as']}”)" if "as" in entry else ""
        return ", ".join(parts) + name

    def under(self, entry: Facts) -> list[str]:
        """The policies inside an entry, its plan or its `policies`, one sentence each."""
        listed = entry.get("plan", entry.get("policies", ()))
        return [self.policy(policy) for policy in listed]

    def _order(self, entry: Facts) -> str:
        do = str(entry["do"])
        if do == "answer":
            return self._answer(entry)
        if do == "policies":
            return "For the rest of this step"
        macro = getattr(self._orders, do, None)
        if macro is not None:
            return " ".join(str(macro(entry)).split())
        hidden = ("do", "as", "if", "when", "plan")
        fields = {name: value for name, value in entry.items() if name not in hidden}
        word = do.replace("_", " ").capitalize()
        return f"{word}: {in_words(fields)}" if fields else word

    def _answer(self, entry: Facts) -> str:
        word = str(entry.get("decision", ""))
        about = f"{self.about(word)}: " if word else ""
        return f"{about}{self.value(word, entry['value'])}"

    def _moment(self, window: str) -> str:
        macro = getattr(self._orders, "moment", None)
        return " ".join(str(macro(window)).split()) if macro else f"in {window}"

    # Policies

    def about(self, word: str) -> str:
        """What a decision is about, a noun with a capital."""
        if word == ANY_DECISION:
            return "Every other decision"
        return str(self._decisions.get(word, {}).get("about", word.replace("_", " ").capitalize()))

    def default(self, word: str) -> str:
        """What happens by default."""
        return str(self._decisions.get(word, {}).get("default", "what the rules say"))

    def policy(self, policy: Facts) -> str:
        """A policy: ``Your losses in 14 Sicily, if the round is 1: first cubes, then …``."""
        word = str(policy["decision"])
        head = self.about(word)
        if "where" in policy:
            head += f" in {either([self.names.place(place) for place in policy['where']])}"
        if policy.get("if"):
            head += f", if {self.condition(policy['if'])}"
        name = f" (“{policy['as']}”)" if "as" in policy else ""
        return f"{head}: {self.value(word, policy['value'])}{name}"

    def value(self, word: str, value: Any) -> str:  # noqa: ANN401 - a written value
        """What a value of a decision means."""
        if value == ASK:
            return "stop and ask you"
        if value == DEFAULT:
            known = word in self._decisions
            return f"the default ({self.default(word)})" if known else "the default"
        if isinstance(value, list):
            between = str(self._decisions.get(word, {}).get("between", ", else "))
            return between.join(self.item(item) for item in value) or "nothing"
        if isinstance(value, Mapping):
            whole = self._decisions.get(word, {}).get("whole", "everything that is possible")
            return "; ".join(self._members(word, value)) or str(whole)
        said = self._decisions.get(word, {}).get("values", {} if word else _YES_OR_NO)
        return str(said.get(value, self.item(value)))

    def _members(self, word: str, value: Facts) -> Iterator[str]:
        """The members of a value such as ``{"use": […], "max": 2, "to": […]}``."""
        for name, member in value.items():
            if name == "max":
                yield f"at most {member}"
            elif name in ("use", "order"):
                yield ", then ".join(self.item(item) for item in member) or "nothing"
            elif isinstance(member, list):
                yield f"{name} {', else '.join(self.item(item) for item in member)}"
            elif name in self.names.pieces:
                yield f"{self.names.piece(name)}: {self.value(word, member)}"
            else:
                yield f"{name} {self.item(member)}"

    def item(self, item: Any) -> str:  # noqa: ANN401 - a written value
        """A place, a piece, an entry of an order of loss, or a part with members of its own."""
        if isinstance(item, Mapping):
            return f"({'; '.join(self._members('', item))})"
        if isinstance(item, str) and item not in self.names.places:
            return self._token(item)
        return self.names.place(item)

    def _token(self, text: str) -> str:
        try:
            token = Token.parse(text)
        except ValueError:
            return text
        verb = f"{token.verb} " if token.verb else ""
        most = f"at most {token.most} " if token.most is not None else ""
        states = f"{' '.join(token.states)} " if token.states else ""
        each = " a round" if token.per_round else ""
        what = piece_or_kind(self.names, token.word, token.most or 2)
        return f"{verb}{most}{states}{what}{each}"

    def condition(self, condition: Facts) -> str:
        """What must hold, to follow the word "if"."""
        return self._conditions.condition(condition)
