"""The root of everything a user must hear about in plain words, and never as a traceback."""


class Trouble(Exception):
    """Something a person can do something about; the message says what happened and what to do.

    Three kinds of failure never mix: a player's document (`canon.codes.Refused`), the files and
    keys of a user (the other subclasses), and a bug of ours (any other exception).
    """

    def paragraphs(self) -> list[str]:
        """The message as it is printed: one paragraph, whatever names it may hold."""
        return [str(self)]
