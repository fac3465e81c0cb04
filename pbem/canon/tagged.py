"""The tagged hash, the protocol's only derivation function (section 2.5)."""

from pbem.canon.canonical import sha


def tagged(tag: str, *fields: str | int) -> str:
    """Return T(tag, fields) as 64 hexadecimal digits; numbers go in as plain decimals.

    Raises:
        ValueError: the tag or a field is not printable ASCII. Fields come from documents that
            were checked before, so this is a mistake of the caller.
    """
    words = "".join((tag, *map(str, fields)))
    if not (words.isascii() and words.isprintable()):
        raise ValueError("the fields of a tagged hash are printable ASCII")
    return sha("\n".join(("pbem1 " + tag, *map(str, fields), "")).encode("ascii"))
