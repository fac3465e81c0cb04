"""Example events: for every event class of a package one filled in by its type hints, and variants.

The variants differ from the first in one field: another word of a list, the other truth value, an
optional field left out.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pbem.engine.decisions import By
from pbem.engine.events import Event
from pbem.games.italy1943.attack import Part
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.stacking_steps import Shift

DICT = {"place": [{"zone": 10, "cubes": 2, "counters": ["AX-T4"], "line": "AX-L2"}]}
FORCE = Force(cubes=3, held=1, counters=("AX-T3", "AX-E1"))
VALUES = {
    int: [2],
    str: ["AX-T3"],
    Force: [FORCE],
    Part: [Part(15, FORCE), Part("afloat", FORCE)],
    Shift: [Shift(((13, FORCE),), FORCE), Shift((), FORCE), Shift(((13, FORCE),), Force())],
    By: [By("default"), By("standing", "0" * 64, "/policies/0")],
}
NAMED = {
    "zone": [14],
    "start": [17],
    "to": [13],
    "at": ["/orders/2", "/policies/0"],
    "do": ["bomb"],
    "reason": ["there is none"],
    "label": ["t2/i1/bomb:14/AL-P2"],
    "labels": [("t2/initiative/allied", "t2/initiative/axis")],
    "zones": [(1, 10)],
    "values": [(4, 4, 6), (6,)],
    "drop_dice": [1, 0],
    "name": ["Husky"],
    "seat": ["axis"],
}


def event_classes(package) -> dict[str, type[Event]]:
    """Every event class in the modules of a package, by module and name."""
    found = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for word, value in vars(module).items():
            if (
                isinstance(value, type)
                and issubclass(value, Event)
                and value is not Event
                and value.__module__ == module.__name__
            ):
                found[f"{info.name}.{word}"] = value
    return found


def examples(cls) -> list[Event]:
    """One event, and its variants."""
    choices = {name: _choices(cls, name) for name in cls.fact_names}
    first = {name: values[0] for name, values in choices.items()}
    variants = [first]
    for name, values in choices.items():
        variants += [{**first, name: value} for value in values[1:]]
    return [cls(**each) for each in variants]


def _choices(cls, name) -> list[Any]:
    if name == "clause":
        return ["S43-1.1"]
    hint = get_type_hints(cls)[name]
    optional = [None] if type(None) in get_args(hint) else []
    return [*(NAMED.get(name) or _values(hint)), *optional]


def _values(hint) -> list[Any]:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return list(args)
    if origin in (Union, types.UnionType):
        return [value for arg in args if arg is not type(None) for value in _values(arg)]
    if origin is tuple:
        return [tuple(_values(args[0])), ()] if args[-1] is Ellipsis else [tuple(map(_one, args))]
    if origin is dict:
        return [DICT]
    if origin in (Mapping, types.MappingProxyType):
        return [dict.fromkeys(_values(args[0]), 3)]
    if hint is bool:
        return [True, False]
    return VALUES[hint] if hint in VALUES else [_filled(hint)]


def _one(hint):
    return _values(hint)[0]


def _filled(cls):
    """A part of an event: a dataclass with its first values."""
    hints = get_type_hints(cls)
    return cls(**{f.name: (NAMED.get(f.name) or _values(hints[f.name]))[0] for f in fields(cls)})
