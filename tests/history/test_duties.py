"""What must not be signed or sent (section 7, Y1 and Y2): the checks over a journal."""

from dataclasses import replace

import pytest

from pbem.history.duties import LogView, may_send, may_sign, missing
from pbem.history.journal import Gist, Journal, Sent

HEADS = [f"{number:064x}" for number in range(0xA0, 0xA8)]  # lines 0 to 7
OPENING = 4
ASK = "t2/i1/orders"

LOG = LogView(
    heads={head: seq for seq, head in enumerate(HEADS)},
    head=HEADS[-1],
    opening=OPENING,
    next=12,
    policy="actor",
    open_asks=[ASK],
    logged=[],
    refused=[],
    receipts=[],
)
ALL = replace(LOG, policy="all")
LOCKED = replace(ALL, open_asks=[])
ELSEWHERE = "f" * 64

ORDERS = Gist("orders", ASK, rev=1, head=HEADS[5], link=12)
RELEASE = Gist("release", HEADS[7], link=12)


def digest(number):
    return f"{number:064x}"


def journal(*gists, head=HEADS[5], **members):
    """A journal of axis in which the document number n (from 1) has the digest n."""
    sent = tuple(Sent(digest(n), gist) for n, gist in enumerate(gists, 1))
    return Journal("axis", head, sent, **members)


def stops(findings):
    return [finding.text for finding in findings if finding.stop]


def warnings(findings):
    return [finding.text for finding in findings if not finding.stop]


def only(texts):
    (text,) = texts
    return text


# ------------------------------------------------------------------ the log that is signed for


def test_y1_nothing_stands_against_the_first_answer_on_the_newest_log():
    assert may_send(journal(), LOG, [ORDERS]) == []


def test_y1_a_journal_that_has_signed_nothing_takes_any_log():
    assert may_sign(Journal("axis"), LOG) == []


def test_y1_a_log_that_does_not_hold_the_last_line_signed_for_is_not_signed():
    found = may_sign(journal(head=ELSEWHERE), LOG)
    assert "does not hold line ffffffff…" in only(stops(found))
    assert may_send(journal(head=ELSEWHERE), LOG, [ORDERS]) == found


def test_y1_an_older_copy_of_the_log_is_not_signed():
    older = replace(LOG, heads={head: seq for seq, head in enumerate(HEADS[:5])}, head=HEADS[4])
    assert "older copy" in only(stops(may_sign(journal(), older)))


def test_y1_a_lost_journal_warns_and_names_the_head_to_compare():
    found = may_send(Journal("axis", lost=True), LOG, [ORDERS])
    assert stops(found) == []
    assert HEADS[-1] in only(warnings(found))


def test_y1_a_lost_journal_that_has_signed_since_is_held_to_that():
    found = may_sign(journal(head=ELSEWHERE, lost=True), LOG)
    assert len(stops(found)) == 1
    assert len(warnings(found)) == 1


def test_code_d04_a_document_that_names_no_line_of_the_log_is_not_signed():
    found = may_send(journal(), LOG, [replace(ORDERS, head=ELSEWHERE)])
    assert "names line ffffffff…" in only(stops(found))


# ------------------------------------------------------------------ the number of the link


@pytest.mark.parametrize("link", [13, 11])
def test_y1_a_link_that_is_not_next_never_leaves(link):
    found = may_send(journal(), LOG, [replace(ORDERS, link=link)])
    assert f"Link {link} must not leave: the next segment of this log is 12" in only(stops(found))


def test_y1_a_release_above_next_never_leaves():
    assert len(stops(may_send(journal(), LOCKED, [replace(RELEASE, link=13)]))) == 1


def test_y1_a_log_that_fell_behind_the_links_that_are_out_gets_none():
    found = may_send(
        journal(replace(ORDERS, head=HEADS[2], link=14)), LOG, [replace(ORDERS, rev=2)]
    )
    assert "link 14 is out already" in only(stops(found))


# ------------------------------------------------------------------ two locks


def test_y1_a_link_is_never_released_for_two_locks():
    released = journal(replace(RELEASE, about=HEADS[6]))
    found = may_send(released, LOCKED, [RELEASE])
    assert "in your release for lock 000000" in only(stops(found))


def test_y1_a_release_for_the_same_lock_may_be_sent_again():
    assert may_send(journal(RELEASE), LOCKED, [RELEASE]) == []


def test_y1_a_link_released_for_a_lock_does_not_ride_in_orders_as_well():
    released = journal(RELEASE)
    found = may_send(released, LOG, [ORDERS])
    assert "It must not leave for anything else" in only(stops(found))


def test_8_2_after_a_missing_release_the_next_link_goes_to_the_new_lock():
    relock = replace(LOCKED, next=13)
    again = replace(RELEASE, about=HEADS[7], link=13)
    assert may_send(journal(replace(RELEASE, about=HEADS[6])), relock, [again]) == []


def test_y2_a_release_for_a_lock_that_is_not_in_the_verified_log_never_leaves():
    found = may_send(journal(), LOCKED, [replace(RELEASE, about=ELSEWHERE)])
    assert "release for ffffffff… names line ffffffff…" in only(stops(found))


# ------------------------------------------------------------------ open choices


def test_y1_no_link_leaves_while_another_choice_is_open():
    two = replace(LOG, open_asks=["t2/i1/losses", ASK])
    found = may_send(journal(), two, [ORDERS])
    assert only(stops(found)).endswith("in the same mail: t2/i1/losses.")


def test_3_5_several_asks_are_answered_in_one_mail_with_the_same_link():
    two = replace(LOG, open_asks=["t2/i1/losses", ASK])
    assert may_send(journal(), two, [ORDERS, replace(ORDERS, about="t2/i1/losses")]) == []


def test_y1_documents_of_one_mail_with_one_link_name_one_line():
    two = replace(LOG, open_asks=["t2/i1/losses", ASK])
    other = Gist("orders", "t2/i1/losses", rev=1, head=HEADS[6], link=12)
    found = may_send(journal(), two, [ORDERS, other])
    assert f"write {HEADS[5]} as its head" in only(stops(found))


def test_y1_an_answer_that_is_under_way_is_no_open_choice():
    two = replace(LOG, open_asks=["t2/i1/retreat", ASK])
    under_way = journal(Gist("orders", "t2/i1/retreat", rev=1, head=HEADS[OPENING]))
    assert may_send(under_way, two, [ORDERS]) == []


def test_y1_an_answer_from_before_the_asks_were_opened_anew_leaves_the_choice_open():
    two = replace(LOG, open_asks=["t2/i1/retreat", ASK])
    void = journal(Gist("orders", "t2/i1/retreat", rev=1, head=HEADS[OPENING - 1]))
    assert "t2/i1/retreat" in only(stops(may_send(void, two, [ORDERS])))


def test_y1_without_a_link_open_choices_do_not_matter():
    two = replace(LOG, policy="host", open_asks=["t2/i1/losses", ASK])
    assert may_send(journal(), two, [replace(ORDERS, link=0)]) == []
    assert may_send(journal(), two, [Gist("standing", rev=3, head=HEADS[5])]) == []


# ------------------------------------------------------------------ a second version


def test_y1_a_second_version_after_the_link_is_out_is_warned_of_under_actor():
    found = may_send(journal(ORDERS), LOG, [replace(ORDERS, rev=2)])
    assert stops(found) == []
    assert "choose which of your two versions to log" in only(warnings(found))


def test_y1_a_second_version_keeps_the_head_of_the_first():
    found = may_send(journal(ORDERS), LOG, [replace(ORDERS, rev=2, head=HEADS[6])])
    assert f"write {HEADS[5]} as its head" in only(stops(found))
    assert "orders for t2/i1/orders, rev 1" in only(stops(found))


def test_y1_a_third_version_keeps_the_head_of_the_first_too():
    versions = journal(ORDERS, replace(ORDERS, rev=2))
    found = may_send(versions, LOG, [replace(ORDERS, rev=3, head=HEADS[6])])
    assert len(stops(found)) == 1
    assert stops(may_send(versions, LOG, [replace(ORDERS, rev=3)])) == []


def test_y1_a_second_version_without_dice_is_warned_of_when_a_link_is_out():
    other = Gist("orders", "t2/i1/retreat", rev=1, head=HEADS[5])
    found = may_send(journal(other, ORDERS), LOG, [replace(other, rev=2, head=HEADS[6])])
    assert stops(found) == []
    assert "t2/i1/retreat" in only(warnings(found))


def test_y1_a_second_version_before_any_link_is_out_is_free():
    plain = replace(ORDERS, link=0)
    log = replace(LOG, policy="host")
    assert may_send(journal(plain), log, [replace(plain, rev=2, head=HEADS[6])]) == []


def test_y1_a_new_answer_after_a_rewind_takes_the_newest_head():
    before = replace(ORDERS, head=HEADS[2], link=11)
    assert may_send(journal(before), LOG, [replace(ORDERS, head=HEADS[6])]) == []


def test_code_d10_under_all_an_answer_with_a_link_is_final():
    found = may_send(journal(ORDERS), ALL, [replace(ORDERS, rev=2)])
    assert "is final" in only(stops(found))


def test_8_3_under_all_a_refused_answer_may_be_signed_anew():
    refused = replace(ALL, refused=[digest(1)])
    found = may_send(journal(ORDERS), refused, [replace(ORDERS, rev=2)])
    assert stops(found) == []
    assert len(warnings(found)) == 1


def test_under_all_an_answer_is_final_if_any_version_may_still_be_logged():
    versions = journal(ORDERS, replace(ORDERS, rev=2))
    refused = replace(ALL, refused=[digest(1)])
    assert len(stops(may_send(versions, refused, [replace(ORDERS, rev=3)]))) == 1


# ------------------------------------------------------------------ before a release (Y2)

STANDING = Gist("standing", "greece", rev=1, head=HEADS[2])


def test_y2_with_all_that_was_sent_in_the_log_the_link_is_released():
    log = replace(LOCKED, logged=[digest(1)], receipts=[digest(1)])
    assert may_send(journal(STANDING), log, [RELEASE]) == []


@pytest.mark.parametrize(
    "gist",
    [
        STANDING,
        Gist("orders", ASK, rev=1, head=HEADS[OPENING]),
        Gist("rekey", head=HEADS[2]),
        Gist("concede", head=HEADS[2]),
    ],
)
def test_y2_a_sent_document_that_is_not_logged_stops_the_release(gist):
    found = may_send(journal(gist), LOCKED, [RELEASE])
    assert str(gist) in only(stops(found))
    assert "is not in the log" in only(stops(found))


def test_y2_a_refused_document_does_not_stop_the_release():
    assert may_send(journal(STANDING), replace(LOCKED, refused=[digest(1)]), [RELEASE]) == []


def test_y2_a_document_the_player_has_given_up_does_not_stop_the_release():
    given_up = journal(STANDING).waived(digest(1))
    assert may_send(given_up, LOCKED, [RELEASE]) == []


def test_y2_a_version_that_was_replaced_in_the_log_does_not_stop_the_release():
    versions = journal(STANDING, replace(STANDING, rev=2))
    log = replace(LOCKED, logged=[digest(2)], receipts=[digest(2)])
    assert may_send(versions, log, [RELEASE]) == []


def test_y2_an_older_version_or_another_topic_in_the_log_replaces_nothing():
    versions = journal(STANDING, replace(STANDING, rev=2), replace(STANDING, about="", rev=3))
    log = replace(LOCKED, logged=[digest(1), digest(3)], receipts=[digest(1), digest(3)])
    assert [sent.digest for sent in missing(versions, log)] == [digest(2)]


def test_y2_one_of_two_documents_with_one_rev_is_enough():
    log = replace(LOCKED, logged=[digest(2)], receipts=[digest(2)])
    assert may_send(journal(STANDING, STANDING), log, [RELEASE]) == []


def test_y2_one_key_change_in_the_log_does_not_replace_another():
    change = Gist("rekey", head=HEADS[2])
    assert len(missing(journal(change, change), replace(LOCKED, logged=[digest(1)]))) == 1


def test_y2_a_link_that_was_in_orders_the_player_gave_up_is_released():
    given_up = journal(ORDERS).waived(digest(1))
    assert may_send(given_up, LOCKED, [RELEASE]) == []


def test_y2_stale_orders_and_old_releases_do_not_stop_the_release():
    old = [
        Gist("orders", "t1/i9/orders", rev=1, head=HEADS[OPENING - 1], link=11),
        Gist("orders", "t1/i8/orders", rev=1, head=ELSEWHERE, link=10),
        Gist("release", HEADS[3], link=11),
    ]
    assert may_send(journal(*old), LOCKED, [RELEASE]) == []


def test_y2_a_receipt_for_a_document_one_never_sent_stops_the_release():
    log = replace(LOCKED, logged=[digest(9)], receipts=[digest(9)])
    assert "which you never sent" in only(stops(may_send(journal(), log, [RELEASE])))


def test_y2_documents_of_other_seats_are_no_concern():
    assert may_send(journal(), replace(LOCKED, logged=[digest(9)]), [RELEASE]) == []


def test_y2_with_a_lost_journal_receipts_cannot_be_compared():
    log = replace(LOCKED, logged=[digest(9)], receipts=[digest(9)])
    found = may_send(Journal("axis", lost=True), log, [RELEASE])
    assert stops(found) == []
    assert len(warnings(found)) == 1


def test_y2_documents_that_release_nothing_are_not_held_to_it():
    assert may_send(journal(STANDING), LOG, [ORDERS]) == []
