"""Line 0: `genesis` (protocol section 5; checks of section 6.3, step 4)."""

from collections.abc import Sequence

from pbem.canon.codes import Refused
from pbem.engine.dice import SeedNeeded
from pbem.engine.game import Rules
from pbem.engine.refusals import Refusal
from pbem.engine.resolution import Outcome, opening_outcome
from pbem.history.chains import PublicChain
from pbem.history.documents import HOST, Document, Signed, read_document
from pbem.history.entries import Entry
from pbem.history.lobby import check_invite, check_join, words
from pbem.history.log import Log
from pbem.history.records import Ask, Party, Phase
from pbem.history.replaying import check_start
from pbem.history.times import seconds
from pbem.trust.seeds import salt


def genesis(log: Log, entry: Entry) -> None:
    """Begin the game.

    Raises:
        Refused: what is wrong with the invitation or a join; L07, C05, R01, R05, C01.
    """
    signed = entry.signed
    invite = check_invite(signed["invite"])
    if invite.signed["game"] != signed["game"]:
        raise Refused("D01", f"the invitation is to the game {invite.signed['game']}")
    joins = _joins(invite, signed)
    if signed["salt"] != salt_of(joins):
        raise Refused("C05", "the salt does not follow from the tips of the seats")
    rules = log.rules_for(invite.signed["module"])
    outcome = start_of(rules, invite) if rules else None
    if outcome is not None:
        check_start(outcome, signed)
    if signed["next"] != 1:
        raise Refused("C01", "the first segment has the number 1")
    _begin(log, entry, invite, joins)
    log.rules = rules
    if outcome is not None:
        log.step, log.questions = outcome.step, outcome.open


def salt_of(joins: Sequence[Document]) -> str:
    """Return the salt of a game from the documents with which its seats joined (section 3.2)."""
    tips = {join.party: join.signed["tip"] for join in joins}
    return salt(joins[0].signed["game"], tips)


def start_of(rules: Rules, invite: Document) -> Outcome:
    """Return the start of the game that an invitation describes.

    Raises:
        Refused: L07 if the seats are not those of the game, J09 for its options, R02 if the
            rules want dice before anybody is asked.
    """
    seats = [seat["seat"] for seat in invite.signed["seats"]]
    if seats != list(rules.seats):
        raise Refused("L07", f"this game is played by the seats {', '.join(rules.seats)}")
    refusals: Sequence[Refusal] = rules.check_options(invite.signed["options"])
    if refusals:
        raise Refused("J09", refusals[0].text, refusals[0].at)
    try:
        return opening_outcome(rules, invite.signed["options"])
    except SeedNeeded as needed:
        raise Refused("R02", f"the rules draw {needed.label} before anybody is asked") from None


def asks_of(signed: Signed) -> tuple[Ask, ...]:
    """Return the asks that an entry opens."""
    return tuple(
        Ask(ask["id"], ask["seat"], ask["kind"], ask["dice"], ask.get("hours"))
        for ask in signed["asks"]
    )


def _joins(invite: Document, signed: Signed) -> list[Document]:
    """The documents of the seats, one each, in the order of the invitation."""
    seats = [seat["seat"] for seat in invite.signed["seats"]]
    joined = [read_document(join) for join in signed["joins"]]
    if [join.party for join in joined] != seats:
        raise Refused("L07", f"the joins should be those of {', '.join(seats)}, in this order")
    accepted: list[Document] = []
    for join in joined:
        accepted.append(check_join(invite, accepted, join.envelope))
    return accepted


def _begin(log: Log, entry: Entry, invite: Document, joins: Sequence[Document]) -> None:
    signed = entry.signed
    host = invite.signed["host"]
    log.game, log.invite, log.phase = signed["game"], invite, Phase.OPEN
    log.parties = {HOST: _party(host), **{join.party: _party(join.signed) for join in joins}}
    log.host_keys.append((0, host["key"]))
    log.used_words = words(joins, invite)
    log.logged = {invite.digest, *(join.digest for join in joins)}
    log.salt, log.state, log.asks = signed["salt"], signed["state"], asks_of(signed)
    log.due = seconds(signed["due"]) if "due" in signed else None


def _party(owner: Signed) -> Party:
    return Party(owner["key"], [PublicChain.published(owner["tip"], owner["length"])])
