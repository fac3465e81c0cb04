"""New lines at a player's, and forks (section 6.2)."""

import pytest

from pbem.canon.canonical import encode, sha
from pbem.canon.codes import Refused
from pbem.history.applying import read_log
from pbem.history.errors import Fork
from pbem.history.forks import new_lines
from pbem.history.log import Log
from pbem.trust.envelope import sign
from support.hosting import ATTACK, Match, key, relink, signed_of


def reader(match: Match, count: int) -> tuple[Log, list[bytes]]:
    """A player who knows the first lines."""
    log, known = match.new_log(), match.lines[:count]
    read_log(log, known)
    return log, known


@pytest.fixture
def match() -> Match:
    match = Match("probe", "probe")
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    match.take(match.orders("blue"))
    return match


@pytest.mark.parametrize("sent", [0, 1, 2])
def test_section_6_2_new_lines_with_and_without_known_ones(match: Match, sent: int) -> None:
    log, known = reader(match, 2)
    assert new_lines(log, known, match.lines[sent:]) == match.lines[2:]


def test_section_6_2_nothing_new(match: Match) -> None:
    log, known = reader(match, 3)
    assert new_lines(log, known, match.lines[:2]) == []
    assert new_lines(log, known, []) == []


def test_section_6_2_the_first_lines_of_a_game(match: Match) -> None:
    assert new_lines(match.new_log(), [], match.lines) == match.lines


def test_code_l02_lines_between_are_missing(match: Match) -> None:
    log, known = reader(match, 1)
    with pytest.raises(Refused) as refused:
        new_lines(log, known, match.lines[3:])
    assert (refused.value.code, refused.value.reason) == ("L02", "lines 1 to 2 are missing")
    assert "from 1 on" in refused.value.hint


def test_code_l09_the_host_signed_two_lines_for_one_place(match: Match) -> None:
    log, known = reader(match, 3)
    resolve = signed_of(match.lines[2])
    resolve["time"] = "2026-11-09T18:00:00Z"
    other = relink(match.lines[:2], [resolve], match.keys["host"])
    with pytest.raises(Fork) as fork:
        new_lines(log, known, other)
    assert (fork.value.code, fork.value.seq) == ("L09", 2)
    assert (fork.value.known_line, fork.value.other_line) == (match.lines[2], other[2])


def test_code_l09_under_the_key_the_host_had_then(match: Match) -> None:
    new = key("host", "new")
    match.take(match.rekey("host", signers=[new], key=new.public))
    log, known = reader(match, 5)
    resolve = {**signed_of(match.lines[2]), "time": "2026-11-09T18:00:00Z"}
    with pytest.raises(Fork) as fork:
        new_lines(log, known, [encode(sign(resolve, match.keys["host"]))])
    assert fork.value.code == "L09"
    with pytest.raises(Fork) as fork:
        new_lines(log, known, [encode(sign(resolve, new))])
    assert fork.value.code == "L03"


def test_code_l03_the_logs_have_parted_earlier(match: Match) -> None:
    log, known = reader(match, 4)
    resolve = {**signed_of(match.lines[2]), "time": "2026-11-09T18:00:00Z"}
    receive = {**signed_of(match.lines[3]), "time": "2026-11-09T18:00:00Z"}
    other = relink(match.lines[:2], [resolve, receive], match.keys["host"])
    with pytest.raises(Fork, match="ask for the earlier lines") as fork:
        new_lines(log, known, other[3:])
    assert (fork.value.code, fork.value.seq) == ("L03", 3)
    with pytest.raises(Fork) as fork:
        new_lines(log, known, other)
    assert (fork.value.code, fork.value.seq) == ("L09", 2)


def test_code_l03_a_forged_line_proves_nothing_against_the_host(match: Match) -> None:
    log, known = reader(match, 3)
    forged = encode(sign({**signed_of(match.lines[2]), "next": 7}, match.keys["red"]))
    with pytest.raises(Fork) as fork:
        new_lines(log, known, [forged])
    assert fork.value.code == "L03"


def test_code_l03_the_new_line_follows_another_head(match: Match) -> None:
    log, known = reader(match, 3)
    stray = {**signed_of(match.lines[3]), "prev": sha(b"elsewhere")}
    with pytest.raises(Fork) as fork:
        new_lines(log, known, [encode(sign(stray, match.keys["host"]))])
    assert (fork.value.code, fork.value.known_line) == ("L03", match.lines[2])


def test_code_j02_what_comes_in_is_no_line(match: Match) -> None:
    log, known = reader(match, 3)
    with pytest.raises(Refused) as refused:
        new_lines(log, known, [b"Dear host,"])
    assert refused.value.code == "J02"
