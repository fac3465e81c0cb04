"""Histories with something changed in them at random, signed anew as far as keys are known.

A change is small and plausible: another value that could stand there, a member or an item more or
less, a line copied, dropped or moved. Then the forger may put everything right that follows from
it (the digests and heads that later lines and documents name), so that the auditors get past it
and meet its consequences, or leave that undone.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.canon.canonical import encode, sha
from pbem.engine.picking import Pick, happens, one
from pbem.history.times import seconds, written
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey

Signed = dict[str, Any]
ZEROS = "0" * 64
ODD_VALUES: Sequence[Any] = (
    0, 1, 2, -1, 2**53 - 1, True, False, "", "x", "host", "green", ZEROS, [], {}, [{}],
)  # fmt: skip
LAST = "9999-12-31T23:59:59Z"
PLAUSIBLE: dict[str, Sequence[Any]] = {
    "why": ("deadline", "vacant", "conceded", "victory", "concession", "motion", "abandoned", "x"),
    "type": (
        "orders", "standing", "release", "rekey", "concede", "motion", "vote", "sealed", "invite",
        "join", "genesis", "receive", "refuse", "default", "lock", "resolve", "seat", "host",
        "correct", "pause", "resume", "remark", "end", ["remark"],
    ),
    "policy": ("host", "actor", "all"),
    "on_release": ("wait", "skip"),
    "seat": ("blue", "green", "red", "host", "axis", "allied"),
    "due": (LAST, "0000-01-01T00:00:00Z", "2026-11-01T18:00:00Z", "2030-01-01T00:00:00+00:00"),
    "time": (LAST, "0001-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "2026-11-01T18:00:00Z99"),
    "over": ({}, {"winner": "blue"}),
    "out": (["red"], []),
    "burn": (1, 2, 3),
    "segment": (1, 2, 3),
    "hours": (1, 73, 2160, 2161),
    "topic": ("losses", "x"),
    "motion": ({},),
    "votes": ([],),
    "note": ("n", "è\n😀", "x" * 2001),
    "code": ("D05", "D99", "R08"),
    "sides": (1, 2, 8, 256, 257),
    "label": ("t1/fire", "a b", ""),
}  # fmt: skip


class Pool:
    """Values that stand under each name in some histories."""

    def __init__(self, histories: Iterable[Sequence[bytes]]) -> None:
        self.values: dict[str, list[Any]] = {name: list(v) for name, v in PLAUSIBLE.items()}
        for lines in histories:
            for line in lines:
                self._gather(json.loads(line))
        self.names = sorted(self.values)

    def _gather(self, value: Any) -> None:
        if isinstance(value, dict):
            for name, member in value.items():
                seen = self.values.setdefault(name, [])
                if len(seen) < 60 and member not in seen:
                    seen.append(member)
                self._gather(member)
        elif isinstance(value, list):
            for item in value:
                self._gather(item)

    def like(self, name: str, pick: Pick) -> Any:
        """A value that has stood under a name, or an odd one."""
        seen = self.values.get(name)
        return copy.deepcopy(one(pick, seen if seen and happens(pick, 5, 6) else ODD_VALUES))


class Forger:
    """Changes one history."""

    def __init__(
        self,
        lines: Sequence[bytes],
        keys: Iterable[SigningKey],
        pool: Pool,
        held: dict[str, Signed] | None = None,
    ) -> None:
        self.lines = list(lines)
        self.keys = {key.public: key for key in keys}
        self.pool = pool
        self.texts = dict(held or {})
        for line in lines:
            for doc in json.loads(line)["signed"].get("opened", ()):
                self.texts[sha(encode(doc))] = doc

    def changed(self, pick: Pick, most: int | None = None) -> list[bytes]:
        """The history with a change in it; with `most` only so many lines behind it are kept."""
        place = pick(len(self.lines))
        end = len(self.lines) if most is None else min(len(self.lines), place + most)
        if happens(pick, 1, 12):
            return self._bytes_changed(place, end, pick)
        entries = [json.loads(line) for line in self.lines[:end]]
        texts = dict(self.texts)
        place = self._change(entries, place, texts, pick)
        if happens(pick, 1, 6):
            place = min(place, self._change(entries, pick(len(entries)), texts, pick))
        if texts != self.texts:
            place = 0
        return _Rewriting(self.lines[:place], entries[place:], texts, self).run(
            deep=happens(pick, 4, 5), careless=happens(pick, 1, 15)
        )

    def _bytes_changed(self, place: int, end: int, pick: Pick) -> list[bytes]:
        line = self.lines[place]
        at = pick(len(line))
        inserted = one(pick, (b"", b" ", b"1", b"0", b"-", b'"', b"\\", b"{", b",", b".0", b"\xff"))
        line = line[:at] + inserted + line[at + pick(2) :]
        return [*self.lines[:place], line, *self.lines[place + 1 : end]]

    def _change(
        self, entries: list[Signed], place: int, texts: dict[str, Signed], pick: Pick
    ) -> int:
        """Change something; returns the first line that is another one."""
        what = pick(12)
        if what == 0 and len(entries) > 1:
            del entries[place]
        elif what == 1:
            other = pick(len(entries))
            entries[place], entries[other] = entries[other], entries[place]
            place = min(place, other)
        elif what in (2, 3):
            copied = copy.deepcopy(one(pick, entries))
            entries.insert(place, copied)
            if what == 3:
                self._within(copied["signed"], pick)
        elif what == 4 and texts:
            digest = one(pick, sorted(texts))
            texts[digest] = copy.deepcopy(texts[digest])
            self._within(texts[digest]["signed"], pick)
        else:
            self._within(entries[place]["signed"], pick)
        return place

    def _within(self, signed: Signed, pick: Pick) -> None:
        """Change one thing somewhere in it."""
        holder, name = one(pick, list(_places(signed, keep=happens(pick, 1, 30))))
        what = pick(8)
        if what == 0:
            del holder[name]
        elif what == 1 and isinstance(holder, dict):
            added = one(pick, self.pool.names)
            holder[added] = self.pool.like(added, pick)
        elif what == 1:
            holder.insert(name, copy.deepcopy(one(pick, holder)))
        elif what == 2 and isinstance(holder[name], list):
            holder[name] = holder[name][::-1]
        else:
            holder[name] = self._other(holder[name], name, pick)

    def _other(self, value: Any, name: Any, pick: Pick) -> Any:
        if isinstance(value, bool):
            return one(pick, (not value, int(value)))
        if isinstance(value, int) and happens(pick, 2, 3):
            return value + one(pick, (-1, 1, 1, 100, 10**6))
        if isinstance(value, str) and value.endswith("Z") and happens(pick, 2, 3):
            return _shifted(value, pick)
        if isinstance(value, str) and value and happens(pick, 1, 6):
            return value[:-1] + one(pick, "0a1Z/")
        return self.pool.like(str(name), pick)


def _shifted(time: str, pick: Pick) -> str:
    try:
        return written(seconds(time) + one(pick, (-1, 1, 60, -3600, 3600, 259_200, -259_200)))
    except ValueError:
        return time[:-1]


def _places(value: Any, *, keep: bool) -> Iterable[tuple[Any, Any]]:
    """Every place in it; in documents that it holds, those of their signed parts before others."""
    members = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for name, member in members:
        if not keep and name in ("signatures", "v", "prev", "seq"):
            continue
        yield value, name
        if isinstance(member, dict | list):
            yield from _places(member, keep=keep)


class _Rewriting:
    """Writes lines behind others, with everything put right that follows from what changed."""

    def __init__(
        self,
        kept: Sequence[bytes],
        entries: Sequence[Signed],
        texts: dict[str, Signed],
        forger: Forger,
    ) -> None:
        self.written = list(kept)
        self.entries, self.texts, self.forger = entries, texts, forger
        self.renamed: dict[str, str] = {}

    def run(self, *, deep: bool, careless: bool) -> list[bytes]:
        """All the lines.

        Args:
            deep: heads and digests in documents and lines follow the changes, too.
            careless: numbers of lines stay as they were.
        """
        for entry in self.entries:
            old = sha(encode(entry))
            signed = self._renamed(entry["signed"]) if deep else entry["signed"]
            if not careless:
                signed["seq"] = len(self.written)
            signed["prev"] = sha(self.written[-1]) if self.written else ZEROS
            line = encode(self._sign(signed, entry["signatures"]))
            self.renamed[old] = sha(line)
            self.written.append(line)
        return self.written

    def _renamed(self, value: Any) -> Any:
        """A value in which every head and digest is the one it has now."""
        if isinstance(value, str):
            return self._digest(value) if len(value) == 64 else value
        if isinstance(value, list):
            return [self._renamed(item) for item in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"signed", "signatures"} and isinstance(value["signed"], dict):
            return self._document(value)
        return {name: self._renamed(value[name]) for name in sorted(value, key=_invite_first)}

    def _digest(self, digest: str) -> str:
        if digest not in self.renamed and digest in self.texts:
            self._document(self.texts[digest], digest)
        return self.renamed.get(digest, digest)

    def _document(self, envelope: Signed, old: str = "") -> Signed:
        digest = old or sha(encode(envelope))
        envelope = self.texts.get(digest, envelope)
        self.renamed.setdefault(digest, digest)
        signed = self._renamed(envelope["signed"])
        fresh = self._sign(signed, envelope["signatures"])
        self.renamed[digest] = sha(encode(fresh))
        return fresh

    def _sign(self, signed: Signed, signatures: Any) -> Signed:
        """Sign with the same keys as before, as far as they are known."""
        try:
            keys = [self.forger.keys[each["key"]] for each in signatures]
            return sign(signed, *keys)
        except (KeyError, TypeError, ValueError):
            return {"signed": signed, "signatures": signatures}


def _invite_first(name: str) -> tuple[bool, str]:
    return name != "invite", name
