"""Computer players of a table think in processes, which end with it."""

from __future__ import annotations

import os
import queue
import signal
import time

import msgspec
import pytest
from table_processes import PATIENCE, children_of, is_gone

from engine.game import Stopped, never
from engine.games import find_game
from engine.table import Sitter, Table
from net.hosting.thinkers import MoveQuestion, Thinkers, chosen_move
from net.view_form import write_view

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
    processes = children_of(os.getpid())
    made.close()
    assert all(map(is_gone, processes))


@pytest.fixture
def view():
    table = Table(GAME, GAME.options(), [Sitter("a"), Sitter("b")], 5)
    return table.view(table.to_move[0])


class Told:
    def __init__(self, pool, view, level="greedy", choose=None):
        self.moves, self.reasons = [], []
        told = self.moves.append, self.reasons.append
        self.stop = (choose or pool.of_table())(GAME, 0, Sitter(level, level, 7), view, *told)

    @property
    def is_told(self):
        return bool(self.moves or self.reasons)


def test_a_move_is_the_one_that_the_player_makes_at_home_and_two_take_turns(pool, loop, view):
    one, two = Told(pool, view), Told(pool, view, "random")
    loop.run_until(lambda: one.is_told and two.is_told)
    for told, level in ((one, "greedy"), (two, "random")):
        home = GAME.computer_players[level](7).choose(view)
        assert told.moves == [home]
    assert len(children_of(os.getpid())) == 1


class FakePool:
    """Does no work; it has room for as many questions as it is told."""

    def __init__(self) -> None:
        self.asked, self.room = [], 2

    @property
    def has_room(self) -> bool:
        return self.room > 0

    def ask(self, _work, question, answered) -> None:
        self.room -= 1
        self.asked.append((question.seed, answered))

    def finish(self, at: int) -> int:
        """Answer a question; return the seed of the one that is asked next."""
        self.room += 1
        self.asked[at][1](ValueError())
        return self.asked[-1][0]


def test_tables_take_turns_and_the_one_with_fewest_thinking_players_is_next(loop, view):
    made = Thinkers(loop)
    made._pool = pool = FakePool()
    crowded, quick, other = (made.of_table() for _table in range(3))

    def wait(choose, *seeds) -> None:
        for seed in seeds:
            choose(GAME, 0, Sitter("x", "greedy", seed), view, *2 * [lambda _told: None])

    for choose, seeds in ((crowded, (1, 2, 3, 4)), (quick, (5,)), (other, (6,))):
        wait(choose, *seeds)
    made._assign()
    assert [seed for seed, _answered in pool.asked] == [1, 5]  # of two the crowded one has one
    assert pool.finish(1) == 6
    assert pool.finish(2) == 2  # nobody else waits
    wait(quick, 7)
    assert pool.finish(0) == 7
    assert made.waiting == 2


def test_who_is_stopped_tells_nothing_and_its_process_thinks_for_others(pool, loop, view):
    one = Told(pool, view, "master")
    loop.run_until(lambda: children_of(os.getpid()))
    before = children_of(os.getpid())
    one.stop()
    two = Told(pool, view, "club")
    loop.run_until(lambda: two.is_told)
    assert (len(two.moves), one.is_told) == (1, False)
    assert children_of(os.getpid()) == before


def test_one_that_is_stopped_or_killed_is_heard_no_more_and_another_takes_its_place(
    pool, loop, view
):
    one = Told(pool, view, "master")
    loop.run_until(lambda: children_of(os.getpid()))
    [process] = children_of(os.getpid())
    os.kill(process, signal.SIGSTOP)
    one.stop()
    two = Told(pool, view)
    loop.late()  # it has not stopped in time
    loop.run_until(lambda: is_new(process))
    [process] = children_of(os.getpid())
    os.kill(process, signal.SIGKILL)
    loop.run_until(lambda: two.is_told)
    assert len(two.moves) == 1
    assert not one.is_told


def is_new(process):
    """Whether another process took the place of this one."""
    return process not in children_of(os.getpid()) != []


def test_who_loses_a_process_again_and_again_gives_up(pool, loop, view):
    told, killed = Told(pool, view, "master"), set()
    while not told.is_told:
        loop.run_until(lambda: told.is_told or killed.issuperset(children_of(os.getpid())) is False)
        for process in children_of(os.getpid()):
            if not told.is_told:
                killed.add(process)
                os.kill(process, signal.SIGKILL)
    assert (told.moves, told.reasons, len(killed)) == ([], ["its process ended"], 3)


def test_a_pool_that_cannot_start_a_process_tries_again_later(pool, loop, view, monkeypatch):
    def fails(*_, **__):
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr("programs.pool.spawn", fails)
        told = Told(pool, view)
        loop.run_until(lambda: hasattr(loop, "late"))
        assert not told.is_told
    loop.late()
    loop.run_until(lambda: told.is_told)
    assert len(told.moves) == 1


def test_a_player_answers_with_a_move_stops_or_raises_why_there_is_none(view):
    question = MoveQuestion("duel", "greedy", 0, msgspec.json.encode(write_view(GAME, view)))
    assert GAME.parse(chosen_move(question, never))
    with pytest.raises(Stopped):
        chosen_move(question._replace(level="master"), lambda: True)


def test_a_player_that_fails_loses_its_game_and_not_the_table(pool, loop, view):
    told = Told(pool, view, "nobody")
    loop.run_until(lambda: told.is_told)
    assert (told.moves, told.reasons) == ([], ["KeyError"])
