"""A move waits for the disk: not for ever, and never twice; with a clock that a test turns."""

from __future__ import annotations

import pytest

from host.save_queue import DiskSilent, SaveQueue


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

    def __init__(self, *, is_behind=False):
        self.is_behind = is_behind
        self.timers: list[Timer] = []
        self.done: list[str] = []
        self.complaints: list[Exception] = []
        self.keeping = SaveQueue(
            lambda: self.is_behind,
            self.complaints.append,
            self,
            lambda: self.done.append("changed"),
        )

    def soon(self, call):
        call()

    def later(self, seconds, call):
        self.timers.append(Timer(seconds, call))
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
        """Make a move once it may be; it is something for the disk."""

        def play():
            self.done.append(name)
            self.change()

        self.keeping.once_saved(play)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_times_are_those_promised():
    assert (SaveQueue.word_seconds, SaveQueue.patience) == (0.5, 10)


def test_a_move_after_one_that_is_saved_is_made_at_once(scene):
    scene.move()
    assert scene.done == ["move"]


def test_a_move_waits_until_the_one_before_is_saved(scene):
    scene.change()
    scene.move()
    assert scene.done == []
    assert scene.keeping.is_waiting
    scene.answer(is_behind=True)
    assert scene.done == []
    scene.answer()
    assert scene.done == ["move"]
    assert not scene.keeping.is_waiting
    scene.answer()
    assert scene.done == ["move"]


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
    assert scene.done == ["move", "changed"]
    assert scene.keeping.is_unkept
    assert [type(complaint) for complaint in scene.complaints] == [DiskSilent]
    scene.change()
    scene.move("next")
    assert scene.done[-1] == "next"
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
    assert scene.done == ["move"]


def test_moves_wait_again_once_the_disk_has_answered(scene):
    scene.change()
    scene.pass_time(10)
    scene.answer(is_behind=True)
    scene.move()
    assert scene.keeping.is_waiting
    assert scene.keeping.is_unkept  # the newest is not saved yet
    scene.answer()
    assert not scene.keeping.is_unkept
    assert scene.done == ["changed", "move", "changed"]


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


def test_moves_that_wait_are_made_in_order_each_once_the_one_before_is_saved(scene):
    scene.change()
    for name in ("first", "second", "third"):
        scene.move(name)
    assert scene.done == []
    for count, name in enumerate(("first", "second", "third")):
        assert scene.keeping.is_waiting
        scene.answer()
        assert (len(scene.done), scene.done[-1]) == (count + 1, name)
    assert not scene.keeping.is_waiting


def test_moves_that_wait_are_all_made_when_the_disk_is_given_up(scene):
    scene.change()
    scene.move("first")
    scene.move("second")
    scene.pass_time(10)
    assert scene.done == ["first", "second", "changed"]


def test_a_word_is_due_for_the_second_move_too(scene):
    scene.change()
    scene.move("first")
    scene.move("second")
    scene.pass_time(0.5)
    scene.answer()
    assert not scene.keeping.is_slow
    scene.pass_time(0.5)
    assert scene.keeping.is_slow


def test_who_leaves_makes_the_moves_that_wait_and_no_seconds_are_counted_any_more(scene):
    scene.change()
    scene.move("first")
    scene.move("second")
    scene.keeping.leave()
    scene.keeping.leave()
    assert scene.done == ["first", "second"]
    scene.pass_time(0.5)
    scene.pass_time(10)
    scene.answer()
    assert scene.done == ["first", "second"]
    assert scene.complaints == []


def test_what_was_written_before_anybody_sat_down_is_watched_too():
    scene = Scene(is_behind=True)
    scene.keeping.watch()
    assert [timer.seconds for timer in scene.timers] == [10]
