"""A move waits for the disk: not for ever, and never twice; with a clock that a test turns."""

from __future__ import annotations

import pytest

from tui.keeping import Keeping, Silent


class Timer:
    """Something that happens later."""

    def __init__(self, seconds, callback):
        self.seconds = seconds
        self.callback = callback
        self.is_stopped = False

    def stop(self):
        self.is_stopped = True


class Scene:
    """A disk, a clock, and what was done."""

    def __init__(self):
        self.is_behind = False
        self.timers: list[Timer] = []
        self.done: list[str] = []
        self.complaints: list[Exception] = []
        self.keeping = Keeping(lambda: self.is_behind, self.complaints.append)
        self.keeping.connect(self.after, lambda: self.done.append("changed"))

    def after(self, seconds, callback):
        self.timers.append(Timer(seconds, callback))
        return self.timers[-1]

    def change(self):
        """Give the disk something to do."""
        self.is_behind = True
        self.keeping.watch()

    def answer(self, *, is_behind=False):
        self.is_behind = is_behind
        self.keeping.answered()

    def pass_time(self, seconds):
        """Let what is due after so many seconds happen."""
        for timer in [timer for timer in self.timers if timer.seconds == seconds]:
            self.timers.remove(timer)
            if not timer.is_stopped:
                timer.callback()

    def move(self, name="move"):
        play, then = (lambda word=word: self.done.append(word) for word in (name, f"{name} shown"))
        self.keeping.once_saved(play, then)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_times_are_those_promised():
    assert (Keeping.word_seconds, Keeping.patience) == (0.5, 10)


def test_a_move_after_one_that_is_saved_is_made_at_once(scene):
    scene.move()
    assert scene.done == ["move", "move shown"]


def test_a_move_waits_until_the_one_before_is_saved(scene):
    scene.change()
    scene.move()
    assert scene.done == []
    assert scene.keeping.is_waiting
    scene.answer(is_behind=True)
    assert scene.done == []
    scene.answer()
    assert scene.done == ["move", "move shown"]
    assert not scene.keeping.is_waiting
    scene.answer()
    assert scene.done == ["move", "move shown"]


def test_a_word_is_due_after_half_a_second_and_not_before(scene):
    scene.change()
    scene.move()
    assert not scene.keeping.is_slow
    scene.pass_time(0.5)
    assert scene.keeping.is_slow
    assert scene.done == ["changed"]
    scene.answer()
    assert not scene.keeping.is_slow


def test_no_word_is_due_after_a_move_was_made(scene):
    scene.change()
    scene.move()
    late = scene.timers[-1].callback
    scene.answer()
    late()
    assert not scene.keeping.is_slow


def test_after_ten_seconds_play_goes_on_and_it_is_said_once(scene):
    scene.change()
    scene.move()
    scene.pass_time(10)
    assert scene.done == ["move", "move shown", "changed"]
    assert scene.keeping.is_unkept
    assert [type(complaint) for complaint in scene.complaints] == [Silent]
    scene.change()
    scene.move("next")
    assert scene.done[-1] == "next shown"
    scene.pass_time(10)
    assert len(scene.complaints) == 1


def test_the_seconds_are_counted_from_what_the_disk_was_given_first(scene):
    scene.change()
    scene.change()
    scene.move()
    assert [timer.seconds for timer in scene.timers] == [10, 0.5]


def test_the_seconds_are_counted_also_while_no_move_waits(scene):
    scene.change()
    scene.pass_time(10)
    assert scene.keeping.is_unkept
    assert scene.done == ["changed"]


def test_an_answer_begins_the_seconds_anew(scene):
    scene.change()
    first = scene.timers[-1]
    scene.answer(is_behind=True)
    assert first.is_stopped
    assert [timer.is_stopped for timer in scene.timers] == [True, False]


def test_an_answer_that_is_on_its_way_is_waited_for(scene):
    scene.change()
    scene.move()
    scene.is_behind = False
    scene.pass_time(10)
    assert not scene.keeping.is_unkept
    scene.answer()
    assert scene.done == ["move", "move shown"]


def test_moves_wait_again_once_the_disk_has_answered(scene):
    scene.change()
    scene.pass_time(10)
    scene.answer(is_behind=True)
    scene.move()
    assert scene.keeping.is_waiting
    assert scene.keeping.is_unkept  # the newest is not saved yet
    scene.answer()
    assert not scene.keeping.is_unkept
    assert scene.done == ["changed", "move", "move shown", "changed"]


def test_a_second_silence_is_said_again(scene):
    for silences in (1, 2):
        scene.change()
        scene.pass_time(10)
        assert len(scene.complaints) == silences
        scene.answer()


def test_a_move_that_was_dropped_is_never_made(scene):
    scene.change()
    scene.move()
    scene.pass_time(0.5)
    scene.keeping.drop()
    assert not scene.keeping.is_slow
    scene.answer()
    assert scene.done == ["changed"]


def test_a_new_move_takes_the_place_of_the_one_that_waits(scene):
    scene.change()
    scene.move("old")
    scene.move("new")
    scene.answer()
    assert scene.done == ["new", "new shown"]


def test_who_leaves_makes_the_move_that_waits_and_sees_nothing_of_it(scene):
    scene.change()
    scene.move()
    scene.keeping.leave()
    scene.answer()
    scene.keeping.leave()
    assert scene.done == ["move"]


def test_what_was_written_before_there_was_a_clock_is_watched_too():
    scene = Scene()
    keeping = Keeping(lambda: True, scene.complaints.append)
    keeping.watch()
    keeping.connect(scene.after, lambda: None)
    assert [timer.seconds for timer in scene.timers] == [10]
