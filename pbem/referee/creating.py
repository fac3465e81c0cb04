"""Before the first move: the invitation, the joins, and line 0 (protocol sections 4 and 5)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from pbem import registry
from pbem.canon.canonical import Json
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.canon.strict import DOCUMENT, read
from pbem.canon.trouble import Trouble
from pbem.engine.game import Rules
from pbem.engine.refusals import Refusal
from pbem.history.compose import genesis
from pbem.history.documents import HOST, Document, Envelope
from pbem.history.durable import read_file, write_atomic
from pbem.history.folder import GameFolder
from pbem.history.journal import Gist, Journal, Sent
from pbem.history.lobby import check_invite, check_join
from pbem.history.names import SIGNED
from pbem.referee import clock
from pbem.referee.corrections import copy_data, corrected_module, data_of
from pbem.referee.files import pretty
from pbem.referee.keyring import CHAIN, Keyring, role_key
from pbem.referee.open_game import (
    NotThere,
    OpenGame,
    hosts,
    locked_game,
    mine,
    not_begun,
    read_invite,
    remember,
)
from pbem.referee.spelling import spelled, unknown
from pbem.trust.envelope import sign
from pbem.trust.secret import terms_digest

_LABEL = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BadTerms(Trouble):
    """The terms of a new game do not fit together; the message says what to change."""


class ModuleMissing(Trouble):
    """The rules an invitation names are not installed in exactly this form."""


@immutable(frozen=True)
class Terms:
    """What the host decides about a new game.

    Attributes:
        game: id of the rule system.
        label: beginning of the game id, the host's own word.
        options: rule options.
        policy: dice policy; "" for the recommended one.
        host_seat: the seat the host plays himself, or None.
        host_name: a name to show, or None.
        hours: time for an answer.
        release_hours: time for a release.
        on_release: `wait` or `skip` when a release does not come.
        note: a note to all, or None.
        data: a folder with corrected rule files, or None for those that come with the game.
    """

    game: str
    label: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)
    policy: str = ""
    host_seat: str | None = None
    host_name: str | None = None
    hours: int = 168
    release_hours: int = 72
    on_release: str = "wait"
    note: str | None = None
    data: Path | None = None


def new_game(path: Path, terms: Terms, keyring: Keyring, at: str | None = None) -> Document:
    """Make a game folder with a signed invitation in it.

    Raises:
        BadTerms: the terms do not fit together.
        UnknownGame: the rule system is not installed.
        WrongData: the corrected rule files are not right.
        FolderTrouble: the folder can not be made, or holds a game already.
    """
    module = _module(terms)
    seat = spelled(terms.host_seat or "", module.rules.seats)
    terms = replace(terms, host_seat=seat) if seat is not None else terms
    _check_terms(terms, module.rules.seats, module.rules.check_options(terms.options))
    folder = GameFolder(path)
    folder.create()
    if folder.invite_file().exists() or folder.lines():
        raise BadTerms(f"there is a game in {path} already: take another folder")
    secret = keyring.secret()
    signed = _invitation(terms, module, clock.written(at), role_key(secret, HOST).public)
    host = signed["host"]
    assert isinstance(host, dict)  # noqa: S101 - built just now
    chain = secret.chain(str(signed["game"]), HOST, CHAIN, terms_digest(signed))
    host["tip"] = chain.tip
    envelope = sign(signed, role_key(secret, HOST))
    invite = check_invite(envelope)
    if terms.data is not None:
        copy_data(terms.game, folder.path / "data", terms.data)
    write_atomic(folder.invite_file(), pretty(envelope))
    remember(folder, HOST)
    return invite


def _module(terms: Terms) -> registry.Module:
    if terms.data is None:
        return registry.module(terms.game)
    return corrected_module(terms.game, terms.data)


def _check_terms(terms: Terms, seats: Sequence[str], options: Sequence[Refusal]) -> None:
    if options:
        raise BadTerms("; ".join(str(refusal) for refusal in options))
    if terms.label and not (_LABEL.fullmatch(terms.label) and len(terms.label) <= 39):
        raise BadTerms(
            f"{terms.label!r} can not begin a game id: small letters and digits, words joined "
            "by -, at most 39 characters"
        )
    if terms.host_seat is not None and terms.host_seat not in seats:
        raise BadTerms(unknown(terms.host_seat, seats, "seat", "the seats are"))
    if terms.host_seat is not None and terms.policy not in ("", "all"):
        raise BadTerms(
            f"a host who plays needs the dice policy all, not {terms.policy}: with any other he "
            "would know the dice beforehand"
        )
    if terms.host_seat is not None and terms.on_release != "wait":
        raise BadTerms("a host who plays needs --on-release wait")


def _invitation(terms: Terms, module: registry.Module, time: str, host_key: str) -> dict[str, Json]:
    host: dict[str, Json] = {"key": host_key, "tip": "0" * 64, "length": CHAIN}
    if terms.host_seat is not None:
        host["seat"] = terms.host_seat
    if terms.host_name is not None:
        host["name"] = terms.host_name
    label = terms.label or "game"
    signed: dict[str, Json] = {
        "v": 1,
        "type": "invite",
        "game": f"{label}-{secrets.token_hex(4)}",
        "time": time,
        "host": host,
        "seats": [{"seat": seat} for seat in sorted(module.rules.seats)],
        "module": module.signed(),
        "options": dict(terms.options),
        "policy": terms.policy or ("all" if terms.host_seat else "actor"),
        # motions come in a later release; until then consent is the host's where it may be
        "consent": {"correct": "host", "seat": "host", "host": "all", "end": "host"},
        "deadline": {
            "hours": terms.hours,
            "release_hours": terms.release_hours,
            "on_release": terms.on_release,
        },
    }
    if terms.note is not None:
        signed["note"] = terms.note
    return signed


@immutable(frozen=True)
class Joined:
    """A signed answer to an invitation.

    Attributes:
        envelope: the join document.
        file: where it was stored.
        folder: the player's game folder.
    """

    envelope: Envelope
    file: Path
    folder: Path


def join_game(
    invitation: Envelope,
    seat: str,
    path: Path | None,
    name: str | None,
    keyring: Keyring,
    data: Path | None = None,
) -> Joined:
    """Answer an invitation for a seat, and make the player's game folder.

    Args:
        invitation: the invitation as received.
        seat: the seat to play.
        path: the folder to make; None for one named after the game.
        name: a name to show, or None.
        keyring: opens the player's secret.
        data: the folder with corrected rule files that the host has sent, or None.

    Raises:
        Refused: the invitation is not good, or has no such seat.
        ModuleMissing: its rules are not installed in exactly this form.
        WrongData: the corrected rule files are not right.
        FolderTrouble: the folder can not be written.
    """
    invite = check_invite(invitation)
    seat = _seat_of(invite, seat)
    _refuse_two_seats(invite, seat, path)
    if data is not None:
        corrected_module(str(invite.signed["module"]["id"]), data)
    _module_of(invite, data)
    game = str(invite.signed["game"])
    folder = GameFolder(path or Path(game))
    secret = keyring.secret()
    chain = secret.chain(game, seat, CHAIN, invite.digest)
    signed: dict[str, Json] = {
        "v": 1,
        "type": "join",
        "game": game,
        "invite": invite.digest,
        "seat": seat,
        "key": role_key(secret, seat).public,
        "tip": chain.tip,
        "length": CHAIN,
    }
    if name is not None:
        signed["name"] = name
    envelope = sign(signed, role_key(secret, seat))
    document = check_join(invite, [], envelope)
    _refuse_other(folder, invite)
    if data is not None:
        copy_data(str(invite.signed["module"]["id"]), folder.path / "data", data)
    file = _store_join(folder, invite, document)
    return Joined(envelope, file, folder.path)


def _seat_of(invite: Document, given: str) -> str:
    """The seat of an invitation that is named on the command line.

    Raises:
        Refused: D02, it has no such seat.
    """
    seats = [str(each["seat"]) for each in invite.signed["seats"]]
    seat = spelled(given, seats)
    if seat is None:
        raise Refused("D02", unknown(given, seats, "seat of this game", "its seats are"), "/seat")
    return seat


def _refuse_two_seats(invite: Document, seat: str, path: Path | None) -> None:
    """Keep a host who plays to his own seat in the folder of the game he has made."""
    own = invite.signed["host"].get("seat")
    if own is not None and own != seat and path is not None and HOST in mine(GameFolder(path)):
        raise BadTerms(
            f"you have made this game to play {own} yourself: join here with --seat {own}. Whoever "
            f"plays {seat} joins in a folder of his own, with a secret of his own"
        )


def _module_of(invite: Document, data: Path | None) -> Rules:
    wanted = invite.signed["module"]
    rules = registry.rules_for(wanted, data)
    if rules is None:
        raise ModuleMissing(_missing(wanted, data))
    return rules


def _missing(wanted: Mapping[str, Json], data: Path | None) -> str:
    """Why the rules an invitation names are not at hand, and what helps."""
    digest = str(wanted["data"])[:8]
    played = (
        f"this game is played with {wanted['id']} version {wanted['version']} and data {digest}"
    )
    if data is not None:
        return f"{played}; the files in {data} are other ones: ask the host for his"
    installed = registry.games().get(str(wanted["id"]))
    if installed is not None and installed.version == wanted["version"]:
        return (
            f"{played}, which are not those that are installed here: the host plays with corrected "
            "data, so ask him for the folder and name it with --data"
        )
    return f"{played}; that is not what is installed here (see `pbem games`)"


def _refuse_other(folder: GameFolder, invite: Document) -> None:
    if folder.path.is_dir() and folder.lines():
        raise BadTerms(
            f"the game in {folder.path} has begun, and its journal must stay as it is: play on "
            "there, or take another folder"
        )
    kept = read_file(folder.invite_file(), DOCUMENT.size)
    if kept is not None and check_invite(read(kept, DOCUMENT)).digest != invite.digest:
        raise BadTerms(f"the folder {folder.path} belongs to another invitation: take another one")


def _store_join(folder: GameFolder, invite: Document, join: Document) -> Path:
    folder.create()
    write_atomic(folder.invite_file(), pretty(invite.envelope))
    file = folder.orders_file(f"join-{join.party}{SIGNED}")
    write_atomic(file, pretty(join.envelope))
    remember(folder, join.party)
    begun = folder.journal_file(join.party).exists()
    journal = Journal.load(folder, join.party) if begun else Journal(join.party)
    journal.noted("", [Sent(join.digest, Gist.of(join.signed))]).save(folder)
    return file


def accept_join(folder: GameFolder, envelope: Envelope) -> Document:
    """Keep a join document that came to the host.

    Raises:
        Refused: it does not fit the invitation or the joins that came before; D08, it is here
            already; S04, somebody else has the seat.
        FolderTrouble: it can not be stored.
    """
    invite = read_invite(folder)
    others = _joins(folder, invite)
    document = check_join(invite, others, envelope)
    _check_is_free(others, document)
    write_atomic(folder.join_file(document.party), pretty(envelope))
    return document


def _check_is_free(others: Sequence[Document], join: Document) -> None:
    """A seat that is taken stays with its key: who joins again under it may change his name."""
    for other in others:
        if other.party == join.party and other.signed["key"] != join.signed["key"]:
            first, now = (str(each.signed["key"])[:8] for each in (other, join))
            raise Refused(
                "S04",
                f"the seat {join.party} is taken: it was joined with the key {first}, and this "
                f"comes from {now}",
                "/key",
                "take another seat; the host who wants the change deletes the file "
                f"joins/{join.party}.pbem.json first",
            )


def _joins(folder: GameFolder, invite: Document) -> list[Document]:
    """The join documents that came, in the order of seats."""
    joins: list[Document] = []
    for seat in invite.signed["seats"]:
        raw = read_file(folder.join_file(seat["seat"]), DOCUMENT.size)
        if raw is not None:
            joins.append(check_join(invite, joins, read(raw, DOCUMENT)))
    return joins


def missing_joins(folder: GameFolder) -> list[str]:
    """The seats that have not joined yet."""
    invite = read_invite(folder)
    present = {join.party for join in _joins(folder, invite)}
    return [seat["seat"] for seat in invite.signed["seats"] if seat["seat"] not in present]


def start_game(path: Path, keyring: Keyring, at: str | None = None) -> OpenGame:
    """Write line 0: the game begins.

    Raises:
        NotThere: there is no invitation, or seats have not joined yet.
        ModuleMissing: the rules are not installed in the form the invitation names.
        BadTerms: the game has begun already.
        Refused, KeyTrouble, FolderTrouble: see the layers below.
    """
    with locked_game(path) as game:
        if game.lines:
            raise BadTerms("this game has begun already")
        invite = read_invite(game.folder)
        if not hosts(game.folder):
            raise not_begun(game.folder)
        missing = missing_joins(game.folder)
        if missing:
            raise NotThere(f"the game can not begin yet: still to join: {', '.join(missing)}")
        rules = _module_of(invite, data_of(game.folder))
        _, key = keyring.signer(HOST, str(invite.signed["host"]["key"]))
        game.write(genesis(invite, _joins(game.folder, invite), rules, clock.written(at)), key)
    return game
