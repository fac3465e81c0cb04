"""The judge of repaired text."""

import pytest

from pbem.post.judge import signed_by_named_keys
from pbem.trust.envelope import sign
from pbem.trust.keys import SigningKey
from support.letters import AXIS, Envelope, doc, vector_orders

OTHER = SigningKey("03" * 32)


def test_15_6_the_vector_is_accepted() -> None:
    assert signed_by_named_keys(vector_orders())


def test_2_4_every_signature_must_verify() -> None:
    both = sign({"type": "rekey"}, AXIS, OTHER)
    assert signed_by_named_keys(both)
    signatures = both["signatures"]
    assert isinstance(signatures, list)
    assert isinstance(signatures[1], dict)
    signatures[1]["sig"] = doc()["signatures"][0]["sig"]  # type: ignore[index,call-overload]
    assert not signed_by_named_keys(both)


@pytest.mark.parametrize(
    "envelope",
    [
        {},
        {"signed": {}},
        {"signed": {}, "signatures": []},
        {"signed": {}, "signatures": [1]},
        {"signed": 1, "signatures": doc()["signatures"]},
        {**doc(), "extra": 1},
        {"signed": {}, "signatures": [{"key": "0" * 64, "sig": "0" * 127}]},
    ],
)
def test_2_4_what_is_no_envelope_is_not_accepted(envelope: Envelope) -> None:
    assert not signed_by_named_keys(envelope)
