"""The field types of section 2.6 as forms, shared by documents and entries."""

from collections.abc import Iterator
from typing import Final

from pbem.canon.canonical import Json
from pbem.canon.forms import Exactly, Fault, Form, Number, Record, Text, Word
from pbem.canon.immutable import immutable
from pbem.canon.values import NoHint
from pbem.canon.wording import either, subject
from pbem.history.times import seconds

MOST_LINES: Final = 1_000_000
"""The most lines of a log (section 5)."""
MOST_SEGMENTS: Final = 1_000_000
LONGEST_CHAIN: Final = 65_536
NOTHING: Final = "0" * 64
"""The `prev` of line 0."""

_ASK_ID: Final = "[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}"
_SEAT: Final = "(?!host$)[a-z][a-z0-9-]{0,23}"
PARTY_NAME: Final = "[a-z][a-z0-9-]{0,23}"

HEX32: Final = Text("[0-9a-f]{64}", what="64 lower-case hexadecimal digits")
GAME: Final = Text(
    "(?=[a-z0-9-]{1,48}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[0-9a-f]{8}",
    what="a game id such as sicily-5eed0001",
)
PARTY: Final = Text(PARTY_NAME, what="the name of a seat, or host")
SEAT: Final = Text(_SEAT, what="the name of a seat, such as axis")
ASK_ID: Final = Text(_ASK_ID, what="an ask id such as t2/i1/orders")
TOPIC: Final = Text(_ASK_ID, what="a topic, a word of the game's list")
NAME: Final = Text(least=1, most=60)
PROSE: Final = Text(most=2000)
REASON: Final = Text(least=1, most=2000)
WORD: Final = Text("[a-z][a-z0-9_-]{0,39}", what="a word in lower case")
HOURS: Final = Number(1, 2160)
LENGTH: Final = Number(1, LONGEST_CHAIN)
SEGMENT: Final = Number(1, MOST_SEGMENTS)
NEXT: Final = Number(1, MOST_SEGMENTS + 1)
BASE: Final = Number(0, MOST_SEGMENTS)
LINK: Final = Record({"n": SEGMENT, "x": HEX32})
CONSENT: Final = Word("host", "majority", "all")


def _is_in_the_calendar(time: str) -> bool:
    try:
        seconds(time)
    except ValueError:
        return False
    return True


@immutable(frozen=True)
class _Time(Text):
    """A time that the calendar has."""

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield a fault unless the value is a time of the protocol."""
        yield from super().faults(value, at)
        if super().fits(value) and not _is_in_the_calendar(str(value)):
            yield Fault(at, f"{subject(at)} names a day that no calendar has")

    def fits(self, value: Json) -> bool:
        """Tell whether the value is a time of the protocol."""
        return super().fits(value) and _is_in_the_calendar(str(value))


TIME: Final = _Time(
    "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    "T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z",
    what="a time such as 2026-11-01T18:00:00Z",
)


@immutable(frozen=True)
class Some(NoHint):
    """A record of whose two optional members at least one, at most one, or exactly one is there.

    Attributes:
        record: the record with both members optional.
        names: the two members.
        least: 0 or 1.
        most: 1 or 2.
    """

    record: Record
    names: tuple[str, str]
    least: int
    most: int

    def faults(self, value: Json, at: str = "") -> Iterator[Fault]:
        """Yield the faults of the record, and one when the number of members is wrong."""
        yield from self.record.faults(value, at)
        if isinstance(value, dict) and not self._are_some(value):
            count = {(1, 1): "exactly one of", (1, 2): "at least one of"}
            words = count.get((self.least, self.most), "not more than one of")
            reason = f"{subject(at)} should have {words} {either(self.names)}"
            yield Fault(at, reason, self.names)

    def fits(self, value: Json) -> bool:
        """Tell whether the record fits and has the right number of the members."""
        return isinstance(value, dict) and self._are_some(value) and self.record.fits(value)

    def _are_some(self, value: dict[str, Json]) -> bool:
        return self.least <= sum(name in value for name in self.names) <= self.most

    def schema(self) -> dict[str, Json]:
        """Return the schema of the record with the condition on the two members."""
        schema = self.record.schema()
        if self.least:
            schema["anyOf"] = [{"required": [name]} for name in self.names]
        if self.most == 1:
            schema["not"] = {"required": list(self.names)}
        return schema

    def wanted(self) -> str:
        """Return that an object is wanted."""
        return self.record.wanted()

    def kinds(self) -> frozenset[str]:
        """Return objects only."""
        return self.record.kinds()

    def parts(self) -> tuple[Form, ...]:
        """Return the record."""
        return (self.record,)


def common(kind: str) -> dict[str, Form]:
    """Return the fields that every document and entry of a type begins with."""
    return {"v": Exactly(1), "type": Exactly(kind), "game": GAME}
