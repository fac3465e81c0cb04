"""What a party must not sign or send next (section 7, Y1 and Y2).

The checks are pure: they take the journal, what the log says and the mail that is to go out, and
answer in sentences.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from pbem.canon.immutable import immutable
from pbem.history.journal import Gist, Journal, Sent, short
from pbem.history.log import Log


@immutable(frozen=True, slots=True)
class Finding:
    """What stands against sending something.

    Attributes:
        stop: it must not be sent; otherwise the player is warned and decides.
        text: sentences that name the fact and say what to do.
    """

    stop: bool
    text: str


@immutable(frozen=True, slots=True)
class LogView:
    """What a verified log says, as far as the signature of one seat needs it.

    Attributes:
        heads: the number (seq) of each line, by its head.
        head: the newest line.
        opening: the number of the line from which the current asks stand open.
        next: the number of the next segment; in a locked resolution, that of the lock.
        policy: the dice policy.
        open_asks: the asks of this seat that the log has neither answered nor defaulted.
        logged: the digests of all documents in the log.
        refused: the digests of all documents refused in the log.
        receipts: the digests of the orders and standing documents that stand in this seat's name.
        newest_only: the host plays this seat, so its documents name the newest line (3.5, D06).
    """

    heads: Mapping[str, int]
    head: str
    opening: int
    next: int
    policy: str
    open_asks: Collection[str]
    logged: Collection[str]
    refused: Collection[str]
    receipts: Collection[str]
    newest_only: bool = False

    @classmethod
    def of(cls, log: Log, seat: str) -> "LogView":
        """Return what a log that has begun says for one seat."""
        return cls(
            heads=log.places,
            head=log.head,
            opening=log.opening,
            next=log.next,
            policy=log.policy,
            open_asks=[ask.id for ask in log.unanswered() if ask.seat == seat],
            logged=log.logged,
            refused=log.refused,
            receipts=[each.digest for each in log.receipts.values() if each.seat == seat],
            newest_only=seat == log.host_seat,
        )

    def takes_head(self, head: str) -> bool:
        """Tell whether an answer that names this line could be logged now (D04, D06)."""
        if self.newest_only:
            return head == self.head
        return self.heads.get(head, -1) >= self.opening


def may_sign(journal: Journal, log: LogView) -> list[Finding]:
    """Return what stands against signing anything on this log (Y1)."""
    found = []
    if journal.lost:
        found.append(_warn(_LOST, party=journal.party, head=log.head))
    if journal.head and journal.head not in log.heads:
        found.append(_stop(_OTHER_LOG, head=short(journal.head)))
    return found


def may_send(journal: Journal, log: LogView, mail: Sequence[Gist]) -> list[Finding]:
    """Return what stands against signing and sending the documents of one mail (Y1, Y2).

    To send a signed file once more needs no check: it is the same document.
    """
    found = may_sign(journal, log)
    earlier = list(journal.sent)
    for gist in mail:
        found += _against_place(log, gist)
        found += _against_link(log, journal, earlier, gist)
        found += _against_same_version(log, earlier, gist)
        found += _against_second_version(log, earlier, gist)
        if gist.kind == "release":
            found += _against_release(journal, log)
        earlier.append(Sent("", gist))
    found += _against_open_choices(journal, log, mail)
    return found


def missing(journal: Journal, log: LogView) -> list[Sent]:
    """Return the sent documents that still matter and that the log neither holds nor refuses."""
    return [
        sent
        for sent in journal.sent
        if not (sent.waived or sent.digest in log.logged or sent.digest in log.refused)
        and not _without_effect(journal, log, sent.gist)
    ]


def _against_place(log: LogView, gist: Gist) -> Iterator[Finding]:
    """Hold a document to the verified log: its head, or the lock it answers, must be there."""
    line = gist.about if gist.kind == "release" else gist.head
    if line and line not in log.heads:
        yield _stop(_NO_SUCH_LINE, document=gist, line=short(line))


def _against_link(
    log: LogView, journal: Journal, earlier: Sequence[Sent], gist: Gist
) -> Iterator[Finding]:
    if not gist.link:
        return
    if gist.link != log.next:
        yield _stop(_WRONG_NUMBER, link=gist.link, next=log.next)
    elif gist.link < journal.highest_link:
        yield _stop(_OLD_NUMBER, link=gist.link, highest=journal.highest_link)
    carriers = [sent.gist for sent in earlier if sent.gist.link == gist.link]
    release = next((other for other in carriers if other.kind == "release"), None)
    if release and gist.about != release.about:
        yield _stop(_OTHER_LOCK, link=gist.link, lock=short(release.about))
    first = head_to_keep(log, earlier, gist.link)
    if first and gist.kind != "release" and gist.head != first.head:
        yield _stop(_OTHER_HEAD, link=gist.link, first=first, head=first.head)


def head_to_keep(log: LogView, earlier: Sequence[Sent], link: int) -> Gist | None:
    """Return the first answer with a link, whose `head` every other one with it keeps (Y1).

    One that this log can not take any more (it is stale, or of a log that was given up) binds
    nobody: with its `head` no other could be logged either.
    """
    gists = (sent.gist for sent in earlier)
    return next(
        (
            each
            for each in gists
            if (each.kind, each.link) == ("orders", link)
            and each.head
            and log.takes_head(each.head)
        ),
        None,
    )


def _against_same_version(log: LogView, earlier: Sequence[Sent], gist: Gist) -> Iterator[Finding]:
    """Look for another version of the same number, signed since this one was made ready.

    The numbers of orders begin anew with the opening entry.
    """
    for sent in earlier:
        same = (sent.gist.kind, sent.gist.about) == (gist.kind, gist.about)
        counts = gist.kind != "orders" or _since_opening(log, sent.gist)
        if same and counts and sent.gist.rev >= gist.rev > 0:
            yield _stop(_SAME_REV, document=sent.gist)
            return


def _against_second_version(log: LogView, earlier: Sequence[Sent], gist: Gist) -> Iterator[Finding]:
    """Look at an answer that was sent before, once a link for this resolution is out."""
    carriers = [sent for sent in _still_good(log, earlier) if sent.gist.link == log.next]
    if gist.kind != "orders" or not carriers:
        return
    final = [sent for sent in carriers if not (sent.waived or sent.digest in log.refused)]
    if log.policy == "all" and final:
        digest = short(final[0].digest)
        yield _stop(_FINAL, link=log.next, sent=final[0].gist, name=digest.rstrip("…"))
    elif any((sent.gist.kind, sent.gist.about) == ("orders", gist.about) for sent in earlier):
        yield _warn(_SECOND, link=log.next, ask=gist.about)


def _still_good(log: LogView, earlier: Sequence[Sent]) -> list[Sent]:
    """What is in the log, or could still be logged: signed under the key in force, not stale (8.3).

    The host refuses the rest, if he gets it late.
    """
    changes = [
        place
        for place, sent in enumerate(earlier)
        if sent.gist.kind == "rekey" and sent.gist.about and sent.digest in log.logged
    ]
    since = changes[-1] if changes else 0
    return [
        sent
        for place, sent in enumerate(earlier)
        if sent.digest in log.logged
        or (place >= since and (sent.gist.kind != "orders" or log.takes_head(sent.gist.head)))
    ]


def _against_open_choices(
    journal: Journal, log: LogView, mail: Sequence[Gist]
) -> Iterator[Finding]:
    if not any(gist.link for gist in mail):
        return
    sent = (one.gist for one in journal.sent if _since_opening(log, one.gist))
    answered = [gist.about for gist in (*sent, *mail) if gist.kind == "orders"]
    still_open = [ask for ask in sorted(log.open_asks) if ask not in answered]
    if still_open:
        yield _stop(_OPEN_CHOICE, asks=", ".join(still_open))


def _against_release(journal: Journal, log: LogView) -> Iterator[Finding]:
    """Check before a reveal that the log is complete and true about this seat (Y2)."""
    for sent in missing(journal, log):
        digest = short(sent.digest)
        yield _stop(_MISSING, sent=sent.gist, digest=digest, name=digest.rstrip("…"))
    if journal.lost:  # nobody knows what was sent; `may_sign` has warned
        return
    known = frozenset(sent.digest for sent in journal.sent)
    for digest in sorted(log.receipts):
        if digest not in known:
            yield _stop(_STRANGER, party=journal.party, digest=short(digest))


def _without_effect(journal: Journal, log: LogView, gist: Gist) -> bool:
    """Tell whether a document could not count any more, wherever it got lost.

    A join is of no use once the game has begun; a release is asked for again with its lock; orders
    for questions that are closed are stale; a version is shut out by one of the same or a higher
    rev in the log.
    """
    if gist.kind in ("join", "release") or (
        gist.kind == "orders" and not _since_opening(log, gist)
    ):
        return True
    versions = (
        sent
        for sent in journal.sent
        if (sent.gist.kind, sent.gist.about) == (gist.kind, gist.about)
        and sent.gist.rev >= gist.rev > 0
    )
    return any(sent.digest in log.logged for sent in versions)


def _since_opening(log: LogView, gist: Gist) -> bool:
    return log.heads.get(gist.head, -1) >= log.opening


def _stop(text: str, **facts: object) -> Finding:
    return Finding(stop=True, text=text.format(**facts))


def _warn(text: str, **facts: object) -> Finding:
    return Finding(stop=False, text=text.format(**facts))


_LOST: Final = (
    "The journal of {party} is missing, so pbem does not know what {party} signed before. Compare "
    "the head of your log ({head}) with another player's before you send anything, then say so: "
    "`pbem journal agree` with the head he sees."
)
_OTHER_LOG: Final = (
    "This log does not hold line {head}, which you have signed for: it is an older copy or another "
    "branch. Ask for the newest log; if that does not hold the line either, show both logs to the "
    "other players and sign nothing until you have agreed with them which one holds; then take "
    "that one and say so: `pbem journal agree` with its head."
)
_NO_SUCH_LINE: Final = (
    "The {document} names line {line}, which is not in this log. Take the newest log and the "
    "template that came with it."
)
_WRONG_NUMBER: Final = (
    "Link {link} must not leave: the next segment of this log is {next}. Take the newest log and "
    "sign again."
)
_OLD_NUMBER: Final = (
    "Link {link} must not leave: link {highest} is out already, so this log has lost lines. Ask "
    "for the newest log and compare heads with another player."
)
_OTHER_LOCK: Final = (
    "Link {link} is out already, in your release for lock {lock}. It must not leave for anything "
    "else: two locks with one segment number prove that the log has two branches. Compare heads "
    "with another player: only the branch that it was sent for can go on."
)
_OTHER_HEAD: Final = (
    "Link {link} is out already, in your {first}. A new version must name the same line as that "
    "one, or others could still change their standing orders: write {head} as its head."
)
_SAME_REV: Final = (
    "The {document} is signed already, by another pbem at this moment or from another draft. Look "
    "into `pbem journal show`, then sign again for a later version."
)
_FINAL: Final = (
    "Link {link} is out already, in your {sent}, and under the dice policy all an answer with a "
    "link is final. If it did not arrive, send the same file again; if that is lost, sign the same "
    "orders again, which gives the same file. If you have neither, do without it: `pbem journal "
    "drop {name}`."
)
_SECOND: Final = (
    "Link {link} is out already, and you have answered {ask} before. Whoever holds all the links "
    "could choose which of your two versions to log. If the first one only did not arrive, send "
    "the same file again instead."
)
_OPEN_CHOICE: Final = (
    "No link may leave while you still have a choice to make in the same resolution. Answer this "
    "as well, in the same mail: {asks}."
)
_MISSING: Final = (
    "Your {sent} (document {digest}) is not in the log. Do not release your link before it is: "
    "send it to the host again, or do without it: `pbem journal drop {name}`."
)
_STRANGER: Final = (
    "The log holds a receipt in the name of {party} for document {digest}, which you never sent "
    "from here. Do not release your link; ask the host to show that document to all players."
)
