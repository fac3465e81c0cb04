"""From the events of a resolution to scenes: sentences with their dice and what decided them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.report.dice import Roll
from pbem.report.drawing import Arrow
from pbem.report.model import Happening, Scene, Telling
from pbem.report.sources import Papers, decided, decisions_in, is_held
from pbem.report.wording import Facts, Voice

REVEALING = ("reason",)
"""Members of an event that quote the document that decided it."""


class Teller:
    """Tells events.

    Attributes:
        voice: words the events.
        papers: the documents that may have decided something.
        rolls: every roll so far, by label.
    """

    def __init__(self, voice: Voice, papers: Papers, rolls: Mapping[str, Roll]) -> None:
        self.voice = voice
        self.papers = papers
        self.rolls = rolls

    def scenes(self, events: Iterable[Facts], before: Iterable[Facts] = ()) -> tuple[Scene, ...]:
        """The events of a resolution in order, under headings.

        Args:
            events: the events.
            before: those of the same step that came before them: tables count them too.
        """
        earlier: dict[str, list[Facts]] = {}
        for title, told in self._parts(before):
            earlier.setdefault(title, []).extend(told)
        return tuple(
            self._scene(title, told, [*earlier.get(title, ()), *told])
            for title, told in self._parts(events)
        )

    def asides(self, events: Iterable[Facts]) -> tuple[Happening, ...]:
        """What stands at the end: entries that were skipped, policies that were passed over."""
        return tuple(self.happening(event) for event in events if self.voice.is_aside(event))

    def happening(self, event: Facts) -> Happening:
        """One event."""
        open_facts = self._without_held(event)
        how = "in" if self.voice.is_aside(event) else "by"
        return Happening(
            event=str(event["event"]),
            clause=str(event.get("clause", "")),
            text=self.voice.sentence(open_facts),
            decided=tuple(
                decided(part, by, self.papers, self.voice.phrases, how)
                for part, by in decisions_in(event)
            ),
            rolls=tuple(self._rolls(event)),
            facts=open_facts,
        )

    def arrows(self, events: Iterable[Facts]) -> tuple[Arrow, ...]:
        """What went where, each once, in order."""
        found = (arrow for event in events for arrow in self.voice.arrows(event))
        return tuple(dict.fromkeys(found))

    def aimed(self, events: Iterable[Facts]) -> dict[str, Roll]:
        """The rolls that events speak of, by label, with who rolled and what was needed."""
        found: dict[str, Roll] = {}
        for event in events:
            for label, seat, needs in self.voice.dice(event):
                if label in self.rolls:
                    who = self.voice.names.seat(seat)
                    found[label] = replace(self.rolls[label], owner=who, needs=needs)
        return found

    def _parts(self, events: Iterable[Facts]) -> Iterator[tuple[str, list[Facts]]]:
        """Neighbours under one heading."""
        title, told = "", list[Facts]()
        for event in events:
            if self.voice.is_aside(event) or self.voice.is_untold(event):
                continue
            wanted = self.voice.scene(event) or title
            if wanted != title and told:
                yield title, told
                told = []
            title = wanted
            told.append(event)
        if told:
            yield title, told

    def _scene(self, title: str, events: Sequence[Facts], counted: Sequence[Facts]) -> Scene:
        return Scene(
            title=title,
            happenings=tuple(self.happening(event) for event in self._whole_ways(events)),
            tables=tuple(self.voice.tables(counted)),
        )

    def _whole_ways(self, events: Iterable[Facts]) -> Iterator[Facts]:
        """The events, the legs of one way as one."""
        way: Facts | None = None
        for event in events:
            longer = self.voice.onward(way, event) if way is not None else None
            if way is not None and longer is None:
                yield way
            way = longer or event
        if way is not None:
            yield way

    def _rolls(self, event: Facts) -> Iterator[Roll]:
        """The rolls whose labels stand in the data of an event, each once."""
        aimed = self.aimed([event])
        for label in dict.fromkeys(_texts(event)):
            if label in self.rolls:
                yield aimed.get(label, self.rolls[label])

    def _without_held(self, event: Facts) -> dict[str, Any]:
        """The data of an event, less what only the reader of a held document may know."""
        by = event.get("by")
        if not (isinstance(by, Mapping) and is_held(by, self.papers)):
            return dict(event)
        kept = {name: value for name, value in event.items() if name not in REVEALING}
        return kept | {"by": {name: value for name, value in by.items() if name != "at"}}


def with_asides_once(tellings: Sequence[Telling]) -> tuple[Telling, ...]:
    """Tellings in which what was passed over is told once for the same reason."""
    shown: set[object] = set()
    found: list[Telling] = []
    for telling in tellings:
        first: dict[object, Happening] = {}
        for each in telling.asides:
            first.setdefault((each.text, each.decided), each)
        asides = tuple(each for key, each in first.items() if key not in shown)
        shown |= first.keys()
        found.append(replace(telling, asides=asides))
    return tuple(found)


def with_last_tables(tellings: Sequence[Telling]) -> tuple[Telling, ...]:
    """Tellings in which each table stands once, where it is complete.

    A table counts all that its step has brought so far, so a later one holds the earlier ones.
    """
    shown: set[str] = set()
    last: list[Telling] = []
    for telling in reversed(tellings):
        scenes = [_with_new_tables(scene, shown) for scene in reversed(telling.scenes)]
        last.append(replace(telling, scenes=tuple(reversed(scenes))))
    return tuple(reversed(last))


def _with_new_tables(scene: Scene, shown: set[str]) -> Scene:
    tables = tuple(table for table in scene.tables if table.caption not in shown)
    shown.update(table.caption for table in tables)
    return replace(scene, tables=tables)


def _texts(facts: Any) -> Iterator[str]:  # noqa: ANN401 - any plain data
    """Every text in plain data, in order."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping):
        for value in facts.values():
            yield from _texts(value)
    elif isinstance(facts, list | tuple):
        for item in facts:
            yield from _texts(item)
