"""The computer players of shared tables: they think in a pool of processes, never at the table."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import msgspec

from engine.game import Game, Player, StopFlag, View
from engine.games import find_game
from engine.loop import Call, Loop
from engine.reasons import Forfeit
from engine.table import Sitter
from host.computers import Choose
from net.view_form import read_view, write_view
from programs.pool import Job, Pool, WorkerLost

MOST_PROCESSES: Final = 2
MOST_WAITING: Final = 200
"""The questions that may wait before a server opens no more tables with computer players.

A seat asks one question at a time, so no table has more than seats.
"""

_STOP_SECONDS: Final = 2.0
"""The seconds that a player has to stop thinking before its process is ended."""

_AGAIN_SECONDS: Final = 2.0
"""The seconds after which a process is wanted again that could not be started."""

_MOST_TRIES: Final = 3
"""How often a choice is asked for when its process dies."""


class MoveQuestion(NamedTuple):
    """The question to a process: the move of a player with a seed, for a view as JSON."""

    game: str
    level: str
    seed: int
    view: bytes


class _Task:
    """A question that is asked, waits for a process, or was stopped."""

    def __init__(self, table: object, question: MoveQuestion, told: Callable[[Any], None]) -> None:
        self.table = table
        self.question = question
        self.told = told
        self.job: Job | None = None
        self.tries = 0
        self.is_stopped = False


class Thinkers:
    """Lets the computer players of all tables of a process think in one pool.

    Of the tables that wait one is next for which fewest players think now, and of these the one
    that has waited longest since its last turn.
    """

    def __init__(self, loop: Loop, most: int | None = None) -> None:
        """Make a pool of at most `most` processes, by default as the machine has room."""
        self._loop = loop
        self._pool = Pool(most or min(MOST_PROCESSES, os.cpu_count() or 1), loop.soon)
        self._waiting: dict[object, deque[_Task]] = {}
        self._thinking: Counter[object] = Counter()

    def of_table(self) -> Choose:
        """Return what lets the computer players of one more table choose."""
        return partial(self._choose, object())

    def _choose(
        self,
        table: object,
        game: Game[Any],
        _seat: int,
        sitter: Sitter,
        view: View[Any],
        chosen: Callable[[Any], None],
        gave_up: Callable[[str], None],
    ) -> Call:
        """Let the player of a seat choose; return the call that stops it."""

        def told(answer: Any) -> None:
            if isinstance(answer, WorkerLost):
                gave_up("its process ended")
            elif isinstance(answer, Forfeit):
                gave_up(str(answer))
            elif isinstance(answer, Exception):
                gave_up(type(answer).__name__)
            else:
                chosen(game.parse(answer))

        document = msgspec.json.encode(write_view(game, view))
        task = _Task(table, MoveQuestion(game.key, sitter.kind, sitter.seed or 0, document), told)
        self._waiting.setdefault(table, deque()).append(task)
        self._loop.soon(self._assign)
        return partial(self._stop, task)

    @property
    def waiting(self) -> int:
        """The number of questions that wait for a process."""
        return sum(map(len, self._waiting.values()))

    def close(self) -> None:
        """End all thinking, and every process."""
        self._waiting.clear()
        self._pool.close()

    def _assign(self) -> None:
        while self._waiting and self._pool.has_room:
            task = self._next()
            if task.is_stopped:
                continue
            try:
                answered = partial(self._answered, task)
                task.job = self._pool.ask(chosen_move, task.question, answered)
            except (OSError, RuntimeError, MemoryError):  # no room for a process now
                self._wait_first(task)
                self._loop.later(_AGAIN_SECONDS, self._assign)
                return
            self._thinking[task.table] += 1

    def _next(self) -> _Task:
        """Return the task whose turn it is; its table is the last one for the next turn."""
        table = min(self._waiting, key=self._thinking.__getitem__)
        tasks = self._waiting.pop(table)
        task = tasks.popleft()
        if tasks:
            self._waiting[table] = tasks
        return task

    def _wait_first(self, task: _Task) -> None:
        """Let a task wait again, before all others of all tables."""
        tasks = deque([task, *self._waiting.pop(task.table, ())])
        self._waiting = {task.table: tasks, **self._waiting}

    def _stop(self, task: _Task) -> None:
        task.is_stopped = True
        if task.job:
            task.job.stop()
            self._loop.later(_STOP_SECONDS, task.job.end)

    def _answered(self, task: _Task, answer: Any) -> None:
        task.tries += 1
        self._thinking[task.table] -= 1
        if not self._thinking[task.table]:
            del self._thinking[task.table]
        if not task.is_stopped:
            if isinstance(answer, WorkerLost) and task.tries < _MOST_TRIES:
                self._wait_first(task)
            else:
                task.told(answer)
        self._assign()


def chosen_move(question: MoveQuestion, stop: StopFlag) -> str:
    """Return a player's move, as files write it. Raises the errors of the player.

    This runs in a process of the pool.
    """
    game = find_game(question.game)
    view = read_view(game, msgspec.json.decode(question.view))
    player = _player(question.game, question.level, question.seed)
    return game.format(player.choose(view, stop))


@lru_cache(maxsize=16)
def _player(game: str, level: str, seed: int) -> Player[Any]:
    return find_game(game).computer_players[level](seed)
