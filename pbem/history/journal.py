"""What a party has signed and sent (section 7); what follows from it stands in `duties`.

A journal lives in the game folder, one file a party. Save it with the mail noted in it *before* the
mail leaves: a crash in between makes pbem too careful, never too bold.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.canon.canonical import Json, encode
from pbem.canon.codes import Refused
from pbem.canon.forms import Exactly, ListOf, Number, Record, require
from pbem.canon.immutable import immutable
from pbem.canon.strict import Limits, read
from pbem.history.durable import FolderTrouble, read_file, write_atomic
from pbem.history.fields import ASK_ID, HEX32, PARTY, SEGMENT, WORD
from pbem.history.folder import GameFolder


@immutable(frozen=True, slots=True)
class Gist:
    """What the journal keeps of a document.

    Attributes:
        kind: the document type.
        about: the ask of orders, the topic of standing orders, the lock of a release, the new
            signing key of a key change, or "".
        rev: its rev, or 0 where the type has none.
        head: the log line it names, or "".
        link: the number of the link it reveals, or 0.
    """

    kind: str
    about: str = ""
    rev: int = 0
    head: str = ""
    link: int = 0

    @classmethod
    def of(cls, signed: Mapping[str, Any]) -> "Gist":
        """Return the gist of the signed part of a document whose form has been checked."""
        about = signed.get(_ABOUT.get(signed["type"], ""), "")
        link = signed["link"]["n"] if "link" in signed else 0
        return cls(signed["type"], about, signed.get("rev", 0), signed.get("head", ""), link)

    def __str__(self) -> str:
        """Name the document for a person."""
        about = f" for {short(self.about)}" if self.about else ""
        rev = f", rev {self.rev}" if self.rev else ""
        return f"{_NAMES.get(self.kind, self.kind)}{about}{rev}"


_ABOUT: Final = {"orders": "ask", "standing": "topic", "release": "lock", "rekey": "key"}
_NAMES: Final = {"standing": "standing orders", "rekey": "key change", "concede": "concession"}


def short(word: str) -> str:
    """Return the beginning of a digest or head as people compare it; other words as they are."""
    return f"{word[:8]}…" if len(word) == 64 else word


@immutable(frozen=True, slots=True)
class Sent:
    """A document of one's own that has left.

    Attributes:
        digest: the digest of its envelope.
        gist: what it was.
        waived: the player has decided to go on although it never came into the log.
    """

    digest: str
    gist: Gist
    waived: bool = False


@immutable(frozen=True, slots=True)
class Journal:
    """What one party has signed in one game.

    Attributes:
        party: the seat, or `host`.
        head: the newest line of the log at the last signature, or "" before the first.
        sent: the documents, in the order in which they were sent first.
        lost: the journal was missing, and what was signed earlier is not known.
    """

    party: str
    head: str = ""
    sent: tuple[Sent, ...] = ()
    lost: bool = False

    @classmethod
    def load(cls, folder: GameFolder, party: str) -> "Journal":
        """Return the journal of a party; where there is none, an empty one that is `lost`.

        A journal is begun by saving `Journal(party)` when the party joins the game.

        Raises:
            FolderTrouble: the file cannot be read, or is no journal of this party.
        """
        path = folder.journal_file(party)
        text = read_file(path, _LIMITS.size)
        if text is None:
            return cls(party, lost=True)
        try:
            plain = read(text, _LIMITS)
            require(_FORM, plain)
        except Refused as refusal:
            raise FolderTrouble(_DAMAGED.format(path=path, damage=refusal)) from refusal
        if plain["party"] != party:
            damage = f"it is the journal of {plain['party']}"
            raise FolderTrouble(_DAMAGED.format(path=path, damage=damage))
        return _from_plain(plain)

    def save(self, folder: GameFolder) -> None:
        """Store the journal durably.

        Raises:
            FolderTrouble: it cannot be stored; the stored one is as it was.
        """
        write_atomic(folder.journal_file(self.party), encode(_to_plain(self)))

    @property
    def highest_link(self) -> int:
        """The number of the highest link that is out, or 0."""
        return max((sent.gist.link for sent in self.sent), default=0)

    def noted(self, newest: str, mail: Iterable[Sent]) -> "Journal":
        """Return the journal after signing on a log whose newest line is `newest`.

        Args:
            newest: the head of the log.
            mail: what is sent; a document that was sent before is not noted twice.
        """
        new = (document for document in mail if not self._knows(document.digest))
        return replace(self, head=newest, sent=(*self.sent, *new))

    def agreed(self, head: str, received: Iterable[Sent] = ()) -> "Journal":
        """Return the journal after the player has compared heads with the others.

        It is for a lost journal, and for a log that leaves out lines one has signed for, such as
        that of a new host (8.4). Links that are out stay noted.

        Args:
            head: the newest line of the log the player goes on with.
            received: the documents in this log that the player knows to be his own.
        """
        return replace(self.noted(head, received), lost=False)

    def waived(self, digest: str) -> "Journal":
        """Return the journal after the player has given up a document that was never logged.

        Raises:
            ValueError: no such document was sent.
        """
        if not self._knows(digest):
            raise ValueError(f"no document {digest} was sent")
        sent = (replace(one, waived=True) if one.digest == digest else one for one in self.sent)
        return replace(self, sent=tuple(sent))

    def _knows(self, digest: str) -> bool:
        return any(sent.digest == digest for sent in self.sent)


_LIMITS: Final = Limits(size=33_554_432, canonical=33_554_432, depth=4, items=100_000)
_FORM: Final = Record(
    {
        "v": Exactly(1),
        "party": PARTY,
        "sent": ListOf(
            Record(
                {"digest": HEX32, "kind": WORD},
                {
                    "about": ASK_ID,
                    "rev": Number(1, 9999),
                    "head": HEX32,
                    "link": SEGMENT,
                    "waived": Exactly(value=True),
                },
            ),
            most=_LIMITS.items,
        ),
    },
    {"head": HEX32, "lost": Exactly(value=True)},
)
_DAMAGED: Final = (
    "{path} is damaged ({damage}). Put a good copy in its place. If there is none, move the file "
    "away: pbem then treats the journal as lost, and you compare heads with another player."
)


def _to_plain(journal: Journal) -> dict[str, Json]:
    sent: list[Json] = [_sent_to_plain(document) for document in journal.sent]
    plain: dict[str, Json] = {"v": 1, "party": journal.party, "sent": sent}
    return plain | _filled({"head": journal.head, "lost": journal.lost})


def _sent_to_plain(sent: Sent) -> dict[str, Json]:
    gist = sent.gist
    plain: dict[str, Json] = {"digest": sent.digest, "kind": gist.kind}
    return plain | _filled(
        {
            "about": gist.about,
            "rev": gist.rev,
            "head": gist.head,
            "link": gist.link,
            "waived": sent.waived,
        }
    )


def _filled(members: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value}


def _from_plain(plain: Mapping[str, Any]) -> Journal:
    sent = tuple(_sent_from_plain(document) for document in plain["sent"])
    return Journal(plain["party"], plain.get("head", ""), sent, plain.get("lost", False))


def _sent_from_plain(plain: Mapping[str, Any]) -> Sent:
    gist = {name: plain[name] for name in ("kind", "about", "rev", "head", "link") if name in plain}
    return Sent(plain["digest"], Gist(**gist), plain.get("waived", False))
