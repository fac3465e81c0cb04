"""A host, his players and their log, for tests; and a forger who signs changed lines anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.canon.canonical import encode, sha
from pbem.history import compose
from pbem.history.applying import apply_line
from pbem.history.audit import Audit, audit
from pbem.history.documents import read_document
from pbem.history.links import link_rule
from pbem.history.lobby import check_invite, check_join
from pbem.history.log import Log
from pbem.history.planning import NeedsLock, Plan, Ready, plan_resolution
from pbem.history.times import seconds, written
from pbem.trust.chains import Chain
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from support.toy import ToyRules

GAME = "skirmish-0000a11e"
BEGIN = "2026-11-01T18:00:00Z"
LENGTH = 40
ATTACK = [{"do": "attack"}]
Signed = dict[str, Any]


def key(party: str, name: str = "key") -> SigningKey:
    """A signing key of a party."""
    return SigningKey(sha(f"{name} {party}".encode()))


def chain(party: str, *, base: int = 0, name: str = "chain", length: int = LENGTH) -> Chain:
    """A chain of a party with its secret end."""
    return Chain(GAME, party, length, sha(f"{name} {party} {base}".encode()), base)


class Match:
    """A game of `ToyRules`, played through the functions a host and his players use.

    The host's log stands in `log`, its lines in `lines`; the clock moves a minute a line.
    """

    def __init__(
        self,
        *steps: str,
        policy: str = "actor",
        seats: Sequence[str] = ("blue", "red"),
        host_seat: str | None = None,
        on_release: str = "wait",
        consent_end: str = "host",
        sides: Mapping[str, str] = {},
        lengths: Mapping[str, int] = {},
    ) -> None:
        self.lengths = lengths
        self.rules = ToyRules(seats)
        self.keys = {party: key(party) for party in ("host", *seats)}
        self.chains = {party: chain(party) for party in ("host", *seats)}
        self.held: dict[str, Signed] = {}
        self.lines: list[bytes] = []
        self.clock = seconds(BEGIN)
        self.log = self.new_log(held=True)
        invite: Signed = {
            "v": 1,
            "type": "invite",
            "game": GAME,
            "time": BEGIN,
            "host": self._words("host"),
            "seats": [self._seat(seat, sides) for seat in seats],
            "module": {"id": "toy", "version": "1.0.0", "data": sha(b"{}")},
            "options": {"steps": list(steps)},
            "policy": policy,
            "consent": {"correct": "host", "seat": "host", "host": "all", "end": consent_end},
            "deadline": {"hours": 72, "release_hours": 48, "on_release": on_release},
        }
        if host_seat is not None:
            invite["host"]["seat"] = host_seat
        self.invite = check_invite(sign(invite, self.keys["host"]))
        self.joins = [self._join(seat) for seat in seats]
        self.add(compose.genesis(self.invite, self.joins, self.rules, self.time()))

    def _seat(self, seat: str, sides: Mapping[str, str]) -> Signed:
        return {"seat": seat, "side": sides[seat]} if seat in sides else {"seat": seat}

    def _words(self, party: str) -> Signed:
        return {
            "key": self.keys[party].public,
            "tip": self.chains[party].tip,
            "length": self.lengths.get(party, LENGTH),
        }

    def _join(self, seat: str) -> Any:
        signed = self.document("join", seat, invite=self.invite.digest, **self._words(seat))
        return check_join(self.invite, [], self.signed_by(signed, seat))

    def new_log(self, *, held: bool = False) -> Log:
        """An empty log: the host's, or that of a reader without held texts."""
        return Log(lambda _module: self.rules, *([self.held.get] if held else []))

    # what a player writes

    def document(self, kind: str, seat: str, **fields: Any) -> Signed:
        return {"v": 1, "type": kind, "game": GAME, "seat": seat, **fields}

    def signed_by(self, signed: Signed, *parties: str) -> Signed:
        return sign(signed, *(self.keys[party] for party in parties))

    def orders(self, seat: str, orders: Sequence[Any] = (), **fields: Any) -> Signed:
        """A signed answer to the seat's open ask, with a link where the policy wants or allows."""
        ask = next((a for a in self.log.asks if a.seat == seat), None)
        fields = {"ask": ask.id if ask else "none", "rev": 1, "head": self.log.head, **fields}
        if "link" not in fields and ask and link_rule(self.log, ask) != "never":
            fields["link"] = self.link(seat)
        fields = {name: value for name, value in fields.items() if value is not None}
        return self.signed_by(self.document("orders", seat, orders=list(orders), **fields), seat)

    def losses(self, rank: str, **fields: Any) -> Signed:
        return self.orders("red", [{"do": "answer", "value": rank}], **fields)

    def standing(self, seat: str, value: str = "front", rev: int = 1, **fields: Any) -> Signed:
        policies = [{"decision": "losses", "value": value}]
        fields = {"head": self.log.head, "policies": policies, "rev": rev, **fields}
        return self.signed_by(self.document("standing", seat, **fields), seat)

    def release(self, seat: str, **fields: Any) -> Signed:
        lock = self.log.lock.head if self.log.lock else "0" * 64
        fields = {"lock": lock, "link": self.link(seat), **fields}
        return self.signed_by(self.document("release", seat, **fields), seat)

    def rekey(self, party: str, *, signers: Sequence[SigningKey] = (), **fields: Any) -> Signed:
        fields = {"head": self.log.head, **fields}
        signed = self.document("rekey", party, **fields)
        return sign(signed, self.keys[party], *signers)

    def concede(self, seat: str, **more: object) -> Signed:
        return self.signed_by(self.document("concede", seat, head=self.log.head, **more), seat)

    def link(self, party: str, number: int | None = None) -> Signed:
        number = number or self.log.next
        return {"n": number, "x": self.chains[party].link(number)}

    # what the host does

    def time(self, hours: int = 0) -> str:
        """The clock, moved on by a minute, or by hours and a minute."""
        self.clock += 3600 * hours + 60
        return written(self.clock)

    def add(self, signed: Signed) -> None:
        """Sign a composed line, apply it, store it."""
        line = encode(sign(signed, self.keys["host"]))
        apply_line(self.log, line)
        self.lines.append(line)

    def take(self, envelope: Signed, *, held: bool = False) -> None:
        """Log a document, openly or held."""
        document = read_document(envelope)
        if held:
            self.held[document.digest] = envelope
            self.add(compose.receive_held(self.log, self.time(), document))
        else:
            self.add(compose.receive(self.log, self.time(), document))

    def plan(self) -> Plan:
        return plan_resolution(self.log, self.chains["host"].link)

    def lock(self) -> None:
        plan = self.plan()
        assert isinstance(plan, NeedsLock), plan
        self.add(compose.lock(self.log, self.time(), plan))

    def resolve(self) -> Ready:
        plan = self.plan()
        assert isinstance(plan, Ready), plan
        self.add(compose.resolve(self.log, self.time(), plan))
        return plan

    def default(self, ask: str, why: str = "deadline", hours: int = 72) -> None:
        self.add(compose.default_ask(self.log, self.time(hours), ask, why))

    # what a reader finds

    def audit(self, lines: Sequence[bytes] | None = None) -> Audit:
        """Audit the log, or other lines, as a stranger with the rules does."""
        return audit(self.lines if lines is None else lines, lambda _module: self.rules)

    def code(self, lines: Sequence[bytes]) -> str:
        """The code of the first finding, "" for a good log."""
        finding = self.audit(lines).finding
        return finding.code if finding else ""

    def forge(
        self, index: int, change: Callable[[Signed], object], lines: Sequence[bytes] | None = None
    ) -> list[bytes]:
        return forge(self.lines if lines is None else lines, index, change, self.keys["host"])


def signed_of(line: bytes) -> Signed:
    """The signed part of a line."""
    return json.loads(line)["signed"]


def forge(
    lines: Sequence[bytes], index: int, change: Callable[[Signed], object], host: SigningKey
) -> list[bytes]:
    """The log with one line changed; it and all later lines are signed anew, with right `prev`."""
    signed = [signed_of(line) for line in lines]
    change(signed[index])
    return relink(lines[:index], signed[index:], host)


def relink(kept: Sequence[bytes], rest: Sequence[Signed], host: SigningKey) -> list[bytes]:
    """Sign lines anew behind those that are kept."""
    lines = list(kept)
    for signed in rest:
        if lines:
            signed["prev"] = sha(lines[-1])
        lines.append(encode(sign(signed, host)))
    return lines


def resign(envelope: Signed, key: SigningKey, **fields: Any) -> Signed:
    """A document with other fields, signed anew."""
    return sign({**envelope["signed"], **fields}, key)
