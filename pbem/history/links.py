"""Links of players' chains in documents (protocol sections 3.1 and 3.5)."""

from pbem.canon.codes import Refused
from pbem.history.chains import in_force
from pbem.history.documents import Document, Signed
from pbem.history.log import Log
from pbem.history.records import Ask, Moment


def link_rule(log: Log, ask: Ask) -> str:
    """Return whether an answer to an open ask must, may or must not carry a link.

    Returns:
        "must", "may" or "never" (section 3.5). Players' software sends the link on "may" too.
    """
    if log.policy == "actor" and ask.dice:
        return "must"
    if log.policy == "all" and ask.dice and len(log.asks) == 1:
        return "may"
    return "never"


def last_link(log: Log, party: str) -> int:
    """Return the number of the last link of a party's newest chain."""
    return log.parties[party].chains[-1].last


def check_link(log: Log, document: Document, moment: Moment) -> None:
    """Pass the link, or the missing link, of an orders or standing document.

    Raises:
        Refused: C03, C02, C04, C10, looked for in this order.
    """
    link = document.signed.get("link")
    if link is None:
        if moment.link == "must":
            raise Refused(
                "C03",
                f"this answer may lead to dice, so it must carry link {moment.next} of your chain",
                "/link",
                "let your program sign it again",
            )
        return
    if moment.link == "never":
        raise Refused(
            "C03", "this document must not carry a link of your chain", "/link", "leave it out"
        )
    check_number(log, document.party, link, moment.next)


def check_number(log: Log, party: str, link: Signed, number: int) -> None:
    """Pass a link that is number `number` of a party's chain.

    Raises:
        Refused: C02, C04, C10, looked for in this order.
    """
    if link["n"] != number:
        raise Refused("C02", f"the next link is number {number}, not {link['n']}", "/link/n")
    chain = in_force(log.parties[party].chains, number)
    if not chain.holds(log.game, party, number, link["x"]):
        raise Refused("C04", f"this is not link {number} of the chain of {party}", "/link/x")
    if number > chain.last:
        raise Refused(
            "C10",
            f"the chain of {party} ends with link {chain.last}",
            "/link/n",
            "send a rekey document with a new chain",
        )
