"""Module data: what an invitation signs of a game's data files (section 2.3)."""

from pbem.canon.canonical import digest
from pbem.canon.moduledata import module_digest, strip

FILES = {
    "map": {
        "note": "a remark",
        "zones": [{"n": 1, "provenance": {"n": "rulebook"}}, {"n": 2, "source": ["x"]}],
    },
    "units": {"status": "draft", "tank": {"cost": None, "notes": []}},
}
STRIPPED = {"map": {"zones": [{"n": 1}, {"n": 2}]}, "units": {"tank": {"cost": None}}}


def test_section_2_3_explaining_members_go_at_any_depth():
    assert strip(FILES) == STRIPPED


def test_section_2_3_nothing_else_changes_and_lists_keep_their_order():
    data = {"b": [3, 1, 2], "a": {"noted": True, "sources": [], "x": "note"}}
    assert strip(data) == data


def test_section_2_3_stripping_leaves_what_it_is_given_alone():
    data = {"a": {"note": "stays", "b": 1}}
    strip(data)
    assert data == {"a": {"note": "stays", "b": 1}}


def test_section_2_3_the_digest_is_that_of_the_stripped_object():
    assert module_digest(FILES) == digest(STRIPPED) == module_digest(STRIPPED)


def test_section_2_3_a_better_remark_keeps_the_digest_and_a_value_changes_it():
    remarked = FILES | {"units": {"status": "final", "tank": {"cost": None}}}
    changed = FILES | {"units": {"tank": {"cost": 5}}}
    assert module_digest(remarked) == module_digest(FILES)
    assert module_digest(changed) != module_digest(FILES)


def test_section_2_3_a_game_without_data_has_the_digest_of_the_empty_object():
    nothing = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert module_digest({}) == nothing
