"""New lines from the host, as they arrive at a player (protocol section 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.canon.codes import Refused
from pbem.history.deciding import has_conceded
from pbem.history.duties import LogView, missing
from pbem.history.errors import Fork
from pbem.history.forks import new_lines
from pbem.history.journal import Journal, Sent, short
from pbem.history.records import Phase
from pbem.referee.log_files import NoLog, read_log_file
from pbem.referee.open_game import BrokenHistory, OpenGame, locked_game, mine, read_invite
from pbem.referee.parting import keep


@dataclass
class Updated:
    """What an update brought.

    Attributes:
        game: the game with the new lines.
        new: how many lines were new.
        missing: documents of one's own that the log does not hold, for people.
        refused: documents of one's own that the new lines refuse, for people.
    """

    game: OpenGame
    new: int
    missing: list[str]
    refused: list[str]


def update(path: Path, source: Path) -> Updated:
    """Verify the host's lines and add those that are new to one's own copy.

    Args:
        path: the player's game folder.
        source: a file of lines: the whole log, or its newer part.

    Raises:
        BrokenHistory: a line is not good; nothing was added.
        Fork: the lines do not go on from one's own copy, and the host has not signed them.
        Parted: the host has signed another log than this one.
        NoLog: the file is no log.
        FolderTrouble: a file can not be read or written.
    """
    received = read_log_file(source)
    if not received.lines:
        raise NoLog(f"{source} is cut short before the end of its first line: ask for it again")
    with locked_game(path, {"game.lock", source.name}) as game:
        known = frozenset(game.log.refused)
        fresh = _new_lines(game, list(received.lines))
        for line in fresh:
            game.take(line)
        _check_own_join(game)
        game.folder.append(fresh)
    game.warnings = [*received.notices, *game.warnings]
    return Updated(game, len(fresh), not_arrived(game), _refused(game, known))


def _new_lines(game: OpenGame, received: list[bytes]) -> list[bytes]:
    try:
        return new_lines(game.log, game.lines, received)
    except Fork as fork:
        if fork.of_host:
            raise keep(game.folder, fork) from fork
        raise


def _check_own_join(game: OpenGame) -> None:
    """A player's first lines must belong to the invitation he answered, and hold his answer."""
    if not game.folder.invite_file().exists() or game.log.invite is None:
        return
    if read_invite(game.folder).digest != game.log.invite.digest:
        raise BrokenHistory(0, Refused("D03", "this log belongs to another invitation"))
    for journal in _journals(game):
        joins = [sent for sent in journal.sent if sent.gist.kind == "join"]
        if joins and not any(join.digest in game.log.logged for join in joins):
            reason = f"somebody else's join stands in it for {journal.party}, not yours"
            raise BrokenHistory(0, Refused("D03", reason, hint="ask the host who has your seat"))


def _journals(game: OpenGame) -> list[Journal]:
    parties = (party for party in mine(game.folder) if party in game.log.seats)
    return [Journal.load(game.folder, party) for party in parties]


def not_arrived(game: OpenGame) -> list[str]:
    """Documents of one's own that the log does not hold though they matter, for people.

    Of several versions only the newest one is worth sending; and nothing is once the game is
    over, or the seat has conceded.
    """
    if game.log.phase in (Phase.OVER, Phase.ENDED):
        return []
    lost = {
        (journal.party, sent.gist.kind, sent.gist.about): sent
        for journal in _journals(game)
        if not has_conceded(game.log, journal.party)
        for sent in missing(journal, LogView.of(game.log, journal.party))
    }
    return [
        f"your {sent.gist} (document {short(sent.digest)}) is not in the log yet"
        f"{_UNTIL_THEN.get(sent.gist.kind, '')}. If the host has had it for some time, send him "
        "the same file again."
        for sent in lost.values()
    ]


_UNTIL_THEN: Final = {"rekey": "; until it is, you sign with the old key and chain"}


def _refused(game: OpenGame, known: frozenset[str]) -> list[str]:
    """What the new lines say of documents of one's own that the host has not accepted."""
    notes = {note.seq: note.text for note in game.log.notes if note.kind == "refuse"}
    return [
        f"line {game.log.refused[sent.digest]}, about your {sent.gist}: "
        f"{notes[game.log.refused[sent.digest]].rstrip('.')}.{_once_more(game, journal, sent)}"
        for journal in _journals(game)
        for sent in journal.sent
        if sent.digest in game.log.refused and sent.digest not in known
    ]


def _once_more(game: OpenGame, journal: Journal, sent: Sent) -> str:
    """What helps after a refusal: nothing, where the ask is answered or a later version is out."""
    kind, about, rev = sent.gist.kind, sent.gist.about, sent.gist.rev
    wanted = [ask.id for ask in game.log.unanswered() if ask.seat == journal.party]
    later = any(
        (each.gist.kind, each.gist.about) == (kind, about) and each.gist.rev > rev
        for each in journal.sent
    )
    if later or kind not in ("orders", "standing") or (kind == "orders" and about not in wanted):
        return ""
    return (
        " The host has told you what is wrong, or will: mend the draft, sign it again "
        f"(`pbem {kind} sign`) and mail the new file."
    )
