"""Lines of kinds that the protocol names and this release does not play yet (sections 6.3 and 13).

They are no fault: an audit that meets one is good so far and goes no further.
"""

from pbem.canon.codes import Refused
from pbem.history import documents, entries
from pbem.history.entries import Entry
from pbem.history.errors import NeedsLater
from pbem.history.fields import HEX32
from pbem.history.log import Log
from pbem.history.records import Phase
from pbem.trust.envelope import check_form


def new_host_key(entry: Entry) -> str:
    """Return the key that signs a `host` entry: it brings it with it.

    Raises:
        Refused: J09 if there is none.
    """
    host = entry.signed.get("host")
    key = host.get("key") if isinstance(host, dict) else None
    if not isinstance(key, str) or not HEX32.fits(key):
        raise Refused("J09", "the entry names no key of a host", "/signed/host/key")
    return key


def refuse_later(log: Log, entry: Entry) -> None:
    """Pass a line that this release plays; the others are signed, and stand in their place.

    Raises:
        Refused: L05 behind the end of the game; S01 to S03 for a document that is none.
        NeedsLater: only a later release plays it.
    """
    if entry.type in entries.LATER:
        if log.phase is Phase.ENDED:
            raise Refused("L05", f"'{entry.type}' cannot stand here: the game is closed")
        raise NeedsLater(f"the entry '{entry.type}'")
    signed = entry.signed.get("doc", {}).get("signed")
    kind = signed.get("type") if isinstance(signed, dict) else None
    if isinstance(kind, str) and kind in documents.LATER:
        check_form(entry.signed["doc"])
        raise NeedsLater(f"a document of the type '{kind}'")
