"""Two logs of one game, and logs that are not one's own (sections 4 and 6.2)."""

import json
import shutil

import pytest

from pbem.canon.canonical import encode
from pbem.canon.codes import Refused
from pbem.history.durable import FolderTrouble
from pbem.history.errors import Fork
from pbem.history.folder import GameFolder
from pbem.history.journal import Journal
from pbem.referee.creating import BadTerms, join_game
from pbem.referee.open_game import BrokenHistory, locked_game, open_game
from pbem.referee.own_journal import agree
from pbem.referee.parting import Parted
from pbem.referee.updating import update
from pbem.trust.envelope import sign
from support.club import ATTACK, Club


def two_logs(club, tmp_path):
    """The host shows blue one log and keeps another; returns the file of the other."""
    backup = tmp_path / "backup.jsonl"
    shutil.copy(club.host / "game.jsonl", backup)
    club.submit(club.player("red").concede("a").envelope)
    club.publish()
    other = tmp_path / "other.jsonl"
    shutil.copy(club.host / "game.jsonl", other)
    shutil.copy(backup, club.host / "game.jsonl")
    club.submit(club.orders("blue", ATTACK))
    shutil.move(club.host / "game.jsonl", tmp_path / "mine.jsonl")
    return tmp_path / "mine.jsonl", other


def test_section_6_2_a_fork_is_kept_and_nothing_is_signed_until_it_is_settled(make_club, tmp_path):
    club = make_club()
    other, _ = two_logs(club, tmp_path)
    with pytest.raises(Parted, match="two different lines") as parted:
        update(club.folders["blue"], other)
    assert "L09" in str(parted.value)
    kept = club.folders["blue"] / "fork.jsonl"
    first, second = kept.read_bytes().splitlines()
    assert first == (club.folders["blue"] / "game.jsonl").read_bytes().splitlines()[1]
    assert second == other.read_bytes().splitlines()[1]
    with pytest.raises(Parted, match="journal agree"):
        club.player("blue").concede(None)
    game = open_game(club.folders["blue"])
    agree(game, "blue", game.log.head)
    assert not kept.exists()
    assert (club.folders["blue"] / "fork-1.jsonl").read_bytes().splitlines() == [first, second]
    assert club.player("blue").concede(None)


def test_section_6_2_lines_that_anybody_may_have_forged_stop_nothing(make_club, tmp_path):
    club = make_club()
    club.submit(club.player("red").concede(None).envelope)
    club.publish()
    lines = (club.host / "game.jsonl").read_bytes().splitlines()
    line = {**json.loads(lines[1])["signed"], "time": "2030-01-01T00:00:00Z"}
    file = tmp_path / "forged.jsonl"
    file.write_bytes(lines[0] + b"\n" + encode(sign(line, club.player("red").key)) + b"\n")
    with pytest.raises(Fork) as fork:
        update(club.folders["blue"], file)
    assert not fork.value.of_host
    assert not (club.folders["blue"] / "fork.jsonl").exists()
    assert club.player("blue").concede(None)


def test_code_d01_the_log_of_another_game_of_the_same_host_is_no_fork(make_club, tmp_path):
    club, other = make_club(), Club(tmp_path / "second").start()
    with pytest.raises(Refused, match="belong to the game") as refused:
        update(club.folders["blue"], other.host / "game.jsonl")
    assert refused.value.code == "D01"
    assert not (club.folders["blue"] / "fork.jsonl").exists()


def test_code_d03_a_log_that_begins_with_somebody_elses_join_is_not_taken(tmp_path):
    club = Club(tmp_path)
    late = tmp_path / "late"
    join_game(club.invite.envelope, "red", late, None, club.rings["blue"])
    club.start()
    with pytest.raises(BrokenHistory, match="somebody else's join") as broken:
        update(late, club.host / "game.jsonl")
    assert broken.value.refused.code == "D03"
    assert GameFolder(late).lines() == []


def test_y1_joining_again_never_takes_the_journal_away(make_club, tmp_path):
    club = make_club()
    club.orders("blue", ATTACK)
    before = Journal.load(GameFolder(club.folders["blue"]), "blue")
    with pytest.raises(BadTerms, match="has begun"):
        join_game(club.invite.envelope, "blue", club.folders["blue"], None, club.rings["blue"])
    assert Journal.load(GameFolder(club.folders["blue"]), "blue") == before


def test_y1_before_the_game_a_second_join_is_noted_beside_the_first(tmp_path):
    club = Club(tmp_path)
    words = (club.invite.envelope, "blue", club.folders["blue"], "Another name")
    join_game(*words, club.rings["blue"])
    assert len(Journal.load(GameFolder(club.folders["blue"]), "blue").sent) == 2


def test_y1_two_programs_do_not_sign_at_once(make_club):
    club = make_club()
    player = club.player("blue")
    with locked_game(club.folders["blue"]), pytest.raises(FolderTrouble, match="Another pbem"):
        player.concede(None)
    assert player.concede(None)
