"""Salt and dice seeds (sections 3.2, 3.3 and 8.4)."""

from collections.abc import Mapping

from pbem.canon.tagged import tagged


def salt(game: str, words: Mapping[str, str]) -> str:
    """Return the salt of a game.

    Args:
        game: game id.
        words: the chain tip of every seat; after a change of host the nonce of every vote.
    """
    return tagged("salt", game, *_sorted(words))


def seed(game: str, segment: int, salt: str, links: Mapping[str, str]) -> str:
    """Return the dice seed of a segment.

    Args:
        game: game id.
        segment: its number.
        salt: the salt in force.
        links: link number `segment` of every dice party.
    """
    return tagged("seed", game, segment, salt, *_sorted(links))


def _sorted(words: Mapping[str, str]) -> list[str]:
    return [f"{party}={words[party]}" for party in sorted(words)]
