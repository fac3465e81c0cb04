"""Changes to random games and to the sample games, with the keys of all who signed in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.testing.random_play import Chance
from pbem.trust.keys import SigningKey
from pbem.trust.secret import unlock
from support.mutations import Forger, Pool
from support.random_play import Play

ROOT = Path(__file__).resolve().parents[2]
CHANGES = 60
"""How many changes are made to one game before the next."""

Game = tuple[Sequence[bytes], list[SigningKey]]


def changes(seed: str, samples: Sequence[Game] = ()) -> Iterator[list[bytes]]:
    """Changed histories without end.

    Args:
        seed: the same seed gives the same histories.
        samples: games of which every eighth one is taken; without them all are random games.
    """
    pool = Pool(played(f"{seed}/pool/{n}").match.lines for n in range(8))
    number = 0
    while True:
        number += 1
        pick = Chance(f"{seed}/{number}")
        if number % 8 or not samples:
            play = played(f"{seed}/{number}/play")
            yield play.match.lines
            forger = Forger(play.match.lines, play.keys, pool, play.match.held)
            most = None
        else:
            lines, known = samples[pick(len(samples))]
            forger, most = Forger(lines, known, pool), 12
        for _ in range(CHANGES):
            yield forger.changed(pick, most)


class Played:
    """A random game, and every key that signed in it."""

    def __init__(self, pick: Chance) -> None:
        play = Play(pick)
        known = dict[str, SigningKey]()
        for _ in range(5 + pick(30)):
            play.move()
            known |= {key.public: key for key in play.match.keys.values()}
        if pick(2):
            play.end()
        self.match, self.keys = play.match, list(known.values())


def played(seed: str) -> Played:
    """A random game."""
    return Played(Chance(seed))


def sample_games() -> Iterator[Game]:
    """The sample games with the keys of their hosts and players, which are published."""
    for game in sorted((ROOT / "sample_games").glob("*/*/game.jsonl")):
        homes = sorted(game.parent.glob("home*/**/*.secret.json"))
        secrets = [unlock(path, "sample") for path in homes]
        known = [key for secret in secrets for key in (secret.host_key(), secret.seat_key())]
        yield game.read_bytes().splitlines(), known
