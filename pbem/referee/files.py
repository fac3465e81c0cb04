"""How documents look in files that people open and edit.

Signatures cover the canonical form, so the layout is free: whatever fits on a line stands on one.
"""

from __future__ import annotations

import json

from pbem.canon.canonical import Json

WIDTH = 96


def pretty(value: Json) -> bytes:
    """JSON for an editor: one trailing line feed, short lists and objects on one line."""
    return (_laid_out(value, "") + "\n").encode()


def _laid_out(value: Json, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(indent) + len(flat) <= WIDTH:
        return flat
    inner = indent + " "
    if isinstance(value, list):
        parts = [_laid_out(item, inner) for item in value]
        opening, closing = "[]"
    else:
        parts = [f"{json.dumps(k)}: {_laid_out(v, inner)}" for k, v in value.items()]
        opening, closing = "{}"
    body = f",\n{inner}".join(parts)
    return f"{opening}\n{inner}{body}\n{indent}{closing}"
