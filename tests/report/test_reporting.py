"""Reports gathered from a history: who sees what of it when, and that they come back the same."""

import json
import re
from pathlib import Path

import pytest

from pbem.engine.dice import stream
from pbem.games.italy1943 import GAME, victory
from pbem.history import compose
from pbem.history.log import Log
from pbem.referee.briefing import joined
from pbem.referee.line_sentences import result_sentence
from pbem.referee.open_game import OpenGame
from pbem.referee.reporting import report_on, write_reports
from pbem.referee.retrospect import NoSuchLine
from pbem.report.model import Happening, Telling
from pbem.report.names import Names
from pbem.report.render import as_html, as_json, as_text
from pbem.report.telling import with_asides_once
from pbem.report.wording import words_of
from support.campaign import STANDING, Campaign, opened
from support.hosting import ATTACK, Match, key

ASKING = [
    *(policy for policy in STANDING if policy["decision"] != "losses"),
    {"decision": "losses", "if": {"cause": "fleet"}, "value": ["cube"]},
    {"decision": "losses", "value": "ask"},
]
ASKING.insert(0, {"decision": "support_plane", "value": {"use": ["AX-P3"]}})


@pytest.fixture(scope="module")
def paused():
    """A landing on Sicily that has stopped for the losses of the Axis (protocol 3.7)."""
    return Campaign().landed(ASKING)


@pytest.fixture(scope="module")
def finished():
    """The same landing after the answer, which ended the impulse."""
    campaign = Campaign().landed(ASKING)
    policies = {"do": "policies", "policies": [{"decision": "losses", "value": ["cube"]}]}
    answer = {"do": "answer", "decision": "losses", "value": ["cube:1", "engage:tank"]}
    campaign.answer("axis", [answer, policies])
    return campaign


def report(match, line=None, *, held=True, lines=None):
    return report_on(opened(match, "nowhere", held=held, lines=lines), line)


def happenings(found):
    return [h for t in found.tellings for s in t.scenes for h in s.happenings]


# who sees what


def test_protocol_9_1_the_host_tells_what_happened_up_to_the_question(paused):
    found = report(paused)
    assert [telling.line for telling in found.tellings] == [paused.log.opening]
    assert found.tellings[0].untold == ""
    assert "The Allies declared a landing on 14 Sicily" in happenings(found)[0].text
    (duty,) = found.duties
    assert (duty.who, duty.done) == ("axis", "")
    assert duty.text.startswith("Axis: choose losses (14 Sicily, round 2), until 4 November 2026")
    assert next(option.word for option in duty.options) == "losses"


def test_orders_format_6_what_a_held_document_says_is_in_no_layout(paused):
    found = report(paused)
    sources = {d.text for h in happenings(found) for d in h.decided}
    assert sources == {
        "by the Allied orders, rev 1",
        "by standing orders of the Axis, rev 3",
    }
    for text in (as_text(found), as_html(found), as_json(found)):
        assert "policy 1" not in text
        assert "/policies/" not in text
        assert "/plan/" not in text
        assert "shield" not in text
        assert "Now or never." not in text


def test_orders_format_6_why_a_held_policy_was_passed_over_is_told_when_it_is_opened(
    paused, finished
):
    (before,) = report(paused).tellings[0].asides
    (after,) = report(finished).tellings[0].asides
    assert before.text == "Support by a plane in 14 Sicily: a policy of the Axis did not fit."
    assert after.text.startswith(before.text.removesuffix(".") + ", because ")
    assert "reason" not in before.facts
    assert after.decided[0].text.endswith("policy 1: plane AX-P3")


def test_protocol_9_1_a_player_sees_dice_and_question_and_is_told_why_no_more(paused):
    found = report(paused, held=False)
    (telling,) = found.tellings
    assert telling.scenes == ()
    assert "only the host knows them" in telling.untold
    labels = [roll.label for roll in telling.rolls]
    assert labels[0] == "t2/i1/landing:14/intercept/AX-FI"
    assert [roll.label for roll in found.segments[0].rolls] == labels
    assert found.duties[0].ask == paused.log.asks[0].id
    assert found.board.headline == "Turn 2, Summer 1943: impulse 1, Allied"
    assert "As it stood when this step began" in found.board.when


def test_protocol_9_1_the_line_that_opens_the_texts_tells_all_of_the_step(finished):
    found = report(finished, held=False)
    assert [telling.untold for telling in found.tellings] == ["", ""]
    assert [telling.line for telling in found.tellings] == [11, 13]
    assert any(
        d.text.endswith("policy “shield”: absorb a loss")
        for h in happenings(found)
        for d in h.decided
    )
    assert found.board.when == "As it stands after everything told in this report."
    assert [note.text for note in found.notes] == ["Now or never."]
    assert [note.about for note in found.notes] == ["asked to give orders"]


def test_a_fight_that_was_interrupted_is_summed_up_as_a_whole(finished):
    found = report(finished)
    tables = [table for t in found.tellings for s in t.scenes for table in s.tables]
    assert [row[0] for table in tables for row in table.rows] == ["1", "1", "2", "2", "3", "3"]
    assert found.tellings[-1].scenes[0].tables == tuple(tables)


def test_without_the_rules_dice_and_head_are_shown(finished):
    game = OpenGame(opened(finished, "nowhere").folder, Log(lambda module: None))
    for line in finished.lines:
        game.take(line)
    found = report_on(game)
    assert all("rules of this game are not installed" in t.untold for t in found.tellings)
    assert found.segments
    assert found.line.head == finished.log.head
    assert found.board.places == ()
    assert "1943-1945" in as_text(found)


# the position where a step pauses (orders format 6)


def place(found, word):
    (there,) = [each for each in found.board.places if each.id == word]
    return {group.owner: group.text for group in there.groups}


def test_a_report_in_the_middle_of_a_step_shows_the_position_at_the_pause(paused):
    found = report(paused)
    assert found.board.when.startswith("As it stands in the middle of the step")
    assert place(found, "17") == {"allied": "plane AL-P4 (engaged)"}
    assert place(found, "14") == {"axis": "4 cubes, tank AX-T3, elite AX-E1 (engaged)"}
    assert place(found, "afloat") == {"allied": "tank AL-T1"}
    tunis = next(spot for spot in found.drawing.spots if spot.id == "17")
    assert [(chip.face.text, chip.face.used) for chip in tunis.chips] == [("p", True)]
    assert found.drawing.beside[0] == "On board (Allied: tank AL-T1)"
    for text in (as_text(found), as_html(found)):
        assert "in the middle of the step" in text


def test_a_player_who_can_not_know_it_sees_the_position_before_the_step(paused):
    found = report(paused, held=False)
    assert place(found, "17") == {
        "allied": "3 cubes, tank AL-T1, plane AL-P4, paratroopers AL-PARA"
    }
    assert "can not be shown before it can be told" in " ".join(as_html(found).split())


def test_the_question_says_what_can_be_chosen(paused):
    (duty,) = report(paused).duties
    assert [(option.about, option.legal) for option in duty.options] == [
        (
            "Losses",
            "2 losses to be met, the first in one of these ways: eliminate a cube, engage tank "
            "AX-T3, eliminate elite AX-E1; the second also: retreat with all that is left, "
            "eliminate tank AX-T3",
        ),
        ("Zones to retreat to", "13 Calabria, 11 Naples, 12 Bari"),
    ]


def test_an_ask_for_orders_says_what_is_possible(finished):
    (duty,) = report(finished).duties
    assert any(line.startswith("Fly ") for line in duty.possible)
    for text in (as_text(report(finished)), as_html(report(finished))):
        assert all(line.split()[0] in text for line in duty.possible)


def test_what_can_be_chosen_is_not_told_of_an_ask_that_is_done(paused):
    (before, *_) = report(paused, 9).duties
    (after, *_) = report(paused, 10).duties
    assert before.possible
    assert after.possible == ()
    assert after.options == ()


# reports come back the same


def test_a_report_says_how_things_stood_at_its_line(paused, finished):
    line = paused.log.opening
    assert as_html(report(finished, line)) == as_html(report(paused))
    assert as_text(report(finished, line)) == as_text(report(paused))


def test_host_and_player_write_the_same_report_once_everything_is_open(finished):
    for line in (0, 7, 11, 13):
        mine, his = report(finished, line), report(finished, line, held=False)
        assert as_html(mine) == as_html(his)
        assert as_json(mine) == as_json(his)


# which line


def test_the_newest_line_that_opened_asks_is_reported_by_default(paused):
    more = list(paused.lines)
    assert report(paused, lines=more[:-1]).line.number == 8
    assert report(paused).line.number == 11


def test_a_line_that_is_not_there_is_refused(paused):
    for line in (-1, 99):
        with pytest.raises(NoSuchLine, match="the lines 0 to 11; there is no"):
            report(paused, line)


def test_line_0_is_the_start_of_the_game(paused):
    found = report(paused, 0)
    assert (found.line.kind, found.stem) == ("genesis", "start")
    assert found.line.text == "The game begins."
    assert found.tellings == ()
    assert [(note.author, note.text) for note in found.notes] == [("The host", "Welcome to Tunis.")]
    assert found.board.places[0].name == "01 Munich"
    assert found.duties[0].ask == "t2/begin/orders"
    assert "Nothing was adjudicated in this line." in as_text(found)


def test_a_receipt_tells_what_came_and_what_is_still_open(paused):
    found = report(paused, 9)
    assert found.line.text == (
        "The host received standing orders of the Axis, rev 3; its text is kept back until it "
        "has been used."
    )
    assert found.duties[0].done == ""
    later = report(paused, 10)
    assert "Allied orders for t2/i1/orders, rev 1" in later.line.text
    assert later.duties[0].done == "rev 1 is here"
    assert later.duties[-1].text == "The host: go on with `pbem adjudicate`."
    assert later.notes == ()


def test_files_are_named_by_turn_and_step_and_line(paused, finished, tmp_path):
    game = opened(finished, tmp_path)
    game.folder.create()
    for line, name in ((0, "start-line-0000"), (8, "t2-reinforce-line-0008"), (13, None)):
        paths = write_reports(game, report_on(game, line), None)
        assert [path.suffix for path in paths] == [".html", ".txt", ".json"]
        assert {path.stem for path in paths} == {name or "t2-i1-line-0013"}
        assert paths[0].parent == tmp_path / "reports"
    elsewhere = write_reports(game, report_on(game, 0), tmp_path)
    assert elsewhere[0] == tmp_path / "start-line-0000.html"
    assert json.loads(elsewhere[2].read_text("utf-8"))["line"]["number"] == 0


# dice and luck


def test_protocol_6_4_every_roll_is_shown_with_label_segment_and_seed(finished):
    found = report(finished)
    assert [segment.line for segment in found.segments] == [11, 13]
    for segment in found.segments:
        assert set(segment.links) == {"host", "allied" if segment.line == 11 else "axis"}
        for roll in segment.rolls:
            assert roll.segment == segment.number
            fallen = stream(segment.seed, roll.label, len(roll.values), roll.sides)
            assert roll.values == fallen


def test_dice_stand_with_the_event_that_speaks_of_them(finished):
    found = report(finished)
    fought = [h for h in happenings(found) if h.event == "round_fought"]
    assert [h.rolls[0].label for h in fought[:2]] == [
        "t2/i1/combat:14/round:1/attacker",
        "t2/i1/combat:14/round:1/defender",
    ]
    assert (fought[0].rolls[0].owner, fought[0].rolls[0].needs) == ("the Allies", 4)
    assert all(telling.rolls == () for telling in found.tellings)


def test_dice_that_no_event_speaks_of_are_shown_too():
    match = Match("probe", "quiet")
    match.rules.view = dict
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    found = report(match)
    assert [h.rolls[0].label for h in happenings(found)] == ["t1/probe"]
    assert found.luck == ()


def test_luck_counts_this_report_and_the_game_so_far(finished):
    here, whole = report(finished, 11), report(finished, 13)
    dice = {luck.who: luck.dice for luck in whole.luck_so_far}
    assert dice == {luck.who: luck.dice for luck in whole.luck}
    assert dice["the Allies"] > {luck.who: luck.dice for luck in here.luck_so_far}["the Allies"]


# what should be seen


def test_protocol_3_5_a_standing_document_that_came_too_late_is_named():
    match = Match("assault", "quiet")
    match.take(match.orders("blue", ATTACK), held=True)
    match.take(match.standing("red", "rear"), held=True)
    match.resolve()
    assert report(match).remarks == (
        "Line 2: standing orders of Red, rev 1, came too late to count in line 3: an answer had "
        "come before them.",
    )


def test_defaults_burnt_numbers_and_refusals_are_told():
    match = Match("assault", "quiet", "quiet")
    match.default("t1/orders")
    match.add(compose.refuse(match.log, match.time(), "0" * 64, "D12", "not legal", "red"))
    match.resolve()
    told = report(match).remarks
    assert len(told) == 2
    assert told[0].startswith("Line 1: ")
    assert "t1/orders" in told[0]


def test_a_new_key_and_a_concession_are_told_with_the_names_of_the_seats():
    match = Match("probe")
    fresh = key("red", "new")
    match.take(match.rekey("red", signers=[fresh], key=fresh.public))
    match.take(match.concede("blue"))
    assert report(match, 2).remarks == (
        "Line 1: From here on Red used a new key.",
        "Line 2: Blue conceded.",
    )


def test_the_newest_report_of_a_game_that_somebody_gave_up_is_about_its_end():
    match = Match("probe")
    match.take(match.concede("blue", note="Well played."))
    match.add(compose.end(match.log, match.time(), "concession", {"winner": "red"}))
    found = report(match)
    assert found.line.text == "The log is closed: all sides but one have conceded."
    assert found.result == "The game is over: won by Red (Blue conceded)."
    assert found.title == "The game is over: won by Red (Blue conceded)"
    assert as_text(found).count("won by Red") == 1
    assert [note.text for note in found.notes] == ["Well played."]


def test_a_burnt_number_is_for_auditors_only():
    match = Match("assault", "probe")
    match.take(match.orders("blue"))
    match.resolve()
    assert "burnt" in " ".join(match.audit().remarks)
    assert report(match).remarks == ()


def test_an_ending_is_told_by_its_clause():
    names = Names(words=words_of(GAME.id, GAME.package))
    clauses = set(
        re.findall(r'_end\(play, "(S43-[0-9.]+)"', Path(victory.__file__).read_text("utf-8"))
    )
    assert clauses == set(names.words["endings"])
    result = {"winner": "allied", "clause": "S43-27.4"}
    told = "The game is over: won by the Allies (supplied forces stood in Munich)."
    assert result_sentence(result, names) == told


def test_what_the_host_remarks_stands_among_the_notes():
    match = Match("assault", "quiet")
    match.add(compose.remark(match.log, match.time(), "Back <on> Monday."))
    found = report(match, 1)
    assert [(note.author, note.text) for note in found.notes] == [("The host", "Back <on> Monday.")]
    assert found.remarks == ()
    assert "Back &lt;on&gt; Monday." in as_html(found)


def test_under_the_policy_all_missing_releases_are_duties():
    match = Match("probe", "quiet", policy="all")
    match.take(match.orders("blue", ATTACK))
    match.lock()
    found = report(match, 2)
    assert [duty.text for duty in found.duties] == ["Red: send the dice link with `pbem release`."]
    match.take(match.release("red"))
    assert report(match, 3).line.text.startswith("The host received the release of a dice link")
    assert report(match, 3).duties[0].who == "host"


def test_a_pause_takes_the_deadline_away():
    match = Match("assault", "quiet")
    match.add(compose.pause(match.log, match.time(), "holidays"))
    found = report(match, 1)
    assert found.line.text == "The game is paused: holidays"
    assert found.duties[0].due == ""
    assert found.duties[0].text == "Blue: give orders."


def test_the_end_of_a_game_is_told():
    match = Match("probe")
    match.take(match.orders("blue"))
    match.resolve()
    over = report(match)
    assert over.result == "The game is over: won by Blue."
    assert [duty.who for duty in over.duties] == ["host"]
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over)))
    ended = report(match, 3)
    assert [duty.who for duty in ended.duties] == ["host"]
    assert "Mail it to everybody a last time" in ended.duties[0].text
    assert ended.stem == "end"
    assert "won by Blue" in as_text(ended)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"draw": True, "clause": "S43-27.6"}, "a draw"),
        ({"winner": "blue", "clause": "9.1"}, "won by Blue"),
        ({"share": "2 to 1"}, "share 2 to 1"),
        ({}, "nobody has won"),
    ],
)
def test_every_result_is_told_in_words(result, told):
    match = Match("probe")
    match.add(compose.end(match.log, match.time(), "motion", result))
    assert report(match, 1).result == f"The game is over: {told}."


def test_a_toy_game_without_templates_or_view_has_a_plain_report():
    match = Match("assault", "quiet")
    match.take(match.orders("blue", ATTACK, note="Go!"))
    match.resolve()
    found = report(match)
    text = as_text(found)
    assert "Fired: label t1/fire (clause TOY-1)." in text
    assert found.drawing is None
    assert "> Go!" in text
    assert "<title>" in as_html(found)


# the head of a report, and what happens without an answer


def test_a_report_begins_with_what_was_played_and_ends_its_head_with_who_is_waited_for(finished):
    rows = {row.name: row.text for row in report(finished).brief}
    assert rows["Played"] == "Turn 2, Summer 1943: impulse 1, Allied."
    assert "The Axis lost " in rows["Changed"]
    assert rows["Next"] == "Turn 2, Summer 1943: impulse 2, Axis."
    assert rows["Awaited"].startswith("Axis: give orders, until ")


def test_all_steps_that_are_told_are_named_their_turn_once():
    assert joined(["Turn 1: set-up", "Turn 1: set-up", "Turn 1: initiative"]) == (
        "Turn 1: set-up; initiative"
    )
    assert joined(["Turn 1: supply", "Turn 2: supply"]) == "Turn 1: supply; Turn 2: supply"
    assert joined(["Fire", "Water"]) == "Fire; Water"


def test_what_is_possible_stands_behind_what_happened(finished):
    text = as_text(report(finished))
    happened = text.index("\nWhat happened\n")
    possible = text.index("\nWhat is possible now\n")
    assert happened < possible < text.index("\nPosition\n")
    assert text.index("  Move from ") > possible
    assert "What is possible now is listed below" in text[:happened]


def test_luck_that_is_that_of_the_whole_game_is_told_once(finished):
    text = as_text(report(finished, held=False))
    assert "In the game so far, the Axis: " in text
    assert "In this report, the Axis: " not in text


def test_in_the_middle_of_a_step_it_says_that_the_step_goes_on(paused):
    rows = {row.name: row.text for row in report(paused).brief}
    assert rows["Next"] == "Turn 2, Summer 1943: impulse 1, Allied, which goes on."


def test_a_reader_who_can_not_know_what_changed_is_told_so(paused):
    rows = {row.name: row.text for row in report(paused, held=False).brief}
    assert rows["Changed"] == (
        "What happened can be told only when the orders that were used are opened."
    )


def test_a_question_says_what_happens_without_an_answer(paused, finished):
    (duty,) = report(paused).duties
    assert duty.late.startswith("If no answer has come by then, the host may go on without it. ")
    assert "Losses: the order of loss in the rules" in duty.late
    assert "Zones to retreat to: the order of zones in the rules" in duty.late
    (orders,) = report(finished).duties
    assert orders.late.endswith("Then the default holds: a pass.")


def test_what_is_passed_over_again_for_the_same_reason_is_told_once():
    once = Happening(event="policy_passed_over", clause="S43-D27", text="It did not fit.")
    again = Happening(event="policy_passed_over", clause="S43-D28", text="It did not fit.")
    other = Happening(event="policy_passed_over", clause="S43-D27", text="Nor did this.")
    tellings = [
        Telling(line=1, time="2026-11-01T18:00:00Z", asides=(once, again)),
        Telling(line=3, time="2026-11-01T19:00:00Z", asides=(again, other)),
    ]
    assert [t.asides for t in with_asides_once(tellings)] == [(once,), (other,)]
