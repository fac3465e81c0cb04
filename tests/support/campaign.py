"""A signed game of 1943-1945 from the position of the sample, with dice from real seeds."""

from __future__ import annotations

from pathlib import Path

from pbem import registry
from pbem.history import compose
from pbem.history.folder import GameFolder
from pbem.history.lobby import check_invite
from pbem.history.times import seconds
from pbem.referee.open_game import OpenGame
from pbem.trust.envelope import sign
from support.hosting import BEGIN, GAME, Match, chain, key

LANDING = {
    "do": "landing",
    "zone": 14,
    "fleets": ["AL-FUS"],
    "forces": [{"from": 17, "cubes": 3, "counters": ["AL-T1"]}],
    "as": "Husky",
    "plan": [
        {"decision": "losses", "if": {"cause": "interception"}, "value": ["cube"]},
        {"decision": "support_tank", "value": "always"},
        {"decision": "support_plane", "value": {"use": ["AL-P4"]}},
        {"decision": "drop", "value": {"use": ["AL-PARA"]}},
        {"decision": "losses", "value": ["cube", "engage:tank"]},
        {"decision": "break_off", "value": "never"},
        {"decision": "advance", "value": "all"},
    ],
}
STANDING = [
    {"decision": "intercept_landing", "where": [14], "value": {"use": ["AX-FI"]}},
    {"decision": "losses", "where": [14], "if": {"cause": "fleet"}, "value": ["cube"]},
    {"decision": "support_tank", "where": [14], "value": {"use": ["AX-T3"]}},
    {"decision": "support_plane", "where": [14], "value": {"use": ["AX-P2"]}},
    {"decision": "elite", "value": "absorb", "as": "shield"},
    {
        "decision": "losses",
        "where": [14],
        "if": {"cause": "combat", "round": 1},
        "value": ["cube:1", "engage:tank", "engage:elite"],
    },
    {
        "decision": "losses",
        "where": [14],
        "if": {"cause": "combat", "round": {">=": 2}},
        "value": ["cube:1", "retreat"],
    },
    {"decision": "retreat", "value": "never"},
    {"decision": "retreat_to", "where": [14], "value": [13]},
]


class Campaign(Match):
    """The host, the Allies and the Axis; policy `actor`, a neutral host."""

    def __init__(self) -> None:
        module = registry.module("1943-1945")
        self.rules = module.rules
        seats = tuple(self.rules.seats)
        self.keys = {party: key(party) for party in ("host", *seats)}
        self.chains = {party: chain(party) for party in ("host", *seats)}
        self.lengths = {}
        self.held = {}
        self.lines = []
        self.clock = seconds(BEGIN)
        self.log = self.new_log(held=True)
        invite = {
            "v": 1,
            "type": "invite",
            "game": GAME,
            "time": BEGIN,
            "host": self._words("host"),
            "seats": [{"seat": seat} for seat in seats],
            "module": module.signed(),
            "options": {"start": "sample"},
            "policy": "actor",
            "consent": {"correct": "host", "seat": "host", "host": "all", "end": "host"},
            "deadline": {"hours": 72, "release_hours": 48, "on_release": "wait"},
            "note": "Welcome to Tunis.",
        }
        self.invite = check_invite(sign(invite, self.keys["host"]))
        self.joins = [self._join(seat) for seat in seats]
        self.add(compose.genesis(self.invite, self.joins, self.rules, self.time()))

    def reinforced(self):
        """Play up to the first impulse of turn 2, which is the Allied one."""
        self.answer(self.log.asks[0].seat, [])
        seat = self.log.asks[0].seat
        choice = "self" if seat == "allied" else "opponent"
        self.answer(seat, [{"do": "initiative", "choice": choice}])
        self.answer(
            "allied",
            [
                {"do": "reinforce", "place": [{"zone": 17, "cubes": 4}]},
                {"do": "convert", "zone": 17, "kind": "paratroopers"},
                {"do": "convert", "zone": 17, "kind": "plane", "counter": "AL-P4"},
            ],
        )
        self.answer("axis", [{"do": "reinforce", "place": [{"zone": 14, "cubes": 3}]}])
        return self

    def landed(self, standing=STANDING):
        """Play the landing on Sicily as far as the standing orders of the Axis let it go."""
        self.reinforced()
        self.take(self.standing("axis", rev=3, policies=standing), held=True)
        self.take(self.orders("allied", [LANDING], note="Now or never."), held=True)
        self.resolve()
        return self

    def answer(self, seat, entries):
        """Answer the open ask of a seat and adjudicate."""
        self.take(self.orders(seat, entries))
        self.resolve()


def opened(match, folder, *, held=True, lines=None) -> OpenGame:
    """The game of a match as a host (`held`) or a player finds it in a folder."""
    game = OpenGame(GameFolder(Path(folder)), match.new_log(held=held))
    for line in match.lines if lines is None else lines:
        game.take(line)
    return game
