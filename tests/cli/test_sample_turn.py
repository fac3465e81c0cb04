"""The rulebook's sample turn with committed dice, under each dice policy, through the commands."""

import json
import re
from pathlib import Path

import pytest

from pbem.history.names import safe_name
from support.people import person

ROOT = Path(__file__).resolve().parents[2]
STORY = json.loads(
    (ROOT / "sample_games/1943-1945/sample-turn/story.json").read_text(encoding="utf-8")
)
ORDERS = {scene["ask"]: scene["orders"] for scene in STORY["scenes"] if "orders" in scene}
(STANDING,) = (scene["standing"] for scene in STORY["scenes"] if "standing" in scene)
SEATS = ("allied", "axis")


class Evening:
    """Host and players around one table, each in a folder of his own."""

    def __init__(self, root, *terms, host_seat=None):
        self.people = {name: person(root, name) for name in ("host", *SEATS)}
        self.folders = {name: who.here / "game" for name, who in self.people.items()}
        if host_seat:
            self.people["host"] = self.people[host_seat]
            self.folders["host"] = self.folders[host_seat]
        self.host("new", self.folders["host"], "--game", "1943-1945", *terms)
        for seat in SEATS:
            invite = self.folders["host"] / "invite.pbem.json"
            self.player(seat, "join", invite, "--seat", seat, "--folder", self.folders[seat])
            self.submit(self.folders[seat] / f"orders/join-{seat}.pbem.json")
        self.host("start", "--in", self.folders["host"])

    def host(self, *words, **expect):
        return self.people["host"].pbem(*words, **expect)

    def player(self, seat, *words, **expect):
        return self.people[seat].pbem(*words, **expect)

    def submit(self, file):
        return self.host("submit", file, "--in", self.folders["host"])

    def send(self):
        for seat in SEATS:
            if self.folders[seat] != self.folders["host"]:
                self.player(
                    seat, "update", self.folders["host"] / "game.jsonl", "--in", self.folders[seat]
                )

    def write(self, seat, command, name, changes, *words):
        """Edit and sign a draft; returns the signed file."""
        folder = self.folders[seat]
        self.player(seat, command, "new", *words, "--in", folder, "--seat", seat)
        draft = folder / "orders" / f"{name}.json"
        edited = json.loads(draft.read_text(encoding="utf-8")) | changes
        draft.write_text(json.dumps(edited), encoding="utf-8")
        self.player(seat, command, "sign", draft, "--in", folder)
        draft.unlink()
        return draft.with_name(f"{name}-rev{edited['rev']}.pbem.json")

    def asked(self):
        """The open ask, as (seat, ask id); the seats whose release is missing."""
        text = self.host("status", "--in", self.folders["host"]).text
        asks = re.findall(r"(\w+) is asked ([^ ,]+)", text)
        return asks, re.findall(r"(\w+) has to release the dice", text)

    def play(self, until):
        """Go on until an ask is open that begins with `until`."""
        for _ in range(60):
            self.send()
            asks, releases = self.asked()
            if asks and asks[0][1].startswith(until):
                return
            for seat in releases:
                self.release(seat)
            for seat, ask in asks:
                self.submit(self.answer(seat, ask))
            self.host("adjudicate", "--in", self.folders["host"])
        raise AssertionError(f"{until} was never asked")

    def release(self, seat):
        said = self.player(seat, "release", "--in", self.folders[seat], "--seat", seat)
        (file,) = re.findall(r"Signed: (\S+\.json)", said.text)
        return self.submit(file)

    def answer(self, seat, ask):
        orders = ORDERS.get(ask, [])
        if ask == "t2/initiative/orders" and seat == "axis":
            orders = [{"do": "initiative", "choice": "opponent"}]
        return self.write(seat, "orders", safe_name(ask), {"orders": orders}, ask)


@pytest.mark.parametrize(
    ("terms", "host_seat"),
    [
        (("--policy", "host"), None),
        (("--policy", "actor"), None),
        (("--policy", "all"), None),
        (("--seat", "allied"), "allied"),
        (("--seat", "axis"), "axis"),
    ],
    ids=["host", "actor", "all", "allied-hosts", "axis-hosts"],
)
def test_the_sample_turn_is_played_to_the_end_of_impulse_1(tmp_path, terms, host_seat):
    evening = Evening(tmp_path, "--option", "start=sample", *terms, host_seat=host_seat)
    evening.play(until="t2/i1/orders")
    evening.submit(evening.write("axis", "standing", "standing", {"policies": STANDING}))
    evening.play(until="t2/i2/orders")
    folder = evening.folders["host"]
    report = evening.host("report", "--text", "--in", folder).out
    assert "landing on 14 Sicily" in report
    heads = set()
    for seat in SEATS:
        said = evening.player(seat, "audit", evening.folders[seat])
        assert "GOOD" in said.text
        assert "INCOMPLETE" not in said.text
        heads |= set(re.findall(r"\b[0-9a-f]{64}\b", said.text))
    assert len(heads) == 1
    labels = re.findall(r"^ +(t2/\S+), [0-9]+d6:", report, re.MULTILINE)
    assert any(label.endswith("round:1/attacker") for label in labels)
    for label in labels:
        assert "This roll is good." in evening.host("roll", label, "--in", folder).text


def test_once_all_dice_are_released_the_host_is_told_to_go_on(tmp_path):
    evening = Evening(tmp_path, "--option", "start=sample", "--policy", "all")
    evening.send()
    for seat, ask in evening.asked()[0]:
        evening.submit(evening.answer(seat, ask))
    locked = evening.host("adjudicate", "--in", evening.folders["host"])
    assert "axis has to release the dice" in locked.text
    evening.send()
    for seat in evening.asked()[1]:
        said = evening.release(seat)
    go_on = "All dice are released: the host goes on with `pbem adjudicate`."
    assert go_on in said.text
    assert go_on in evening.host("status", "--in", evening.folders["host"]).text
    refused = evening.host("host-entry", "default", "--in", evening.folders["host"], code=3)
    assert "All dice are released; `pbem adjudicate` goes on" in refused.text
