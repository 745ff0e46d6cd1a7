"""The clock of a race: it runs while the race does, and moves for the late in the game's order."""

from __future__ import annotations

from at_table import HandLoop
from toy_game import new_table, play_on
from toy_moves import GRAB

from host.host import Host


class Scene:
    """A race of four at a host that keeps a step when a test says so."""

    def __init__(self, moves=4, race_time=1, computers=()):
        self.table = play_on(new_table(seed=4), moves)
        self.loop = HandLoop()
        self.late = []
        self.waiting = []
        self.is_awaited = True
        self.race_time = race_time
        host = Host(
            self.table,
            keep=self.keep,
            choose=None,
            loop=self.loop,
            fresh_seed=iter(range(99)).__next__,
            is_played_here=lambda seat: seat in computers,
            is_awaited=lambda: self.is_awaited,
            race_time=lambda: self.race_time,
        )
        self.clock = host.computers
        self.clock.changed()

    def keep(self, step, kept):
        self.late.append(step.change.seat)
        self.waiting.append(kept)

    def make(self):
        """Make the move that was asked for."""
        self.waiting.pop()(None)


def test_no_clock_runs_while_there_is_no_race():
    assert Scene(moves=3).loop.timers == []


def test_who_is_late_is_moved_for_one_after_the_other_in_the_order_of_the_game():
    scene = Scene()
    first = scene.table.plays[-1].move.numbers[0]
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1  # the next one has to wait until this move is made
    while scene.waiting:
        scene.make()
    assert scene.late == [(first + at) % 4 for at in range(4)]
    assert scene.loop.timers == []


def test_who_moved_in_time_is_not_moved_for():
    scene = Scene()
    scene.table.play(2, GRAB)
    scene.clock.changed()
    scene.loop.pass_seconds(3)
    while scene.waiting:
        scene.make()
    assert sorted(scene.late) == [0, 1, 3]


def test_the_moves_of_a_race_do_not_begin_its_seconds_anew():
    scene = Scene()
    scene.loop.pass_seconds(2)
    scene.table.play(2, GRAB)
    scene.clock.changed()
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_a_race_that_is_over_in_time_stops_the_clock_and_the_next_one_has_all_of_it():
    scene = Scene()
    scene.loop.pass_seconds(2)
    play_on(scene.table, 4)
    scene.clock.changed()
    assert scene.loop.timers == []
    play_on(scene.table, 12)
    scene.clock.changed()
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_who_leaves_stops_the_clock():
    scene = Scene()
    scene.clock.stop()
    scene.loop.pass_seconds(3)
    assert scene.late == []


def test_the_clock_stands_while_nobody_is_asked_and_begins_anew_then():
    scene = Scene()
    scene.loop.pass_seconds(2)
    scene.is_awaited = False
    scene.clock.changed()
    assert scene.loop.timers == []
    scene.is_awaited = True
    scene.clock.changed()
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_a_table_may_give_more_time_for_a_race():
    scene = Scene(race_time=3)
    scene.loop.pass_seconds(8)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_without_a_race_lots_decide_the_order_and_nobody_is_asked_for_a_move():
    scene = Scene(race_time=0, computers=range(4))
    first = scene.table.plays[-1].move.numbers[0]
    scene.is_awaited = False
    scene.clock.ask(2)  # a computer player has nothing to think about
    assert scene.clock.thinking == frozenset()
    scene.loop.pass_seconds(0)
    while scene.waiting:
        scene.make()
    assert sorted(scene.late) == [0, 1, 2, 3]
    assert scene.late != [(first + at) % 4 for at in range(4)]
