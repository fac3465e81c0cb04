"""The changes of section 15.10 to the log of section 15.7, with the code of each."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

from pbem.canon.canonical import encode
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from support.hosting import Signed, forge, relink, signed_of
from support.vectors import CHAINS, HEADS, KEY_SEEDS, LINES

KEYS = {party: SigningKey(seed) for party, seed in KEY_SEEDS.items()}
ZEROS = "0" * 64


def _change(index: int, *path: str | int, to: object) -> Callable[[], list[bytes]]:
    def change(signed: Signed) -> None:
        value = signed
        for part in path[:-1]:
            value = value[part]
        value[path[-1]] = to

    return lambda: forge(LINES, index, change, KEYS["host"])


def _document(index: int, author: str, **fields: object) -> Callable[[], list[bytes]]:
    """The document in a line changed and signed anew by its author."""

    def change(signed: Signed) -> None:
        signed["doc"] = sign({**signed["doc"]["signed"], **fields}, KEYS[author])

    return lambda: forge(LINES, index, change, KEYS["host"])


def _die_unsigned() -> list[bytes]:
    envelope = json.loads(LINES[4])
    envelope["signed"]["dice"]["rolls"][0]["values"][0] = 6
    return [*LINES[:4], encode(envelope)]


def _without_release() -> list[bytes]:
    resolve = signed_of(LINES[4])
    resolve["seq"] = 3
    return relink(LINES[:3], [resolve], KEYS["host"])


def _without(member: str) -> Callable[[], list[bytes]]:
    def change(signed: Signed) -> None:
        if member == "links":
            del signed["dice"]["links"]["allies"]
        else:
            signed["parties"].remove("allies")

    return lambda: forge(LINES, 4 if member == "links" else 2, change, KEYS["host"])


def _rev_unsigned() -> list[bytes]:
    return _change(1, "doc", "signed", "rev", to=2)()


def _repeated() -> list[bytes]:
    again = copy.deepcopy(signed_of(LINES[1]))
    again["seq"] = 2
    return relink(LINES[:2], [again], KEYS["host"])


def _host_plays() -> list[bytes]:
    def change(signed: Signed) -> None:
        invite = signed["invite"]["signed"]
        invite["host"]["seat"] = "allies"
        invite["policy"] = "actor"
        signed["invite"] = sign(invite, KEYS["host"])

    return forge(LINES, 0, change, KEYS["host"])


CASES: dict[str, tuple[str, Callable[[], list[bytes]]]] = {
    "4_die_changed_nothing_signed": ("S05", _die_unsigned),
    "4_die_changed": ("R03", _change(4, "dice", "rolls", 0, "values", 0, to=6)),
    "4_host_link_x2": ("C04", _change(4, "dice", "links", "host", to=CHAINS["host"][2])),
    "4_allies_missing_in_links": ("C07", _without("links")),
    "4_segment_2": ("C01", _change(4, "dice", "segment", to=2)),
    "4_seed_zeros": ("C09", _change(4, "dice", "seed", to=ZEROS)),
    "4_state_zeros": ("R01", _change(4, "state", to=ZEROS)),
    "4_events_zeros": ("R04", _change(4, "events", to=ZEROS)),
    "4_next_3": ("C01", _change(4, "next", to=3)),
    "4_ask_to_axis": ("R05", _change(4, "asks", 0, "seat", to="axis")),
    "3_release_left_out": ("C07", _without_release),
    "3_other_lock": ("C06", _document(3, "allies", lock=HEADS[1])),
    "3_x2_as_link_1": ("C04", _document(3, "allies", link={"n": 1, "x": CHAINS["allies"][2]})),
    "2_allies_missing_in_parties": ("C07", _without("parties")),
    "1_head_zeros": ("D04", _document(1, "axis", head=ZEROS)),
    "1_link_2": ("C02", _document(1, "axis", link={"n": 2, "x": CHAINS["axis"][2]})),
    "1_rev_2_unsigned": ("S05", _rev_unsigned),
    "1_sent_by_the_allies": ("D05", _document(1, "allies", seat="allies")),
    "1_repeated_as_line_2": ("D08", _repeated),
    "0_salt_zeros": ("C05", _change(0, "salt", to=ZEROS)),
    "0_host_plays_under_actor": ("D09", _host_plays),
    "1_and_2_exchanged": ("L02", lambda: [LINES[0], LINES[2], LINES[1], *LINES[3:]]),
    "1_dropped": ("L02", lambda: [LINES[0], *LINES[2:]]),
    "1_space_after_first_brace": (
        "L01",
        lambda: [LINES[0], b"{ " + LINES[1][1:], *LINES[2:]],
    ),
}
