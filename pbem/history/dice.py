"""The dice of a `resolve` line: number, parties, links, seed, values (section 6.3, step 8 d)."""

from pbem.canon.codes import Refused
from pbem.engine.dice import LABEL, stream
from pbem.history.chains import in_force
from pbem.history.documents import HOST, Signed
from pbem.history.freeze import Known
from pbem.history.log import Log
from pbem.history.records import Receipt, Resolution
from pbem.trust.seeds import seed


def check_dice(log: Log, resolution: Resolution, known: Known) -> None:
    """Check everything about the dice of a line that needs no rules.

    What lies in an answer that is still held is left to `check_sent` when it is opened.

    Raises:
        Refused: C01, C07, C04, C10, C09, R02, C08, R03, looked for in this order.
    """
    dice = resolution.signed.get("dice")
    if dice is None:
        return
    if dice["segment"] != resolution.next:
        raise Refused("C01", f"the segment is {resolution.next}, not {dice['segment']}")
    if sorted(dice["links"]) != list(resolution.parties):
        parties = ", ".join(resolution.parties)
        raise Refused("C07", f"the dice parties of this segment are {parties}")
    check_sent(resolution, known)
    _check_links(log, resolution.next, dice["links"])
    if dice["seed"] != seed(log.game, resolution.next, log.salt, dice["links"]):
        raise Refused("C09", "the seed does not follow from salt and links")
    check_announced(resolution)
    _check_rolls(dice)


def check_sent(resolution: Resolution, known: Known) -> None:
    """Check that the links of a line are those the seats have sent, as far as texts are known.

    Raises:
        Refused: C07 if a seat has sent none, C04 if it has sent another one, L11 if a seat was
            left out although its link lay in its answer.
    """
    for receipt in resolution.counting():
        document = known(receipt)
        link = document.signed.get("link") if document else None
        if link and link["n"] == resolution.excused.get(receipt.seat):
            raise Refused("L11", f"{receipt.seat} was left out, but had sent its link")
    for seat, link in resolution.signed.get("dice", {}).get("links", {}).items():
        if seat == HOST:
            continue
        sent = _sent(resolution, seat, known)
        if sent is None and not _may_be_held(resolution, seat, known):
            raise Refused("C07", f"{seat} has sent no link {resolution.next}")
        if sent is not None and sent != link:
            raise Refused("C04", f"this is not the link {resolution.next} that {seat} has sent")


def check_announced(resolution: Resolution) -> None:
    """Check that a question closed here announces dice.

    Raises:
        Refused: R02.
    """
    if not any(ask.dice for ask in resolution.asks):
        raise Refused("R02", "there are dice, but no question closed here announces any")


def carried(resolution: Resolution, known: Known) -> bool | None:
    """Tell whether an answer carried the link of the number; None while that is not known."""
    for receipt in resolution.counting():
        must = known(receipt) is None and receipt.moment.link == "must"
        if must or _link_of(resolution, receipt, known):
            return True
    held = any(_may_be_held(resolution, ask.seat, known) for ask in resolution.asks)
    return None if held else False


def check_numbers(resolution: Resolution, known: Known) -> None:
    """Check `burn` and `next` (section 3.5, "Numbering", C01)."""
    signed = resolution.signed
    number = resolution.next
    burn = signed.get("burn")
    due = carried(resolution, known) if "dice" not in signed else False
    if burn is not None and (burn != number or due is False):
        raise Refused("C01", f"the line burns number {burn} without reason")
    if burn is None and due:
        raise Refused("C01", f"an answer carried link {number}, so the number must be burnt")
    after = number + 1 if "dice" in signed or burn is not None else number
    if signed["next"] != after:
        raise Refused("C01", f"the next number is {after}, not {signed['next']}")


def _sent(resolution: Resolution, seat: str, known: Known) -> str | None:
    """The link a seat has sent for the number, if this reader has it."""
    for receipt in resolution.counting():
        if receipt.seat == seat and (link := _link_of(resolution, receipt, known)):
            return link
    return resolution.links.get(seat)


def _link_of(resolution: Resolution, receipt: Receipt, known: Known) -> str | None:
    """The link in an answer, if it is for this number: after a RELOCK it is not."""
    document = known(receipt)
    link = document.signed.get("link") if document else None
    return str(link["x"]) if link and link["n"] == resolution.next else None


def _may_be_held(resolution: Resolution, seat: str, known: Known) -> bool:
    """Whether a link of the seat may lie in an answer whose text is not known."""
    return any(
        receipt.seat == seat
        and known(receipt) is None
        and receipt.moment.link != "never"
        and receipt.moment.next == resolution.next
        for receipt in resolution.counting()
    )


def _check_links(log: Log, number: int, links: Signed) -> None:
    for party, link in links.items():
        chain = in_force(log.parties[party].chains, number)
        if not chain.holds(log.game, party, number, link):
            raise Refused("C04", f"this is not link {number} of the chain of {party}")
        if number > chain.last:
            raise Refused("C10", f"the chain of {party} ends with link {chain.last}")


def _check_rolls(dice: Signed) -> None:
    """Check labels and values against the seed; the replay then checks that they were drawn."""
    if not dice["rolls"]:
        raise Refused("R03", "there are dice, but nothing was rolled")
    labels: set[str] = set()
    for roll in dice["rolls"]:
        label, sides = roll["label"], roll["sides"]
        if label in labels or not LABEL.fullmatch(label) or not 2 <= sides <= 256:
            raise Refused("C08", f"the roll of d{sides} under {label[:120]!r} is not allowed")
        labels.add(label)
    for roll in dice["rolls"]:
        label, sides, values = roll["label"], roll["sides"], tuple(roll["values"])
        if not values or stream(dice["seed"], label, len(values), sides) != values:
            raise Refused("R03", f"the seed gives other dice for {label}")
