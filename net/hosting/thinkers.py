"""The computer players of shared tables: they think in a pool of processes, never at the table."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import msgspec

from engine.game import Game, Player, StopFlag, View
from engine.games import find_game
from engine.loop import Call, Loop
from engine.reasons import Forfeit
from engine.table import Sitter
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

    def __init__(self, question: MoveQuestion, told: Callable[[Any], None]) -> None:
        self.question = question
        self.told = told
        self.job: Job | None = None
        self.tries = 0
        self.is_stopped = False


class Thinkers:
    """Lets the computer players of all tables of a process think in one pool; see `Choose`."""

    def __init__(self, loop: Loop, most: int | None = None) -> None:
        """Make a pool of at most `most` processes, by default as the machine has room."""
        self._loop = loop
        self._pool = Pool(most or min(MOST_PROCESSES, os.cpu_count() or 1), loop.soon)
        self._waiting: deque[_Task] = deque()

    def choose(
        self,
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
        task = _Task(MoveQuestion(game.key, sitter.kind, sitter.seed or 0, document), told)
        self._waiting.append(task)
        self._loop.soon(self._assign)
        return partial(self._stop, task)

    @property
    def waiting(self) -> int:
        """The number of questions that wait for a process."""
        return len(self._waiting)

    def close(self) -> None:
        """End all thinking, and every process."""
        self._waiting.clear()
        self._pool.close()

    def _assign(self) -> None:
        while self._waiting and self._pool.has_room:
            task = self._waiting.popleft()
            if task.is_stopped:
                continue
            try:
                answered = partial(self._answered, task)
                task.job = self._pool.ask(chosen_move, task.question, answered)
            except (OSError, RuntimeError, MemoryError):  # no room for a process now
                self._waiting.appendleft(task)
                self._loop.later(_AGAIN_SECONDS, self._assign)
                return

    def _stop(self, task: _Task) -> None:
        task.is_stopped = True
        if task.job:
            task.job.stop()
            self._loop.later(_STOP_SECONDS, task.job.end)

    def _answered(self, task: _Task, answer: Any) -> None:
        task.tries += 1
        if not task.is_stopped:
            if isinstance(answer, WorkerLost) and task.tries < _MOST_TRIES:
                self._waiting.appendleft(task)
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
