"""An impulse (section 8): its parts in their order, as the active player's list tells them.

Orders, window W0, the action part, W2, the declaration of attacks, W3, the combats one after the
other with W4 and W6 around each, W7, and the stacking test. Every part stops when the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.engine.decisions import By, Choice, orders_question
from pbem.engine.entries import Entry
from pbem.engine.events import Event
from pbem.games.italy1943.action import perform, skip
from pbem.games.italy1943.actions import ACTIONS
from pbem.games.italy1943.attack import Attack, drop_lost
from pbem.games.italy1943.combat import fight
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.declaration import declare_if_possible
from pbem.games.italy1943.documents import orders_only
from pbem.games.italy1943.impulse_orders import IMPULSE_TYPES, MOST_PAUSES, PASSED, ImpulseOrders
from pbem.games.italy1943.impulse_trial import read_orders
from pbem.games.italy1943.pauses import ask_for_the_next, ask_for_the_rest
from pbem.games.italy1943.pieces import Side
from pbem.games.italy1943.play import Impulse, Play, decision
from pbem.games.italy1943.stacking import test_stacking
from pbem.games.italy1943.windows import window


class ImpulseBegan(Event):
    """S43-8.1 An impulse began; `side` is active in it."""

    impulse: int
    side: Side


class ImpulsePassed(Event):
    """S43-8.4 The active side passed.

    Attributes:
        impulse: the number of the impulse.
        side: who passed.
        passes: how many impulses have been passed in a row (8.5).
        by: what decided.
    """

    impulse: int
    side: Side
    passes: int
    by: By


@dataclass
class Script:
    """The active player's orders while they are carried out, answers to pauses included.

    Attributes:
        attacks: the attacks to declare, each with the digest of its document.
        timed: the entries that wait for their windows.
        held_after: the zones behind whose attack a pause stands.
        pauses: how many pauses were reached.
        pauses_left: how many may still be written.
    """

    attacks: list[tuple[Entry, str]] = field(default_factory=list)
    timed: list[tuple[str, Entry]] = field(default_factory=list)
    held_after: list[int] = field(default_factory=list)
    pauses: int = 0
    pauses_left: int = MOST_PAUSES

    def add(self, choice: Choice[ImpulseOrders]) -> None:
        """Take up what a further document orders for later moments."""
        self.attacks += [(entry, choice.by.doc) for entry in choice.value.attacks]
        self.timed += choice.value.timed
        self.held_after += choice.value.held_after
        self.pauses_left -= choice.value.number_of_pauses

    def take(self, name: str) -> list[Entry]:
        """The entries for a window, which wait no longer."""
        found = [entry for when, entry in self.timed if when == name]
        self.timed = [waiting for waiting in self.timed if waiting[0] != name]
        return found


async def play_impulse(play: Play) -> None:
    """S43-8.2, S43-8.3 Play one impulse from the orders to the stacking test."""
    active = _begin(play)
    orders = await _ask_orders(play)
    script = Script()
    script.add(orders)
    await _open(play, script, "W0")
    if not orders.value.passed:
        await _act(play, script, orders.value)
        await _open(play, script, "W2")
        _declare(play, script)
        await _open(play, script, "W3")
        await _fight_all(play, script)
    await _open(play, script, "W7")
    if play.over is None:
        await _finish(play, script)
        _count_pass(play, active, orders)


def _begin(play: Play) -> Side:
    """S43-5.4, S43-23.10 The impulse opens; an additional one is its side's event."""
    active = play.pos.active
    if active is None:
        raise ValueError(f"nobody is active in {play.step}")
    play.impulse = Impulse(active)
    if play.pos.step.number > play.facts.tracks.impulses:
        play.impulse.events.add(active)
    play.tell(ImpulseBegan(clause="S43-8.1", impulse=play.pos.step.number, side=active))
    return active


async def _ask_orders(play: Play) -> Choice[ImpulseOrders]:
    """S43-D06 The orders for the impulse; without any it is a pass (28.14)."""
    side = play.current.active
    choose = decision(
        "impulse",
        "S43-D06",
        orders_only("impulse", "S43-D06"),
        lambda: PASSED,
        "ask",
        facts=reader(play, side, None, {}),
    )
    heading = play.heading("orders", side, "orders", "S43-D06")
    (choice,) = await orders_question(
        heading,
        choose,
        lambda orders, at: read_orders(play, orders, at, (), MOST_PAUSES),
        IMPULSE_TYPES,
    )
    return choice


async def _open(play: Play, script: Script, name: str) -> None:
    """S43-28.2, S43-28.13 An open window; `windows` knows whether it is skipped."""
    if play.over is None:
        await window(play, name, script.take(name))


async def _act(play: Play, script: Script, orders: ImpulseOrders) -> None:
    """S43-8.2, S43-28.8, S43-28.12 The action part, with what pauses add to it."""
    while True:
        for entry in orders.actions:
            if play.over is not None:
                return
            if await perform(play, ACTIONS[entry.do], entry):
                play.current.stirred = True
            await _open(play, script, "W1")
        if not orders.pauses or play.over is not None:
            return
        script.pauses += 1
        more = await ask_for_the_rest(play, script.pauses, script.pauses_left)
        script.add(more)
        orders = more.value


def _declare(play: Play, script: Script) -> None:
    """S43-13.1 All attacks are declared together, in the order of the list."""
    for entry, doc in script.attacks:
        if play.over is None and declare_if_possible(play, entry, doc):
            play.current.stirred = True


async def _fight_all(play: Play, script: Script) -> None:
    """S43-13.1, S43-D19 The combats one after the other, in the order of the list."""
    rest = list(play.current.attacks)
    following = rest[0] if rest else None
    while following is not None and play.over is None:
        rest.remove(following)
        await _combat(play, script, following)
        following = await _next(play, script, following, rest)


async def _combat(play: Play, script: Script, attack: Attack) -> None:
    """S43-28.1, S43-28.13 One combat between its windows, which a void attack does not have."""
    if not _is_void(play, attack):
        await _open(play, script, f"W4:{attack.zone}")
    void = _is_void(play, attack)
    if play.over is None:
        await fight(play, attack)
    if not void:
        play.current.stirred = True
        await _open(play, script, f"W6:{attack.zone}")


def _is_void(play: Play, attack: Attack) -> bool:
    """S43-13.9 Whether no committed land force is left."""
    drop_lost(play.current.attacks, play.pos)
    return not attack.committed().size


async def _next(play: Play, script: Script, last: Attack, rest: list[Attack]) -> Attack | None:
    """S43-28.12 The combat that comes next; behind a pause the player may choose it."""
    if not rest or play.over is not None:
        return None
    if last.zone not in script.held_after or len(rest) == 1:
        return rest[0]
    script.pauses += 1
    return await ask_for_the_next(play, script.pauses, rest)


async def _finish(play: Play, script: Script) -> None:
    """S43-2.21, S43-24.12, S43-28.15 Report what never came, and test stacking."""
    for name, entry in script.timed:
        skip(play, play.current.active, entry, "S43-28.15", _reason(play, name))
    play.current.strangled = None
    await test_stacking(play)


def _reason(play: Play, name: str) -> str:
    """S43-28.15 Why a window never came."""
    zone = name.partition(":")[2]
    if zone and int(zone) in play.facts.zones:
        return f"there was no combat for {play.facts.zone(int(zone)).title}"
    return f"the window {name} did not come"


def _count_pass(play: Play, active: Side, orders: Choice[ImpulseOrders]) -> None:
    """S43-8.5, S43-28.14 Passes in a row are counted; reactions do not undo a pass."""
    if not orders.value.passed:
        play.pos.passes = 0
        return
    play.pos.passes += 1
    play.tell(
        ImpulsePassed(
            clause="S43-8.4",
            impulse=play.pos.step.number,
            side=active,
            passes=play.pos.passes,
            by=orders.by,
        )
    )
