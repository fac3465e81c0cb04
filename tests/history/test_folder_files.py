"""The other files of a game folder: whole or not at all, and never outside of it."""

import errno
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.history.durable import FolderTrouble, read_file, write_atomic
from pbem.history.folder import GameFolder
from pbem.history.names import safe_name

DIGEST = "ab" * 32


class PowerCut(BaseException):
    """The process is gone."""


@pytest.fixture
def folder(tmp_path):
    return GameFolder(tmp_path / "game")


@pytest.fixture
def made(folder):
    folder.create()
    return folder


# ------------------------------------------------------------------ names


def test_the_files_of_a_folder_have_their_names(folder):
    paths = [
        folder.invite_file(),
        folder.join_file("axis"),
        folder.join_file("soviet-union"),
        folder.held_file(DIGEST),
        folder.journal_file("host"),
        folder.orders_file(safe_name("t2/i1/orders") + ".json"),
        folder.report_file(safe_name("t2/i1") + ".allied.html"),
    ]
    assert [str(path.relative_to(folder.path)) for path in paths] == [
        "invite.pbem.json",
        "joins/axis.pbem.json",
        "joins/soviet-union.pbem.json",
        f"held/{DIGEST}.json",
        "journal-host.json",
        "orders/t2-i1-orders.json",
        "reports/t2-i1.allied.html",
    ]


HOSTILE = [
    "",
    ".",
    "..",
    "../axis",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "C:axis",
    "axis\n",
    "axis\0",
    "Ax is",
    "~root",
    "-rf",
    "äxis",
    ".hidden",
    "x" * 300,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leads_out_of_the_folder(folder, name):
    for path_of in (
        folder.join_file,
        folder.held_file,
        folder.journal_file,
        folder.orders_file,
        folder.report_file,
    ):
        with pytest.raises(ValueError, match="never checked"):
            path_of(name)


@pytest.mark.parametrize(
    "digest", [DIGEST.upper(), DIGEST[:-1], DIGEST + "0", f"../{DIGEST[3:]}", DIGEST + "\n"]
)
def test_only_a_digest_names_a_held_text(folder, digest):
    with pytest.raises(ValueError, match="never checked"):
        folder.held_file(digest)


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        ("t2/i1/orders", "t2-i1-orders"),
        ("t1.axis.attack", "t1.axis.attack"),
        ("t2/i1/combat:14/round:1/losses/axis", "t2-i1-combat=14-round=1-losses-axis"),
        ("AL-T1#2+3_x", "AL~T1@2+3_x"),
        ("a/../b", "a-..-b"),
        ("con", "_con"),
        ("NUL.x", "_NUL.x"),
        ("com1", "_com1"),
        ("com10", "com10"),
    ],
)
def test_an_ask_id_is_made_a_name(ask, name):
    assert safe_name(ask) == name


def test_a_seat_named_like_a_device_gets_a_file_of_its_own(folder):
    assert folder.join_file("con").name == "_con.pbem.json"


@pytest.mark.parametrize("text", ["", "../x", ".x", "/x", "a b", "a\\b", "a\n", "ä", "x" * 81])
def test_what_is_no_ask_id_is_made_no_name(text):
    with pytest.raises(ValueError, match="never checked"):
        safe_name(text)


ASK_IDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}", fullmatch=True)


@given(ASK_IDS)
def test_every_ask_id_is_a_name_within_its_folder(ask):
    folder = GameFolder(Path("/nowhere"))
    path = folder.orders_file(safe_name(ask) + ".pbem.json")
    assert path.parent == folder.path / "orders"
    assert os.path.normpath(path) == str(path)


@given(ASK_IDS, ASK_IDS)
def test_different_ask_ids_have_different_names(one, other):
    assert (safe_name(one) == safe_name(other)) == (one == other)


def test_ask_ids_that_look_alike_have_different_names():
    alike = ["t2/i1", "t2-i1", "t2:i1", "t2#i1", "t2+i1", "t2.i1", "t2_i1"]
    assert len({safe_name(ask) for ask in alike}) == len(alike)


@pytest.mark.parametrize("inner", ["joins", "held", "orders", "reports"])
def test_a_folder_that_is_a_link_is_not_followed(made, tmp_path, inner):
    (tmp_path / "elsewhere").mkdir()
    (made.path / inner).symlink_to(tmp_path / "elsewhere")
    path_of = {
        "joins": lambda: made.join_file("axis"),
        "held": lambda: made.held_file(DIGEST),
        "orders": lambda: made.orders_file("x.json"),
        "reports": lambda: made.report_file("x.html"),
    }
    with pytest.raises(FolderTrouble, match="not an ordinary folder"):
        path_of[inner]()


def test_the_game_folder_itself_may_be_a_link(made, tmp_path):
    (tmp_path / "link").symlink_to(made.path)
    game = GameFolder(tmp_path / "link")
    with game.lock():
        game.append([b"line"])
    write_atomic(game.join_file("axis"), b"{}")
    assert made.lines() == [b"line"]
    assert read_file(made.join_file("axis"), 10) == b"{}"


# ------------------------------------------------------------------ making the folder


def test_a_folder_is_made_once_and_kept(folder):
    folder.create()
    (folder.path / "something").touch()
    folder.create()
    assert (folder.path / "something").exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FolderTrouble, match="could not be made"):
        GameFolder(tmp_path / "file" / "game").create()


# ------------------------------------------------------------------ writing


def only_files(path):
    return sorted(entry.name for entry in path.iterdir())


def test_a_file_is_written_and_replaced_as_a_whole(made):
    path = made.join_file("axis")
    write_atomic(path, b"old" * 1000)
    write_atomic(path, b"new")
    assert read_file(path, 3) == b"new"
    assert only_files(path.parent) == ["axis.pbem.json"]


def crash_in_write(real):
    def dies(fd, data):
        real(fd, bytes(data)[:2])
        raise PowerCut

    return dies


def crash(*_arguments):
    raise PowerCut


@pytest.mark.parametrize("point", ["write", "fsync", "replace"])
def test_a_crash_before_the_replacement_leaves_the_old_file(made, monkeypatch, point):
    path = made.invite_file()
    write_atomic(path, b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, point, crash_in_write(os.write) if point == "write" else crash)
        patch.setattr(os, "unlink", crash)
        with pytest.raises(PowerCut):
            write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    write_atomic(path, b"newer")
    assert path.read_bytes() == b"newer"
    assert only_files(made.path) == ["invite.pbem.json"]


def test_a_file_is_synced_before_it_replaces_and_its_name_after(made, monkeypatch):
    path = made.invite_file()
    calls = []
    real_sync, real_replace = os.fsync, os.replace

    def syncing(fd):
        real_sync(fd)
        calls.append("folder" if stat.S_ISDIR(os.fstat(fd).st_mode) else os.fstat(fd).st_size)

    def replacing(*arguments):
        real_replace(*arguments)
        calls.append("replace")

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", replacing)
    write_atomic(path, b"12345")
    assert calls == [5, "replace", "folder"]


def test_the_name_of_a_new_subfolder_is_synced(made, monkeypatch):
    synced = []
    real = os.fsync

    def syncing(fd):
        real(fd)
        synced.append(os.fstat(fd).st_ino)

    monkeypatch.setattr(os, "fsync", syncing)
    write_atomic(made.join_file("axis"), b"{}")
    assert synced[0] == made.path.stat().st_ino
    assert synced[-1] == (made.path / "joins").stat().st_ino


def test_a_full_disk_leaves_the_old_file_and_no_other(made, monkeypatch):
    path = made.invite_file()
    write_atomic(path, b"old")

    def full(_fd, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(FolderTrouble, match="the disk is full") as trouble:
            write_atomic(path, b"new")
    assert str(path) in str(trouble.value)
    assert path.read_bytes() == b"old"
    assert only_files(made.path) == ["invite.pbem.json"]


def test_a_file_system_that_cannot_sync_folders_is_no_trouble(made, monkeypatch):
    real = os.fsync

    def syncing(fd):
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(fd)

    monkeypatch.setattr(os, "fsync", syncing)
    write_atomic(made.invite_file(), b"{}")
    assert made.invite_file().read_bytes() == b"{}"


def test_a_folder_that_fails_to_sync_is_a_trouble(made, monkeypatch):
    real = os.fsync

    def syncing(fd):
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(fd)

    monkeypatch.setattr(os, "fsync", syncing)
    with pytest.raises(FolderTrouble, match="Input/output error"):
        write_atomic(made.invite_file(), b"{}")


def test_without_the_game_folder_nothing_is_made(folder):
    with pytest.raises(FolderTrouble, match="there is no such folder"):
        write_atomic(folder.join_file("axis"), b"{}")
    assert not folder.path.exists()


def test_writing_replaces_a_link_and_leaves_its_target(made, tmp_path):
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    made.invite_file().symlink_to(target)
    write_atomic(made.invite_file(), b"{}")
    assert target.read_bytes() == b"mine"
    assert not made.invite_file().is_symlink()


def test_a_link_planted_under_the_name_of_the_new_file_is_not_followed(made, tmp_path):
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    (made.path / f".invite.pbem.json.{os.getpid()}.new").symlink_to(target)
    write_atomic(made.invite_file(), b"{}")
    assert target.read_bytes() == b"mine"
    assert made.invite_file().read_bytes() == b"{}"


# ------------------------------------------------------------------ reading


def test_a_missing_file_is_none(made):
    assert read_file(made.invite_file(), 10) is None
    assert read_file(made.join_file("axis"), 10) is None


def test_a_file_longer_than_allowed_is_refused(made):
    write_atomic(made.invite_file(), b"12345")
    assert read_file(made.invite_file(), 5) == b"12345"
    with pytest.raises(FolderTrouble, match="at most 4 bytes"):
        read_file(made.invite_file(), 4)


def test_a_link_is_not_read(made, tmp_path):
    (tmp_path / "target").write_bytes(b"{}")
    made.invite_file().symlink_to(tmp_path / "target")
    with pytest.raises(FolderTrouble, match="not an ordinary file"):
        read_file(made.invite_file(), 10)


def test_a_folder_in_place_of_a_file_is_a_trouble(made):
    made.invite_file().mkdir()
    with pytest.raises(FolderTrouble, match="is a folder, not a file"):
        read_file(made.invite_file(), 10)
    with pytest.raises(FolderTrouble, match="could not be written"):
        write_atomic(made.invite_file(), b"{}")
