"""Games of the toy skirmish under all dice policies, played by host and seats, then audited."""

import pytest

from pbem.canon.canonical import encode, sha
from pbem.canon.codes import Refused
from pbem.engine.game import StepEnd, Table
from pbem.history import compose
from pbem.history.answers import missing_releases
from pbem.history.applying import Applied, read_log
from pbem.history.checking import check_document, must_hold
from pbem.history.errors import OrdersAgainstRules
from pbem.history.freeze import too_late
from pbem.history.links import last_link, link_rule
from pbem.history.planning import (
    AwaitsAnswers,
    AwaitsReleases,
    NeedsLock,
    NothingOpen,
    plan_resolution,
)
from pbem.history.records import Phase, Resolution
from support.hosting import ATTACK, Match, chain, key, relink, signed_of


def good(match: Match) -> None:
    """The log is found good by a stranger, who ends in the same state as the host."""
    found = match.audit()
    assert found.finding is None, found.finding
    assert (found.lines, found.head) == (len(match.lines), match.log.head)
    assert found.log.next == match.log.next
    assert found.log.held == match.log.held


def read(match: Match) -> list[Applied]:
    return read_log(match.new_log(), match.lines)


def waiting_of(match: Match) -> Resolution:
    """The resolution that a stranger cannot run again yet, with the texts the host has."""
    return read_log(match.new_log(held=True), match.lines)[-1].resolved[0].resolution


def last(match: Match) -> dict:
    return signed_of(match.lines[-1])


@pytest.mark.parametrize("policy", ["host", "actor"])
def test_section_3_5_a_game_without_locks(policy: str) -> None:
    match = Match("assault", "quiet", policy=policy)
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    parties = {"actor": ["blue", "host"], "host": ["host"]}[policy]
    assert sorted(last(match)["dice"]["links"]) == parties
    assert [ask.id for ask in match.log.asks] == ["t1/losses"]
    assert last(match)["state"] == signed_of(match.lines[0])["state"]
    match.take(match.losses("front"))
    match.resolve()
    assert [roll["label"] for roll in last(match)["dice"]["rolls"]] == ["t1/return"]
    assert last(match)["next"] == 3
    match.take(match.orders("red"))
    match.resolve()
    assert "dice" not in last(match)
    assert match.log.phase is Phase.OVER
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over or {})))
    assert match.log.phase is Phase.ENDED
    assert isinstance(match.plan(), NothingOpen)
    good(match)


def test_section_3_5_policy_all_locks_and_releases() -> None:
    match = Match("assault", policy="all")
    assert isinstance(match.plan(), AwaitsAnswers)
    match.take(match.orders("blue", ATTACK))
    assert match.plan() == NeedsLock(
        (match.log.answers["t1/orders"].digest,), ("blue", "host", "red")
    )
    match.lock()
    assert match.plan() == AwaitsReleases(("red",))
    assert missing_releases(match.log) == ["red"]
    match.take(match.release("red"))
    match.resolve()
    match.take(match.losses("rear"))
    match.resolve()
    assert last(match)["burn"] == 2
    assert "over" in last(match)
    good(match)


def test_section_3_5_policy_all_an_answer_may_leave_its_link_to_a_release() -> None:
    match = Match("probe", policy="all")
    match.take(match.orders("blue", ATTACK, link=None))
    match.lock()
    match.take(match.release("red"))
    assert match.plan() == AwaitsReleases(("blue",))
    match.take(match.release("blue"))
    match.resolve()
    good(match)


def test_section_3_5_link_rule() -> None:
    assert [
        link_rule(match.log, match.log.asks[0])
        for match in (
            Match("probe", policy="host"),
            Match("probe", policy="actor"),
            Match("quiet", policy="actor"),
            Match("probe", policy="all"),
            Match("meeting", policy="all"),
        )
    ] == ["never", "must", "never", "may", "never"]


def test_section_3_5_a_number_is_burnt_when_no_die_is_drawn() -> None:
    match = Match("assault", "probe")
    match.take(match.orders("blue"))
    match.resolve()
    assert (last(match)["burn"], last(match)["next"]) == (1, 2)
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    assert last(match)["dice"]["segment"] == 2
    good(match)
    assert "Number 1 is burnt" in " ".join(match.audit().remarks)


def test_section_3_5_only_the_host_is_party_when_the_actor_was_defaulted() -> None:
    match = Match("assault", policy="actor")
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    match.default("t1/losses")
    match.resolve()
    assert list(last(match)["dice"]["links"]) == ["host"]
    assert last(match)["inputs"] == []
    good(match)
    assert "closed by default" in " ".join(match.audit().remarks)


def test_section_3_5_a_higher_rev_replaces_an_answer() -> None:
    match = Match("probe")
    match.take(match.orders("blue"))
    match.take(match.orders("blue", ATTACK, rev=2))
    match.resolve()
    assert "dice" in last(match)
    good(match)


# standing orders and the freeze


def test_section_3_5_a_standing_document_answers_and_is_an_input() -> None:
    match = Match("assault")
    match.take(match.standing("red", "rear"))
    match.take(match.standing("red", "front", topic="losses"))
    match.take(match.orders("blue", ATTACK))
    outcome = match.resolve().outcome
    assert outcome.consulted == (("red", "losses"),)
    topic = match.log.standing["red", "losses"][0].digest
    assert last(match)["inputs"][1:] == [topic]
    assert {"event": "losses_taken", "rank": "front"}.items() <= outcome.events[1].items()
    good(match)


@pytest.mark.parametrize("policy", ["host", "actor"])
def test_section_3_5_freeze_what_comes_after_the_first_answer_does_not_count(policy: str) -> None:
    match = Match("assault", policy=policy)
    match.take(match.standing("red", "front"))
    head = match.log.head
    match.take(match.orders("blue", ATTACK))
    match.take(match.standing("red", "rear", rev=2, head=head))
    match.resolve()
    first, second = match.log.standing["red", ""]
    assert last(match)["inputs"][1:] == [first.digest]
    resolution = read(match)[-1].resolved[0].resolution
    assert [receipt.digest for receipt in too_late(match.log, resolution)] == [second.digest]
    good(match)


def test_section_3_5_freeze_a_default_is_an_answer() -> None:
    match = Match("assault", policy="actor")
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    match.default("t1/losses")
    match.take(match.standing("red", "rear"))
    match.resolve()
    assert last(match)["inputs"] == []
    good(match)


def test_section_3_5_freeze_policy_all_goes_by_the_head_of_the_answer() -> None:
    match = Match("assault", policy="all")
    old = match.log.head
    match.take(match.standing("red", "rear"))
    answer = match.orders("blue", ATTACK, head=old)
    match.take(answer)
    match.lock()
    match.take(match.release("red"))
    match.resolve()
    assert [ask.id for ask in match.log.asks] == ["t1/losses"]
    good(match)

    match = Match("assault", policy="all")
    match.take(match.standing("red", "rear"))
    match.take(match.orders("blue", ATTACK))
    match.lock()
    match.take(match.release("red"))
    match.resolve()
    assert match.log.phase is Phase.OVER
    good(match)


def test_section_3_5_freeze_policy_all_without_answers_goes_by_the_default() -> None:
    match = Match("assault", policy="all")
    match.take(match.orders("blue", ATTACK))
    match.lock()
    match.take(match.release("red"))
    match.resolve()
    match.default("t1/losses")
    match.take(match.standing("red", "rear"))
    match.lock()
    for seat in ("blue", "red"):
        match.take(match.release(seat))
    match.resolve()
    assert last(match)["inputs"] == []
    good(match)


# held texts


def test_section_9_1_held_texts_are_opened_when_the_step_ends() -> None:
    match = Match("assault", "probe")
    match.take(match.standing("red", "ask", topic="losses"), held=True)
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    assert "opened" not in last(match)
    assert len(match.log.held) == 2
    good(match)
    assert not match.audit().complete
    match.take(match.losses("front"))
    match.resolve()
    assert [each["signed"]["type"] for each in last(match)["opened"]] == ["orders", "standing"]
    assert match.log.held == ()
    good(match)
    assert match.audit().complete
    assert [len(applied.resolved) for applied in read(match)] == [0, 0, 0, 0, 0, 2]


def test_section_9_1_a_standing_document_of_the_next_step_stays_held() -> None:
    """One resolution ends a step and looks into standing orders of the next one."""
    match = Match("quiet", "assault", "probe")
    match.take(match.orders("red"), held=True)
    match.resolve()
    assert [each["signed"]["type"] for each in last(match)["opened"]] == ["orders"]
    match.take(match.standing("red", "ask"), held=True)
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    assert "opened" not in last(match)
    match.take(match.losses("rear"), held=True)
    match.resolve()
    assert [each["signed"]["type"] for each in last(match)["opened"]] == ["standing", "orders"]
    good(match)


def test_section_9_1_asks_of_several_seats_are_answered_held() -> None:
    match = Match("meeting", "probe")
    blue, red = match.orders("blue", ATTACK), match.orders("red")
    assert must_hold(match.log, check_document(match.log, blue))
    match.take(blue, held=True)
    match.take(red, held=True)
    match.resolve()
    assert sorted(last(match)["dice"]["links"]) == ["blue", "host", "red"]
    assert len(last(match)["opened"]) == 2
    good(match)


def test_section_9_1_the_playing_host_answers_first_held_and_final() -> None:
    match = Match("meeting", policy="all", host_seat="red")
    early = match.orders("blue", ATTACK)
    with pytest.raises(Refused) as refused:
        check_document(match.log, early)
    assert refused.value.code == "D06"
    match.take(match.orders("red"), held=True)
    with pytest.raises(Refused) as refused:
        check_document(match.log, early)
    assert refused.value.code == "D06"
    with pytest.raises(Refused) as refused:
        check_document(match.log, match.orders("red", ATTACK, rev=2))
    assert refused.value.code == "D10"
    match.take(match.orders("blue", ATTACK), held=True)
    match.lock()
    for seat in ("blue", "red"):
        match.take(match.release(seat))
    match.resolve()
    good(match)


def test_section_9_1_after_the_default_of_the_playing_host_others_may_answer() -> None:
    match = Match("meeting", policy="all", host_seat="red")
    match.default("t1/red")
    match.take(match.orders("blue"), held=True)
    match.resolve()
    assert "dice" not in last(match)
    good(match)


def test_code_d06_a_document_of_the_hosts_seat_names_the_newest_line() -> None:
    match = Match("quiet", policy="all", host_seat="red")
    old = match.orders("red")
    match.add(compose.remark(match.log, match.time(), "One line more."))
    with pytest.raises(Refused) as refused:
        check_document(match.log, old)
    assert refused.value.code == "D06"
    match.take(match.orders("red"))
    good(match)


# rare events


def _three(**options: object) -> Match:
    seats = ("blue", "green", "red")
    return Match("probe", "probe", policy="all", seats=seats, on_release="skip", **options)


def test_section_8_2_release_default_relock_and_excused_seat() -> None:
    match = _three()
    match.take(match.orders("blue", ATTACK))
    match.lock()
    match.take(match.release("red"))
    match.add(compose.default_release(match.log, match.time(48), "green"))
    assert match.log.phase is Phase.RELOCK
    assert (match.log.next, match.log.links) == (2, {})
    assert "left out of the dice" in match.log.notes[-1].text
    with pytest.raises(Refused) as refused:
        check_document(match.log, match.orders("blue", rev=2, link=None))
    assert refused.value.code == "D10"
    match.take(match.standing("red", "rear"))
    match.lock()
    assert last(match)["parties"] == ["blue", "host", "red"]
    for seat in ("blue", "red"):
        match.take(match.release(seat))
    match.resolve()
    assert (last(match)["dice"]["segment"], match.log.excused) == (2, {})
    match.take(match.orders("blue", ATTACK))
    match.lock()
    assert last(match)["parties"] == ["blue", "green", "host", "red"]
    good(match)


def test_section_8_3_a_new_key_takes_effect_with_its_line() -> None:
    match = Match("probe")
    old = match.orders("blue", ATTACK)
    new = key("blue", "new")
    match.take(match.rekey("blue", signers=[new], key=new.public))
    with pytest.raises(Refused) as refused:
        check_document(match.log, old)
    assert refused.value.code == "S04"
    match.keys["blue"] = new
    match.take(match.signed_by(old["signed"], "blue"))
    match.resolve()
    good(match)


def test_section_8_3_the_host_changes_his_key() -> None:
    match = Match("probe")
    new = key("host", "new")
    match.take(match.rekey("host", signers=[new], key=new.public))
    match.keys["host"] = new
    match.add(compose.remark(match.log, match.time(), "Signed with the new key."))
    good(match)
    assert match.log.host_key_at(1) != match.log.host_key_at(2) == new.public


def test_section_8_3_a_held_text_is_opened_under_the_key_of_its_receipt() -> None:
    match = Match("probe")
    match.take(match.orders("blue", ATTACK), held=True)
    new = key("blue", "new")
    match.take(match.rekey("blue", signers=[new], key=new.public))
    match.resolve()
    good(match)


def test_section_8_3_a_new_chain_works_above_its_base() -> None:
    match = Match("probe", "probe", "probe")
    second = chain("blue", base=2, name="second")
    words = {"tip": second.tip, "length": 40, "base": 2}
    match.take(match.rekey("blue", chain=words))
    assert last_link(match.log, "blue") == 42
    for number in (1, 2, 3):
        if number == 3:
            match.chains["blue"] = second
        match.take(match.orders("blue", ATTACK))
        match.resolve()
        assert last(match)["dice"]["segment"] == number
    good(match)


def test_section_8_6_a_conceded_seat_gets_defaults_and_leaves_the_dice_later() -> None:
    match = _three()
    match.take(match.orders("blue", ATTACK))
    match.take(match.concede("green"))
    match.lock()
    assert "green" in last(match)["parties"]
    for seat in ("green", "red"):
        match.take(match.release(seat))
    match.resolve()
    assert match.log.active() == ["blue", "red"]
    match.take(match.concede("blue"))
    match.default("t2/orders", "conceded", hours=0)
    match.resolve()
    good(match)


def test_section_8_6_concession_ends_the_game_when_one_side_is_left() -> None:
    match = _three(sides={"green": "west", "red": "west"})
    with pytest.raises(Refused) as refused:
        match.add(compose.end(match.log, match.time(), "concession", {}))
    assert refused.value.code == "L05"
    match.take(match.concede("blue"))
    match.add(compose.end(match.log, match.time(), "concession", {"winner": "west"}))
    good(match)


def test_section_5_retired_seats_leave_the_dice() -> None:
    match = Match("retire", "probe", policy="all")
    match.take(match.orders("blue"))
    match.resolve()
    assert last(match)["out"] == ["red"]
    match.take(match.orders("blue", ATTACK))
    match.lock()
    assert last(match)["parties"] == ["blue", "host"]
    match.resolve()
    good(match)


def test_section_5_pause_moves_the_deadline() -> None:
    match = Match("probe")
    due = match.log.due or 0
    match.add(compose.pause(match.log, match.time(), "Holidays."))
    with pytest.raises(Refused) as refused:
        match.default("t1/orders", hours=100)
    assert refused.value.code == "L05"
    paused = match.log.paused or 0
    match.add(compose.resume(match.log, match.time(), "Back."))
    assert match.log.due == due + match.log.time - paused
    match.default("t1/orders")
    good(match)
    assert "The game was paused: Holidays." in " ".join(match.audit().remarks)


def test_section_5_pause_moves_the_deadline_of_a_release() -> None:
    match = _three()
    match.take(match.orders("blue", ATTACK))
    match.lock()
    match.add(compose.pause(match.log, match.time(), "Holidays."))
    match.add(compose.resume(match.log, match.time(24), "Back."))
    with pytest.raises(Refused) as refused:
        match.add(compose.default_release(match.log, match.time(24), "green"))
    assert refused.value.code == "L11"
    match.add(compose.default_release(match.log, match.time(24), "green"))
    good(match)


def test_section_5_end_opens_what_was_used() -> None:
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    match.add(compose.end(match.log, match.time(), "abandoned", {}))
    assert len(last(match)["opened"]) == 1
    good(match)
    assert match.audit().complete


def test_section_6_1_step_10_names_all_mistakes() -> None:
    match = Match("probe")
    wrong = match.orders("blue", [{"do": "fly"}, {"do": "attack"}, {"do": "dig"}])
    with pytest.raises(OrdersAgainstRules) as refused:
        check_document(match.log, wrong)
    assert refused.value.code == "D12"
    assert [each.at for each in refused.value.refusals] == ["/orders/0/do", "/orders/2/do"]
    check_document(match.log, match.orders("blue", ATTACK))
    with pytest.raises(OrdersAgainstRules):
        check_document(match.log, match.standing("red", "sideways"))
    with pytest.raises(OrdersAgainstRules):
        check_document(match.log, match.standing("red", "front", topic="weather"))


def test_a_refused_line_leaves_the_log_as_it_was() -> None:
    match = Match("probe")
    before = (match.log.head, dict(match.log.answers), match.log.next, len(match.log.notes))
    for entry in (
        compose.default_ask(match.log, match.time(), "t1/orders", "deadline"),
        compose.lock(match.log, match.time(), NeedsLock((), ("host",))),
        compose.resume(match.log, match.time(), "Why not."),
    ):
        with pytest.raises(Refused):
            match.add(entry)
    after = (match.log.head, dict(match.log.answers), match.log.next, len(match.log.notes))
    assert before == after


def test_planning_wants_rules_and_held_texts() -> None:
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    match.take(match.losses("front"))
    reader = match.new_log()
    read_log(reader, match.lines)
    with pytest.raises(Refused) as refused:
        plan_resolution(reader, match.chains["host"].link)
    assert refused.value.code == "L12"
    reader.rules = None
    with pytest.raises(Refused) as refused:
        plan_resolution(reader, match.chains["host"].link)
    assert refused.value.code == "R08"


def test_code_r02_a_module_that_rolls_without_announcing_it_is_stopped_before_any_lock() -> None:
    match = Match("quiet", policy="all")
    step = match.rules.step

    async def cheating(opening: dict, table: Table) -> StepEnd:
        end = await step(opening, table)
        table.roll("t1/luck", 1)
        return end

    match.rules.step = cheating
    match.take(match.orders("red"))
    with pytest.raises(Refused) as refused:
        match.plan()
    assert refused.value.code == "R02"


def test_planning_names_the_held_text_that_is_missing() -> None:
    match = Match("probe")
    match.take(match.orders("blue", ATTACK), held=True)
    reader = match.new_log()
    read_log(reader, match.lines)
    with pytest.raises(Refused) as refused:
        plan_resolution(reader, match.chains["host"].link)
    assert match.log.answers["t1/orders"].digest in refused.value.reason


def test_section_3_5_under_policy_all_it_can_be_told_later_what_came_too_late() -> None:
    match = Match("assault", policy="all")
    head = match.log.head
    match.take(match.standing("red", "rear"))
    match.take(match.orders("blue", ATTACK, head=head), held=True)
    match.lock()
    match.take(match.release("red"))
    match.resolve()
    reader = match.new_log()
    read_log(reader, match.lines)
    waiting = reader.pending[0]
    with pytest.raises(ValueError, match="held"):
        too_late(reader, waiting)
    assert [receipt.seq for receipt in too_late(match.log, waiting_of(match))] == [1]


def test_earlier_lines_are_named_when_a_replay_fails_late() -> None:
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    lines = match.forge(2, lambda signed: signed.update(events="0" * 64))
    assert match.code(lines) == ""
    answer = match.losses("front", head=sha(lines[-1]))
    match.take(match.losses("front"))
    match.resolve()
    rest = [signed_of(line) for line in match.lines[3:]]
    rest[0]["doc"] = answer
    rest[1]["inputs"] = [sha(encode(answer))]
    finding = match.audit(relink(lines, rest, match.keys["host"])).finding
    assert finding is not None
    assert (finding.seq, finding.code) == (4, "R04")
    assert finding.reason.startswith("line 2, which can be run again only now")


def test_code_d12_in_the_middle_of_a_step_the_host_can_tell_and_a_stranger_can_not() -> None:
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    wrong = match.losses("sideways")
    with pytest.raises(OrdersAgainstRules):
        check_document(match.log, wrong)
    stranger = match.new_log()
    read_log(stranger, match.lines)
    assert check_document(stranger, wrong).type == "orders"
