"""A game in play without a clock: calls in their turn, players and hints on the same thread."""

from __future__ import annotations

import threading

import pytest
from duels import new_table
from zens import new_table as new_zen

from engine.game import Forfeit, NotationError
from engine.zen.options import ZenOptions
from net.failures import Failure
from net.session import Session
from play.controller import Controller
from play.frame import Phase
from play.in_turn import InTurn, think_in_turn
from play.local_client import LocalClient
from play.pace import Pace
from play.typed import TypedControls


def test_calls_are_made_in_turn_those_for_later_too_unless_they_are_stopped():
    made: list[str] = []
    loop = InTurn()
    loop.later(3600, lambda: made.append("later"))
    loop.later(0, lambda: made.append("stopped")).stop()
    loop.soon(lambda: loop.soon(lambda: made.append("last")))
    loop.soon(lambda: made.append("soon"))
    assert made == []
    loop.run()
    assert made == ["later", "soon", "last"]


def test_players_think_on_the_thread_of_the_loop_when_their_turn_comes():
    loop, view, heard = InTurn(), new_table(3).view(0), []
    gives_up = Forfeit(Failure.SILENT, seconds=1)

    def choose(view, stop):
        return threading.current_thread()

    def give_up(view, stop):
        raise gives_up

    think_in_turn(choose, view, loop, heard.append, heard.append)
    think_in_turn(give_up, view, loop, heard.append, heard.append)
    think_in_turn(choose, view, loop, heard.append, heard.append)()
    assert heard == []
    loop.run()
    assert heard == [threading.current_thread(), gives_up]


def seat_at(table) -> tuple[InTurn, Controller]:
    loop = InTurn()
    client = LocalClient(Session(table), loop, str, think_in_turn)
    read = TypedControls(lambda typed, view: table.game.parse(typed))
    return loop, Controller(client, read, loop, Pace(0, shows=False), think_in_turn)


def test_a_controller_needs_no_cursor_where_moves_are_typed():
    threads, table = threading.active_count(), new_zen(ZenOptions(first="black"), 3)
    loop, controller = seat_at(table)
    controller.begin()
    assert (controller.frame.phase, controller.frame.cursor) == (Phase.TURN, None)
    assert controller.do("play_move") is None
    assert not controller.type_key("a")
    controller.undo()
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
