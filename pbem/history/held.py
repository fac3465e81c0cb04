"""The texts of documents the log holds only a receipt for (section 9.1), one file a text.

A text is put here before its receipt is appended to the log, so that no receipt is ever without
its text. The host keeps them until the game is over; an author can send a lost one again.
"""

from pbem.canon.canonical import Json, encode, sha
from pbem.canon.strict import DOCUMENT, read_canonical
from pbem.history.durable import FolderTrouble, read_file, write_atomic
from pbem.history.folder import GameFolder


class HeldTexts:
    """The held texts of one game folder, by digest."""

    def __init__(self, folder: GameFolder) -> None:
        self._folder = folder

    def get(self, digest: str) -> dict[str, Json] | None:
        """Return the envelope of this digest, or None if its text is not at hand.

        Raises:
            FolderTrouble: the file cannot be read, or does not hold the text of this digest.
        """
        path = self._folder.held_file(digest)
        text = read_file(path, DOCUMENT.canonical)
        if text is None:
            return None
        if sha(text) != digest:
            raise FolderTrouble(
                f"{path} is damaged: it does not hold the document it is named after. Put a good "
                "copy in its place, or move it away and ask its author to send the document again."
            )
        return read_canonical(text, DOCUMENT)

    def put(self, envelope: dict[str, Json]) -> str:
        """Store an envelope durably and return its digest; a damaged file is replaced.

        Raises:
            Refused: the envelope is outside the profile of section 2.1.
            FolderTrouble: it cannot be stored.
        """
        text = encode(envelope)
        read_canonical(text, DOCUMENT)  # what could not be read back is not taken
        digest = sha(text)
        write_atomic(self._folder.held_file(digest), text)
        return digest
