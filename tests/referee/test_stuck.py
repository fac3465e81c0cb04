"""No honest player gets stuck, and none is made to sign two things (sections 6.2 and 7, Y1)."""

import json
import shutil

import pytest

from pbem import registry
from pbem.canon.codes import Refused
from pbem.engine.decisions import Decision, Heading, orders_question
from pbem.engine.game import Game, StepEnd
from pbem.history.documents import read_document
from pbem.history.times import seconds, written
from pbem.referee import drafts, hosting, signing
from pbem.referee.host_desk import HostDesk
from pbem.referee.open_game import locked_game, open_game
from pbem.referee.own_journal import agree, give_up
from pbem.referee.parting import Parted
from pbem.referee.player_seat import MustNotSign
from pbem.referee.updating import update
from support.battle import Battle
from support.club import ATTACK

POLICIES = pytest.mark.parametrize("policy", ["actor", "all"])


def remark(club, text):
    with locked_game(club.host) as game:
        hosting.remark(HostDesk(game, club.rings["host"]), text, None)


class Waiting(Battle):
    """A battle whose attacker may wait for another turn, which rolls no die."""

    def step(self, opening, table):
        if opening["step"] == "orders":
            return self._attack_or_wait(int(opening["dice"]) + 1)
        return super().step(opening, table)

    async def _attack_or_wait(self, turn):
        decision = Decision(
            word="attack",
            clause="T-1",
            read=lambda value, at: 1,
            default=lambda: 0,
            unfiled="ask",
            own_orders=True,
        )
        heading = Heading(id=f"t{turn}/orders", seat="blue", kind="orders", clause="T-1")
        (dice,) = await orders_question(heading, decision, self._read)
        return StepEnd({"step": "battle" if dice.value else "orders", "dice": dice.value or turn})


@POLICIES
def test_y1_a_head_that_is_stale_binds_no_later_answer_with_the_same_link(
    make_club, policy, monkeypatch
):
    """Blue's mail is lost; the default rolls no dice, so blue is asked for the same link again."""
    waiting = Game("battle", "Battle", "1.0.0", "pbem", (), lambda data: Waiting())
    monkeypatch.setattr(registry, "games", lambda: {"battle": waiting})
    registry.module.cache_clear()
    club = make_club(policy=policy, hours=1)
    club.orders("blue", ATTACK)
    late = written(seconds(club.log().invite.signed["time"]) + 7200)
    monkeypatch.setattr("pbem.referee.clock.now", lambda: late)
    with locked_game(club.host) as game:
        hosting.default(HostDesk(game, club.rings["host"]), None, "deadline", None)
    club.adjudicate()
    assert ([ask.id for ask in club.log().asks], club.log().next) == (["t2/orders"], 1)
    (done,) = club.submit(club.orders("blue", ATTACK))
    assert done.outcome == "accepted"


@POLICIES
def test_y1_after_two_logs_the_head_of_the_one_given_up_binds_nobody(make_club, tmp_path, policy):
    club, backup = make_club(policy=policy), tmp_path / "backup.jsonl"
    shutil.copy(club.host / "game.jsonl", backup)
    remark(club, "one")
    club.publish()
    club.orders("blue", ATTACK)
    shutil.copy(backup, club.host / "game.jsonl")
    remark(club, "two")
    with pytest.raises(Parted):
        update(club.folders["blue"], club.host / "game.jsonl")
    shutil.copy(club.host / "game.jsonl", club.folders["blue"] / "game.jsonl")
    game = open_game(club.folders["blue"])
    agree(game, "blue", game.log.head)
    (done,) = club.submit(club.orders("blue", ATTACK))
    assert done.outcome == "accepted"


def test_y1_a_playing_host_signs_anew_when_a_line_came_before_his_orders(make_club):
    club = make_club(policy="all", host_seat="blue")
    orders = club.orders("blue", ATTACK)
    club.submit(club.standing("red", {"decision": "losses", "value": "cube"}))
    (refused,) = club.submit(orders)
    assert refused.code == "D06"
    (done,) = club.submit(club.orders("blue", ATTACK))
    assert done.outcome == "accepted"


# ---------------------------------------------------------------- a crash between journal and file


def draft_of(club, *entries):
    player = club.player("blue")
    (path,) = drafts.new_orders(player.game, "blue", None)
    plain = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**plain, "orders": list(entries)}), "utf-8")
    return path


def lose_signed(club):
    for file in (club.folders["blue"] / "orders").glob("*.pbem.json"):
        file.unlink()


@POLICIES
def test_y1_a_signed_file_that_is_lost_is_made_again_byte_for_byte(make_club, policy):
    club = make_club(policy=policy)
    path = draft_of(club, ATTACK)
    first = signing.sign_draft(club.player("blue"), drafts.read_draft(path), path)
    before = first.file.read_bytes()
    lose_signed(club)
    remark(club, "a line comes in between")
    club.publish()
    again = signing.signed_already(club.player("blue"), drafts.read_draft(path), path)
    assert again is not None
    assert again.file.read_bytes() == before
    assert len(club.player("blue").journal.sent) == 2  # the join and the orders
    (done,) = club.submit(again.document.envelope)
    assert done.outcome == "accepted"


def test_y1_a_changed_draft_is_not_the_document_that_was_lost(make_club):
    club = make_club(policy="all")
    path = draft_of(club, ATTACK)
    signing.sign_draft(club.player("blue"), drafts.read_draft(path), path)
    lose_signed(club)
    path.unlink()
    draft, player = drafts.read_draft(draft_of(club)), club.player("blue")
    assert signing.signed_already(player, draft, path) is None
    with pytest.raises(MustNotSign, match="journal drop"):
        signing.sign_draft(player, draft, path)


def test_y1_the_player_may_do_without_final_orders_whose_file_is_lost(make_club):
    club = make_club(policy="all")
    lost = read_document(club.orders("blue", ATTACK))
    lose_signed(club)
    path = draft_of(club)
    with pytest.raises(MustNotSign, match=f"journal drop {lost.digest[:8]}"):
        signing.sign_draft(club.player("blue"), drafts.read_draft(path), path)
    path.unlink()
    give_up(open_game(club.folders["blue"]), "blue", lost.digest[:8])
    (done,) = club.submit(club.orders("blue"))
    assert done.outcome == "accepted"


def test_y1_of_two_programs_that_made_the_same_version_ready_one_signs(make_club):
    club = make_club(policy="host")
    path = draft_of(club, ATTACK)
    one, two = club.player("blue"), club.player("blue")
    ready = [signing.ready_to_sign(seat, drafts.read_draft(path)) for seat in (one, two)]
    signing.store_signed(one, ready[0], path)
    with pytest.raises(MustNotSign, match="is signed already"):
        signing.store_signed(two, {**ready[1], "orders": []}, path)


# ---------------------------------------------------------------- true lines in wrong places


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("order", [(0, 2, 3, 4), (0, 1, 1, 2, 3, 4), (0, 2, 1, 3, 4), (0, 1, 3, 4)])
def test_code_l02_true_lines_in_wrong_places_are_no_fork(make_club, tmp_path, known, order):
    """Anybody can put them there, and a mail program that loses one may too."""
    club = make_club()
    for number in range(4):
        remark(club, str(number))
        if number == 0 or known:
            club.publish()
    lines = (club.host / "game.jsonl").read_bytes().splitlines(keepends=True)
    file = tmp_path / "odd.jsonl"
    file.write_bytes(b"".join(lines[place] for place in order))
    with pytest.raises(Refused, match="missing, doubled or out of order") as refused:
        update(club.folders["blue"], file)
    assert refused.value.code == "L02"
    assert not (club.folders["blue"] / "fork.jsonl").exists()
    assert club.player("blue").concede(None)
