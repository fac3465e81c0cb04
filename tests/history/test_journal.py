"""The journal on the disk, how it changes, and what a log says about a seat."""

import errno
import json
import os
from dataclasses import replace
from types import SimpleNamespace

import pytest

from pbem.canon.canonical import encode
from pbem.history.documents import read_document
from pbem.history.durable import FolderTrouble
from pbem.history.duties import LogView, may_send
from pbem.history.folder import GameFolder
from pbem.history.journal import Gist, Journal, Sent
from pbem.history.log import Log
from support import vectors

HEAD, OTHER_HEAD = "a" * 64, "b" * 64
ORDERS = Sent("1" * 64, Gist("orders", "t2/i1/orders", rev=1, head=HEAD, link=12))
STANDING = Sent("2" * 64, Gist("standing", rev=3, head=HEAD), waived=True)
RELEASE = Sent("3" * 64, Gist("release", OTHER_HEAD, link=13))
FULL = Journal("axis", HEAD, (ORDERS, STANDING, RELEASE))


@pytest.fixture
def folder(tmp_path):
    return GameFolder(tmp_path)


# ------------------------------------------------------------------ gists


VECTOR_ORDERS = {
    "ask": "t1.axis.attack",
    "game": vectors.GAME,
    "head": HEAD,
    "link": {"n": 1, "x": vectors.CHAINS["axis"][1]},
    "orders": [],
    "rev": 1,
    "seat": "axis",
    "type": "orders",
    "v": 1,
}


@pytest.mark.parametrize(
    ("signed", "gist", "words"),
    [
        (
            VECTOR_ORDERS,
            Gist("orders", "t1.axis.attack", 1, HEAD, 1),
            "orders for t1.axis.attack, rev 1",
        ),
        (
            {"type": "standing", "topic": "greece", "rev": 3, "head": OTHER_HEAD, "policies": []},
            Gist("standing", "greece", 3, OTHER_HEAD),
            "standing orders for greece, rev 3",
        ),
        (
            {"type": "standing", "rev": 3, "head": OTHER_HEAD, "policies": []},
            Gist("standing", "", 3, OTHER_HEAD),
            "standing orders, rev 3",
        ),
        (
            {"type": "release", "lock": "f" * 64, "link": {"n": 4, "x": HEAD}},
            Gist("release", "f" * 64, link=4),
            "release for ffffffff…",
        ),
        ({"type": "concede", "head": OTHER_HEAD}, Gist("concede", head=OTHER_HEAD), "concession"),
        ({"type": "rekey", "head": OTHER_HEAD}, Gist("rekey", head=OTHER_HEAD), "key change"),
    ],
)
def test_the_gist_of_a_document_and_its_name(signed, gist, words):
    assert Gist.of(signed) == gist
    assert str(gist) == words


# ------------------------------------------------------------------ the file


@pytest.mark.parametrize(
    "journal",
    [
        FULL,
        Journal("axis"),
        Journal("axis", HEAD, lost=True),
        Journal("axis", HEAD, (ORDERS,), lost=True),
    ],
)
def test_a_journal_comes_back_as_it_was_saved(folder, journal):
    journal.save(folder)
    assert Journal.load(folder, "axis") == journal


def test_a_journal_is_one_canonical_line_without_empty_members(folder):
    Journal("axis", HEAD, (RELEASE,)).save(folder)
    assert folder.journal_file("axis").read_bytes() == encode(
        {
            "v": 1,
            "party": "axis",
            "head": HEAD,
            "sent": [{"digest": "3" * 64, "kind": "release", "about": OTHER_HEAD, "link": 13}],
        }
    )


def test_y1_a_missing_journal_is_lost(folder):
    assert Journal.load(folder, "axis") == Journal("axis", lost=True)


def test_y1_a_lost_journal_stays_lost_until_heads_are_compared(folder):
    Journal.load(folder, "axis").noted(HEAD, [ORDERS]).save(folder)
    lost = Journal.load(folder, "axis")
    assert lost.lost
    lost.agreed(HEAD).save(folder)
    assert Journal.load(folder, "axis") == Journal("axis", HEAD, (ORDERS,))


def test_each_party_of_a_folder_has_its_own_journal(folder):
    Journal("axis", HEAD).save(folder)
    Journal("host", OTHER_HEAD).save(folder)
    assert Journal.load(folder, "axis").head == HEAD
    assert Journal.load(folder, "host").head == OTHER_HEAD
    assert Journal.load(folder, "allies").lost


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"v":2,"party":"axis","sent":[]}',
        b'{"v":1,"party":"axis"}',
        b'{"v":1,"party":"axis","sent":[],"extra":1}',
        b'{"v":1,"party":"axis","sent":[],"head":"abc"}',
        b'{"v":1,"party":"axis","sent":[],"lost":false}',
        b'{"v":1,"party":"axis","sent":[{}]}',
        b'{"v":1,"party":"axis","sent":[{"digest":"../x","kind":"orders"}]}',
        b'{"v":1,"party":"axis","sent":[],"sent":[]}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_journal_is_named_and_kept(folder, text):
    folder.journal_file("axis").write_bytes(text)
    with pytest.raises(FolderTrouble, match="is damaged") as trouble:
        Journal.load(folder, "axis")
    assert str(folder.journal_file("axis")) in str(trouble.value)
    assert "move the file away" in str(trouble.value)
    assert folder.journal_file("axis").read_bytes() == text


def test_another_partys_journal_is_not_taken(folder):
    Journal("allies", HEAD).save(folder)
    folder.journal_file("allies").rename(folder.journal_file("axis"))
    with pytest.raises(FolderTrouble, match="it is the journal of allies"):
        Journal.load(folder, "axis")


def test_a_failed_save_leaves_the_old_journal(folder, monkeypatch):
    Journal("axis", HEAD).save(folder)

    def full(_fd, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(FolderTrouble, match="the disk is full"):
            FULL.save(folder)
    assert Journal.load(folder, "axis") == Journal("axis", HEAD)


def test_a_long_game_fits_into_its_journal(folder):
    sent = tuple(
        Sent(f"{n:064x}", Gist("orders", f"t{n}/i1/orders", 1, HEAD, n)) for n in range(1, 6000)
    )
    Journal("axis", HEAD, sent).save(folder)
    assert Journal.load(folder, "axis").highest_link == 5999


# ------------------------------------------------------------------ changes


def test_what_is_sent_is_noted_with_the_newest_head():
    journal = Journal("axis", HEAD, (ORDERS,)).noted(OTHER_HEAD, [RELEASE])
    assert journal == Journal("axis", OTHER_HEAD, (ORDERS, RELEASE))


def test_a_document_sent_again_is_noted_once_and_keeps_its_place():
    journal = FULL.noted(OTHER_HEAD, [ORDERS, Sent("2" * 64, STANDING.gist)])
    assert journal.sent == FULL.sent


def test_the_highest_link_is_that_of_all_documents():
    assert Journal("axis").highest_link == 0
    assert FULL.highest_link == 13
    assert Journal("axis", sent=(RELEASE, ORDERS)).highest_link == 13


def test_y1_after_comparing_heads_a_lost_journal_knows_its_receipts():
    journal = Journal("axis", lost=True).agreed(HEAD, [ORDERS])
    assert journal == Journal("axis", HEAD, (ORDERS,))


def test_8_4_a_log_the_players_agreed_on_is_signed_and_links_stay_out():
    journal = FULL.agreed(OTHER_HEAD)
    assert (journal.head, journal.highest_link) == (OTHER_HEAD, 13)


def test_a_document_that_is_given_up_is_marked_alone():
    assert Journal("axis", HEAD, (ORDERS, RELEASE)).waived("1" * 64).sent == (
        Sent("1" * 64, ORDERS.gist, waived=True),
        RELEASE,
    )


def test_only_a_sent_document_can_be_given_up():
    with pytest.raises(ValueError, match="was sent"):
        FULL.waived("9" * 64)


# ------------------------------------------------------------------ what a log says


def receipt(digest, seat):
    return SimpleNamespace(digest=digest, seat=seat)


def test_what_a_log_says_about_one_seat():
    invite = read_document(json.loads(vectors.LINES[0])["signed"]["invite"])
    log = Log(
        lambda _module: None,
        invite=invite,
        heads=[HEAD, OTHER_HEAD],
        places={HEAD: 0, OTHER_HEAD: 1},
        next=12,
        opening=1,
        asks=tuple(
            SimpleNamespace(id=name, seat=seat)
            for name, seat in [
                ("answered", "axis"),
                ("defaulted", "axis"),
                ("open", "axis"),
                ("theirs", "allies"),
            ]
        ),
        answers={"answered": receipt("1" * 64, "axis")},
        defaults={"defaulted": 1},
        receipts={
            "1" * 64: receipt("1" * 64, "axis"),
            "2" * 64: receipt("2" * 64, "allies"),
        },
        logged={"1" * 64, "2" * 64, "3" * 64},
        refused={"4" * 64},
    )
    assert LogView.of(log, "axis") == LogView(
        heads={HEAD: 0, OTHER_HEAD: 1},
        head=OTHER_HEAD,
        opening=1,
        next=12,
        policy="all",
        open_asks=["open"],
        logged={"1" * 64, "2" * 64, "3" * 64},
        refused={"4" * 64},
        receipts=["1" * 64],
    )


def test_y1_a_mail_signed_twice_after_a_crash_is_warned_of(folder):
    """The journal is saved before the mail leaves; a crash in between is found at the next try."""
    invite = read_document(json.loads(vectors.LINES[0])["signed"]["invite"])
    log = Log(lambda _module: None, invite=invite, heads=[HEAD], places={HEAD: 0}, next=12)
    Journal("axis").noted(HEAD, [ORDERS]).save(folder)
    again = replace(ORDERS.gist, rev=ORDERS.gist.rev + 1)
    found = may_send(Journal.load(folder, "axis"), LogView.of(log, "axis"), [again])
    assert ["send the same file again" in finding.text for finding in found] == [True]
