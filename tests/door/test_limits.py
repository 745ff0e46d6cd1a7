"""A session ends after a silence or a long time, and is warned; another's turn is no silence."""

from __future__ import annotations

import pytest

from door.limits import Limits, Watch
from play.manual_loop import ManualLoop

MINUTE = 60.0
HOUR = 60 * MINUTE


class Session:
    """A watched session, and what it was told with the minute of it."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.time = 0.0
        self.told: list[tuple[float, str]] = []
        self.loop = ManualLoop(lambda: self.time)
        self.watch = Watch(
            self.loop,
            limits or Limits(),
            lambda notice, seconds: self._tell(f"{notice.name} in {seconds / MINUTE:g}"),
            lambda why: self._tell(f"end: {why}"),
        )

    def _tell(self, words: str) -> None:
        self.told.append((self.time / MINUTE, words))

    def pass_minutes(self, minutes: float, *, keys_every: float = 0) -> None:
        end, key = self.time + minutes * MINUTE, self.time + keys_every * MINUTE
        while self.time < end:
            left = self.loop.seconds_left
            moments = [end, *([key] if keys_every else [])]
            moments += [] if left is None else [self.time + left]
            self.time = min(moments)
            if keys_every and self.time == key:
                self.watch.hear()
                key += keys_every * MINUTE
            self.loop.run()


@pytest.fixture
def session():
    return Session()


def test_a_session_without_a_key_is_warned_after_13_minutes_and_ended_after_15(session):
    session.pass_minutes(60)
    end = "end: Nobody has typed here for 15 min. The game is kept."
    assert session.told == [(13, "SILENT in 2"), (15, end)]


def test_a_key_after_the_warning_begins_the_silence_anew(session):
    session.pass_minutes(14)
    session.watch.hear()
    session.pass_minutes(14)
    assert session.told == [(13, "SILENT in 2"), (27, "SILENT in 2")]


def test_silence_does_not_count_while_it_is_anothers_turn(session):
    session.pass_minutes(14)
    session.watch.wait(True)
    session.pass_minutes(5 * 60)
    session.watch.wait(False)
    session.pass_minutes(14)
    assert session.told == [(13, "SILENT in 2"), (14 + 300 + 13, "SILENT in 2")]


@pytest.mark.parametrize("is_waiting", [True, False])
def test_a_session_ends_after_12_hours_whoever_types_or_waits(session, is_waiting):
    session.watch.wait(is_waiting)
    session.pass_minutes(13 * 60, keys_every=5)
    end = "end: You have been here for 720 min, which is the longest time. The game is kept."
    assert session.told == [(718, "LONG in 2"), (720, end)]


def test_a_short_limit_is_warned_of_at_its_half():
    session = Session(Limits(2 * MINUTE, 12 * HOUR))
    session.pass_minutes(3)
    assert [minute for minute, _words in session.told] == [1, 2]


def test_a_session_that_is_over_is_not_watched(session):
    session.watch.stop()
    session.pass_minutes(13 * 60)
    assert session.told == []
