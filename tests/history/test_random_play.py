"""Whatever host and players do within the protocol, strangers find the log good."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.random_play import Play


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_play_is_found_good(data: st.DataObject) -> None:
    play = Play(lambda count: data.draw(st.integers(0, count - 1)))
    for _ in range(data.draw(st.integers(5, 40))):
        play.move()
    play.end()
    match = play.match
    found = match.audit()
    assert found.finding is None, found.finding
    assert found.complete
    assert found.log.step == match.log.step
    for name in ("next", "state", "asks", "held", "inactive", "excused", "phase", "due"):
        assert getattr(found.log, name) == getattr(match.log, name)
    assert match.audit(match.lines[:-1]).finding is None
