"""The clock: read here and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime

from pbem.canon.trouble import Trouble
from pbem.history.fields import TIME

FORM = "%Y-%m-%dT%H:%M:%SZ"


class WrongTime(Trouble):
    """A time that can not be written into a log."""


def now() -> str:
    """The present time in UTC, as log lines carry it."""
    return datetime.now(UTC).strftime(FORM)  # noqa: TID251 - this is the one place


def written(asked: str | None) -> str:
    """The time to write: the present, or an earlier one the host asks for.

    A host who catches up on mails may write the time at which they came; he never writes a time
    ahead of the true one (protocol section 7, Y6).

    Raises:
        WrongTime: it is not of the form ``YYYY-MM-DDThh:mm:ssZ``, or it lies ahead.
    """
    present = now()
    if asked is None:
        return present
    if not TIME.fits(asked):
        raise WrongTime(f"{asked!r} is no time; write it like {present}")
    if asked > present:
        raise WrongTime(f"{asked} lies ahead of the true time, {present}")
    return asked
