"""What decided: orders format, section 6."""

from pbem.report.names import Names
from pbem.report.phrases import Phrases
from pbem.report.sources import Paper, decided, decisions_in, is_held

NAMES = Names(
    words={
        "seats": {
            "axis": {"name": "the Axis", "adjective": "Axis"},
            "allied": {"name": "the Allies", "adjective": "Allied"},
        }
    }
)
PHRASES = Phrases(NAMES, "1943-1945", "")
POLICIES = [
    {"decision": "elite", "value": "absorb"},
    {"decision": "losses", "value": ["cube:1", "engage:tank", "engage:elite"]},
    {"decision": "retreat", "value": "never", "as": "Hold"},
]
STANDING = Paper("5" * 64, "standing", "axis", "", 3, {"policies": POLICIES})
ORDERS = Paper(
    "0" * 64,
    "orders",
    "allied",
    "t2/i1/orders",
    2,
    {
        "orders": [
            {"do": "attack", "plan": POLICIES},
            {"do": "answer", "value": ["cube:1"]},
            {"do": "policies", "policies": POLICIES},
            {"do": "bomb", "as": "Hammer"},
        ]
    },
)


def said(source, paper=None, at="", part="", papers=(STANDING, ORDERS)):
    by = {"source": source} | ({"doc": paper.digest, "at": at} if paper else {})
    return decided(part, by, {each.digest: each for each in papers}, PHRASES)


def test_a_standing_order_is_named_as_in_the_orders_format():
    found = said("standing", STANDING, "/policies/1")
    assert found.text == (
        "by standing orders of the Axis, rev 3, policy 2: at most 1 cube, then engage tank, "
        "then engage elite"
    )
    assert (found.source, found.seat, found.document, found.at) == (
        "standing",
        "axis",
        STANDING.digest,
        "/policies/1",
    )


def test_a_policy_with_a_name_is_called_by_it():
    assert said("standing", STANDING, "/policies/2").text.endswith("rev 3, policy “Hold”: stay")


def test_the_topic_of_a_standing_document_is_told():
    paper = Paper("7" * 64, "standing", "axis", "zone:14", 1, {"policies": POLICIES})
    text = said("standing", paper, "/policies/0", papers=[paper]).text
    assert text == "by standing orders of the Axis on 14, rev 1, policy 1: absorb a loss"


def test_of_a_held_document_nothing_is_told_but_its_name():
    held = Paper(STANDING.digest, "standing", "axis", "", 3, None)
    found = said("standing", held, "/policies/1", papers=[held])
    assert found.text == "by standing orders of the Axis, rev 3"
    assert found.at == ""
    by = {"source": "standing", "doc": held.digest, "at": "/policies/1"}
    assert is_held(by, {held.digest: held})
    assert not is_held(by, {held.digest: STANDING})
    assert not is_held({"source": "default"}, {})


def test_plan_policies_answer_and_entry_are_told_apart():
    assert said("plan", ORDERS, "/orders/0/plan/1").text == (
        "by the Allied orders, rev 2, entry 1, plan, policy 2: at most 1 cube, then engage tank, "
        "then engage elite"
    )
    assert said("policies", ORDERS, "/orders/2/policies/0").text == (
        "by the Allied orders, rev 2, entry 3, policy 1: absorb a loss"
    )
    assert said("answer", ORDERS, "/orders/1/value").text == (
        "by the Allied answer, rev 2, entry 2: at most 1 cube"
    )
    assert said("answer", ORDERS, "/orders").text == "by the Allied orders, rev 2"
    assert said("answer", ORDERS, "/orders/3").text.endswith("entry “Hammer”")


def test_a_default_has_no_document():
    assert said("default").text == "by default"


def test_an_unknown_document_or_place_is_no_error():
    assert said("answer", ORDERS, "/orders", papers=[]).text == f"by document {'0' * 8}"
    assert said("standing", STANDING, "/policies/77/value").text.endswith("rev 3")


def test_every_origin_in_an_event_is_found_once_with_what_it_decided():
    default, standing = {"source": "default"}, {"source": "standing", "doc": "5", "at": "/x"}
    event = {"by": standing, "to_by": default, "parts": [{"by": default}, {"by": standing}]}
    assert list(decisions_in(event)) == [("", standing), ("to", default)]
    assert said("default", part="to").text == "where to: by default"
