"""The standing orders of the Axis player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.canon.canonical import Json
from pbem.games.italy1943.facts import Facts


def standing(facts: Facts) -> Sequence[Mapping[str, Json]]:
    """What the Axis player has on file: interceptions, fresh cubes for attacked stars, and more.

    It is asked only where thinking helps: about its steps, and about retreats.
    """
    stars: list[Json] = list(stars_by_need(facts))
    return (
        {"decision": "intercept_landing", "value": {"use": ["fleet", "uboat", "plane:1"]}},
        {
            "decision": "intercept_transport",
            "if": {"carried": {">=": 2}, "impulse": [3, 4]},
            "value": {"use": ["uboat", "fleet"]},
        },
        {"decision": "intercept_transport", "value": "never"},
        {"decision": "support_plane", "if": {"side": "defence"}, "value": "always"},
        {"decision": "elite", "if": {"losses": 0, "enemy_forces": {"<=": 2}}, "value": "inflict"},
        {"decision": "losses", "value": "default"},
        {"decision": "retreat", "value": "ask"},
        {"decision": "retreat_to", "value": stars},
        {
            "decision": "reinforcements",
            "if": {"attacked": True, "star": True, "own_forces": {"<=": 4}},
            "value": {"to": stars},
        },
        {"decision": "kesselring", "if": {"own_tokens": {"<=": 3}}, "value": "always"},
        {"decision": "stacking", "value": "default"},
    )


def stars_by_need(facts: Facts) -> list[int]:
    """The star zones in Europe, those nearest to Africa first, where the first blow falls."""
    stars = [zone for zone in facts.zones.values() if zone.star and zone.axis_entry]
    return [zone.number for zone in sorted(stars, key=lambda zone: -zone.number)]
