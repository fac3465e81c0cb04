"""From events to sentences: the templates `events.j2` and `words.j2` of a game.

`events.j2` holds a macro for every event, named like it, which gets the event's data. Beside them
it may hold these, which say how events are shown:

* `scene(e)`: the heading an event stands under; nothing = that of the event before it.
* `dice(e)`: a line ``label | seat | lowest die that hits`` for each roll of the event.
* `arrows(e)`: a line ``from | to | kind`` for each arrow on the map.
* `tables(events)`: tables of a scene; a line ``# caption``, then rows, their cells parted by ``|``.
* `untold(e)`: anything, if an event needs no sentence because others tell all of it.
* `changes(events)`: what the events have changed in all, a line each, for the head of a report.
* the variable `asides`: names of events that are told at the end, not in their order.
* the variable `legs`: names of events that go from `start` to `to`; neighbours that go on with the
  same things are told as one, the places between in `via`.

`words.j2` holds the variables of `WORDS`, which `pbem.report.names` reads. `matters` says what the
parts of an ask id are about; `{place}` and `{word}` stand for what follows the colon. `meanings`
explains the marks of places, the states of pieces, words in the names of tracks, beginnings of ids;
a report shows those that occur in its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from jinja2 import TemplateNotFound

from pbem.report.drawing import Arrow
from pbem.report.model import Table
from pbem.report.names import Names
from pbem.report.phrases import Phrases
from pbem.report.templates import macros, text_environment
from pbem.report.values import in_words

WORDS: Final = ("seats", "kinds", "letters", "marks", "meanings", "tasks", "matters", "endings")

Facts: TypeAlias = Mapping[str, Any]
"""The data of an event."""


def words_of(game: str, package: str) -> Mapping[str, Mapping[str, Any]]:
    """The words of a game; empty if it brings none."""
    environment = text_environment(package)
    try:
        module = environment.get_template(f"{game}/words.j2").module
    except TemplateNotFound:
        return {}
    return {word: getattr(module, word, {}) for word in WORDS}


class Voice:
    """Says the events of one game with the names of one position."""

    def __init__(self, game: str, package: str, names: Names) -> None:
        self.names = names
        self.phrases = Phrases(names, game, package)
        helpers = {"about": self.phrases.about}
        files = (f"{owner}/events.j2" for owner in (game, "common"))
        found = (macros(package, file, names, helpers) for file in files)
        self._modules = [module for module in found if module is not None]

    def sentence(self, event: Facts) -> str:
        """What happened, one sentence; without a macro the plain facts."""
        name = str(event["event"])
        text = self._call(name, event)
        return _sentence(text) if text else plain_sentence(event)

    def scene(self, event: Facts) -> str:
        """The heading an event stands under; "" for that of the event before it."""
        return self._call("scene", event)

    def is_untold(self, event: Facts) -> bool:
        """Whether other events tell all that an event has to tell."""
        return bool(self._call("untold", event))

    def changes(self, events: Sequence[Facts]) -> list[str]:
        """What events have changed in all, in sentences."""
        lines = (" ".join(line.split()) for line in self._call_lines("changes", events).split("\n"))
        return [_sentence(line) for line in lines if line]

    def is_aside(self, event: Facts) -> bool:
        """Whether an event is told at the end."""
        return self._lists("asides", event)

    def onward(self, event: Facts, following: Facts) -> Facts | None:
        """Two neighbours as one way; None if the second does not go on with the first."""
        goes_on = {**event, "start": event.get("to"), "to": following.get("to")}
        goes_on.pop("via", None)
        if not self._lists("legs", event) or following != goes_on:
            return None
        via = [*event.get("via", ()), event["to"]]
        if following["to"] in (event["start"], *via):
            return None  # back again: that was another order
        return {**event, "to": following["to"], "via": via}

    def _lists(self, variable: str, event: Facts) -> bool:
        return any(event["event"] in getattr(module, variable, ()) for module in self._modules)

    def dice(self, event: Facts) -> list[tuple[str, str, int]]:
        """Label, seat and lowest hitting die of each roll of an event."""
        rows = _rows(self._call_lines("dice", event))
        return [(label, seat, int(needs)) for label, seat, needs in rows]

    def arrows(self, event: Facts) -> list[Arrow]:
        """What an event draws on the map."""
        rows = _rows(self._call_lines("arrows", event))
        return [Arrow(start=start, to=to, kind=kind) for start, to, kind in rows]

    def tables(self, events: Sequence[Facts]) -> list[Table]:
        """Tables that sum up the events of a scene."""
        return list(_tables(self._call_lines("tables", events)))

    def _call(self, name: str, facts: Any) -> str:  # noqa: ANN401 - any plain data
        return " ".join(self._call_lines(name, facts).split())

    def _call_lines(self, name: str, facts: Any) -> str:  # noqa: ANN401 - any plain data
        for module in self._modules:
            if hasattr(module, name):
                return str(getattr(module, name)(facts))
        return ""


def _sentence(text: str) -> str:
    """The text with a capital at its start and a full stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def plain_sentence(event: Facts) -> str:
    """An event that no template words: its name and its fields."""
    fields = {name: v for name, v in event.items() if name not in ("event", "clause", "by")}
    name = str(event["event"]).replace("_", " ")
    return _sentence(f"{name}: {in_words(fields)}" if fields else name)


def _rows(text: str) -> Iterator[tuple[str, ...]]:
    for line in text.splitlines():
        if line.strip():
            yield tuple(cell.strip() for cell in line.split("|"))


def _tables(text: str) -> Iterator[Table]:
    """Tables as a macro writes them; one without rows is left out."""
    found: list[tuple[str, list[tuple[str, ...]]]] = []
    for cells in _rows(text):
        if cells[0].startswith("#"):
            found.append((cells[0].lstrip("# "), []))
        elif found:
            found[-1][1].append(cells)
    for caption, rows in found:
        if len(rows) > 1:
            yield Table(caption=caption, columns=rows[0], rows=tuple(rows[1:]))
