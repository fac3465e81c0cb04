"""Random play of a random game of `ToyRules`, within the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.canon.codes import Refused
from pbem.engine.picking import Pick, one
from pbem.history import compose
from pbem.history.answers import missing_releases
from pbem.history.checking import check_document, must_hold
from pbem.history.links import link_rule
from pbem.history.planning import AwaitsReleases, NeedsLock, Ready
from pbem.history.records import Phase
from support.hosting import ATTACK, Match, Signed, chain, key

STEPS = ("assault", "probe", "meeting", "quiet")


class Play:
    """Random moves of a random game."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        policy = self.one(["host", "actor", "all"])
        host_seat = self.one([None, "red"]) if policy == "all" else None
        skip = self.one([False, True]) and host_seat is None
        seats = self.one([("blue", "red"), ("blue", "green", "red")])
        self.match = Match(
            *(self.one(STEPS) for _ in range(self.number(2, 5))),
            policy=policy,
            seats=seats,
            host_seat=host_seat,
            on_release="skip" if skip else "wait",
        )
        self.used = 0

    def one(self, options: Sequence[Any]) -> Any:
        return one(self.pick, options)

    def number(self, low: int, high: int) -> int:
        """A number, both ends included."""
        return low + self.pick(high - low + 1)

    def move(self) -> None:
        """One thing that happens, if it may happen now."""
        moves: list[Callable[[], None]] = [
            self.answer, self.answer, self.answer, self.go_on, self.go_on, self.go_on,
            self.file, self.release, self.default, self.rekey, self.pause, self.concede,
        ]  # fmt: skip
        self.one(moves)()

    def _take(self, envelope: Signed) -> None:
        log = self.match.log
        try:
            document = check_document(log, envelope)
        except Refused:
            return
        may_be_held = document.type in ("orders", "standing")
        held = must_hold(log, document) or (may_be_held and self.one([False, True]))
        self.match.take(envelope, held=held)

    def _head(self) -> str:
        return str(self.one(self.match.log.heads[-4:]))

    def answer(self) -> None:
        log = self.match.log
        if not log.asks:
            return
        ask = self.one(log.asks)
        orders = self.one([[], ATTACK])
        if ask.kind == "losses":
            value = self.one(["front", "rear", "default"])
            orders = [{"do": "answer", "value": value}]
        fields: Signed = {"rev": self.number(1, 3)}
        if link_rule(log, ask) == "may" and self.one([False, True]):
            fields["link"] = None
        head = log.head if ask.seat == log.host_seat else self._head()
        self._take(self.match.orders(ask.seat, orders, ask=ask.id, head=head, **fields))

    def file(self) -> None:
        seat = self.one(self.match.log.seats)
        value = self.one(["front", "rear", "ask", "default"])
        topic = self.one([{}, {"topic": "losses"}])
        self.used += 1
        self._take(self.match.standing(seat, value, rev=self.used, head=self._head(), **topic))

    def release(self) -> None:
        if self.match.log.phase is Phase.LOCKED:
            for seat in missing_releases(self.match.log):
                if self.one([False, True]):
                    self._take(self.match.release(seat))

    def default(self) -> None:
        log = self.match.log
        time = self.match.time(72)
        entry = None
        if waiting := log.unanswered():
            entry = compose.default_ask(log, time, waiting[0].id, "deadline")
        elif missing := missing_releases(log):
            entry = compose.default_release(log, time, missing[0])
        self._try(entry)

    def rekey(self) -> None:
        log = self.match.log
        party = self.one(["host", *log.seats])
        self.used += 1
        new = key(party, f"key {self.used}")
        self._take(self.match.rekey(party, signers=[new], key=new.public))
        if log.parties[party].key == new.public:
            self.match.keys[party] = new
        elif party != "host":
            base = log.next + 3
            tip = chain(party, base=base, name=f"chain {self.used}").tip
            self._take(self.match.rekey(party, chain={"tip": tip, "length": 9, "base": base}))

    def pause(self) -> None:
        log, time = self.match.log, self.match.time(1)
        entry = compose.pause if log.paused is None else compose.resume
        self._try(entry(log, time, "So."))

    def concede(self) -> None:
        if self.used % 5 == 4:
            self._take(self.match.concede(self.one(self.match.log.seats)))

    def go_on(self) -> None:
        plan = self.match.plan()
        if isinstance(plan, NeedsLock):
            self.match.lock()
        elif isinstance(plan, Ready):
            self.match.resolve()
        elif isinstance(plan, AwaitsReleases):
            self.release()

    def _try(self, entry: Signed | None) -> None:
        if entry is None:
            return
        try:
            self.match.add(entry)
        except Refused as refused:
            assert refused.code in ("L05", "L11"), refused  # noqa: PT017

    def end(self) -> None:
        """Close the game, by its rules if they say so."""
        log, time = self.match.log, self.match.time()
        if log.phase is Phase.OVER:
            self.match.add(compose.end(log, time, "victory", dict(log.over or {})))
        else:
            self.match.add(compose.end(log, time, "abandoned", {}))
