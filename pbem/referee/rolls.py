"""One roll, recomputed and explained (protocol section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from pbem.canon.immutable import immutable
from pbem.canon.tagged import tagged
from pbem.canon.trouble import Trouble
from pbem.history.chains import in_force
from pbem.history.entries import read_entry
from pbem.referee.open_game import OpenGame
from pbem.trust.chains import descend
from pbem.trust.seeds import seed


class NoSuchRoll(Trouble):
    """The log holds no roll of this label; the message lists the nearest ones."""


@immutable(frozen=True)
class LinkCheck:
    """One party's link and what it hashes down to.

    Attributes:
        party: its owner.
        number: its number.
        link: the link in the log.
        base: number of the tip it is hashed down to.
        tip: the published tip.
        good: whether hashing gives the tip.
    """

    party: str
    number: int
    link: str
    base: int
    tip: str
    good: bool


@immutable(frozen=True)
class Block:
    """One hash of the label's stream, byte by byte.

    Attributes:
        number: 0, 1, 2 …
        digest: the hash.
        faces: for each byte the die it gives, None for a byte that is skipped.
    """

    number: int
    digest: str
    faces: tuple[int | None, ...]


@immutable(frozen=True)
class RollProof:
    """Everything needed to check one roll by hand.

    Attributes:
        label: its label.
        sides: sides of the dice.
        logged: the dice in the log.
        line: number of the line.
        segment: number of the segment.
        links: the links of all dice parties.
        salt: the salt in force.
        seed: the seed recomputed from salt and links.
        logged_seed: the seed in the log.
        blocks: the hashes the dice come from.
    """

    label: str
    sides: int
    logged: tuple[int, ...]
    line: int
    segment: int
    links: tuple[LinkCheck, ...]
    salt: str
    seed: str
    logged_seed: str
    blocks: tuple[Block, ...]

    @property
    def computed(self) -> tuple[int, ...]:
        """The dice as they must have fallen."""
        faces = [face for block in self.blocks for face in block.faces if face is not None]
        return tuple(faces[: len(self.logged)])

    @property
    def good(self) -> bool:
        """Whether links, seed and dice are all as they must be."""
        linked = all(link.good for link in self.links)
        return linked and self.seed == self.logged_seed and self.computed == self.logged


def prove(game: OpenGame, label: str) -> RollProof:
    """Recompute the roll of a label.

    Raises:
        NoSuchRoll: the log has no such roll.
    """
    rolls = dict(_rolls(game))
    if label not in rolls:
        near = get_close_matches(label, rolls, n=5, cutoff=0.4) or list(rolls)[-5:]
        listed = "; ".join(near) or "none: nothing has been rolled yet"
        raise NoSuchRoll(f"there is no roll {label!r} in this game. Nearest: {listed}")
    line, dice, roll = rolls[label]
    number = dice["segment"]
    links = tuple(_check(game, party, number, x) for party, x in dice["links"].items())
    computed = seed(game.log.game, number, game.log.salt, dice["links"])
    logged = tuple(roll["values"])
    return RollProof(
        label=label,
        sides=roll["sides"],
        logged=logged,
        line=line,
        segment=number,
        links=links,
        salt=game.log.salt,
        seed=computed,
        logged_seed=dice["seed"],
        blocks=tuple(_blocks(computed, label, roll["sides"], len(logged))),
    )


Found = tuple[int, Mapping[str, Any], Mapping[str, Any]]


def _rolls(game: OpenGame) -> Iterator[tuple[str, Found]]:
    for line, raw in enumerate(game.lines):
        dice = read_entry(raw).signed.get("dice")
        if dice is not None:
            for roll in dice["rolls"]:
                yield roll["label"], (line, dice, roll)


def _check(game: OpenGame, party: str, number: int, link: str) -> LinkCheck:
    chain = in_force(game.log.parties[party].chains, number)
    good = descend(game.log.game, party, number, link, chain.base) == chain.tip
    return LinkCheck(party, number, link, chain.base, chain.tip, good)


def _blocks(seed_text: str, label: str, sides: int, count: int) -> Iterator[Block]:
    limit = 256 - 256 % sides
    found = number = 0
    while found < count:
        digest = tagged("dice", seed_text, label, f"d{sides}", number)
        drawn = bytes.fromhex(digest)
        faces = tuple(byte % sides + 1 if byte < limit else None for byte in drawn)
        yield Block(number, digest, faces)
        found += sum(face is not None for face in faces)
        number += 1
