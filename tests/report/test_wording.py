"""From events to sentences: what a game's templates may say, and what happens without them."""

import pytest
from jinja2 import UndefinedError

from pbem.report import templates
from pbem.report.drawing import Arrow
from pbem.report.names import Names
from pbem.report.wording import Voice, plain_sentence, words_of

EVENTS = """
{% set asides = ["napped"] %}
{% set legs = ["rode"] %}
{% macro fired(e) %}{{ seat(e.side) }} fired
  {{ counted(e.shots, "shot") }}{% endmacro %}
{% macro misspelt(e) %}{{ e.no_such_field }}{% endmacro %}
{% macro scene(e) %}
{% if e.event == "fired" %} Battle of {{ place(e.zone) }} {% endif %}
{% endmacro %}
{% macro dice(e) %}
{% if e.event == "fired" %}{{ e.label }} | {{ e.side }} | 4{% endif %}
{% endmacro %}
{% macro arrows(e) %}{% if e.event == "fired" %}1 | {{ e.zone }} | attack{% endif %}{% endmacro %}
{% macro tables(events) %}
# Shots
Side | Shots
{% for e in events if e.event == "fired" %}
{{ e.side }} | {{ e.shots }}
{% endfor %}
# Nothing
Head
{% endmacro %}
"""
FIRED = {"event": "fired", "clause": "T-1", "side": "blue", "shots": 2, "zone": 5, "label": "t1/x"}


@pytest.fixture
def voice(tmp_path, monkeypatch):
    """The voice of a game from somebody else's package, which brings templates of its own."""
    folder = tmp_path / "templates" / "toy"
    folder.mkdir(parents=True)
    (folder / "events.j2").write_text(EVENTS, "utf-8")
    (folder / "words.j2").write_text('{% set seats = {"blue": {"name": "the Blues"}} %}', "utf-8")
    monkeypatch.setattr(templates, "files", lambda package: tmp_path)
    templates.text_environment.cache_clear()
    yield Voice("toy", "toy_game", Names({"5": "Hill 5"}, {}, words_of("toy", "toy_game")))
    templates.text_environment.cache_clear()


def test_a_macro_of_a_foreign_package_words_its_event(voice):
    assert voice.sentence(FIRED) == "The Blues fired 2 shots."


def test_an_event_without_a_macro_is_told_by_its_fields(voice):
    event = {"event": "loss_taken", "clause": "T-3", "piece": "cube", "by": {"source": "default"}}
    assert voice.sentence(event) == plain_sentence(event) == "Loss taken: piece cube."
    assert plain_sentence({"event": "dawn_broke", "clause": "T-1"}) == "Dawn broke."


def test_a_misspelt_field_is_an_error_and_not_silence(voice):
    with pytest.raises(UndefinedError):
        voice.sentence({"event": "misspelt", "clause": "T-1"})


def test_the_events_of_the_engine_have_sentences_in_every_game(voice):
    event = {"event": "policy_passed_over", "seat": "blue", "decision": "losses"}
    assert voice.is_aside(event)
    assert voice.sentence(event) == "Losses: a policy of the Blues did not fit."
    told = voice.sentence({**event, "reason": "there is no tank"})
    assert told == "Losses: a policy of the Blues did not fit, because there is no tank."


def test_a_game_says_which_events_stand_at_the_end(voice):
    assert voice.is_aside({"event": "napped"})
    assert not voice.is_aside(FIRED)


def test_headings_dice_arrows_and_tables_come_from_macros(voice):
    other = {"event": "dawn_broke"}
    assert (voice.scene(FIRED), voice.scene(other)) == ("Battle of Hill 5", "")
    assert voice.dice(FIRED) == [("t1/x", "blue", 4)]
    assert voice.dice(other) == []
    assert voice.arrows(FIRED) == [Arrow(start="1", to="5", kind="attack")]
    (table,) = voice.tables([FIRED, other])
    assert (table.caption, table.columns) == ("Shots", ("Side", "Shots"))
    assert table.rows == (("blue", "2"),)


def test_a_game_without_templates_has_a_voice():
    voice = Voice("toy", "", Names())
    assert voice.sentence(FIRED).startswith("Fired: side blue; shots 2")
    assert (voice.scene(FIRED), voice.dice(FIRED), voice.tables([FIRED])) == ("", [], [])
    assert words_of("toy", "") == {}


def test_markup_in_an_event_stays_text():
    """The sentence is text; it is escaped where it meets HTML."""
    event = {"event": "policy_passed_over", "seat": "<b>", "decision": "&amp;"}
    assert "&amp;:" in Voice("toy", "", Names()).sentence(event)


def rode(start, to, **more):
    return {"event": "rode", "clause": "T-5", "side": "blue", "start": start, "to": to} | more


def test_legs_that_go_on_with_the_same_things_are_one_way(voice):
    way = voice.onward(rode(1, 2), rode(2, 3))
    assert way == rode(1, 3, via=[2])
    assert voice.onward(way, rode(3, 7)) == rode(1, 7, via=[2, 3])


@pytest.mark.parametrize(
    "following", [rode(4, 3), rode(2, 1), rode(2, 3, name="x"), rode(2, 3, side="red"), FIRED]
)
def test_other_events_are_told_apart(voice, following):
    assert voice.onward(rode(1, 2), following) is None
    assert voice.onward(FIRED, following) is None
