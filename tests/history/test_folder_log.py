"""The log file of a game folder: appending, crashes at every point, full and read-only disks."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pbem.canon.codes import Refused
from pbem.canon.strict import ENTRY, read
from pbem.history import folder as folder_module
from pbem.history import lines as lines_module
from pbem.history.durable import FolderTrouble
from pbem.history.folder import LONGEST, GameFolder

ROOT = Path(__file__).parents[2]
OLD = [b'{"seq":0}', b'{"seq":1}']
NEW = [b'{"seq":2,"text":"two"}', b'{"seq":3}']


class PowerCut(BaseException):
    """The process is gone: nothing after it is done, not even tidying up."""


def refuse_to_tidy(_fd, _size):
    raise PowerCut


@pytest.fixture
def folder(tmp_path):
    """A game folder whose log holds `OLD`."""
    game = GameFolder(tmp_path / "game")
    game.create()
    with game.lock():
        game.append(OLD)
    return game


def log_of(game):
    return game.path / "game.jsonl"


def cut_files(game):
    return sorted(path.name for path in game.path.glob("game.jsonl.cut-*"))


def append(game, lines):
    with game.lock():
        game.lines()
        game.append(lines)


# ------------------------------------------------------------------ reading and appending


def test_a_folder_without_a_log_has_no_lines(tmp_path):
    assert GameFolder(tmp_path).lines() == []


def test_a_missing_folder_is_a_trouble_not_an_empty_game(tmp_path):
    with pytest.raises(FolderTrouble, match="there is no such folder"):
        GameFolder(tmp_path / "nowhere").lines()


def test_section_5_each_line_is_followed_by_one_line_feed(folder):
    append(folder, NEW)
    assert log_of(folder).read_bytes() == b"".join(line + b"\n" for line in OLD + NEW)
    assert GameFolder(folder.path).lines() == OLD + NEW
    assert folder.notices == []


def test_one_lock_serves_several_appends(folder):
    with folder.lock():
        folder.append(NEW[:1])
        folder.append(NEW[1:])
    assert folder.lines() == OLD + NEW


def test_appending_nothing_makes_no_log(tmp_path):
    game = GameFolder(tmp_path)
    with game.lock():
        game.append([])
    assert not log_of(game).exists()


def test_a_read_log_is_not_written(folder):
    log_of(folder).write_bytes(log_of(folder).read_bytes() + b'{"torn')
    before = log_of(folder).read_bytes()
    GameFolder(folder.path).lines()
    assert log_of(folder).read_bytes() == before
    assert cut_files(folder) == []


@pytest.mark.parametrize("line", [b"", b"a\nb", b"x" * (LONGEST + 1)])
def test_what_is_not_one_line_is_never_written(folder, line):
    with folder.lock(), pytest.raises(ValueError, match="one entry"):
        folder.append([NEW[0], line])
    assert folder.lines() == OLD


def test_appending_without_the_lock_is_a_bug(folder):
    with pytest.raises(RuntimeError, match="lock"):
        folder.append(NEW)
    with folder.lock():
        pass
    with pytest.raises(RuntimeError, match="lock"):
        folder.append(NEW)


def test_a_log_that_was_not_read_is_not_continued(folder):
    game = GameFolder(folder.path)
    with game.lock(), pytest.raises(FolderTrouble, match="has changed"):
        game.append(NEW)
    assert folder.lines() == OLD


def test_a_log_that_changed_behind_the_reader_is_not_continued(folder):
    with GameFolder(folder.path).lock():
        log_of(folder).write_bytes(log_of(folder).read_bytes() + b'{"seq":9}\n')
    with folder.lock(), pytest.raises(FolderTrouble, match="Nothing was written"):
        folder.append(NEW)
    assert folder.lines() == [*OLD, b'{"seq":9}']


# ------------------------------------------------------------------ limits


def test_code_j01_the_longest_line_is_read_whole_and_a_longer_one_is_cut(folder):
    log_of(folder).write_bytes(b"x" * LONGEST + b"\n" + b"y" * (LONGEST + 500) + b"\nz\n")
    longest, too_long = folder.lines()
    assert longest == b"x" * LONGEST
    assert len(too_long) == LONGEST + 1
    with pytest.raises(Refused, match="J01"):
        read(too_long, ENTRY)


def test_section_5_more_lines_than_a_log_may_have_are_not_read(folder, monkeypatch):
    monkeypatch.setattr(lines_module, "MOST_LINES", 2)
    assert folder.lines() == OLD
    log_of(folder).write_bytes(b"a\nb\nc\n")
    with pytest.raises(FolderTrouble, match="more than 2 lines"):
        folder.lines()


def test_section_5_more_lines_than_a_log_may_have_are_not_written(folder, monkeypatch):
    monkeypatch.setattr(folder_module, "MOST_LINES", 3)
    with folder.lock():
        with pytest.raises(FolderTrouble, match="at most 3 lines"):
            folder.append(NEW)
        folder.append(NEW[:1])
    assert folder.lines() == OLD + NEW[:1]


# ------------------------------------------------------------------ a torn end


@pytest.mark.parametrize("torn", [b"{", NEW[0], b"\0" * 200_000], ids=["byte", "whole", "zeros"])
def test_a_line_without_its_end_is_never_trusted_and_never_lost(folder, torn):
    log_of(folder).write_bytes(log_of(folder).read_bytes() + torn)
    game = GameFolder(folder.path)
    assert game.lines() == OLD
    assert len(game.notices) == 1
    assert f"{len(torn):,} bytes" in game.notices[0]
    with game.lock():
        game.append(NEW)
    assert game.lines() == OLD + NEW
    assert (game.path / "game.jsonl.cut-1").read_bytes() == torn
    assert len(game.notices) == 2
    assert "game.jsonl.cut-1" in game.notices[1]


def test_a_notice_is_given_once(folder):
    log_of(folder).write_bytes(log_of(folder).read_bytes() + b"torn")
    folder.lines()
    folder.lines()
    assert len(folder.notices) == 1


def test_a_log_that_is_one_torn_line_is_an_empty_log(tmp_path):
    game = GameFolder(tmp_path)
    log_of(game).write_bytes(b"torn")
    assert game.lines() == []
    append(game, NEW)
    assert game.lines() == NEW


def test_a_second_torn_end_does_not_replace_the_first(folder):
    for torn in (b"first", b"second"):
        log_of(folder).write_bytes(log_of(folder).read_bytes() + torn)
        append(folder, NEW)
    assert cut_files(folder) == ["game.jsonl.cut-1", "game.jsonl.cut-2"]
    assert (folder.path / "game.jsonl.cut-1").read_bytes() == b"first"
    assert (folder.path / "game.jsonl.cut-2").read_bytes() == b"second"
    assert folder.lines() == [*OLD, *NEW, *NEW]


def test_a_crash_between_moving_and_cutting_leaves_the_torn_end_in_both_files(folder, monkeypatch):
    log_of(folder).write_bytes(log_of(folder).read_bytes() + b"torn")
    with monkeypatch.context() as patch:
        patch.setattr(os, "ftruncate", refuse_to_tidy)
        with pytest.raises(PowerCut):
            append(folder, NEW)
    assert (folder.path / "game.jsonl.cut-1").read_bytes() == b"torn"
    append(folder, NEW)
    assert folder.lines() == OLD + NEW


def test_without_room_for_the_torn_end_nothing_is_cut(folder, monkeypatch):
    log_of(folder).write_bytes(log_of(folder).read_bytes() + b"torn")
    before = log_of(folder).read_bytes()
    folder.lines()

    def full(_fd, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch, folder.lock():
        patch.setattr(os, "write", full)
        with pytest.raises(FolderTrouble, match="disk is full"):
            folder.append(NEW)
    assert log_of(folder).read_bytes() == before


# ------------------------------------------------------------------ a crash at every point


@pytest.mark.parametrize("written", range(len(b"\n".join(NEW)) + 2))
def test_a_crash_after_any_byte_leaves_whole_lines_and_loses_nothing(folder, monkeypatch, written):
    real = os.write

    def dies(fd, data):
        real(fd, bytes(data)[:written])
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", dies)
        patch.setattr(os, "ftruncate", refuse_to_tidy)
        with pytest.raises(PowerCut):
            append(folder, NEW)

    there = (b"\n".join(NEW) + b"\n")[:written]
    whole = there.count(b"\n")
    torn = there.rpartition(b"\n")[2]
    after = GameFolder(folder.path)
    assert after.lines() == OLD + NEW[:whole]
    assert bool(after.notices) == bool(torn)
    append(after, [b"next"])
    assert GameFolder(folder.path).lines() == [*OLD, *NEW[:whole], b"next"]
    assert cut_files(folder) == (["game.jsonl.cut-1"] if torn else [])
    if torn:
        assert (folder.path / "game.jsonl.cut-1").read_bytes() == torn


def test_a_crash_while_the_disk_syncs_leaves_a_readable_log(folder, monkeypatch):
    def dies(_fd):
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", dies)
        patch.setattr(os, "ftruncate", refuse_to_tidy)
        with pytest.raises(PowerCut):
            append(folder, NEW)
    assert GameFolder(folder.path).lines() == OLD + NEW


def test_a_process_that_dies_in_the_middle_of_a_line_leaves_log_and_lock_usable(folder):
    program = f"""
import os
from pathlib import Path
from pbem.history.folder import GameFolder
game = GameFolder(Path({str(folder.path)!r}))
real = os.write
def dies(fd, data):
    real(fd, bytes(data)[:30])
    os._exit(9)
with game.lock():
    game.lines()
    os.write = dies
    game.append({NEW!r})
"""
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert run.returncode == 9
    append(folder, [b"next"])
    assert folder.lines() == [*OLD, NEW[0], b"next"]
    assert (folder.path / "game.jsonl.cut-1").read_bytes() == NEW[1][: 30 - len(NEW[0]) - 1]


# ------------------------------------------------------------------ durability


def synced(monkeypatch):
    """Record what is synced: the file's content at that moment, or "folder"."""
    calls = []
    real = os.fsync

    def recording(fd):
        real(fd)
        folder_synced = stat.S_ISDIR(os.fstat(fd).st_mode)
        calls.append("folder" if folder_synced else os.fstat(fd).st_size)

    monkeypatch.setattr(os, "fsync", recording)
    return calls


def test_lines_are_on_the_disk_before_append_returns(folder, monkeypatch):
    calls = synced(monkeypatch)
    append(folder, NEW)
    assert calls == [log_of(folder).stat().st_size]


def test_the_name_of_a_new_log_is_on_the_disk_before_append_returns(tmp_path, monkeypatch):
    game = GameFolder(tmp_path)
    calls = synced(monkeypatch)
    append(game, NEW)
    assert calls == [log_of(game).stat().st_size, "folder"]


def test_the_name_of_a_log_left_empty_by_a_failed_attempt_is_synced_too(tmp_path, monkeypatch):
    game = GameFolder(tmp_path)
    log_of(game).touch()
    calls = synced(monkeypatch)
    append(game, NEW)
    assert calls[-1] == "folder"


def test_lines_are_written_in_one_piece(folder, monkeypatch):
    pieces = []
    real = os.write

    def recording(fd, data):
        pieces.append(bytes(data))
        return real(fd, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", recording)
        append(folder, NEW)
    assert pieces == [b"".join(line + b"\n" for line in NEW)]


def test_a_short_write_is_continued(folder, monkeypatch):
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:7]))
        append(folder, NEW)
    assert folder.lines() == OLD + NEW


# ------------------------------------------------------------------ disks that fail


@pytest.mark.parametrize("written", [0, 1, len(NEW[0]) + 1, 25])
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_failed_write_leaves_no_half_line(folder, monkeypatch, written, number, sentence):
    real = os.write

    def fails(fd, data):
        if bytes(data)[:9] != NEW[0][:9]:  # the first piece is out
            raise OSError(number, os.strerror(number))
        return real(fd, bytes(data)[:written])

    def fails_at_once(_fd, _data):
        raise OSError(number, os.strerror(number))

    before = log_of(folder).read_bytes()
    with folder.lock():
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", fails if written else fails_at_once)
            with pytest.raises(FolderTrouble) as trouble:
                folder.append(NEW)
        assert log_of(folder).read_bytes() == before
        folder.append(NEW)
    assert sentence in str(trouble.value)
    assert "Nothing that was accepted before is lost" in str(trouble.value)
    assert "give the command again" in str(trouble.value)
    assert folder.lines() == OLD + NEW
    assert cut_files(folder) == []


def test_lines_that_could_not_be_synced_are_taken_back(folder, monkeypatch):
    before = log_of(folder).read_bytes()
    real = os.fsync
    failures = [OSError(errno.EIO, os.strerror(errno.EIO))]

    def fails_once(fd):
        if failures:
            raise failures.pop()
        real(fd)

    with folder.lock(), monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fails_once)
        with pytest.raises(FolderTrouble, match="Input/output error"):
            folder.append(NEW)
        assert log_of(folder).read_bytes() == before
        folder.append(NEW)
    assert folder.lines() == OLD + NEW


def test_what_is_taken_back_is_off_the_disk_as_well(folder, monkeypatch):
    before = log_of(folder).stat().st_size

    def fails(_fd, _data):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with folder.lock(), monkeypatch.context() as patch:
        calls = synced(patch)
        patch.setattr(os, "write", fails)
        with pytest.raises(FolderTrouble):
            folder.append(NEW)
    assert calls == [before]


def test_an_interrupted_append_takes_its_lines_back(folder, monkeypatch):
    def interrupted(_fd):
        monkeypatch.undo()
        raise KeyboardInterrupt

    with folder.lock():
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            folder.append(NEW)
    assert folder.lines() == OLD


def test_lines_that_cannot_be_taken_back_are_owned_up_to(folder, monkeypatch):
    real = os.write

    def half(fd, data):
        real(fd, bytes(data)[:10])
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def fails(_fd, _size):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with folder.lock(), monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        patch.setattr(os, "ftruncate", fails)
        with pytest.raises(FolderTrouble, match="could not be taken back"):
            folder.append(NEW)
    after = GameFolder(folder.path)
    assert after.lines() == OLD
    append(after, NEW)
    assert after.lines() == OLD + NEW


def test_a_disk_that_takes_only_part_of_the_lines_keeps_none_of_them(folder):
    """The system's own limit on file sizes: a real short write, then a real failure."""
    resource = pytest.importorskip("resource", reason="only POSIX systems limit the size of files")
    size = log_of(folder).stat().st_size
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    folder.lines()
    with folder.lock():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, unlimited[1]))
        try:
            with pytest.raises(FolderTrouble, match="File too large"):
                folder.append(NEW)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        assert log_of(folder).stat().st_size == size
        folder.append(NEW)
    assert folder.lines() == OLD + NEW


@pytest.fixture
def read_only():
    """A folder with a log that this process, whoever runs it, may read but not write."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        (path / "game.jsonl").write_bytes(b"".join(line + b"\n" for line in OLD))
        path.chmod(0o555)
        (path / "game.jsonl").chmod(0o444)
        before = os.geteuid()
        if before == 0:  # the superuser may write everywhere
            os.seteuid(65534)
        yield path
        os.seteuid(before)
        path.chmod(0o755)


def test_a_read_only_folder_can_be_read_but_not_locked(read_only):
    game = GameFolder(read_only)
    assert game.lines() == OLD
    with pytest.raises(FolderTrouble, match="you have no permission") as trouble, game.lock():
        pass
    assert "Nothing that was accepted before is lost" in str(trouble.value)
    assert "copy it to a place of your own" in str(trouble.value)


def test_a_log_that_may_not_be_written_is_named(read_only):
    read_only_log = read_only / "game.jsonl"
    game = GameFolder(read_only)
    game.lines()
    os.seteuid(0) if os.getuid() == 0 else None
    read_only.chmod(0o777)
    os.seteuid(65534) if os.getuid() == 0 else None
    with game.lock(), pytest.raises(FolderTrouble, match="no permission") as trouble:
        game.append(NEW)
    assert str(read_only_log) in str(trouble.value)
    assert game.lines() == OLD


def test_a_read_only_disk_is_named(folder, monkeypatch):
    real = os.open

    def read_only_disk(path, flags, mode=0o777):
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, mode)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only_disk)
        assert folder.lines() == OLD
        with pytest.raises(FolderTrouble, match="the disk is read-only"), folder.lock():
            pass


# ------------------------------------------------------------------ what is no ordinary file


def test_a_log_that_is_a_link_is_neither_read_nor_written(folder, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    log_of(folder).rename(elsewhere)
    before = elsewhere.read_bytes()
    log_of(folder).symlink_to(elsewhere)
    with pytest.raises(FolderTrouble, match="not an ordinary file"):
        folder.lines()
    with folder.lock(), pytest.raises(FolderTrouble, match="not an ordinary file"):
        folder.append(NEW)
    assert elsewhere.read_bytes() == before


def test_a_link_to_nowhere_makes_no_file_there(tmp_path):
    game = GameFolder(tmp_path / "game")
    game.create()
    log_of(game).symlink_to(tmp_path / "nowhere")
    with game.lock(), pytest.raises(FolderTrouble, match="not an ordinary file"):
        game.append(NEW)
    assert not (tmp_path / "nowhere").exists()


def test_a_pipe_does_not_make_the_reader_wait(tmp_path):
    game = GameFolder(tmp_path)
    os.mkfifo(log_of(game))
    with pytest.raises(FolderTrouble, match="not an ordinary file"):
        game.lines()
    with game.lock(), pytest.raises(FolderTrouble, match="not an ordinary file"):
        game.append(NEW)


def test_a_folder_in_place_of_the_log_is_a_trouble(tmp_path):
    game = GameFolder(tmp_path)
    log_of(game).mkdir()
    with pytest.raises(FolderTrouble, match="is a folder"):
        game.lines()
    with game.lock(), pytest.raises(FolderTrouble, match="Is a directory"):
        game.append(NEW)
