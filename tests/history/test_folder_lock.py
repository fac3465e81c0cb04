"""One pbem at a time works on a game, and no dead one is waited for."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.history.durable import FolderTrouble
from pbem.history.folder import GameFolder

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path):
    return GameFolder(tmp_path)


@contextmanager
def another_pbem(path):
    """Another process that holds the lock until the block is left (then it is killed)."""
    program = (
        "import sys; from pathlib import Path; from pbem.history.folder import GameFolder\n"
        f"with GameFolder(Path({str(path)!r})).lock():\n"
        "    print('locked', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            process.kill()


def test_a_game_another_process_works_on_is_refused_at_once(folder):
    with another_pbem(folder.path):
        with pytest.raises(FolderTrouble, match="Another pbem is working") as trouble:
            folder.lock().__enter__()
        assert str(folder.path) in str(trouble.value)
        assert "Wait until it has finished" in str(trouble.value)
        with pytest.raises(RuntimeError):
            folder.append([b"line"])
        assert folder.lines() == []


def test_a_killed_process_leaves_a_lock_file_that_locks_nothing(folder):
    with another_pbem(folder.path):
        pass
    assert (folder.path / "game.lock").exists()
    with folder.lock():
        folder.append([b"line"])
    assert folder.lines() == [b"line"]


def test_two_folders_objects_of_one_process_lock_each_other_out(folder):
    with folder.lock():
        with pytest.raises(FolderTrouble, match="Another pbem"), GameFolder(folder.path).lock():
            pass
        folder.append([b"line"])
    with GameFolder(folder.path).lock():
        pass


def test_who_has_the_lock_may_take_it_again_and_keeps_it(folder):
    with folder.lock():
        with folder.lock():
            folder.append([b"inner"])
        folder.append([b"line"])
        with pytest.raises(FolderTrouble), GameFolder(folder.path).lock():
            pass


def test_the_lock_is_given_back_after_an_error(folder):
    with pytest.raises(ZeroDivisionError), folder.lock():
        raise ZeroDivisionError
    with folder.lock():
        pass


def test_other_games_are_not_locked(folder, tmp_path):
    other = GameFolder(tmp_path / "other")
    other.create()
    with folder.lock(), other.lock():
        other.append([b"line"])


def test_a_lock_file_that_is_a_link_is_refused(folder, tmp_path):
    (folder.path / "game.lock").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FolderTrouble, match="not an ordinary file"), folder.lock():
        pass
    assert not (tmp_path / "nowhere").exists()


def test_a_missing_folder_is_named(tmp_path):
    game = GameFolder(tmp_path / "nowhere")
    with pytest.raises(FolderTrouble, match="there is no such folder"), game.lock():
        pass
