"""The names of seats, places and pieces, as sentences use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from pbem.canon.immutable import immutable


@immutable(frozen=True)
class Names:
    """How this game calls things.

    Attributes:
        places: name of every place by its id.
        pieces: kind of every named piece by its id.
        words: the words of the game's `words.j2`: `seats`, `kinds`, `letters`,
            `marks`, `meanings`, `tasks`, `matters`, `endings`.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def place(self, place: str | int) -> str:
        """The name of a place: ``14 Sicily``; its id if the view does not name it."""
        return self.places.get(str(place), str(place))

    def piece(self, piece: str) -> str:
        """A piece with its kind: ``tank AX-T3``."""
        kind = self.pieces.get(piece)
        return f"{self.kind(kind, 1)} {piece}" if kind else piece

    def kind(self, kind: str, count: int) -> str:
        """The word for a kind of pieces, as it is said of one or of several."""
        one, several = self.words.get("kinds", {}).get(kind, (kind, f"{kind}s"))
        return str(one if count == 1 else several)

    def letter(self, kind: str) -> str:
        """The letter, or the few letters, for a kind on the map."""
        return str(self.words.get("letters", {}).get(kind, kind[:3]))

    def seat(self, seat: str) -> str:
        """A seat in a sentence: ``the Axis``."""
        return str(self._seat(seat)["name"])

    def adjective(self, seat: str) -> str:
        """A seat before a noun: ``Axis``."""
        return str(self._seat(seat)["adjective"])

    def topic(self, topic: str) -> str:
        """What standing orders are about: a place by its name, else the word, ``“windows”``."""
        _, colon, place = topic.partition(":")
        return self.place(place) if colon else f"“{topic}”"

    def mark(self, mark: str) -> str:
        """What is printed in a place, in words."""
        return str(self.words.get("marks", {}).get(mark, mark.replace("_", " ")))

    @property
    def meanings(self) -> Mapping[str, str]:
        """What a mark, a state, a word of a track or the beginning of an id means in the game."""
        return self.words.get("meanings", {})

    def task(self, kind: str) -> str:
        """What an ask of a kind wants done: ``choose losses``."""
        usual = "give orders" if kind == "orders" else "answer"
        return str(self.words.get("tasks", {}).get(kind, usual))

    def asked(self, ask: str, kind: str) -> str:
        """What an ask wants done, and where: ``choose losses (14 Sicily, round 1)``."""
        told = [self._matter(*part.partition(":")[::2]) for part in ask.split("/")]
        where = ", ".join(matter for matter in told if matter)
        return f"{self.task(kind)} ({where})" if where else self.task(kind)

    def _matter(self, word: str, which: str) -> str:
        """A part of an ask id for people; "" for what a reader need not know."""
        matter = str(self.words.get("matters", {}).get(word, ""))
        return matter.replace("{place}", self.place(which)).replace("{word}", which)

    def ending(self, clause: str) -> str:
        """How the game ends by a clause: ``Munich was taken``; "" if it has no words for it."""
        return str(self.words.get("endings", {}).get(clause, ""))

    def _seat(self, seat: str) -> Mapping[str, Any]:
        plain = "the host" if seat == "host" else seat.replace("-", " ").title()
        known = {"name": plain, **self.words.get("seats", {}).get(seat, {})}
        return {"adjective": str(known["name"]).removeprefix("the "), **known}


def names_of(view: Mapping[str, Any], words: Mapping[str, Mapping[str, Any]]) -> Names:
    """The names that a view of the position and the words of the game give."""
    places = {str(place["id"]): str(place["name"]) for place in view.get("places", ())}
    return Names(places, dict(_named(view)), words)


def _named(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    groups: list[Mapping[str, Any]] = [*view.get("pools", ()), *view.get("removed", ())]
    for place in view.get("places", ()):
        groups += place.get("groups", ())
    for group in groups:
        for piece in group["pieces"]:
            if "id" in piece:
                yield str(piece["id"]), str(piece["kind"])


def listed(items: Sequence[str]) -> str:
    """Words in a row: ``a, b and c``; ``nothing`` for none."""
    if len(items) < 2:
        return items[0] if items else "nothing"
    return f"{', '.join(items[:-1])} and {items[-1]}"
