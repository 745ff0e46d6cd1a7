"""Thinking in threads: what comes of it, and that it ends when it is stopped."""

from __future__ import annotations

import threading

from at_table import HandLoop, HeldPlayer, all_thought, thoughts
from toy_game import new_table

from engine.reasons import Forfeit
from programs.players import Failure
from programs.thinking import Thought, think


def start(choose, loop):
    """Think; return what stops it, and what is said of it."""
    said = []
    return think(Thought(choose, new_table().view(0), loop, said.append, said.append)), said


def test_what_was_chosen_is_told_by_the_loop_and_not_before():
    loop, player = HandLoop(), HeldPlayer()
    _stop, said = start(player.choose, loop)
    player.free.set()
    all_thought()
    assert said == []
    loop.settle()
    assert said == [next(new_table().view(0).legal())]


def test_a_player_that_cannot_go_on_gives_up():
    def choose(_view, _stop):
        raise Forfeit(Failure.ENDED, status=1)

    loop = HandLoop()
    _stop, said = start(choose, loop)
    loop.until(lambda: said)
    assert [why.reason for why in said] == [Failure.ENDED]


def test_thinking_ends_when_it_is_stopped_and_nothing_is_told():
    loop, player = HandLoop(), HeldPlayer()
    stop, said = start(player.choose, loop)
    player.wait_until_asked()
    assert len(thoughts()) == 1
    stop()
    all_thought()
    assert loop.is_idle
    assert said == []


def test_what_was_chosen_before_it_was_stopped_is_not_told_any_more():
    loop, player = HandLoop(), HeldPlayer()
    stop, said = start(player.choose, loop)
    player.free.set()
    all_thought()
    stop()
    loop.settle()
    assert said == []


def test_who_thinks_does_not_hold_the_program_up_when_it_ends():
    loop, is_over = HandLoop(), threading.Event()
    start(lambda _view, _stop: is_over.wait(), loop)
    assert [thread.daemon for thread in thoughts()] == [True]
    is_over.set()
    all_thought()
