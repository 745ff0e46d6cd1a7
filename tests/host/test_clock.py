"""The clocks of a game by times handed in, and the texts of time controls."""

from __future__ import annotations

import re

import pytest

from engine.clock import TimeControl
from host.clock import LOOK_SECONDS, MOST_GIVEN_BACK, GameClock

FISCHER, BY_MOVE = TimeControl.parse("1+5"), TimeControl.parse("30/move")


def clock_of(control: TimeControl, *running: int, trip: float = 0.0, seats: int = 2) -> GameClock:
    """Return clocks of which these run since time 0."""
    clock = GameClock(control, seats)
    clock.look(dict.fromkeys(running, trip), 0.0)
    return clock


def spend(clock: GameClock, now: float, *running: int, trip: float = 0.0, begin: float = 0) -> None:
    """Let time pass second by second."""
    for at in range(int(begin) + 1, int(now) + 1):
        clock.look(dict.fromkeys(running, trip), float(at))
    clock.look(dict.fromkeys(running, trip), now)


@pytest.mark.parametrize("text", ["5+3", "180+0", "1+3600", "30/move", "1/move"])
def test_a_time_control_is_read_as_it_is_written(text):
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["x", "5", "0+5", "181+0", "5+3601", "+3", "5+-3", "0/move", "30/coup", "5+3 ", "٥+3"]
)
def test_other_texts_are_no_time_controls(text):
    with pytest.raises(ValueError, match=re.escape(text)):
        TimeControl.parse(text)


def test_a_move_adds_seconds_and_the_other_clock_runs():
    clock = clock_of(FISCHER, 0)
    spend(clock, 10.5, 0)
    clock.moved(0, 0)
    clock.look({1: 0.0}, 10.5)
    spend(clock, 12, 1, begin=10)
    assert clock.times(12).left == (54.5, 58.5)
    assert clock.times(12).running == {1}


def test_with_seconds_a_move_every_turn_has_the_whole_time():
    clock = clock_of(BY_MOVE, 0)
    spend(clock, 20, 0)
    clock.moved(0, 0)
    clock.look({1: 0.0}, 20.0)
    spend(clock, 25, 1, begin=20)
    clock.look({0: 0.0}, 25.0)  # a take-back: the first seat is to move again
    assert clock.times(25).left == (30, 30)


@pytest.mark.parametrize(
    ("trip", "spent", "left"), [(0.25, 3.0, 62.25), (2.0, 3.0, 63.0), (0.5, 0.25, 65.0)]
)
def test_the_delay_of_a_line_is_given_back_up_to_a_second_and_never_more_than_was_spent(
    trip, spent, left
):
    clock = clock_of(FISCHER, 0, trip=trip)
    clock.look({0: trip}, spent)
    clock.moved(0, 0)
    assert clock.times(spent).left[0] == left


def test_a_flag_falls_once_the_time_and_the_delay_of_the_line_are_over():
    clock = clock_of(TimeControl.parse("1/move"), 0, trip=5.0)
    clock.look({0: 5.0}, 1.5)
    assert (clock.times(1.5).left[0], clock.fallen) == (0.0, None)
    assert clock.until_flag == pytest.approx(MOST_GIVEN_BACK - 0.5)
    clock.look({0: 5.0}, 2.0)
    assert clock.fallen == 0


def test_a_move_that_has_come_is_charged_nothing_more_while_it_is_kept():
    clock = clock_of(FISCHER, 0, 1)
    clock.arrived(0, 2.0)
    spend(clock, 70, 0, 1, begin=2)
    assert clock.fallen == 1 and clock.times(70).left == (58, 0)
    clock.answered(0, 70.0)  # it was refused
    spend(clock, 71, 0, 1, begin=70)
    assert clock.times(71).left[0] == 57


def test_all_who_choose_at_once_are_charged_until_each_has_chosen():
    clock = clock_of(FISCHER, 0, 1, 2, seats=3)
    spend(clock, 4, 0, 1, 2)
    clock.moved(1, 0)
    clock.look({0: 0.0, 2: 0.0}, 4.0)
    spend(clock, 6, 0, 2, begin=4)
    assert clock.times(6).left == (54, 61, 54)


def test_a_table_that_stood_still_charges_nobody_for_it():
    clock = clock_of(FISCHER, 0)
    clock.look({0: 0.0}, 3600.0)
    assert clock.times(3600).left == (60 - LOOK_SECONDS, 60)


def test_a_move_that_was_taken_back_adds_nothing_again_and_gives_no_time_back():
    clock = clock_of(FISCHER, 0)
    spend(clock, 10, 0)
    clock.moved(0, 3)
    spend(clock, 12, 0, begin=10)
    clock.moved(0, 3)
    assert clock.times(12).left[0] == 60 - 10 + 5 - 2
    clock.moved(0, 5)
    assert clock.times(12).left[0] == 60 - 10 + 5 - 2 + 5


def test_kept_times_are_those_after_the_move_and_are_taken_again():
    clock = clock_of(FISCHER, 0)
    spend(clock, 10.25, 0)
    kept = clock.kept_after(0, 0)
    assert kept == (54750, 60000)
    later = GameClock(FISCHER, 2)
    later.restore(kept, 1)
    assert later.kept == kept
    later.look({0: 0.0}, 100.0)
    later.moved(0, 0)  # the same move again
    assert later.kept == kept
