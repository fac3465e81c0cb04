"""Whatever host and players do within the protocol, strangers find the log good."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.canon.codes import Refused
from pbem.history import compose
from pbem.history.answers import missing_releases
from pbem.history.checking import check_document, must_hold
from pbem.history.links import link_rule
from pbem.history.planning import AwaitsReleases, NeedsLock, Ready
from pbem.history.records import Phase
from support.hosting import ATTACK, Match, Signed, chain, key

STEPS = st.lists(st.sampled_from(["assault", "probe", "meeting", "quiet"]), min_size=2, max_size=5)


class Play:
    """Random moves of a random game."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        policy = self.draw(st.sampled_from(["host", "actor", "all"]))
        host_seat = self.draw(st.sampled_from([None, "red"])) if policy == "all" else None
        skip = self.draw(st.booleans()) and host_seat is None
        seats = self.draw(st.sampled_from([("blue", "red"), ("blue", "green", "red")]))
        self.match = Match(
            *self.draw(STEPS),
            policy=policy,
            seats=seats,
            host_seat=host_seat,
            on_release="skip" if skip else "wait",
        )
        self.used = 0

    def move(self) -> None:
        """One thing that happens, if it may happen now."""
        moves: list[Callable[[], None]] = [
            self.answer, self.answer, self.answer, self.go_on, self.go_on, self.go_on,
            self.file, self.release, self.default, self.rekey, self.pause, self.concede,
        ]  # fmt: skip
        self.draw(st.sampled_from(moves))()

    def _take(self, envelope: Signed) -> None:
        log = self.match.log
        try:
            document = check_document(log, envelope)
        except Refused:
            return
        may_be_held = document.type in ("orders", "standing")
        held = must_hold(log, document) or (may_be_held and self.draw(st.booleans()))
        self.match.take(envelope, held=held)

    def _head(self) -> str:
        return str(self.draw(st.sampled_from(self.match.log.heads[-4:])))

    def answer(self) -> None:
        log = self.match.log
        if not log.asks:
            return
        ask = self.draw(st.sampled_from(log.asks))
        orders = self.draw(st.sampled_from([[], ATTACK]))
        if ask.kind == "losses":
            value = self.draw(st.sampled_from(["front", "rear", "default"]))
            orders = [{"do": "answer", "value": value}]
        fields: Signed = {"rev": self.draw(st.integers(1, 3))}
        if link_rule(log, ask) == "may" and self.draw(st.booleans()):
            fields["link"] = None
        head = log.head if ask.seat == log.host_seat else self._head()
        self._take(self.match.orders(ask.seat, orders, ask=ask.id, head=head, **fields))

    def file(self) -> None:
        seat = self.draw(st.sampled_from(self.match.log.seats))
        value = self.draw(st.sampled_from(["front", "rear", "ask", "default"]))
        topic = self.draw(st.sampled_from([{}, {"topic": "losses"}]))
        self.used += 1
        self._take(self.match.standing(seat, value, rev=self.used, head=self._head(), **topic))

    def release(self) -> None:
        if self.match.log.phase is Phase.LOCKED:
            for seat in missing_releases(self.match.log):
                if self.draw(st.booleans()):
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
        party = self.draw(st.sampled_from(["host", *log.seats]))
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
            self._take(self.match.concede(self.draw(st.sampled_from(self.match.log.seats))))

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


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_play_is_found_good(data: st.DataObject) -> None:
    play = Play(data)
    for _ in range(data.draw(st.integers(5, 40))):
        play.move()
    match = play.match
    if match.log.phase is Phase.OVER:
        match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over or {})))
    else:
        match.add(compose.end(match.log, match.time(), "abandoned", {}))
    found = match.audit()
    assert found.finding is None, found.finding
    assert found.complete
    assert found.log.step == match.log.step
    for name in ("next", "state", "asks", "held", "inactive", "excused", "phase", "due"):
        assert getattr(found.log, name) == getattr(match.log, name)
    assert match.audit(match.lines[:-1]).finding is None
