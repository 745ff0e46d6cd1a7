"""Computer players of a table think in processes, which end with it."""

from __future__ import annotations

import os
import queue
import signal
import time

import pytest
from table_processes import PATIENCE, is_gone

from engine.games import find_game
from engine.table import Sitter, Table
from net.hosting.thinkers import MoveQuestion, Thinkers
from net.hosting.thinking_worker import chosen

GAME = find_game("duel")


class QueueLoop:
    """Makes calls in the test's own thread, while it waits for something."""

    def __init__(self) -> None:
        self._calls = queue.SimpleQueue()

    def soon(self, call):
        self._calls.put(call)

    def later(self, seconds, call):
        self.late = call

    def run_until(self, condition) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            self._calls.get(timeout=max(0, end - time.monotonic()))()


@pytest.fixture
def loop():
    return QueueLoop()


@pytest.fixture
def pool(loop):
    made = Thinkers(loop, most=1)
    yield made
    workers = [worker.process.pid for worker in made._workers]
    made.close()
    assert all(map(is_gone, workers))


@pytest.fixture
def view():
    table = Table(GAME, GAME.options(), [Sitter("a"), Sitter("b")], 5)
    return table.view(table.to_move[0])


class Told:
    def __init__(self, pool, view, level="greedy"):
        self.moves, self.reasons = [], []
        self.stop = pool.choose(GAME, level, 7, view, self.moves.append, self.reasons.append)

    @property
    def is_told(self):
        return bool(self.moves or self.reasons)


def test_a_move_is_the_one_that_the_player_makes_at_home_and_two_take_turns(pool, loop, view):
    one, two = Told(pool, view), Told(pool, view, "random")
    loop.run_until(lambda: one.is_told and two.is_told)
    for told, level in ((one, "greedy"), (two, "random")):
        home = GAME.computer_players[level](7).choose(view)
        assert told.moves == [GAME.format(home)]
    assert len(pool._workers) == 1


def test_one_that_is_stopped_or_killed_is_heard_no_more_and_another_takes_its_place(
    pool, loop, view
):
    one = Told(pool, view, "master")
    loop.run_until(lambda: pool._workers)
    [worker] = pool._workers
    os.kill(worker.process.pid, signal.SIGSTOP)
    one.stop()
    loop.late()  # it has not stopped in time
    assert is_gone(worker.process.pid)
    two = Told(pool, view)
    loop.run_until(lambda: pool._workers)
    os.kill(pool._workers[0].process.pid, signal.SIGKILL)
    loop.run_until(lambda: two.is_told)
    assert len(two.moves) == 1
    assert not one.is_told


def test_a_pool_that_cannot_start_a_process_tries_again_later(pool, loop, view, monkeypatch):
    from net.hosting import thinkers

    def fails(_heard):
        raise OSError

    monkeypatch.setattr(thinkers, "_Worker", fails)
    told = Told(pool, view)
    loop.run_until(lambda: hasattr(loop, "late"))
    assert pool._workers == []
    assert not told.is_told


def question(**changes):
    import msgspec

    table = Table(GAME, GAME.options(), [Sitter("a"), Sitter("b")], 5)
    view = msgspec.Raw(msgspec.json.encode(GAME.view_to_json(table.view(table.to_move[0]))))
    return MoveQuestion(**{"number": 3, "game": "duel", "level": "greedy", "view": view, **changes})


def test_a_worker_answers_with_a_move_a_stop_or_why_there_is_none():
    import msgspec

    assert chosen(question(), set()).move
    stopped = chosen(question(level="master"), {3})
    assert (stopped.move, stopped.why) == ("", "")
    assert chosen(question(level="nobody"), set()).why == "KeyError"
    assert chosen(question(view=msgspec.Raw(b"{}")), set()).why == "ValueError"
