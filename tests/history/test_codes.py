"""Every code of section 11 that a log or an arriving document can earn, provoked once or more.

Codes provoked elsewhere: A01 to A06 in tests/post; J01 to J08, J10 in tests/canon; S01 to S03 in
tests/trust; B01 and B02 belong to an option that is not built.
"""

from collections.abc import Callable

import pytest

from pbem.canon.canonical import encode, sha
from pbem.canon.codes import Refused
from pbem.engine.dice import stream
from pbem.history import compose
from pbem.history.applying import apply_line, read_log
from pbem.history.checking import check_document
from pbem.history.documents import read_document
from pbem.history.lobby import check_invite, check_join
from pbem.history.log import Log
from pbem.history.opening import salt_of
from pbem.history.planning import NeedsLock
from pbem.trust.envelope import sign
from pbem.trust.seeds import seed
from support.hosting import ATTACK, Match, Signed, chain, forge, key, relink, resign, signed_of

ZEROS = "0" * 64
WEAK = "01" + "00" * 31


def refused(match: Match, envelope: Signed) -> str:
    """The code with which an arriving document is refused."""
    with pytest.raises(Refused) as error:
        check_document(match.log, envelope)
    return error.value.code


def setting(*path: str | int, to: object) -> Callable[[Signed], None]:
    def change(signed: Signed) -> None:
        value = signed
        for part in path[:-1]:
            value = value[part]
        value[path[-1]] = to

    return change


def dropping(*path: str | int) -> Callable[[Signed], None]:
    def change(signed: Signed) -> None:
        value = signed
        for part in path[:-1]:
            value = value[part]
        del value[path[-1]]

    return change


def next_line(match: Match, entry: Signed, **fields: object) -> str:
    """The code of a composed line, with some fields changed, as the next line of the log."""
    line = encode(sign({**entry, **fields}, match.keys["host"]))
    return match.code([*match.lines, line])


def probe(*, held: bool = False, policy: str = "actor") -> Match:
    """Genesis, blue's attack, resolve with two dice."""
    match = Match("probe", "probe", policy=policy)
    match.take(match.orders("blue", ATTACK), held=held)
    if policy == "all":
        match.lock()
        match.take(match.release("red"))
    match.resolve()
    return match


# signatures and keys


def test_code_s04_another_key_signs() -> None:
    match = Match("probe")
    assert refused(match, resign(match.orders("blue"), match.keys["red"])) == "S04"
    assert match.code(relink([], [signed_of(match.lines[0])], match.keys["red"])) == "S04"


def test_code_s05_the_signature_does_not_verify() -> None:
    match = Match("probe")
    envelope = match.orders("blue")
    envelope["signed"]["rev"] = 2
    assert refused(match, envelope) == "S05"


def test_code_s06_a_rekey_is_signed_by_both_keys() -> None:
    match = Match("probe")
    assert refused(match, match.rekey("blue", key=key("blue", "new").public)) == "S06"


def test_code_s07_weak_keys_are_refused() -> None:
    match = Match("probe")
    weak = {"signatures": [{"key": WEAK, "sig": "01" + "00" * 63}]}
    signed = {**match.joins[0].signed, "key": WEAK}
    with pytest.raises(Refused) as error:
        check_join(match.invite, [], {**weak, "signed": signed})
    assert error.value.code == "S07"
    invite = {**match.invite.signed, "host": {**match.invite.signed["host"], "key": WEAK}}
    with pytest.raises(Refused) as error:
        check_invite({**weak, "signed": invite})
    assert error.value.code == "S07"
    rekey = match.rekey("blue", key=WEAK)
    rekey["signatures"] = sorted(
        [*rekey["signatures"], *weak["signatures"]], key=lambda each: each["key"]
    )
    assert refused(match, rekey) == "S07"


# documents


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"rev": 0}, "/rev"),
        ({"ask": "t1 orders"}, "/ask"),
        ({"surplus": 1}, "/surplus"),
        ({"orders": [1]}, "/orders/0"),
        ({"type": "motion"}, "/type"),
        ({"type": "order"}, "/type"),
    ],
)
def test_code_j09_names_the_place(fields: Signed, at: str) -> None:
    match = Match("probe")
    with pytest.raises(Refused) as error:
        check_document(match.log, resign(match.orders("blue"), match.keys["blue"], **fields))
    assert (error.value.code, error.value.at) == ("J09", at)


def test_code_j09_documents_of_the_lobby_come_too_late() -> None:
    match = Match("probe")
    assert refused(match, match.joins[0].envelope) == "D08"
    other = resign(match.joins[0].envelope, match.keys["blue"], name="Blue")
    assert refused(match, other) == "J09"


def test_code_j09_the_host_has_no_second_chain() -> None:
    match = Match("probe")
    words = {"tip": chain("host", base=2).tip, "length": 40, "base": 2}
    assert refused(match, match.rekey("host", chain=words)) == "J09"


def test_code_j09_options_are_the_modules() -> None:
    match = Match("probe")

    def change(signed: Signed) -> None:
        invite = signed["invite"]["signed"]
        invite["options"]["bonus"] = 1
        signed["invite"] = sign(invite, match.keys["host"])
        digest = sha(encode(signed["invite"]))
        joins = [
            resign(join.envelope, match.keys[join.party], invite=digest) for join in match.joins
        ]
        signed["joins"] = joins

    assert match.code(match.forge(0, change)) == "J09"


@pytest.mark.parametrize(
    "held",
    [
        {"type": "orders", "rev": 1},
        {"type": "standing", "ask": "t1/orders", "rev": 1},
        {"type": "orders", "ask": "t1/orders", "topic": "losses", "rev": 1},
    ],
)
def test_code_j09_a_receipt_fits_its_type(held: Signed) -> None:
    match = Match("probe")
    entry = compose.remark(match.log, match.time(), "x")
    del entry["text"]
    held = {"digest": ZEROS, "seat": "blue", **held}
    assert next_line(match, entry, type="receive", held=held) == "J09"


def test_code_j09_the_data_of_an_ask_is_limited() -> None:
    match = Match("probe")
    large = setting("asks", 0, "data", to={"text": "x" * 8190})
    assert match.code(match.forge(0, large)) == "J09"


def test_code_j09_no_calendar_has_this_day() -> None:
    match = Match("probe")
    assert match.code(match.forge(0, setting("time", to="2026-02-30T12:00:00Z"))) == "J09"


def test_code_d01_another_game() -> None:
    match = probe()
    other = resign(match.orders("blue"), match.keys["blue"], game="skirmish-0000beef")
    assert refused(match, other) == "D01"
    assert match.code(match.forge(1, setting("game", to="skirmish-0000beef"))) == "D01"


def test_code_d02_no_such_seat() -> None:
    match = Match("probe")
    assert refused(match, resign(match.orders("blue"), match.keys["blue"], seat="green")) == "D02"


def test_code_d02_a_seat_that_has_left() -> None:
    match = Match("probe", "probe")
    match.take(match.concede("red"))
    assert refused(match, match.concede("red")) == "D02"
    match.take(match.orders("blue"))
    match.resolve()
    assert refused(match, match.standing("red")) == "D02"
    held = {"digest": ZEROS, "type": "standing", "seat": "red", "rev": 1}
    entry = compose.remark(match.log, match.time(), "x")
    del entry["text"]
    assert next_line(match, entry, type="receive", held=held) == "D02"


def test_code_d03_another_invitation() -> None:
    match = Match("probe")
    other = resign(match.joins[0].envelope, match.keys["blue"], invite=ZEROS)
    with pytest.raises(Refused) as error:
        check_join(match.invite, [], other)
    assert error.value.code == "D03"


def test_code_d04_no_line_of_this_log() -> None:
    match = Match("probe")
    assert refused(match, match.orders("blue", head=ZEROS)) == "D04"


def test_code_d05_no_such_ask() -> None:
    match = Match("probe")
    assert refused(match, match.orders("blue", ask="t9/orders")) == "D05"
    assert refused(match, match.orders("red", ask="t1/orders")) == "D05"
    match.default("t1/orders")
    assert refused(match, match.orders("blue")) == "D05"


def test_code_d06_written_before_the_question() -> None:
    match = Match("probe", "probe")
    old = match.log.head
    match.take(match.orders("blue"))
    match.resolve()
    assert refused(match, match.orders("blue", head=old)) == "D06"


def test_code_d07_rev_must_grow() -> None:
    match = Match("probe")
    match.take(match.orders("blue", rev=3))
    assert refused(match, match.orders("blue", ATTACK, rev=3)) == "D07"
    match.take(match.standing("red", rev=2))
    assert refused(match, match.standing("red", rev=1)) == "D07"
    match.take(match.standing("red", rev=1, topic="losses"))


def test_code_d08_already_logged() -> None:
    match = Match("probe")
    orders = match.orders("blue")
    match.take(orders)
    assert refused(match, orders) == "D08"
    held = Match("probe")
    held.take(orders, held=True)
    assert refused(held, orders) == "D08"
    again = {**signed_of(held.lines[1]), "seq": 2}
    assert held.code(relink(held.lines, [again], held.keys["host"])) == "D08"


def test_code_d08_a_refusal_stands_once() -> None:
    match = Match("probe")
    for _ in range(2):
        entry = compose.refuse(match.log, match.time(), ZEROS, "D05", "No such question.", "blue")
        if match.log.seq == 1:
            match.add(entry)
    assert next_line(match, entry) == "D08"
    assert match.log.refusals == {"blue": 1}
    assert "The host refused a document of blue: D05" in match.log.notes[-1].text


def test_code_d09_the_playing_host_needs_policy_all_and_wait() -> None:
    for fault in ({"policy": "actor"}, {"policy": "host"}, {"on_release": "skip"}):
        fields = {"policy": "all", "on_release": "wait", **fault}
        with pytest.raises(Refused) as error:
            Match("probe", host_seat="red", **fields)
        assert error.value.code == "D09"


def test_code_d10_answers_locked_or_final() -> None:
    match = Match("probe", policy="all")
    match.take(match.orders("blue", ATTACK))
    assert refused(match, match.orders("blue", rev=2)) == "D10"
    match.lock()
    assert refused(match, match.orders("blue", rev=2, link=None)) == "D10"


def test_code_d10_nothing_is_taken_after_the_game() -> None:
    match = Match("probe")
    match.take(match.orders("blue"))
    match.resolve()
    assert refused(match, match.standing("red")) == "D10"
    tip = chain("red", base=5).tip
    words = {"tip": tip, "length": 40, "base": 5}
    assert refused(match, match.rekey("red", chain=words)) == "D10"
    match.add(compose.end(match.log, match.time(), "victory", dict(match.log.over or {})))
    assert refused(match, match.concede("red")) == "D10"
    new = key("red", "new")
    assert refused(match, match.rekey("red", signers=[new], key=new.public)) == "D10"


def test_code_d11_keys_and_tips_are_unique() -> None:
    match = Match("probe")
    join = match.joins[0]
    copied = resign(join.envelope, match.keys["blue"], tip=match.chains["host"].tip)
    with pytest.raises(Refused) as error:
        check_join(match.invite, [], copied)
    assert error.value.code == "D11"
    as_red = resign(join.envelope, match.keys["blue"], seat="red")
    with pytest.raises(Refused) as error:
        check_join(match.invite, [join], as_red)
    assert error.value.code == "D11"
    words = {"tip": match.chains["red"].tip, "length": 40, "base": 2}
    assert refused(match, match.rekey("blue", chain=words)) == "D11"
    old = match.keys["blue"]
    new = key("blue", "new")
    match.take(match.rekey("blue", signers=[new], key=new.public))
    match.keys["blue"] = new
    assert refused(match, match.rekey("blue", signers=[old], key=old.public)) == "D11"


def test_code_d12_illegal_orders_in_a_log() -> None:
    """The host logs what he should have refused; the replay finds it."""
    match = probe()

    def change(signed: Signed) -> None:
        signed["doc"] = resign(signed["doc"], match.keys["blue"], orders=[{"do": "fly"}])

    lines = match.forge(1, change)
    digest = sha(encode(signed_of(lines[1])["doc"]))
    assert match.code(match.forge(2, setting("inputs", 0, to=digest), lines)) == "D12"


def test_code_d12_a_malformed_standing_document_that_is_consulted() -> None:
    match = Match("assault")
    match.take(match.standing("red"))
    match.take(match.orders("blue", ATTACK))
    match.resolve()

    def change(signed: Signed) -> None:
        signed["doc"] = resign(signed["doc"], match.keys["red"], policies=[{"if": 1}])

    lines = match.forge(1, change)
    head = sha(lines[1])

    def follow(signed: Signed) -> None:
        signed["doc"] = resign(signed["doc"], match.keys["blue"], head=head)

    lines = match.forge(2, follow, lines)
    digests = [sha(encode(signed_of(lines[place])["doc"])) for place in (2, 1)]
    lines = match.forge(3, setting("inputs", to=digests), lines)
    assert match.code(lines) == "D12"


def test_code_d13_motions_are_not_known_yet() -> None:
    match = Match("probe", consent_end="all")
    assert next_line(match, compose.end(match.log, match.time(), "motion", {})) == "D13"
    allowed = Match("probe", consent_end="host")
    assert next_line(allowed, compose.end(allowed.log, allowed.time(), "motion", {})) == ""


# chains and dice


@pytest.mark.parametrize(
    "change",
    [
        setting("next", to=3),
        setting("next", to=1),
        setting("dice", "segment", to=2),
    ],
)
def test_code_c01_numbers(change: Callable[[Signed], None]) -> None:
    match = probe()
    assert match.code(match.forge(2, change)) == "C01"


def test_code_c01_burning() -> None:
    match = Match("probe", "probe")
    match.take(match.orders("blue"))
    match.resolve()
    assert match.code(match.forge(2, dropping("burn"))) == "C01"
    assert match.code(match.forge(2, setting("burn", to=2))) == "C01"
    quiet = Match("quiet", "quiet")
    quiet.take(quiet.orders("red"))
    quiet.resolve()
    assert quiet.code(quiet.forge(2, setting("burn", to=1))) == "C01"


def test_code_c01_burning_with_a_held_link_is_found_when_it_is_opened() -> None:
    match = Match("assault", policy="all")
    match.take(match.orders("blue"), held=True)
    match.resolve()
    lines = match.forge(2, dropping("burn"))
    assert match.code(match.forge(2, setting("next", to=1), lines)) == "C01"


def test_code_c01_lock() -> None:
    match = probe(policy="all")
    assert match.code(match.forge(2, setting("segment", to=2))) == "C01"
    assert match.code(match.forge(0, setting("next", to=2))) == "C01"


def test_code_c02_link_number() -> None:
    match = Match("probe")
    assert refused(match, match.orders("blue", link=match.link("blue", 2))) == "C02"


@pytest.mark.parametrize(
    ("step", "policy", "seat", "sent"),
    [
        ("probe", "actor", "blue", False),
        ("quiet", "actor", "red", True),
        ("probe", "host", "blue", True),
        ("meeting", "all", "blue", True),
    ],
)
def test_code_c03_link_missing_or_not_allowed(
    step: str, policy: str, seat: str, sent: bool
) -> None:
    match = Match(step, policy=policy)
    link = match.link(seat) if sent else None
    assert refused(match, match.orders(seat, link=link)) == "C03"


def test_code_c03_a_release_nobody_wants() -> None:
    match = Match("probe", policy="all")
    match.take(match.orders("blue", ATTACK))
    match.lock()
    assert refused(match, match.release("blue")) == "C03"


def test_code_c04_not_the_link_of_the_chain() -> None:
    match = Match("probe")
    wrong = {"n": 1, "x": match.chains["red"].link(1)}
    assert refused(match, match.orders("blue", link=wrong)) == "C04"
    done = probe()
    lines = done.forge(2, setting("dice", "links", "blue", to=done.chains["blue"].link(2)))
    assert done.code(lines) == "C04"


def test_code_c04_another_link_than_the_one_that_was_held() -> None:
    """The link in a held answer is compared when the text is opened."""
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    match.take(match.losses("rear"))
    match.resolve()

    def change(signed: Signed) -> None:
        link = {"n": 1, "x": match.chains["red"].link(1)}
        signed["opened"] = [resign(signed["opened"][0], match.keys["blue"], link=link)]

    assert match.code(match.forge(4, change)) == "L12"


def test_code_c05_salt() -> None:
    match = Match("probe")
    assert match.code(match.forge(0, setting("salt", to=ZEROS))) == "C05"


def test_code_c06_release_for_another_lock() -> None:
    match = Match("probe", policy="all")
    assert refused(match, match.release("red")) == "C06"
    match.take(match.orders("blue", ATTACK))
    match.lock()
    assert refused(match, match.release("red", lock=ZEROS)) == "C06"


def test_code_c07_wrong_parties() -> None:
    match = probe()
    change = setting("dice", "links", "red", to=match.chains["red"].link(1))
    assert match.code(match.forge(2, change)) == "C07"
    locked = probe(policy="all")
    assert locked.code(locked.forge(2, setting("parties", to=["blue", "host"]))) == "C07"


def test_code_c07_a_link_nobody_sent_is_found_when_the_answer_is_opened() -> None:
    """Under policy `all` a held answer might carry the link; opened, it does not."""
    match = Match("assault", policy="all")
    match.take(match.orders("blue", ATTACK, link=None), held=True)
    match.lock()
    match.take(match.release("red"))
    match.take(match.release("blue"))
    match.resolve()
    match.take(match.losses("rear"))
    match.resolve()
    rest = [signed_of(line) for line in (*match.lines[:4], *match.lines[5:])]
    for seq, signed in enumerate(rest):
        signed["seq"] = seq
    lines = relink([], rest[:5], match.keys["host"])
    assert match.code(lines) == ""
    answer = resign(rest[5]["doc"], match.keys["red"], head=sha(lines[-1]))
    rest[5]["doc"] = answer
    rest[6]["inputs"] = [sha(encode(answer))]
    lines = relink(lines, rest[5:], match.keys["host"])
    assert match.code(lines) == "C07"


@pytest.mark.parametrize(
    "change",
    [
        lambda signed: signed["dice"]["rolls"].append(signed["dice"]["rolls"][0]),
        setting("dice", "rolls", 0, "label", to="a b"),
        setting("dice", "rolls", 0, "sides", to=257),
        setting("dice", "rolls", 0, "sides", to=1),
    ],
)
def test_code_c08_labels(change: Callable[[Signed], None]) -> None:
    match = probe()
    assert match.code(match.forge(2, change)) == "C08"


def test_code_c09_seed() -> None:
    match = probe()
    assert match.code(match.forge(2, setting("dice", "seed", to=ZEROS))) == "C09"


def test_code_c10_the_chain_is_used_up() -> None:
    """A chain that says it is shorter than it is."""
    match = Match("probe", "probe", "probe")
    match.log.parties["blue"].chains[0].length = 1
    match.take(match.orders("blue"))
    match.resolve()
    assert refused(match, match.orders("blue")) == "C10"


def test_code_c11_where_a_new_chain_may_begin() -> None:
    match = Match("probe", "probe")
    tip = chain("blue", base=3).tip

    def words(base: int) -> Signed:
        return {"tip": tip, "length": 40, "base": base}

    for base in (0, 41, 102):
        assert refused(match, match.rekey("blue", chain=words(base))) == "C11"
    match.take(match.rekey("blue", chain=words(3)))
    other = {**words(3), "tip": chain("blue", base=4).tip}
    assert refused(match, match.rekey("blue", chain=other)) == "C11"


# lines


def test_code_l01_not_canonical() -> None:
    match = probe()
    assert match.code([match.lines[0].replace(b"{", b"{ ", 1)]) == "L01"


def test_code_l02_wrong_seq() -> None:
    match = probe()
    assert match.code(match.forge(1, setting("seq", to=2))) == "L02"


def test_code_l03_wrong_prev() -> None:
    match = probe()
    signed = {**signed_of(match.lines[1]), "prev": ZEROS}
    assert match.code([match.lines[0], encode(sign(signed, match.keys["host"]))]) == "L03"


@pytest.mark.parametrize("kind", ["checkpoint", "", 7, ["remark"]])
def test_code_l04_unknown_entry(kind: object) -> None:
    match = Match("probe")
    entry = compose.remark(match.log, match.time(), "x")
    assert next_line(match, entry, type=kind) == "L04"


def test_code_l05_the_state_machine() -> None:
    match = Match("probe", "quiet", policy="all")
    time = match.time()
    assert next_line(match, {**signed_of(match.lines[0]), "seq": 1, "prev": match.log.head}) == (
        "L05"
    )
    assert next_line(match, compose.resume(match.log, time, "x")) == "L05"
    assert next_line(match, compose.default_release(match.log, time, "red")) == "L05"
    assert next_line(match, compose.end(match.log, time, "victory", {})) == "L05"
    assert next_line(match, compose.end(match.log, time, "concession", {})) == "L05"
    match.take(match.orders("blue", ATTACK))
    match.lock()
    time = match.time()
    assert next_line(match, compose.default_ask(match.log, time, "t1/orders", "deadline")) == "L05"
    plan = NeedsLock((match.log.answers["t1/orders"].digest,), ("blue", "host", "red"))
    assert next_line(match, compose.lock(match.log, match.time(), plan)) == "L05"
    actor = Match("probe")
    assert next_line(actor, compose.lock(actor.log, actor.time(), plan)) == "L05"
    assert match.code(match.lines[1:]) == "L05"


def test_code_l05_orders_in_a_locked_game() -> None:
    match = Match("probe", policy="all")
    match.take(match.orders("blue", ATTACK, link=None))
    document = read_document(match.orders("blue", rev=2, link=None))
    match.lock()
    assert next_line(match, compose.receive(match.log, match.time(), document)) == "L05"


def test_code_l05_dice_under_policy_all_need_a_lock() -> None:
    match = probe(policy="all")
    resolve = {**signed_of(match.lines[4]), "seq": 2}
    assert match.code(relink(match.lines[:2], [resolve], match.keys["host"])) == "L05"
    assert match.code(match.forge(4, dropping("dice"))) == "L05"


def test_code_l05_orders_must_be_held_while_several_are_asked() -> None:
    match = Match("meeting")
    document = read_document(match.orders("blue"))
    assert next_line(match, compose.receive(match.log, match.time(), document)) == "L05"


def test_code_l05_nothing_follows_the_end() -> None:
    match = Match("probe")
    match.add(compose.end(match.log, match.time(), "abandoned", {}))
    assert next_line(match, compose.remark(match.log, match.time(), "x")) == "L05"


def test_code_l06_an_ask_without_an_answer() -> None:
    match = Match("probe", policy="all")
    lock = compose.lock(match.log, match.time(), NeedsLock((), ("blue", "host", "red")))
    assert next_line(match, lock) == "L06"
    done = probe()
    resolve = {**signed_of(done.lines[2]), "seq": 1}
    assert done.code(relink(done.lines[:1], [resolve], done.keys["host"])) == "L06"


def test_code_l07_the_seats_of_the_invitation() -> None:
    match = Match("probe")
    assert match.code(match.forge(0, lambda signed: signed["joins"].reverse())) == "L07"
    match.rules.seats = ("blue", "green", "red")
    assert match.code(match.lines) == "L07"


def test_code_l08_not_the_counting_answer() -> None:
    match = Match("probe", policy="all")
    match.take(match.orders("blue", link=None))
    first = match.log.answers["t1/orders"].digest
    match.take(match.orders("blue", ATTACK, rev=2))
    match.lock()
    assert match.code(match.forge(3, setting("inputs", to=[first]))) == "L08"
    match.take(match.release("red"))
    match.resolve()
    assert match.code(match.forge(5, setting("inputs", to=[first]))) == "L08"


def test_code_l08_standing_documents() -> None:
    match = Match("assault")
    match.take(match.standing("red"))
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    answer, standing = signed_of(match.lines[3])["inputs"]
    for inputs in ([answer], [answer, ZEROS], [answer, standing, standing], [answer, answer]):
        assert match.code(match.forge(3, setting("inputs", to=inputs))) == "L08"


def test_code_l10_time_goes_back() -> None:
    match = probe()
    assert match.code(match.forge(1, setting("time", to="2026-11-01T18:00:59Z"))) == "L10"


def test_code_l11_deadlines() -> None:
    match = probe()
    early = setting("due", to="2026-11-04T18:00:00Z")
    assert match.code(match.forge(0, early)) == "L11"
    assert match.code(match.forge(2, early)) == "L11"
    time = match.time()
    assert next_line(match, compose.default_ask(match.log, time, "t2/orders", "deadline")) == "L11"
    assert next_line(match, compose.default_ask(match.log, time, "t2/orders", "conceded")) == "L11"
    assert next_line(match, compose.default_ask(match.log, time, "t2/orders", "vacant")) == "L11"
    late = match.time(100)
    default = compose.default_ask(match.log, late, "t2/orders", "deadline")
    assert next_line(match, default) == ""
    assert next_line(match, default, ask="t9/orders") == "L11"
    assert next_line(match, default, seat="red") == "L11"
    match.take(match.orders("blue"))
    answered = compose.default_ask(match.log, match.time(), "t2/orders", "deadline")
    assert next_line(match, answered) == "L11"


def test_code_l11_without_due_nobody_is_late() -> None:
    match = Match("probe")
    lines = match.forge(0, dropping("due"))
    default = compose.default_ask(match.log, match.time(100), "t1/orders", "deadline")
    assert match.code(relink(lines, [default], match.keys["host"])) == "L11"


def test_code_l11_missing_releases() -> None:
    for on_release, code in (("wait", "L11"), ("skip", "")):
        match = Match("probe", policy="all", on_release=on_release)
        match.take(match.orders("blue", ATTACK))
        match.lock()
        entry = compose.default_release(match.log, match.time(48), "red")
        assert next_line(match, entry) == code
        assert next_line(match, entry, seat="blue") == "L11"
        assert next_line(match, entry, segment=2) == "L11"
        assert next_line(match, entry, why="conceded") == "L11"


def test_code_l11_resume() -> None:
    match = Match("probe")
    match.add(compose.pause(match.log, match.time(), "x"))
    resume = compose.resume(match.log, match.time(24), "y")
    assert next_line(match, resume) == ""
    assert next_line(match, resume, due=resume["due"].replace("T18:0", "T17:5")) == "L11"


def _held_game() -> Match:
    match = Match("assault", "probe")
    match.take(match.standing("red", "ask"), held=True)
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    match.take(match.losses("rear"), held=True)
    match.resolve()
    return match


def test_code_l12_held_texts() -> None:
    match = _held_game()
    assert match.code(match.lines) == ""
    opened = signed_of(match.lines[5])["opened"]
    kinds = [each["signed"]["type"] for each in opened]
    assert kinds == ["orders", "standing", "orders"]
    forged = resign(opened[0], match.keys["blue"], note="x")
    for texts, code in (
        ([opened[1], opened[0], opened[2]], "L12"),
        (opened[1:], "L12"),
        ([opened[0], opened[0], *opened[1:]], "L12"),
        ([forged, *opened[1:]], "L12"),
        ([opened[0], opened[2]], "R07"),
    ):
        assert match.code(match.forge(5, setting("opened", to=texts))) == code
    assert match.code(match.forge(5, dropping("opened"))) == "L12"


@pytest.mark.parametrize(
    "fields",
    [{"rev": 2}, {"head": ZEROS}, {"link": {"n": 2, "x": ZEROS}}, {"game": "skirmish-0000beef"}],
)
def test_code_l12_the_text_breaks_the_protocol_as_of_its_receipt(fields: Signed) -> None:
    """The host gave a receipt for a document that he should have refused."""
    match = _held_game()
    bad = resign(signed_of(match.lines[5])["opened"][0], match.keys["blue"], **fields)
    digest = sha(encode(bad))
    lines = match.forge(2, setting("held", "digest", to=digest))
    lines = match.forge(3, setting("inputs", 0, to=digest), lines)
    answer = resign(match.held[signed_of(lines[4])["held"]["digest"]], match.keys["red"],
                    head=sha(lines[3]))  # fmt: skip
    after = sha(encode(answer))
    lines = match.forge(4, setting("held", "digest", to=after), lines)
    lines = match.forge(5, setting("inputs", 0, to=after), lines)
    standing = signed_of(lines[5])["opened"][1]
    lines = match.forge(5, setting("opened", to=[bad, standing, answer]), lines)
    assert match.code(lines) == "L12"


def test_code_l12_the_end_opens_what_was_used() -> None:
    match = Match("assault")
    match.take(match.orders("blue", ATTACK), held=True)
    match.resolve()
    end = compose.end(match.log, match.time(), "abandoned", {})
    assert next_line(match, end) == ""
    del end["opened"]
    assert next_line(match, end) == "L12"


def test_code_l12_the_hosts_text_is_not_that_of_the_receipt() -> None:
    match = Match("probe")
    orders = read_document(match.orders("blue"))
    match.held[orders.digest] = orders.envelope
    entry = compose.receive_held(match.log, match.time(), orders)
    entry["held"]["rev"] = 2
    line = encode(sign(entry, match.keys["host"]))
    with pytest.raises(Refused) as error:
        apply_line(match.log, line)
    assert error.value.code == "L12"


# the replay


def test_code_r01_state() -> None:
    match = probe()
    assert match.code(match.forge(2, setting("state", to=ZEROS))) == "R01"
    assert match.code(match.forge(0, setting("state", to=ZEROS))) == "R01"


def test_code_r02_dice_that_no_question_announced() -> None:
    match = Match("quiet", "probe", policy="host")
    match.take(match.orders("red"))
    match.resolve()
    dice = signed_of(probe(policy="host").lines[2])["dice"]
    change = setting("dice", to=dice)
    lines = match.forge(2, setting("next", to=2))
    assert match.code(match.forge(2, change, lines)) == "R02"


def test_code_r02_dice_were_needed_and_the_line_has_none() -> None:
    match = probe()
    lines = match.forge(2, dropping("dice"))
    assert match.code(match.forge(2, setting("burn", to=1), lines)) == "R02"


def test_code_r02_dice_before_the_first_question() -> None:
    match = Match("probe")

    async def step(_opening: object, table: object) -> None:
        table.roll("t0/weather", 1)

    match.rules.step = step
    assert match.code(match.lines) == "R02"


def test_code_r03_rolls() -> None:
    match = probe()
    assert match.code(match.forge(2, setting("dice", "rolls", to=[]))) == "R03"
    value = signed_of(match.lines[2])["dice"]["rolls"][0]["values"][0]
    other = setting("dice", "rolls", 0, "values", 0, to=value % 6 + 1)
    assert match.code(match.forge(2, other)) == "R03"
    assert match.code(match.forge(2, setting("dice", "rolls", 0, "values", to=[]))) == "R03"


def test_code_r03_a_roll_the_rules_do_not_ask_for() -> None:
    """Dice from the right seed under a label of the host's own."""
    match = probe()
    seed = signed_of(match.lines[2])["dice"]["seed"]
    extra = {"label": "t1/luck", "sides": 6, "values": list(stream(seed, "t1/luck", 2, 6))}
    change = setting("dice", "rolls", to=[extra])
    assert match.code(match.forge(2, change)) == "R03"


def test_code_r04_events() -> None:
    match = probe()
    assert match.code(match.forge(2, setting("events", to=ZEROS))) == "R04"


def test_code_r05_asks() -> None:
    match = probe()
    assert match.code(match.forge(2, setting("asks", 0, "seat", to="red"))) == "R05"
    assert match.code(match.forge(2, setting("asks", to=[]))) == "R05"
    assert match.code(match.forge(0, setting("asks", 0, "dice", to=False))) == "R05"


def test_code_r06_a_concession_is_won_by_the_side_that_is_left() -> None:
    match = Match("probe", sides={"red": "west"})
    match.take(match.concede("blue"))
    end = compose.end(match.log, match.time(), "concession", {"winner": "west"})
    assert next_line(match, end) == ""
    for wrong in ({"winner": "blue"}, {"winner": "red"}, {}, {"winner": "west", "draw": True}):
        assert next_line(match, end, result=wrong) == "R06"
    match.take(match.concede("red"))
    nobody = compose.end(match.log, match.time(), "concession", {})
    assert next_line(match, nobody) == ""
    assert next_line(match, nobody, result={"winner": "west"}) == "R06"


def test_code_r06_nobody_wins_an_abandoned_game() -> None:
    match = Match("probe")
    end = compose.end(match.log, match.time(), "abandoned", {})
    assert next_line(match, end) == ""
    assert next_line(match, end, result={"winner": "blue"}) == "R06"


def test_code_r06_result() -> None:
    match = Match("quiet")
    match.take(match.orders("red"))
    match.resolve()
    assert match.code(match.forge(2, setting("over", "winner", to="red"))) == "R06"
    assert match.code(match.forge(2, dropping("over"))) == "R06"
    assert match.code(match.forge(2, setting("out", to=["red"]))) == "R06"
    end = compose.end(match.log, match.time(), "victory", {"winner": "red"})
    assert next_line(match, end) == "R06"


def test_code_r07_an_inconvenient_standing_order_stays_held() -> None:
    """The host gives a receipt and then plays on as if the document did not exist."""
    match = Match("assault", "probe")
    match.take(match.standing("red", "rear"), held=True)
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    lines = match.forge(3, dropping("opened"))
    answer = signed_of(match.lines[3])["inputs"][:1]
    assert match.code(match.forge(3, setting("inputs", to=answer), lines)) == "R07"


def test_code_r07_a_standing_order_used_in_a_finished_step_stays_held() -> None:
    """Until the next step ends, it might be one that this step has looked into."""
    match = Match("assault", "quiet", "quiet")
    match.take(match.standing("red", "rear"), held=True)
    match.take(match.orders("blue", ATTACK))
    match.resolve()
    text = signed_of(match.lines[3])["opened"]
    lines = match.forge(3, dropping("opened"))
    assert match.code(lines) == ""
    assert not match.audit(lines).complete
    match.take(match.orders("red"))
    match.resolve()
    rest = [signed_of(line) for line in match.lines[4:]]
    rest[0]["doc"] = resign(rest[0]["doc"], match.keys["red"], head=sha(lines[-1]))
    rest[1]["inputs"] = [sha(encode(rest[0]["doc"]))]
    late = relink(lines, rest, match.keys["host"])
    assert match.code(late) == "R07"
    assert match.code(match.forge(5, setting("opened", to=text), late)) == "R07"


def test_code_r08_no_rules() -> None:
    match = probe()
    log = Log(lambda _module: None)
    for line in match.lines:
        apply_line(log, line)
    assert log.step is None
    assert log.next == 2


def test_salt_follows_from_the_tips() -> None:
    match = Match("probe")
    assert salt_of(match.joins) == signed_of(match.lines[0])["salt"]


def test_forge_without_a_change_is_a_good_log() -> None:
    match = probe()
    assert forge(match.lines, 1, lambda _signed: None, match.keys["host"]) == match.lines


def test_code_l11_a_seat_was_left_out_although_its_link_lay_in_its_held_answer() -> None:
    match = Match("probe", policy="all", on_release="skip")
    match.take(match.orders("blue", ATTACK), held=True)
    match.lock()
    match.take(match.release("red"))
    lines = [*match.lines]
    entry = {**compose.default_release(match.log, match.time(48), "blue")}
    lines = relink(lines, [entry], match.keys["host"])
    assert match.code(lines) == ""
    lock = {
        **signed_of(match.lines[2]),
        "seq": 5,
        "segment": 2,
        "parties": ["host", "red"],
        "time": entry["time"],
    }
    lines = relink(lines, [lock], match.keys["host"])
    release = match.document("release", "red", lock=sha(lines[-1]), link=match.link("red", 2))
    receive = {**signed_of(match.lines[3]), "seq": 6, "time": entry["time"]}
    receive["doc"] = match.signed_by(release, "red")
    lines = relink(lines, [receive], match.keys["host"])
    assert match.code(lines) == ""
    reader = match.new_log(held=True)
    with pytest.raises(Refused) as error:
        read_log(reader, lines)
    assert error.value.code == "L11"
    links = {party: match.chains[party].link(2) for party in ("host", "red")}
    reader = match.new_log()
    for line in lines:
        apply_line(reader, line)
    value = seed(reader.game, 2, reader.salt, links)
    roll = {"label": "t1/probe", "sides": 6, "values": list(stream(value, "t1/probe", 2, 6))}
    resolve = {
        **compose.remark(reader, entry["time"], ""),
        "type": "resolve",
        "inputs": [match.log.answers["t1/orders"].digest],
        "opened": list(match.held.values()),
        "state": ZEROS,
        "events": ZEROS,
        "asks": [],
        "next": 3,
        "dice": {"segment": 2, "links": links, "seed": value, "rolls": [roll]},
    }
    del resolve["text"]
    assert match.code(relink(lines, [resolve], match.keys["host"])) == "L11"
