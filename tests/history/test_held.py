"""Held texts by digest (section 9.1)."""

import json

import pytest

from pbem.canon.canonical import digest, encode
from pbem.canon.codes import Refused
from pbem.canon.strict import DOCUMENT
from pbem.history.durable import FolderTrouble
from pbem.history.folder import GameFolder
from pbem.history.held import HeldTexts
from support import vectors

ENVELOPE = json.loads(vectors.LINES[1])["signed"]["doc"]
DIGEST = "e2a6322c7d5bcd4833422259d7b0de1d15df48f678e926c593b462470c76612f"  # section 15.6


@pytest.fixture
def folder(tmp_path):
    return GameFolder(tmp_path)


@pytest.fixture
def texts(folder):
    return HeldTexts(folder)


def test_section_9_1_a_text_comes_back_by_its_digest(folder, texts):
    assert texts.put(ENVELOPE) == DIGEST
    assert HeldTexts(folder).get(DIGEST) == ENVELOPE
    assert folder.held_file(DIGEST).read_bytes() == encode(ENVELOPE)


def test_a_text_that_is_not_at_hand_is_none(texts):
    assert texts.get(DIGEST) is None
    texts.put(ENVELOPE)
    assert texts.get("0" * 64) is None


@pytest.mark.parametrize("at", [0, 1, 100, -1])
def test_a_text_with_one_wrong_byte_is_not_given_out(folder, texts, at):
    texts.put(ENVELOPE)
    text = bytearray(folder.held_file(DIGEST).read_bytes())
    text[at] ^= 1
    folder.held_file(DIGEST).write_bytes(text)
    with pytest.raises(FolderTrouble, match="is damaged") as trouble:
        texts.get(DIGEST)
    assert str(folder.held_file(DIGEST)) in str(trouble.value)


def test_a_text_of_another_document_is_not_given_out(folder, texts):
    texts.put(ENVELOPE)
    folder.held_file("0" * 64).write_bytes(encode(ENVELOPE))
    with pytest.raises(FolderTrouble, match="is damaged"):
        texts.get("0" * 64)


def test_a_pretty_printed_text_is_not_its_canonical_form(folder, texts):
    texts.put(ENVELOPE)
    folder.held_file(DIGEST).write_text(json.dumps(ENVELOPE, indent=2))
    with pytest.raises(FolderTrouble, match="is damaged"):
        texts.get(DIGEST)


def test_a_damaged_or_torn_text_is_mended_when_its_author_sends_it_again(folder, texts):
    texts.put(ENVELOPE)
    folder.held_file(DIGEST).write_bytes(b"{")
    texts.put(ENVELOPE)
    assert texts.get(DIGEST) == ENVELOPE


def test_a_text_of_absurd_length_is_not_read_whole(folder, texts):
    texts.put(ENVELOPE)
    folder.held_file(DIGEST).write_bytes(b" " * (DOCUMENT.canonical + 1))
    with pytest.raises(FolderTrouble, match="too long"):
        texts.get(DIGEST)


def test_code_j01_a_text_that_could_not_be_read_back_is_not_stored(folder, texts):
    huge = {"signed": {"note": "x" * DOCUMENT.canonical}}
    with pytest.raises(Refused, match="J01"):
        texts.put(huge)
    assert not folder.held_file(digest(huge)).exists()


def test_only_a_digest_is_looked_for(texts):
    with pytest.raises(ValueError, match="never checked"):
        texts.get("../journal-axis")
