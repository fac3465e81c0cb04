"""Running a resolution again and comparing it with its line (section 6.3, step 8 e)."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.canon.canonical import Json, digest, encode
from pbem.canon.codes import Refused
from pbem.canon.immutable import immutable
from pbem.engine.dice import DiceSource, Diverged, NoDice, SeedDice, SeedNeeded
from pbem.engine.driver import Sources, StandingOrders, Topic
from pbem.engine.refusals import OrdersRefused
from pbem.engine.resolution import Outcome, StepRecord, resolve
from pbem.engine.sheets import Sheet
from pbem.history.errors import OrdersAgainstRules
from pbem.history.freeze import Known, counting_standing
from pbem.history.log import Log
from pbem.history.records import Receipt, Resolution


@immutable(frozen=True, slots=True)
class Resolved:
    """A resolution that has been run.

    Attributes:
        resolution: its line and its answers.
        outcome: what the rules made of it.
        consulted: digests of the standing documents looked into, sorted by seat, then topic.
        finished: those of them that were looked into in a step that is over now.
    """

    resolution: Resolution
    outcome: Outcome
    consulted: tuple[str, ...]
    finished: tuple[str, ...]


def run(
    log: Log, step: StepRecord, resolution: Resolution, known: Known, dice: DiceSource
) -> Resolved:
    """Run a resolution whose counting answers are all known.

    Raises:
        Refused: the code of what the rules find at odds with the record; R07 if they look into
            a standing document that is still held.
        OrdersAgainstRules: an answer or a standing document breaks the rules.
        SeedNeeded: the rules want dice and `dice` has none.
        ValueError: the rules are not at hand.
    """
    if log.rules is None:
        raise ValueError("the rules are not at hand")
    counting = counting_standing(log, resolution, known)
    sources = Sources(_sheets(resolution, known), _OnFile(log, counting, known))
    try:
        outcome = resolve(log.rules, step, sources, dice, log.run_step)
    except Diverged as diverged:
        raise Refused(diverged.code, str(diverged)) from None
    except OrdersRefused as refused:
        raise OrdersAgainstRules(refused.refusals) from None
    return Resolved(
        resolution,
        outcome,
        tuple(counting[topic].digest for topic in outcome.consulted),
        tuple(counting[topic].digest for topic in outcome.used_up),
    )


def replay(log: Log, step: StepRecord, resolution: Resolution, known: Known) -> Resolved:
    """Run a resolution again; its line must say what comes out.

    Raises:
        Refused: R01 to R07, C08, L08; R02 here means dice drawn without a seed.
        OrdersAgainstRules: D12.
    """
    signed = resolution.signed
    dice = SeedDice(signed["dice"]["seed"]) if "dice" in signed else NoDice()
    try:
        resolved = run(log, step, resolution, known, dice)
    except SeedNeeded as needed:
        raise Refused("R02", f"the rules draw {needed.label}, but the line has no dice") from None
    _compare(signed, resolved)
    return resolved


def _compare(signed: Mapping[str, Any], resolved: Resolved) -> None:
    """Compare everything a `resolve` line says with what came out, in the protocol's order."""
    outcome = resolved.outcome
    rolls: list[Json] = [roll.data() for roll in outcome.rolls]
    out: list[Json] = list(outcome.out)
    given = len(resolved.resolution.inputs())
    over: Json = {"over": dict(outcome.over)} if outcome.over is not None else {}
    pairs: tuple[tuple[str, str, Json, Json], ...] = (
        ("R03", "rolls", signed.get("dice", {}).get("rolls", []), rolls),
        ("R01", "state", signed["state"], outcome.step.state()),
        ("R04", "events", signed["events"], outcome.events_digest()),
        ("R05", "asks", signed["asks"], outcome.asks()),
        ("R06", "over", {"over": signed["over"]} if "over" in signed else {}, over),
        ("R06", "out", signed.get("out", []), out),
        ("L08", "inputs", signed["inputs"][given:], list(resolved.consulted)),
    )
    for code, what, said, found in pairs:
        if not _same(said, found):
            raise Refused(code, f"{what} is not what comes out when the game is run again")


def _same(said: Json, found: Json) -> bool:
    """Whether two values are written alike; for Python alone, 1 and true would be equal."""
    if isinstance(said, str) or not said:
        return said == found
    return said == found and encode(said) == encode(found)


def check_start(outcome: Outcome, signed: Mapping[str, Any]) -> None:
    """Compare line 0 with the start of the game (R01, R05)."""
    if signed["state"] != outcome.step.state():
        raise Refused("R01", "the starting state is not that of the rules")
    if digest(signed["asks"]) != digest(outcome.asks()):
        raise Refused("R05", "the first questions are not those of the rules")


def _sheets(resolution: Resolution, known: Known) -> dict[str, Sheet | None]:
    """The explicit answers as the engine wants them; None for a default."""
    sheets: dict[str, Sheet | None] = {}
    for ask in resolution.asks:
        receipt = resolution.answers[ask.id]
        document = known(receipt) if receipt else None
        sheets[ask.id] = document.sheet if document else None
    return sheets


class _OnFile(Mapping[Topic, StandingOrders]):
    """The standing documents that count, each checked when the rules first look into it.

    A document that nobody looks into may stay held, and even be wrong. One that was good stays
    good, since its check reads nothing but the document.
    """

    def __init__(self, log: Log, counting: Mapping[Topic, Receipt], known: Known) -> None:
        self._log = log
        self._counting = counting
        self._known = known

    def __getitem__(self, topic: Topic) -> StandingOrders:
        receipt, good = self._counting[topic], self._log.good_standing
        if receipt.digest not in good:
            good[receipt.digest] = self._open(topic, receipt)
        return good[receipt.digest]

    def __contains__(self, topic: object) -> bool:
        return topic in self._counting

    def __iter__(self) -> Iterator[Topic]:
        return iter(self._counting)

    def __len__(self) -> int:
        return len(self._counting)

    def _open(self, topic: Topic, receipt: Receipt) -> StandingOrders:
        document = self._known(receipt)
        if document is None:
            raise Refused(
                "R07",
                f"the rules look into the standing orders of line {receipt.seq}, still held",
            )
        policies = document.signed["policies"]
        rules = self._log.rules
        refusals = rules.check_standing(*topic, policies) if rules is not None else ()
        if refusals:
            raise OrdersAgainstRules(refusals)
        return StandingOrders(receipt.digest, policies)
