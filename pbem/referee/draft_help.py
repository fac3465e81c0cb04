"""The `help` member of a draft: what its author has to know. Nothing ever reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.canon.canonical import Json
from pbem.canon.prose import counted
from pbem.engine.decisions import Decision, Question
from pbem.engine.entries import POLICIES
from pbem.engine.game import Guides, Rules, Suggests
from pbem.engine.guiding import Advice
from pbem.engine.resolution import check_answer
from pbem.history.log import Log
from pbem.history.records import Ask, Receipt
from pbem.history.times import written
from pbem.referee.draft_forms import guide_of, takes_of
from pbem.report.names import Names
from pbem.report.phrases import Phrases

MOST_TRIES: Final = 12
"""So many answers are picked to find an example of each order type that is legal now."""

UNKNOWN: Final = (
    "Your copy of the game can not know yet what is legal here: orders that were used in this step "
    "are still held. The report that came with the host's mail lists what you may decide. The "
    "host can also write this draft for you, complete with what is legal: pbem orders new {ask} "
    "--seat {seat}"
)
ANSWERS: Final = (
    'An answer is written {"do": "answer", "decision": WORD, "value": VALUE}, with the words of '
    "the report."
)


def orders_help(
    log: Log, ask: Ask, question: Question[Any] | None, phrases: Phrases
) -> dict[str, Json]:
    """The help for an ask: who, until when, what is legal, examples, and what is on file."""
    plain: dict[str, Json] = {"task": _task(ask, phrases.names)}
    if log.due is not None:
        plain["due"] = written(log.due)
    rules = log.rules
    if question is None or rules is None:
        form = "" if ask.kind == "orders" else f" {ANSWERS}"
        plain["note"] = UNKNOWN.format(ask=ask.id, seat=ask.seat) + form
    else:
        plain["without_an_answer"] = without_an_answer(question, phrases)
        plain["decisions"] = [_decision(decision, phrases) for decision in question.decisions]
        plain |= _position(rules, question, phrases.names)
        plain |= _examples(rules, question)
    plain["standing_orders"] = list(standing_lines(log, ask.seat, phrases))
    return plain


def _task(ask: Ask, names: Names) -> str:
    return f"{names.adjective(ask.seat)}: {names.asked(ask.id, ask.kind)}"


def without_an_answer(question: Question[Any], phrases: Phrases) -> str:
    """What happens when an ask gets no answer, or an empty one."""
    defaults = dict.fromkeys(phrases.default(each.word) for each in question.decisions)
    return "; ".join(defaults)


def _decision(decision: Decision[Any], phrases: Phrases) -> dict[str, Json]:
    plain: dict[str, Json] = {
        "decision": decision.word,
        "about": phrases.about(decision.word),
        "clause": decision.clause,
    }
    offer = decision.offer()
    if offer is not None:
        plain["legal"] = offer
    return plain


# The position


def _position(rules: Rules, question: Question[Any], names: Names) -> dict[str, Json]:
    guide = guide_of(rules, question)
    if guide is None:
        return {}
    others = (seat for seat in rules.seats if seat != question.seat)
    plain: dict[str, Json] = {
        "your_forces": list(forces_lines(guide.view, question.seat, names)),
        "other_forces": [line for seat in others for line in forces_lines(guide.view, seat, names)],
    }
    if guide.legal:
        plain["legal_now"] = list(guide.legal)
    return plain


def forces_lines(view: Mapping[str, Any], seat: str, names: Names) -> Iterator[str]:
    """What a seat has, a line for each place: ``17 Tunis: 3 cubes, tank AL-T1``."""
    for place in view.get("places", ()):
        for group in place.get("groups", ()):
            if group["owner"] == seat:
                yield f"{place['name']}: {_pieces(group['pieces'], names)}"
    for pool in view.get("pools", ()):
        if pool["owner"] == seat and pool["pieces"]:
            yield f"Pool: {_pieces(pool['pieces'], names)}"


def _pieces(pieces: Sequence[Mapping[str, Any]], names: Names) -> str:
    return ", ".join(_piece(piece, names) for piece in pieces)


def _piece(piece: Mapping[str, Any], names: Names) -> str:
    kind, count = str(piece["kind"]), int(piece.get("count", 1))
    state = piece.get("state", "ready")
    told = "" if state == "ready" else f" ({state})"
    if "id" in piece:
        return f"{names.kind(kind, 1)} {piece['id']}{told}"
    return f"{counted(count, names.kind(kind, 1), names.kind(kind, 2))}{told}"


# Examples


def _examples(rules: Rules, question: Question[Any]) -> dict[str, Json]:
    """Entries that would be legal now; of other types only how they are written."""
    found = legal_examples(rules, question)
    plain: dict[str, Json] = {"examples": list(found.values())}
    if isinstance(rules, Guides):
        takes = takes_of(question, rules.guide(question))
        others = [do for do in (*takes, POLICIES) if do not in found]
        plain["written_so_but_hardly_legal_now"] = [dict(rules.examples[do]) for do in others]
    return plain


def legal_examples(rules: Rules, question: Question[Any]) -> dict[str, Json]:
    """An entry of each order type that would alone be a legal answer, as far as any is found."""
    found: dict[str, Json] = {}
    for entry in _candidates(rules, question):
        do = str(entry.get("decision", "")) + str(entry["do"])
        if do not in found and not check_answer(rules, question, [entry]):
            found[do] = entry
    if question.orders is None:
        return found
    return {do: found[do] for do in question.takes if do in found}


def _candidates(rules: Rules, question: Question[Any]) -> Iterator[dict[str, Json]]:
    """Entries that the game suggests, without conditions and plans; then its examples."""
    if isinstance(rules, Suggests):
        for number in range(MOST_TRIES):
            for entry in rules.suggest(question, _picks(number)):
                assert isinstance(entry, dict)  # noqa: S101 - entries are objects
                if "if" not in entry and entry["do"] != POLICIES:
                    yield {name: value for name, value in entry.items() if name != "plan"}
    if isinstance(rules, Guides):
        yield from (dict(rules.examples[do]) for do in question.takes)


def _picks(number: int) -> Callable[[int], int]:
    """Picks in a fixed order, so that the same ask always has the same examples."""
    state = number + 1

    def pick(count: int) -> int:
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return state // 65536 % count

    return pick


# Standing orders


def standing_lines(log: Log, seat: str, phrases: Phrases) -> Iterator[str]:
    """The standing orders of a seat in force, in sentences."""
    found = newest_standing(log, seat)
    for topic, receipt in found.items():
        about = f" on {topic}" if topic else ""
        yield f"rev {receipt.rev}{about}:"
        if receipt.document is None:
            yield "their text is not known here"
            continue
        for number, policy in enumerate(receipt.document.signed["policies"], start=1):
            yield f"{number}. {phrases.policy(policy)}"
    if not found:
        yield "none: pbem standing new writes a set to begin with"


def newest_standing(log: Log, seat: str) -> dict[str, Receipt]:
    """The newest standing document of a seat on each topic."""
    return {
        topic: receipts[-1]
        for (owner, topic), receipts in sorted(log.standing.items())
        if owner == seat
    }


def standing_help(
    advice: Sequence[Advice], policies: Sequence[Json], phrases: Phrases
) -> dict[str, Json]:
    """The help for a draft of standing orders: what each policy says, and what else it could."""
    return {
        "how": (
            "The first policy that fits is used. Delete what you do not care about, put narrower "
            "ones (with where, if) in front of wider ones. pbem standing explain says in "
            "sentences what is written, pbem standing try what it would do."
        ),
        "says": [
            f"{number}. {phrases.policy(policy)}"
            for number, policy in enumerate(policies, start=1)
            if isinstance(policy, dict)
        ],
        "decisions": [_advice(each, phrases) for each in advice],
    }


def _advice(advice: Advice, phrases: Phrases) -> dict[str, Json]:
    on_file = "you are asked" if advice.unfiled == "ask" else "the default"
    if advice.asked_if:
        on_file = f"you are asked if {phrases.condition(advice.asked_if)}; else the default"
    return {
        "decision": advice.decision,
        "about": phrases.about(advice.decision),
        "clause": advice.clause,
        "nothing_on_file": on_file,
        "default": phrases.default(advice.decision),
        "example": {"decision": advice.decision, "value": advice.example},
    }
