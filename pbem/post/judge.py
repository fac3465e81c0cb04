"""The judge of repaired text: do the signatures verify under the keys they name?"""

from typing import cast

from pbem.canon.codes import Refused
from pbem.post.findings import Envelope
from pbem.trust.envelope import check_form, verify


def signed_by_named_keys(envelope: Envelope) -> bool:
    """Say whether an envelope is well formed and each signature fits the key beside it.

    Whether these keys may sign such a document in this game is for the history to say.
    """
    try:
        check_form(envelope)
        verify(envelope, _named_keys(envelope))
    except Refused:
        return False
    return True


def _named_keys(envelope: Envelope) -> set[str]:
    signatures = cast("list[dict[str, str]]", envelope["signatures"])
    return {signature["key"] for signature in signatures}
