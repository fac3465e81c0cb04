"""Reading what a player wrote for a decision: forms, and the pieces a choice names (29.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from pbem.canon.canonical import Json
from pbem.engine.refusals import OrdersRefused, Refusal, refuse
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.play import Play


def read_value(play: Play, word: str, clause: str, value: Json, at: str) -> Json:
    """S43-O21 A value whose form fits its decision, as it was written.

    Args:
        play: the run of the step.
        word: the word of the decision in the table of section 29.2.
        clause: the clause that gives the choice.
        value: what was written.
        at: JSON pointer of the value.

    Raises:
        OrdersRefused: E_OPTION with every fault of the form.
    """
    form = play.frame.vocabulary.decisions[word]
    if form is None:
        not_an_option(at, clause, f"{word!r} can only be 'default' here", ("default",))
    if not form.fits(value):
        faults = form.faults(value, at)
        refuse([Refusal("E_OPTION", f.pointer, clause, f.reason, f.legal) for f in faults])
    return value


def not_an_option(at: str, clause: str, text: str, legal: Sequence[str] = ()) -> NoReturn:
    """S43-O21 Refuse a value that is not among the options.

    Raises:
        OrdersRefused: always, with E_OPTION.
    """
    raise OrdersRefused([Refusal("E_OPTION", at, clause, text, tuple(legal))])


def names(play: Play, token: Token, counter: str) -> bool:
    """S43-29.1 Whether a piece of a choice, such as ``plane(ready)``, means a counter."""
    if token.word not in (counter, play.facts.counter(counter).kind):
        return False
    state = "engaged" if play.pos.is_engaged(counter) else "ready"
    return not token.states or state in token.states


def chosen(play: Play, value: Mapping[str, Json], legal: Force) -> Force:
    """S43-29.1 The pieces that a choice ``{"use": …, "max": …}`` takes out of the legal ones.

    Pieces come in the order of preference; what `use` does not name is not used; without `use`
    all are, cubes first, then counters in the order of `forces.json`. Which of the cubes are
    held ones is left to the caller.
    """
    most = value.get("max")
    limit = most if isinstance(most, int) else legal.size
    cubes, counters = 0, list[str]()
    for token in _used(value, legal):
        room = limit - cubes - len(counters)
        room = room if token.most is None else min(room, token.most)
        if token.word == "cube":
            cubes += min(room, legal.cubes - cubes)
        else:
            found = (c for c in legal.counters if c not in counters and names(play, token, c))
            counters += [counter for counter, _ in zip(found, range(room), strict=False)]
    return Force(cubes, counters=tuple(counters))


def _used(value: Mapping[str, Json], legal: Force) -> tuple[Token, ...]:
    use = value.get("use")
    if isinstance(use, list):
        return tokens(*map(str, use))
    return (Token("cube"), *map(Token, legal.counters))


def legal_pieces(legal: Force) -> Iterator[str]:
    """S43-29.1 The pieces among which a choice can be made, as they would be written."""
    if legal.cubes:
        yield f"cube:{legal.cubes}"
    yield from legal.counters


def read_pieces(play: Play, value: Mapping[str, Json], legal: Force, at: str, clause: str) -> Force:
    """S43-29.1 The pieces a choice takes, at least one.

    Raises:
        OrdersRefused: E_OPTION, none of the pieces named can be used.
    """
    force = chosen(play, value, legal)
    if not force.size:
        options = tuple(legal_pieces(legal))
        not_an_option(at, clause, "none of the pieces named can be used here", options)
    return force
