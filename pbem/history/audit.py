"""The full audit of a log (protocol section 6.3)."""

from collections.abc import Iterable

from pbem.canon.codes import CODES, Refused
from pbem.canon.immutable import immutable
from pbem.engine.going_on import GoingOn
from pbem.history.applying import apply_line
from pbem.history.errors import NeedsLater
from pbem.history.forgetting import Forgetting
from pbem.history.log import HeldTexts, Log, RulesFor, no_texts


@immutable(frozen=True, slots=True)
class Finding:
    """The first thing that is wrong.

    Attributes:
        seq: the line, counted from 0.
        code: a code of section 11.
        reason: what is wrong there, in a plain sentence.
        at: the place in the line, as a pointer; "" where it has none.
        meaning: what the code means and whose fault it is.
    """

    seq: int
    code: str
    reason: str
    at: str
    meaning: str


@immutable(frozen=True, slots=True)
class Audit:
    """What an audit says.

    Attributes:
        lines: the number of good lines.
        head: head of the last good line.
        state: digest of the position after it.
        policy: the dice policy; "" when there is no good line.
        finding: the first thing that is wrong; None for a good log.
        remarks: what is legal but a reader should see, in the order of the lines.
        complete: False when the game could not be run again: R08, or texts still held.
        later: why the line behind the good ones was not read: it needs a later release of pbem
            (R08), and nothing is known to be wrong with it; "" otherwise.
        log: the log as far as it is good, without the texts that no later line can use.
    """

    lines: int
    head: str
    state: str
    policy: str
    finding: Finding | None
    remarks: tuple[str, ...]
    complete: bool
    later: str
    log: Log


def audit(lines: Iterable[bytes], rules_for: RulesFor, held_texts: HeldTexts = no_texts) -> Audit:
    """Check a log from its first line up to its end, or up to the first fault.

    Args:
        lines: the lines without their line feeds; anything at all may stand in them.
        rules_for: finds the rules of the game.
        held_texts: finds held texts, if the reader has any.
    """
    log = Log(rules_for, held_texts, GoingOn())
    finding, later, forgetting = None, "", Forgetting()
    for line in lines:
        try:
            forgetting.after(log, apply_line(log, line))
        except NeedsLater as needs:
            later = needs.reason
            break
        except Refused as refused:
            finding = _finding(log.seq, refused)
            break
    return Audit(
        lines=log.seq,
        head=log.head,
        state=log.state,
        policy=log.policy if log.invite is not None else "",
        finding=finding,
        remarks=tuple(_remarks(log)),
        complete=log.rules is not None and not log.pending and not later,
        later=later,
        log=log,
    )


def _finding(seq: int, refused: Refused) -> Finding:
    fault = (
        "Either this line was changed, or the host took in a document he should have refused."
        if CODES[refused.code].blame.startswith("D")
        else "The host, or whoever kept this file, broke the protocol here."
    )
    meaning = f"{CODES[refused.code].meaning} {fault}"
    return Finding(seq, refused.code, refused.reason, refused.at, meaning)


def _remarks(log: Log) -> list[str]:
    """What is legal but should be seen (step 10)."""
    remarks = [f"Line {note.seq}: {note.text}" for note in log.notes]
    if log.invite is not None and log.rules is None:
        module = log.terms["module"]
        remarks.append(
            f"The rules {module['id']} {module['version']} are not at hand (R08): signatures, "
            "links and dice were checked, the game was not run again."
        )
    if log.pending and log.rules is not None:
        seqs = ", ".join(str(resolution.seq) for resolution in log.pending)
        remarks.append(f"Texts used in line {seqs} are still held, so it was not run again yet.")
    return remarks
