"""Logs as they arrive: what a file is, and what is to be done, for `audit` and `update` alike."""

from email.message import EmailMessage

import pytest

from support.people import begin


@pytest.fixture
def host(battle, people):
    """A host with a game of three lines."""
    begin(people)
    host = people["host"]
    for text in ("one", "two"):
        host.pbem("host-entry", "remark", text, "--in", "game")
    (host.here / "new").mkdir()
    return host


def mailed(log, name="game.jsonl", times=1):
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "host@example.org", "the log"
    mail.set_content("Here it is.")
    for _ in range(times):
        mail.add_attachment(log, maintype="application", subtype="octet-stream", filename=name)
    return bytes(mail)


WHOLE = {
    "crlf": (lambda log: log.replace(b"\n", b"\r\n"), "changed the line ends"),
    "bom": (lambda log: b"\xef\xbb\xbf" + log, "a mark before the first line"),
    "no end": (lambda log: log[:-1], ""),
    "blank lines": (lambda log: log + b"\n\n", ""),
    "mail": (mailed, "its attached log is read"),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_log_that_is_whole_is_good(host, kind):
    change, notice = WHOLE[kind]
    path = host.here / "came.eml" if kind == "mail" else host.here / "came.jsonl"
    path.write_bytes(change((host.here / "game/game.jsonl").read_bytes()))
    said = host.pbem("audit", path)
    assert said.out.startswith("GOOD: 3 lines")
    assert notice in said.text
    assert "3 new line" in host.pbem("update", path, "--in", "new").text


def test_a_log_that_is_cut_short_is_incomplete(host):
    path = host.here / "came.jsonl"
    path.write_bytes((host.here / "game/game.jsonl").read_bytes()[:-50])
    said = host.pbem("audit", path)
    assert said.out.startswith("INCOMPLETE: 2 lines")
    assert "cut short" in said.err
    assert '"verdict": "INCOMPLETE"' in host.pbem("audit", path, "--json").out
    said = host.pbem("update", path, "--in", "new")
    assert "2 new line" in said.out
    assert "cut short" in said.err


def test_a_log_that_was_tampered_with_is_bad(host):
    path = host.here / "came.jsonl"
    path.write_bytes((host.here / "game/game.jsonl").read_bytes().replace(b'"one"', b'"two"'))
    said = host.pbem("audit", path, code=1)
    assert said.out.startswith("BAD: line 1: ")
    assert "(S05, at " in said.text
    assert "GOOD" not in said.text
    assert "an editor shows this one as 2." in said.text


def test_l02_a_line_that_was_dropped_or_doubled_is_told_so(host):
    path = host.here / "came.jsonl"
    first, second, *rest = (host.here / "game/game.jsonl").read_bytes().splitlines(keepends=True)
    for lines, number in (([first, *rest], 2), ([first, second, second], 1)):
        path.write_bytes(b"".join(lines))
        said = host.pbem("audit", path, code=1).text
        assert f"it calls itself line {number} and stands where line" in said
        assert "lines are missing, stand twice or have changed places (L02" in said


OTHER = {
    "empty": (lambda log: b"", "is empty"),
    "picture": (lambda log: bytes(range(256)) * 9, "no log of a game"),
    "text": (lambda log: b"hello\n", "no log of a game"),
    "packed": (lambda log: b"PK\x03\x04" + bytes(500), "unpack it"),
    "beginning": (lambda log: log[:100], "cut short before the end of its first line"),
    "mail": (lambda log: mailed(b"hello", "a.txt"), "o log is attached"),
    "mail with two": (lambda log: mailed(log, times=2), "2 logs are attached"),
}


@pytest.mark.parametrize("kind", OTHER)
@pytest.mark.parametrize("words", [("audit",), ("update", "--in", "new")])
def test_a_file_that_is_no_log_is_told_what_it_is(host, kind, words):
    change, told = OTHER[kind]
    path = host.here / "came.eml"
    path.write_bytes(change((host.here / "game/game.jsonl").read_bytes()))
    if "mail" not in kind:
        path = path.rename(path.with_suffix(".jsonl"))
    assert told in host.pbem(*words, path, code=3).text
    assert not list((host.here / "new").iterdir())


def test_an_invitation_is_no_log(host):
    said = host.pbem("audit", "game/invite.pbem.json", code=3)
    assert "answered with `pbem join`" in said.text


def test_new_lines_alone_are_for_update(host):
    path = host.here / "came.jsonl"
    path.write_bytes((host.here / "game/game.jsonl").read_bytes().split(b"\n", 1)[1])
    assert "begin with number 1" in host.pbem("audit", path, code=3).text


def test_line_ends_that_were_changed_in_the_folder(host):
    path = host.here / "game/game.jsonl"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert "CR LF instead of LF" in host.pbem("status", "--in", "game", code=3).text
    assert host.pbem("audit", "game").out.startswith("GOOD")
