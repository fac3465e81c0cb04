"""Two lines of the host for one place: kept until the players have decided (protocol 6.2, L09)."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from pbem.canon.trouble import Trouble
from pbem.history.durable import explained, read_file, sync_folder, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.history.errors import Fork
    from pbem.history.folder import GameFolder

_MOST: Final = 16_777_216
"""More bytes than two lines of a log can have."""


class Parted(Trouble):
    """The host has signed two logs; nothing is signed here until the players have chosen one."""


def keep(folder: GameFolder, fork: Fork) -> Parted:
    """Store both lines where they are found again, and say what the player is to do.

    Raises:
        FolderTrouble: they can not be stored.
    """
    path = folder.fork_file()
    if not path.exists():  # the first proof is as good as the second
        write_atomic(path, b"%b\n%b\n" % (fork.known_line, fork.other_line))
    return Parted(_FOUND.format(seq=fork.seq, reason=fork.reason, code=fork.code, path=path))


def refuse_to_sign(folder: GameFolder) -> None:
    """Pass a folder whose log has not parted from another one.

    Raises:
        Parted: two lines are kept, and the player has not decided yet.
        FolderTrouble: the file can not be read.
    """
    parted = undecided(folder)
    if parted:
        raise Parted(parted)


def undecided(folder: GameFolder) -> str:
    """What a player is to do whose log has parted from another one; "" if it has not.

    Raises:
        FolderTrouble: the file can not be read.
    """
    path = folder.fork_file()
    return "" if read_file(path, _MOST) is None else _UNDECIDED.format(path=path)


def settle(folder: GameFolder) -> Path | None:
    """Put the kept lines aside, because the players have agreed on a log.

    Returns:
        where they lie from now on; None if none were kept.

    Raises:
        FolderTrouble: they can not be moved.
    """
    path = folder.fork_file()
    if not path.exists():
        return None
    names = (path.with_name(f"fork-{number}.jsonl") for number in count(1))
    aside = next(name for name in names if not name.exists())
    with explained(path, "written"):
        path.rename(aside)
        sync_folder(path.parent)
    return aside


_DECIDE: Final = (
    "Show that file to all the players and ask the host: he may have gone back to an older copy "
    "of his folder, or be showing different games to different people. Agree which log holds: best "
    "the longer one, for a dice link that was sent in one counts in no other. Put it into your "
    "folder as game.jsonl and say so: `pbem journal agree` with its head. Until then nothing is "
    "signed here."
)
_FOUND: Final = (
    "Nothing was added. At line {seq} the log that came in is not yours: {reason} ({code}). Both "
    f"lines are kept in {{path}}. {_DECIDE}"
)
_UNDECIDED: Final = f"Your log and another one have parted; the lines are in {{path}}. {_DECIDE}"
