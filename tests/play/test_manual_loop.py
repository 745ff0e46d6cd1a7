"""A game in play without a clock: calls in their turn, players and hints on the same thread."""

from __future__ import annotations

import threading
from time import monotonic

import pytest
from duels import new_table
from toy_game import new_table as new_toy
from toy_game import play_on as play_toy_on
from toy_moves import GRAB
from zens import new_table as new_zen

from engine.reasons import Forfeit, IllegalMove, NotationError
from engine.zen.options import ZenOptions
from host.races import Races
from host.session import Session
from play.controller import Controller
from play.controls import TypedControls
from play.frame import Phase
from play.local_client import LocalClient
from play.manual_loop import ManualLoop
from play.playback import Pace
from programs.players import Failure
from programs.thinking import Reaction, Thought, think_in_loop

pytestmark = pytest.mark.usefixtures("toy")


class Watch:
    """A clock that a test sets."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_calls_are_made_in_turn_unless_they_are_stopped():
    made: list[str] = []
    loop = ManualLoop()
    loop.later(0, lambda: made.append("at once"))
    loop.later(0, lambda: made.append("stopped")).stop()
    loop.soon(lambda: loop.soon(lambda: made.append("last")))
    loop.soon(lambda: made.append("soon"))
    assert made == []
    assert loop.seconds_left == 0
    loop.run()
    assert made == ["at once", "soon", "last"]
    assert loop.seconds_left is None


def test_a_call_for_later_is_made_by_the_first_run_after_its_time():
    made: list[str] = []
    watch = Watch()
    loop = ManualLoop(watch)
    loop.later(3, lambda: made.append("three"))
    loop.later(2, lambda: made.append("two"))
    stopped = loop.later(1, lambda: made.append("stopped"))
    loop.run()
    assert (made, loop.seconds_left) == ([], 1)
    stopped.stop()
    assert loop.seconds_left == 2
    watch.now += 2
    loop.run()
    assert (made, loop.seconds_left) == (["two"], 1)
    watch.now += 60
    assert loop.seconds_left == 0
    loop.run()
    assert (made, loop.seconds_left) == (["two", "three"], None)


def test_players_think_on_the_thread_of_the_loop_when_their_turn_comes():
    loop, view, heard = ManualLoop(), new_table(3).view(0), []
    gives_up = Forfeit(Failure.SILENT, seconds=1)

    def choose(view, stop):
        return threading.current_thread()

    def give_up(view, stop):
        raise gives_up

    for choice in (choose, give_up):
        think_in_loop(Thought(choice, view, loop, heard.append, heard.append))
    think_in_loop(Thought(choose, view, loop, heard.append, heard.append))()
    assert heard == []
    loop.run()
    assert heard == [threading.current_thread(), gives_up]


def seat_at(table, watch=monotonic) -> tuple[ManualLoop, Controller]:
    loop = ManualLoop(watch)
    client = LocalClient(Session(table), loop, str, think_in_loop)
    read = TypedControls(lambda typed, view: table.game.parse(typed))
    return loop, Controller(client, read, loop, Pace(0, shows=False), think_in_loop)


def test_a_controller_needs_no_cursor_where_moves_are_typed():
    threads, table = threading.active_count(), new_zen(ZenOptions(first="black"), 3)
    loop, controller = seat_at(table)
    controller.begin()
    assert (controller.frame.phase, controller.frame.cursor) == (Phase.TURN, None)
    assert controller.do("play_move") is None
    assert not controller.type_key("a")
    assert controller.do("undo") is None
    with pytest.raises(NotationError):
        controller.play_typed("nonsense")
    controller.play_typed("F11-F8")
    assert [str(play.move) for play in table.plays] == ["F11-F8"]
    controller.take_back()
    controller.seek_hint()
    assert controller.frame.seeks_hint
    loop.run()
    hint = controller.frame.hint
    assert hint is not None
    assert [event.text for event in table.events[1:]] == [str(hint.move)]
    controller.leave()
    assert threading.active_count() == threads


def test_computers_alone_play_to_the_end_in_one_run():
    table = new_table(3, kinds=("greedy", "greedy"))
    loop, controller = seat_at(table)
    controller.begin()
    loop.run()
    assert controller.frame.phase is Phase.OVER
    controller.leave()


RACE = 4
"""How many moves of chance and of players stand before the first race of the toy game."""


def test_who_types_nothing_in_a_race_is_moved_for_when_the_time_is_up():
    table, watch = play_toy_on(new_toy(seed=4), RACE), Watch()
    first = table.plays[-1].move.numbers[0]
    loop, controller = seat_at(table, watch)
    controller.begin()
    loop.run()
    controller.lift()
    controller.play_typed("grab")
    loop.run()
    assert [play.seat for play in table.plays[RACE + 2 :]] == [0]
    assert loop.seconds_left == Races.seconds
    watch.now += loop.seconds_left
    loop.run()
    late = [(first + at) % 4 for at in range(4) if (first + at) % 4 != 0]
    assert [play.seat for play in table.plays[RACE + 2 :]] == [0, *late]
    assert loop.seconds_left is None
    controller.leave()


def test_a_line_that_comes_after_the_time_of_a_race_moves_nobody():
    table, watch = play_toy_on(new_toy(seed=4), RACE), Watch()
    loop, controller = seat_at(table, watch)
    controller.begin()
    loop.run()
    watch.now += Races.seconds + 60  # while a line was awaited
    loop.run()
    with pytest.raises(IllegalMove):
        controller.play_typed("grab")
    assert [play.move for play in table.plays[RACE + 2 :]] == [GRAB] * 4
    controller.leave()


def test_computers_take_some_time_in_a_race_and_the_clock_stops_when_all_have_moved(monkeypatch):
    monkeypatch.setattr(Reaction, "milliseconds", range(250, 901))
    watch = Watch()
    table = play_toy_on(new_toy(seed=4, kinds=("human", "random", "saver", "random")), RACE)
    loop, controller = seat_at(table, watch)
    controller.begin()
    loop.run()
    assert 0.25 <= loop.seconds_left <= 0.9
    assert len(table.to_move) == 4
    watch.now += 0.9
    loop.run()
    assert table.to_move == (0,)
    controller.play_typed("grab")
    loop.run()
    assert len(table.to_move) == 1  # the computers have chosen their next card
    assert loop.seconds_left is None
    controller.leave()
