"""Spoiling orders: a small change somewhere, so that refusals are met and nothing crashes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from pbem.canon.canonical import Json
from pbem.engine.picking import Pick, one

_Holder: TypeAlias = "dict[str, Any] | list[Any]"
_Change: TypeAlias = Callable[[_Holder, Any, Pick], None]


def spoiled(orders: list[Json], pick: Pick) -> list[Json]:
    """A copy of a document's orders with one thing changed, removed or doubled."""
    changed = copy.deepcopy(orders)
    places = list(_places(changed))
    if not places:
        return [{"do": "nothing"}]
    holder, name = one(pick, places)
    one(pick, _CHANGES)(holder, name, pick)
    return changed


def mislaid(orders: list[Json]) -> Iterator[list[Json]]:
    """Copies of a document's orders, each with another number that is too large for any board."""
    for index, (holder, name) in enumerate(_places(orders)):
        number = holder[name]  # type: ignore[index]  # a name of a dict, a number of a list
        if isinstance(number, int) and not isinstance(number, bool):
            changed = copy.deepcopy(orders)
            there, _ = list(_places(changed))[index]
            there[name] = NOWHERE  # type: ignore[index]
            yield changed


def _places(value: _Holder) -> Iterator[tuple[_Holder, str | int]]:
    """Every place in the orders: what holds it, and its name or number."""
    inner: list[tuple[Any, Any]] = list(
        value.items() if isinstance(value, dict) else enumerate(value)
    )
    for name, item in inner:
        yield value, name
        if isinstance(item, dict | list):
            yield from _places(item)


def _remove(holder: _Holder, name: Any, _pick: Pick) -> None:  # noqa: ANN401
    del holder[name]


def _double(holder: _Holder, name: Any, _pick: Pick) -> None:  # noqa: ANN401
    if isinstance(holder, list):
        holder.append(copy.deepcopy(holder[name]))
    else:
        holder["extra"] = holder[name]


def _replace(holder: _Holder, name: Any, pick: Pick) -> None:  # noqa: ANN401
    holder[name] = copy.deepcopy(one(pick, _OTHERS))


def _nudge(holder: _Holder, name: Any, pick: Pick) -> None:  # noqa: ANN401
    value = holder[name]
    if isinstance(value, int) and not isinstance(value, bool):
        holder[name] = value + 1 - 2 * pick(2)
    elif isinstance(value, str) and value:
        holder[name] = value[:-1] + one(pick, "123AZ-")
    else:
        _replace(holder, name, pick)


NOWHERE: Final = 998
"""A number that fits most forms, and that no place of a game has."""

_OTHERS: Final[list[Json]] = [None, True, 0, 1, 7, 99, 999, -1, "", "ask", "default", [], [[]], {}]
_CHANGES: Final[tuple[_Change, ...]] = (_remove, _double, _replace, _nudge, _nudge, _nudge)
