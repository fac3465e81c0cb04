"""What of a game's data files an invitation signs (section 2.3)."""

from collections.abc import Mapping

from pbem.canon.canonical import Json, digest

REMARKS = frozenset({"provenance", "note", "notes", "status", "source"})
"""Member names that only explain: no part of module data, and never read by rules."""


def strip(data: Json) -> Json:
    """Return a copy of `data` less every explaining member, at any depth (section 2.3)."""
    if isinstance(data, dict):
        return {name: strip(value) for name, value in data.items() if name not in REMARKS}
    if isinstance(data, list):
        return [strip(item) for item in data]
    return data


def module_digest(files: Mapping[str, Json]) -> str:
    """Return the digest of a game's module data (section 2.3).

    Args:
        files: the rule files as read, under their names without ``.json``. Explaining members
            may be there or gone: the digest is the same.
    """
    return digest(strip(dict(files)))
