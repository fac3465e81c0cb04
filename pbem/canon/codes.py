"""Every error code of the protocol, whose fault it is, and the exception that carries one."""

from collections.abc import Mapping
from types import MappingProxyType

from pbem.canon.immutable import immutable
from pbem.canon.trouble import Trouble


@immutable(frozen=True)
class Code:
    """One line of the code table (section 11).

    Attributes:
        blame: the letters of section 11, as one of "D", "DF", "F", "I" and "IF". D: the document
            is refused and the game goes on; F: the audit fails, the host (or whoever kept the
            file) broke the protocol; I: information only.
        meaning: one plain sentence without the particulars.
    """

    blame: str
    meaning: str


class Refused(Trouble):
    """A document or a line of the log breaks the protocol.

    Attributes:
        code: a key of `CODES`.
        reason: the sentence that names the fact.
        at: a JSON pointer, or "line 3, column 7", or "" where no place can be named.
        hint: what to write instead, or "".
    """

    def __init__(self, code: str, reason: str, at: str = "", hint: str = "") -> None:
        place = f" at {at}" if at else ""
        super().__init__(f"{code}{place}: {reason}{': ' + hint if hint else ''}")
        self.code = code
        self.reason = reason
        self.at = at
        self.hint = hint

    def paragraphs(self) -> list[str]:
        """The refusal as it is printed."""
        return [self.sentence()]

    def sentence(self) -> str:
        """Return the fact, what to write instead, and in brackets the code and the place."""
        place = f", at {self.at}" if self.at else ""
        return f"{self.reason}{': ' + self.hint if self.hint else ''} ({self.code}{place})"


CODES: Mapping[str, Code] = MappingProxyType(
    {
        "A01": Code("D", "The message holds no document."),
        "A02": Code("D", "The line that begins a document has no line that ends it."),
        "A03": Code("D", "The lines between the markers are not base64."),
        "A04": Code("D", "The document does not match the check digits of its end marker."),
        "A05": Code(
            "D",
            "The document pasted into the text is damaged beyond repair; "
            "send it as an attachment or between markers.",
        ),
        "A06": Code("D", "The message is too large, or has too many parts or documents."),
        "J01": Code("DF", "The text is too long."),
        "J02": Code("DF", "The text is not UTF-8 or not JSON."),
        "J03": Code("DF", "A name occurs twice in one object."),
        "J04": Code("DF", "A number is not a plain whole number."),
        "J05": Code("DF", "A whole number is out of range, or is written -0."),
        "J06": Code("DF", "The text holds null, or is not an object as a whole."),
        "J07": Code("DF", "The text is nested too deeply, or a list or object is too long."),
        "J08": Code("DF", "A text holds a character that is not allowed."),
        "J09": Code("DF", "The content does not have the form it should have."),
        "J10": Code("DF", "A member has a name that is not allowed."),
        "S01": Code("DF", "The envelope around the signed content is malformed."),
        "S02": Code("DF", "A key or signature is not lower-case hexadecimal of the right length."),
        "S03": Code("DF", "The signatures are not sorted by key, or a key occurs twice."),
        "S04": Code("DF", "It is signed with a key that is not expected here."),
        "S05": Code("DF", "A signature does not verify."),
        "S06": Code("DF", "An expected signature is missing."),
        "S07": Code("DF", "The public key is weak or not in its canonical form."),
        "D01": Code("DF", "It belongs to another game."),
        "D02": Code("DF", "There is no such active seat."),
        "D03": Code("DF", "It answers another invitation."),
        "D04": Code(
            "DF",
            "Its head is not a line of this log: another fork, or newer than this copy of the log.",
        ),
        "D05": Code("DF", "No such question is open for this seat."),
        "D06": Code("DF", "It is stale: it was written before the question it answers."),
        "D07": Code("DF", "Its rev is not higher than the one already received."),
        "D08": Code("IF", "It is already in the log, or its refusal is."),
        "D09": Code(
            "F",
            "This dice policy or this rule for missing releases is not allowed "
            "when the host has a seat.",
        ),
        "D10": Code("DF", "The answers are locked, or the one given is final."),
        "D11": Code("DF", "A key or a chain tip is already used by a party of this game."),
        "D12": Code("DF", "The orders break the rules of the game."),
        "D13": Code(
            "DF", "The motion or its votes do not carry this, or are older than the open questions."
        ),
        "C01": Code("F", "The segment number, next or burn is wrong."),
        "C02": Code("DF", "The number of the link is not the next one."),
        "C03": Code("DF", "A link is missing, or is not allowed here."),
        "C04": Code("DF", "A link does not hash to the promised tip, or is not the one sent."),
        "C05": Code("F", "The salt is wrong."),
        "C06": Code("DF", "The release is for another lock."),
        "C07": Code("F", "The set of dice parties is wrong."),
        "C08": Code(
            "F",
            "A dice label is malformed or drawn twice, or its dice do not have 2 to 256 sides.",
        ),
        "C09": Code("F", "The dice seed is wrong."),
        "C10": Code("DF", "The chain is used up."),
        "C11": Code("DF", "The base of a chain is wrong, or another chain change is waiting."),
        "L01": Code("F", "The line is not in canonical form."),
        "L02": Code("F", "The line has the wrong seq."),
        "L03": Code("F", "The line does not name the head of the line before it."),
        "L04": Code("F", "There is no entry of this type."),
        "L05": Code("F", "This entry is not allowed in this state of the game."),
        "L06": Code("F", "A question is neither answered nor defaulted."),
        "L07": Code("F", "The first line does not fit the invitation."),
        "L08": Code("F", "The inputs are not the documents that count."),
        "L09": Code("F", "The host wrote two lines for one place."),
        "L10": Code("F", "The time goes back."),
        "L11": Code("F", "A default is not justified, or a deadline is too early."),
        "L12": Code("F", "A held document is not opened, or does not match its receipt."),
        "R01": Code("F", "The state differs when the game is run again."),
        "R02": Code(
            "F", "Dice were drawn without a seed, or after no question that announces dice."
        ),
        "R03": Code("F", "The rolls differ when the game is run again."),
        "R04": Code("F", "The events differ when the game is run again."),
        "R05": Code("F", "The questions differ when the game is run again."),
        "R06": Code("F", "The result is not the one that comes out, or that follows from the log."),
        "R07": Code(
            "F", "A standing order that was consulted is still held when the step is over."
        ),
        "R08": Code(
            "I",
            "The rules of this game, or this version of them, are not at hand, or a line needs a "
            "later release: the audit is incomplete.",
        ),
        "B01": Code("D", "The sealed document cannot be decrypted."),
        "B02": Code("DF", "The sealed document does not match its commitment."),
    }
)
