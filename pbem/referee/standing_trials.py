"""Trying standing orders: a supposed attack with given or random dice, and which entry fired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.trouble import Trouble
from pbem.engine.decisions import By
from pbem.engine.dice import NoDice, Roll
from pbem.engine.driver import Sources, StandingOrders, Topic
from pbem.engine.game import Guides
from pbem.engine.policies import Place
from pbem.engine.rehearsal import Moment, Rehearsal, rehearse
from pbem.engine.resolution import StepRecord, resolve
from pbem.engine.sheets import Sheet
from pbem.history.log import Log
from pbem.referee.chance import TrialDice
from pbem.referee.drafts import Draft
from pbem.referee.foresight import public_standing
from pbem.referee.open_game import OpenGame
from pbem.referee.wordbook import phrases_of, wordbook_of
from pbem.report.sources import decisions_in
from pbem.report.wording import Voice

DRAFT: Final = "the draft"
"""Stands for the digest that the standing orders will have when they are signed."""


class NothingToTry(Trouble):
    """No attack can be supposed; the message says what to do."""


@immutable(frozen=True)
class Scenario:
    """What is supposed to happen.

    Attributes:
        title: what it is, a sentence.
        step: the step, with what is settled in it.
        sheets: the supposed orders by ask id.
    """

    title: str
    step: StepRecord
    sheets: Mapping[str, Sheet | None]


@immutable(frozen=True)
class Told:
    """One thing that happened, and which entries of the standing orders decided in it."""

    text: str
    entries: tuple[str, ...]


@immutable(frozen=True)
class Fired:
    """What a decision of the seat came to in the trials.

    Attributes:
        decision: its word.
        clause: its clause.
        place: where, by its name; "" if it has no place.
        way: the entry that fired, "you are asked", or the default.
        times: how often, in all trials.
        about: what the decision is about, for people.
    """

    decision: str
    clause: str
    place: str
    way: str
    times: int
    about: str

    def data(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "decision": self.decision,
            "clause": self.clause,
            "place": self.place,
            "way": self.way,
            "times": self.times,
        }


@immutable(frozen=True)
class Trials:
    """How standing orders did.

    Attributes:
        title: what was supposed.
        story: what happened in the first trial, in order.
        fired: what each decision of the seat came to, over all trials.
        idle: the entries that never fired, by their numbers from 1.
        dice: the dice of the first trial, as they can be given again.
        runs: how many trials there were.
    """

    title: str
    story: tuple[Told, ...]
    fired: tuple[Fired, ...]
    idle: tuple[int, ...]
    dice: tuple[str, ...]
    runs: int


def supposed_attack(game: OpenGame, seat: str, place: Place | None) -> Scenario:
    """An attack on a seat in the position in which the game's step opened.

    Raises:
        NothingToTry: the game can suppose none, or none is possible there.
    """
    log = game.log
    rules, step = log.rules, log.step
    if rules is None or step is None or not isinstance(rules, Guides):
        raise NothingToTry("this game can suppose no attack: give the orders with --orders")
    found = rules.suppose(step.opening, seat, place)
    if found is None:
        where = f" in {place}" if place is not None else ""
        raise NothingToTry(f"no attack on {seat} is possible{where} in the position as it stands")
    opening = StepRecord(found.opening)
    (question, *_) = resolve(rules, opening, Sources(), NoDice()).open
    phrases = phrases_of(game)
    orders = "; ".join(phrases.entry(entry) for entry in found.orders if isinstance(entry, dict))
    title = f"Supposed: {phrases.names.seat(found.seat)}: {orders}."
    return Scenario(title, opening, {question.id: Sheet("supposed", found.orders)})


def ordered_attack(game: OpenGame, draft: Draft) -> Scenario:
    """What the orders of a draft would start, in the step in which the game stands.

    Raises:
        NothingToTry: nobody is asked for such orders now, or the rules are not at hand.
    """
    ask, log = str(draft.signed.get("ask")), game.log
    if draft.kind != "orders" or log.step is None or log.ask(ask) is None:
        raise NothingToTry(f"--orders wants a draft of orders for an open ask, not for {ask}")
    sheets: dict[str, Sheet | None] = {each.id: None for each in log.asks}
    orders = draft.signed["orders"]
    assert isinstance(orders, list)  # noqa: S101 - whoever calls has looked through the draft
    return Scenario(f"Supposed orders for {ask}.", log.step, {**sheets, ask: Sheet("", orders)})


def try_standing(
    game: OpenGame, draft: Draft, scenario: Scenario, dice: TrialDice, runs: Iterable[int]
) -> Trials:
    """Run standing orders against a scenario, several times.

    Args:
        game: the game.
        draft: legal standing orders.
        scenario: what is supposed to happen.
        dice: the dice; those that are given are the same in each trial.
        runs: counts the trials, at least one; a progress bar may count along.

    Raises:
        WrongDice: the dice given do not fit.
        OrdersRefused: the supposed orders are not legal.
    """
    rules, seat = game.log.rules, str(draft.signed["seat"])
    assert rules is not None  # noqa: S101 - a scenario needs them
    standing = _standing(game.log, draft)
    tried = [rehearse(rules, scenario.step, Sources(scenario.sheets, standing), dice) for _ in runs]
    dice.check_used(roll.label for one in tried for roll in one.rolls)
    moments = [m for one in tried for m in one.moments if m.seat == seat]
    teller = _Teller(game, draft)
    return Trials(
        title=scenario.title,
        story=tuple(teller.story(tried[0])),
        fired=tuple(teller.fired(moments)),
        idle=tuple(_idle(draft, moments)),
        dice=tuple(_as_given(roll) for roll in tried[0].rolls),
        runs=len(tried),
    )


def _standing(log: Log, draft: Draft) -> dict[Topic, StandingOrders]:
    """What is on file if the draft were: the newest of everybody, as far as it is public."""
    seat = str(draft.signed["seat"])
    topic = (seat, str(draft.signed.get("topic", "")))
    policies = draft.signed["policies"]
    assert isinstance(policies, list)  # noqa: S101 - the form has been checked
    own = StandingOrders(DRAFT, policies)  # type: ignore[arg-type]  # likewise
    return public_standing(log, seat) | {topic: own}


def _as_given(roll: Roll) -> str:
    return f"{roll.label}={','.join(map(str, roll.values))}"


def _idle(draft: Draft, moments: Iterable[Moment]) -> Iterator[int]:
    fired = [moment.by.at for moment in moments if moment.by.doc == DRAFT]
    policies = draft.signed["policies"]
    assert isinstance(policies, list)  # noqa: S101 - the form has been checked
    for index in range(len(policies)):
        if f"/policies/{index}" not in fired:
            yield index + 1


class _Teller:
    """Says what happened in a trial, and what decided."""

    def __init__(self, game: OpenGame, draft: Draft) -> None:
        book = wordbook_of(game.log)
        self.phrases = phrases_of(game)
        self.voice = Voice(book.game, book.package, self.phrases.names)
        self.draft = draft

    def story(self, rehearsal: Rehearsal) -> Iterator[Told]:
        """What happened, in order."""
        for event in rehearsal.events:
            entries = tuple(self._entries(event))
            if entries or not self.voice.is_untold(event):
                yield Told(self.voice.sentence(event), entries)

    def _entries(self, event: Mapping[str, Any]) -> Iterator[str]:
        """The entries of the draft that decided something in an event."""
        for part, by in decisions_in(event):
            if by.get("doc") == DRAFT:
                yield f"{part + ': ' if part else ''}{self._entry(str(by['at']))}"

    def _entry(self, at: str) -> str:
        """An entry by its number, with what it says."""
        index = int(at.removeprefix("/policies/").partition("/")[0])
        policies = self.draft.signed["policies"]
        assert isinstance(policies, list)  # noqa: S101 - the form has been checked
        policy = policies[index]
        assert isinstance(policy, dict)  # noqa: S101 - likewise
        return f"entry {index + 1} ({self.phrases.policy(policy)})"

    def fired(self, moments: Iterable[Moment]) -> Iterator[Fired]:
        """What each decision came to, counted."""
        times: dict[tuple[str, str, Place | None, str], int] = {}
        for moment in moments:
            key = (moment.word, moment.clause, moment.where, self._way(moment))
            times[key] = times.get(key, 0) + 1
        for (word, clause, where, way), count in times.items():
            place = "" if where is None else self.phrases.names.place(where)
            about = self.phrases.about(word).removeprefix("Your ")
            yield Fired(word, clause, place, way, count, about[:1].upper() + about[1:])

    def _way(self, moment: Moment) -> str:
        origin = self._origin(moment.by)
        if moment.asked:
            return f"you are asked, by {origin}" if origin else "you are asked"
        return origin or f"the default: {self.phrases.default(moment.word)}"

    def _origin(self, by: By) -> str:
        if by.source == "default":
            return ""
        return self._entry(by.at) if by.doc == DRAFT else "your other standing orders"
