"""JSON pointers (RFC 6901) into plain data: looking, writing, taking out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOTHING = object()
"""What stands where a pointer leads nowhere."""


def find(value: Any, pointer: str) -> Any:  # noqa: ANN401 - any plain data
    """What a pointer leads to, or `NOTHING`."""
    for part in _parts(pointer):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return NOTHING
    return value


def put(value: dict[str, Any], pointer: str, new: Any) -> bool:  # noqa: ANN401 - any plain data
    """Write a member; says whether there is an object to write it into."""
    *inner, last = _parts(pointer)
    for part in inner:
        found = value.get(part)
        if not isinstance(found, dict):
            return False
        value = found
    value[last] = new
    return True


def take_out(value: dict[str, Any], pointer: str) -> bool:
    """Take a member out; says whether it was there."""
    *inner, last = _parts(pointer)
    for part in inner:
        found = value.get(part)
        if not isinstance(found, dict):
            return False
        value = found
    return value.pop(last, NOTHING) is not NOTHING


def _parts(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
