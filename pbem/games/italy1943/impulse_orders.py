"""The orders for an impulse, sorted by their moments (28.12, 28.14, 28.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.canon.immutable import immutable
from pbem.engine.entries import Entry
from pbem.engine.refusals import Refusal
from pbem.games.italy1943.actions import ACTIONS, WINDOW_TYPES
from pbem.games.italy1943.declaration import ATTACK_TYPES

PASS: Final = "pass"  # noqa: S105 - the word of an order, no secret
PAUSE: Final = "pause"
MOST_PAUSES: Final = 2
IMPULSE_TYPES: Final = (PASS, *ACTIONS, *ATTACK_TYPES, PAUSE)


@immutable(frozen=True, slots=True)
class ImpulseOrders:
    """S43-8.2 What a document orders, by moments.

    Attributes:
        passed: whether it is a pass (28.14).
        actions: the entries of the action part, in order.
        pauses: whether the action part ends with `pause`.
        attacks: the attacks to declare, in order.
        timed: the entries for windows, each with the name of its window, in order.
        held_after: the attacked zones behind which `pause` stands.
    """

    passed: bool = False
    actions: tuple[Entry, ...] = ()
    pauses: bool = False
    attacks: tuple[Entry, ...] = ()
    timed: tuple[tuple[str, Entry], ...] = ()
    held_after: tuple[int, ...] = ()

    @property
    def number_of_pauses(self) -> int:
        """S43-28.12 How many pauses it writes."""
        return len(self.held_after) + self.pauses

    def for_window(self, name: str) -> list[Entry]:
        """S43-28.15 The entries for a window, in order."""
        return [entry for window, entry in self.timed if window == name]


NOTHING: Final = ImpulseOrders()
PASSED: Final = ImpulseOrders(passed=True)


def sort_entries(
    entries: Sequence[Entry], windows_over: Sequence[str], pauses_left: int
) -> tuple[ImpulseOrders, list[Refusal]]:
    """S43-28.15 Sort the entries of a document, and find those that stand in a wrong place.

    Args:
        entries: the entries, `policies` left out.
        windows_over: names of windows that cannot come any more.
        pauses_left: how many pauses may still be written in this impulse.
    """
    sorting = _Sorting(windows_over, pauses_left)
    for entry in entries:
        sorting.put(entry)
    wrong = [*sorting.wrong, *_beside_pass(entries), *sorting.misplaced_pauses(entries)]
    return sorting.orders(), wrong


@dataclass
class _Sorting:
    """The entries sorted so far; `behind` is the zone of the last attack."""

    windows_over: Sequence[str]
    pauses_left: int
    actions: list[Entry] = field(default_factory=list)
    attacks: list[Entry] = field(default_factory=list)
    timed: list[tuple[str, Entry]] = field(default_factory=list)
    held_after: list[int] = field(default_factory=list)
    pauses: list[Entry] = field(default_factory=list)
    wrong: list[Refusal] = field(default_factory=list)
    behind: int | None = None
    passed: bool = False

    def put(self, entry: Entry) -> None:
        """Sort the next entry of the document."""
        if entry.do == PASS:
            self.passed = True
        elif entry.do == PAUSE:
            self._pause(entry)
        elif entry.do in ATTACK_TYPES:
            self.attacks.append(entry)
            self.behind = int(str(entry.fields["zone"]))
        elif "when" in entry.fields:
            self._wait(entry, str(entry.fields["when"]))
        elif self.behind is None:
            self.actions.append(entry)
        elif entry.do in WINDOW_TYPES:
            when = f"W6:{self.behind}"
            self._wait(replace(entry, fields={**entry.fields, "when": when}), when)
        else:
            text = f"{entry.do!r} belongs to the action part: write it before the first attack"
            self.wrong.append(Refusal("E_ORDER", entry.at, "S43-28.15", text))

    def _wait(self, entry: Entry, window: str) -> None:
        if window in self.windows_over:
            text = f"the window {window} is over"
            self.wrong.append(Refusal("E_WINDOW", f"{entry.at}/when", "S43-28.15", text))
        else:
            self.timed.append((window, entry))

    def _pause(self, entry: Entry) -> None:
        self.pauses.append(entry)
        if self.behind is not None:
            self.held_after.append(self.behind)

    def misplaced_pauses(self, entries: Sequence[Entry]) -> Iterator[Refusal]:
        """S43-28.12 Pauses too many, and pauses inside the action part."""
        for entry in self.pauses[self.pauses_left :]:
            text = f"an impulse has at most {MOST_PAUSES} pauses"
            yield Refusal("E_PAUSE", entry.at, "S43-28.12", text)
        for entry in self.pauses[: len(self.pauses) - len(self.held_after)]:
            if entry is not entries[-1]:
                text = "what follows a pause in the action part is written in the answer to it"
                yield Refusal("E_PAUSE", entry.at, "S43-28.12", text)

    def orders(self) -> ImpulseOrders:
        """The sorted document."""
        return ImpulseOrders(
            passed=self.passed,
            actions=tuple(self.actions),
            pauses=len(self.pauses) > len(self.held_after),
            attacks=tuple(self.attacks),
            timed=tuple(self.timed),
            held_after=tuple(self.held_after),
        )


def _beside_pass(entries: Sequence[Entry]) -> Iterator[Refusal]:
    """S43-28.14 Entries that cannot stand next to `pass`."""
    if all(entry.do != PASS for entry in entries):
        return
    for entry in entries:
        if entry.do != PASS and entry.fields.get("when") not in ("W0", "W7"):
            text = f"{entry.do!r} cannot stand next to a pass; only entries for W0 and W7 can"
            yield Refusal("E_PASS_WITH_ORDERS", entry.at, "S43-28.14", text)
