"""The log as it stands after its lines so far; changed by `pbem.history.applying` only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.decisions import Question
from pbem.engine.driver import StandingOrders, Topic
from pbem.engine.game import Rules
from pbem.engine.resolution import RunStep, StepRecord, run_anew
from pbem.history.documents import HOST, Document, Envelope, Signed
from pbem.history.fields import NOTHING
from pbem.history.records import Ask, Lock, Note, Party, Phase, Receipt, Resolution

RulesFor: TypeAlias = Callable[[Signed], Rules | None]
"""Finds the rules for the `module` object of an invitation; None when they are not at hand."""

HeldTexts: TypeAlias = Callable[[str], Envelope | None]
"""Finds the text of a held document by its digest; None when it is not at hand."""


def no_texts(_digest: str) -> None:
    """Find nothing: what an auditor knows of held documents."""


@dataclass(eq=False, repr=False)
class Log:
    """What the lines so far amount to.

    Attributes:
        rules_for: finds the rules when the first line names them.
        held_texts: finds texts of held documents; the host's replay is then never deferred.
        run_step: runs steps on; a reader who keeps nothing of what came out before may use one
            that does not begin anew each time.
        heads: head of every line.
        places: line number of every head.
        time: time of the last line, seconds.
        game: game id; "" before line 0.
        invite: the invitation; None before line 0.
        parties: `host` and every seat.
        used_words: every key and tip ever in use.
        host_keys: the host's keys with the line from which each signs.
        phase: the state of section 5.
        paused: when the pause began, seconds; None when there is none.
        paused_for: seconds of pause since the last lock.
        next: number of the next segment.
        salt: the salt in force.
        state: digest of the opening state of the step in which the game stands.
        asks: the open asks, in order.
        opening: the opening entry, a line number.
        due: the deadline of the asks, seconds; None without one.
        answers: the newest answer to each ask.
        defaults: the `default` line of each ask that one closed.
        standing: every standing document by seat and topic, in order of receipt.
        good_standing: what the rules have looked into and found good, by digest.
        receipts: every orders and standing document by digest.
        logged: digests of all documents in the log.
        refused: the line of each refusal, by the digest of the document.
        refusals: number of refusals logged since the opening entry, by seat.
        links: links for number `next` that the seats have sent, as far as this reader knows.
        lock: the lock in force, or in RELOCK the one before.
        excused: seats left out of the dice until the next resolve, with the number whose link was
            missing.
        leaving: seats that conceded since the last resolve: still dice parties.
        inactive: seats that are no longer active, with the reason.
        held: what the step has used so far and is still held, in order of use.
        pending: resolutions whose replay waits for held texts, in order.
        rules: the rules; None before line 0 or when they are not at hand.
        step: the step reached by the last resolution that was replayed; None without rules.
        questions: the open questions behind the asks; empty while replay waits.
        over: the result once the rules say the game is over.
        result: the result of the `end` line.
        notes: what a reader should see, in order.
    """

    rules_for: RulesFor
    held_texts: HeldTexts = no_texts
    run_step: RunStep = run_anew
    heads: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    time: int = 0
    game: str = ""
    invite: Document | None = None
    parties: dict[str, Party] = field(default_factory=dict)
    used_words: set[str] = field(default_factory=set)
    host_keys: list[tuple[int, str]] = field(default_factory=list)
    phase: Phase = Phase.NEW
    paused: int | None = None
    paused_for: int = 0
    next: int = 1
    salt: str = ""
    state: str = ""
    asks: tuple[Ask, ...] = ()
    opening: int = 0
    due: int | None = None
    answers: dict[str, Receipt] = field(default_factory=dict)
    defaults: dict[str, int] = field(default_factory=dict)
    standing: dict[Topic, list[Receipt]] = field(default_factory=dict)
    good_standing: dict[str, StandingOrders] = field(default_factory=dict)
    receipts: dict[str, Receipt] = field(default_factory=dict)
    logged: set[str] = field(default_factory=set)
    refused: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    lock: Lock | None = None
    excused: dict[str, int] = field(default_factory=dict)
    leaving: set[str] = field(default_factory=set)
    inactive: dict[str, str] = field(default_factory=dict)
    held: tuple[str, ...] = ()
    pending: list[Resolution] = field(default_factory=list)
    rules: Rules | None = None
    step: StepRecord | None = None
    questions: tuple[Question[Any], ...] = ()
    over: Mapping[str, Json] | None = None
    result: Mapping[str, Json] | None = None
    notes: list[Note] = field(default_factory=list)

    @property
    def seq(self) -> int:
        """The number that the next line will have, which is the number of lines so far."""
        return len(self.heads)

    @property
    def head(self) -> str:
        """The head of the last line; 64 zeros before line 0."""
        return self.heads[-1] if self.heads else NOTHING

    @property
    def terms(self) -> Signed:
        """The invitation's content.

        Raises:
            ValueError: there is no line yet.
        """
        if self.invite is None:
            raise ValueError("a log without lines has no invitation")
        return self.invite.signed

    @property
    def policy(self) -> str:
        """The dice policy: `host`, `actor` or `all`."""
        return str(self.terms["policy"])

    @property
    def seats(self) -> list[str]:
        """All seats, sorted, inactive ones included."""
        return [seat["seat"] for seat in self.terms["seats"]]

    @property
    def host_seat(self) -> str | None:
        """The seat the host plays; None for a neutral host."""
        seat = self.terms["host"].get("seat")
        return None if seat is None else str(seat)

    def active(self) -> list[str]:
        """The active seats, sorted; a seat that has just conceded is one until the next resolve."""
        return [seat for seat in self.seats if seat not in self.inactive]

    def ask(self, ask_id: str) -> Ask | None:
        """The open ask with this id, or None."""
        return next((ask for ask in self.asks if ask.id == ask_id), None)

    def unanswered(self) -> list[Ask]:
        """The open asks that are neither answered nor defaulted."""
        return [a for a in self.asks if a.id not in self.answers and a.id not in self.defaults]

    def several_seats_asked(self) -> bool:
        """Whether the open asks are put to more than one seat, so that orders must be held."""
        return len({ask.seat for ask in self.asks}) > 1

    def host_key_at(self, seq: int) -> str:
        """The host's key for a line: the newest that was in force before it."""
        keys = [key for since, key in self.host_keys if since <= seq]
        return keys[-1] if keys else HOST
