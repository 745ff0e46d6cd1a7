"""A step waits for the disk: not for ever, and never twice; with a clock that a test turns."""

from __future__ import annotations

import pytest

from host.file_keeper import DiskSilent, FileKeeper


class Timer:
    """Something that happens later."""

    def __init__(self, seconds, callback):
        self.seconds = seconds
        self.callback = callback
        self.is_stopped = False

    def stop(self):
        self.is_stopped = True


class Copy:
    """Stands for a step, and for the game after it."""

    ahead = "the game after it"


class Scene:
    """A disk that takes its time, a clock, and what was done."""

    def __init__(self, *, is_behind=False, is_fast=False):
        self.is_behind = is_behind
        self.is_fast = is_fast
        self.timers: list[Timer] = []
        self.done: list[str] = []
        self.saved: list[str] = []
        self.complaints: list[Exception] = []
        self.complain = self.complaints.append
        self.keeper = FileKeeper(self, self, lambda: self.done.append("changed"))

    def later(self, seconds, call):
        self.timers.append(Timer(seconds, call))
        return self.timers[-1]

    def save_ahead(self, ahead):
        self.saved.append(ahead)
        self.is_behind = not self.is_fast

    def change(self):
        """Save something that nobody waits for."""
        self.is_behind = True
        self.keeper.watch()

    def answer(self, *, is_behind=False):
        self.is_behind = is_behind
        self.keeper.answered()

    def running(self):
        return [timer.seconds for timer in self.timers if not timer.is_stopped]

    def pass_time(self, seconds):
        """Let what is due after so many seconds happen."""
        for timer in [timer for timer in self.timers if timer.seconds == seconds]:
            self.timers.remove(timer)
            if not timer.is_stopped:
                timer.callback()

    def step(self, name="step"):
        self.keeper.append(Copy, lambda _error: self.done.append(name))


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_times_are_those_promised():
    assert (FileKeeper.word_seconds, FileKeeper.patience) == (0.5, 10)


def test_a_step_that_is_saved_at_once_is_done_at_once():
    scene = Scene(is_fast=True)
    scene.step()
    assert scene.done == ["step"]
    assert scene.running() == []


def test_a_step_is_done_once_the_game_after_it_is_on_the_disk_and_only_once(scene):
    scene.step()
    assert scene.saved == [Copy.ahead]
    assert scene.done == []
    scene.answer(is_behind=True)
    assert scene.done == []
    scene.answer()
    scene.answer()
    assert scene.done == ["step"]


def test_a_word_is_due_after_half_a_second_and_not_before(scene):
    scene.step()
    assert not scene.keeper.is_slow
    scene.pass_time(0.5)
    assert scene.keeper.is_slow
    assert scene.done == ["changed"]
    scene.answer()
    assert not scene.keeper.is_slow


def test_no_word_is_due_after_a_step_was_done_and_one_again_for_the_next(scene):
    scene.step()
    scene.answer()
    scene.pass_time(0.5)
    assert not scene.keeper.is_slow
    scene.step()
    scene.pass_time(0.5)
    assert scene.keeper.is_slow


def test_after_ten_seconds_play_goes_on_and_it_is_said_once(scene):
    scene.step()
    scene.pass_time(10)
    assert scene.done == ["step", "changed"]
    assert scene.keeper.is_unkept
    assert [type(complaint) for complaint in scene.complaints] == [DiskSilent]
    scene.step("next")
    assert scene.done[-1] == "next"
    scene.pass_time(10)
    assert len(scene.complaints) == 1


def test_the_seconds_are_counted_from_what_the_disk_was_given_first(scene):
    scene.change()
    scene.change()
    scene.step()
    assert scene.running() == [10, 0.5]


def test_the_seconds_are_counted_also_while_no_step_waits(scene):
    scene.change()
    scene.pass_time(10)
    assert scene.keeper.is_unkept
    assert scene.done == ["changed"]


def test_an_answer_begins_the_seconds_anew(scene):
    scene.change()
    first = scene.timers[-1]
    scene.answer(is_behind=True)
    assert first.is_stopped
    assert scene.running() == [10]


def test_an_answer_that_is_on_its_way_is_waited_for(scene):
    scene.step()
    scene.is_behind = False
    scene.pass_time(10)
    assert not scene.keeper.is_unkept
    scene.answer()
    assert scene.done == ["step"]


def test_steps_wait_again_once_the_disk_has_answered(scene):
    scene.change()
    scene.pass_time(10)
    scene.answer(is_behind=True)
    scene.step()
    assert scene.done == ["changed"]
    assert scene.keeper.is_unkept  # the newest is not saved yet
    scene.answer()
    assert not scene.keeper.is_unkept
    assert scene.done == ["changed", "step", "changed"]


def test_a_second_silence_is_said_again(scene):
    for silences in (1, 2):
        scene.change()
        scene.pass_time(10)
        assert len(scene.complaints) == silences
        scene.answer()


def test_who_leaves_lets_the_step_be_done_and_no_seconds_are_counted_any_more(scene):
    scene.step("first")
    scene.keeper.leave()
    assert scene.done == ["first"]
    scene.step("second")
    assert scene.done == ["first", "second"]
    scene.pass_time(0.5)
    scene.pass_time(10)
    scene.answer()
    assert scene.done == ["first", "second"]
    assert scene.complaints == []


def test_what_was_written_before_anybody_sat_down_is_watched_too():
    scene = Scene(is_behind=True)
    scene.keeper.watch()
    assert scene.running() == [10]
