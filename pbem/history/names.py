"""Names of files in a game folder: from checked ids alone, and good on every system.

No text of a document can lead out of the folder.
"""

import re
from typing import Final

from pbem.canon.forms import Text
from pbem.history.fields import ASK_ID

FILE_NAME: Final = Text("[A-Za-z0-9_][A-Za-z0-9._=@+~-]{0,119}")
"""The whole name of a draft, a signed document or a report."""
SIGNED: Final = ".pbem.json"
"""How the name of a signed document ends."""
_MARKS: Final = str.maketrans({"/": "-", "-": "~", ":": "=", "#": "@"})
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\..*)?", re.IGNORECASE)


def safe_name(text: str) -> str:
    """Return the part of a file's name that stands for an ask id or a topic.

    `t2/i1/orders` becomes `t2-i1-orders`. Different ids have different names (on a disk that does
    not tell capitals from small letters: ids that differ in more than those).

    Raises:
        ValueError: the text is no ask id.
    """
    return portable(checked(ASK_ID, text).translate(_MARKS))


def portable(name: str) -> str:
    """Return a name that means no device on any system; no id begins with the _ that is added."""
    return f"_{name}" if _DEVICES.fullmatch(name) else name


def checked(form: Text, name: str) -> str:
    """Return a name that has the form of its kind.

    Raises:
        ValueError: it has not, so it is no part of a file's name.
    """
    if not form.fits(name):
        raise ValueError(f"{name!r} was never checked and cannot be part of a file's name")
    return name
