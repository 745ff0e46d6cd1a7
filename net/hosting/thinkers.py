"""Computer players of a table: the interface, and a pool of processes in which they think."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec

from engine.game import Game, View
from engine.loop import Call, Loop
from engine.table import Sitter
from net.spawn import spawn

MOST_WORKERS: Final = 2
_STOP_SECONDS: Final = 2.0
"""The seconds that a player has to stop thinking before its process is ended."""

_MOST_TRIES: Final = 3
"""How often a choice is asked for again when its process dies."""

Chosen = Callable[[str], None]
"""Told the move, as files write it."""

GaveUp = Callable[[str], None]
"""Told why there is no move."""


class Choosing(Protocol):
    """What lets computer players choose their moves."""

    def choose(
        self, game: Game[Any], level: str, seed: int, view: View[Any], chosen: Chosen, lost: GaveUp
    ) -> Call:
        """Let a player choose; `chosen` or `lost` is called in the loop. Returns what stops it."""

    def close(self) -> None:
        """End all thinking."""


class Pooled:
    """Lets the computer players of a table think in a pool; see `Choose`."""

    def __init__(self, pool: Choosing) -> None:
        self._pool = pool

    def choose(
        self,
        game: Game[Any],
        _seat: int,
        sitter: Sitter,
        view: View[Any],
        chosen: Callable[[Any], None],
        gave_up: GaveUp,
    ) -> Call:
        """Let the player of a seat choose; return the call that stops it."""

        def found(text: str) -> None:
            try:
                move = game.parse(text)
            except ValueError as why:
                gave_up(str(why))
            else:
                chosen(move)

        return self._pool.choose(game, sitter.kind, sitter.seed or 0, view, found, gave_up)


class MoveQuestion(msgspec.Struct, frozen=True):
    """What a worker is asked: a move for a view, as JSON; without a game, to stop thinking."""

    number: int
    game: str = ""
    level: str = ""
    seed: int = 0
    view: msgspec.Raw = msgspec.Raw(b"null")


class ChosenMove(msgspec.Struct, frozen=True):
    """What a worker answers: a move, or why there is none; neither after a stop."""

    number: int
    move: str = ""
    why: str = ""


class _Task:
    """A question that is asked, waits for a worker, or was stopped."""

    def __init__(self, question: MoveQuestion, chosen: Chosen, lost: GaveUp) -> None:
        self.question = question
        self.chosen = chosen
        self.lost = lost
        self.tries = 0
        self.is_stopped = False


class _Worker:
    """A process that thinks, and the thread that hears its answers."""

    def __init__(self, heard: Callable[[_Worker, bytes], None]) -> None:
        """Start the process. Raises `OSError`."""
        self.task: _Task | None = None
        self.process = spawn("net.hosting.thinking_worker")
        self._heard = heard
        threading.Thread(target=self._listen, name="answers", daemon=True).start()

    def send(self, question: MoveQuestion) -> None:
        """Ask. Raises `OSError` if the process is gone."""
        assert self.process.stdin
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        self.process.stdin.flush()

    def end(self) -> None:
        """End the process, and wait for that."""
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            with suppress(OSError, ValueError):
                pipe.close()

    def _listen(self) -> None:
        assert self.process.stdout
        with suppress(OSError, ValueError):
            for line in self.process.stdout:
                self._heard(self, line)
        self._heard(self, b"")


class Thinkers:
    """A pool of processes for the computer players of a table.

    A process is started when it is first needed, and another takes the place of one that dies.
    """

    def __init__(self, loop: Loop, most: int | None = None) -> None:
        """Make an empty pool of at most so many processes, by default as the machine has room."""
        self._loop = loop
        self._most = most or min(MOST_WORKERS, os.cpu_count() or 1)
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self._number = 0
        self._is_closed = False

    def choose(
        self, game: Game[Any], level: str, seed: int, view: View[Any], chosen: Chosen, lost: GaveUp
    ) -> Call:
        """Let a player choose; `chosen` or `lost` is called in the loop. Returns what stops it."""
        self._number += 1
        document = msgspec.Raw(msgspec.json.encode(game.view_to_json(view)))
        task = _Task(MoveQuestion(self._number, game.key, level, seed, document), chosen, lost)
        self._waiting.append(task)
        self._loop.soon(self._assign)
        return lambda: self._stop(task)

    def close(self) -> None:
        """End all thinking, and every process."""
        self._is_closed = True
        self._waiting.clear()
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()

    def _assign(self) -> None:
        while self._waiting and not self._is_closed:
            task = self._waiting[0]
            if task.is_stopped:
                self._waiting.popleft()
                continue
            worker = next((one for one in self._workers if one.task is None), None)
            if worker is None and len(self._workers) < self._most:
                try:
                    worker = _Worker(self._hear)
                except (OSError, RuntimeError, MemoryError):  # no room for a process now
                    self._loop.later(_STOP_SECONDS, self._assign)
                    return
                self._workers.append(worker)
            if worker is None:
                return
            self._waiting.popleft()
            worker.task = task
            with suppress(OSError, ValueError):  # `_hear` will know that it is gone
                worker.send(task.question)

    def _stop(self, task: _Task) -> None:
        task.is_stopped = True
        worker = next((one for one in self._workers if one.task is task), None)
        if worker is not None:
            with suppress(OSError, ValueError):
                worker.send(MoveQuestion(task.question.number))
            self._loop.later(_STOP_SECONDS, lambda: self._end(worker, task))

    def _end(self, worker: _Worker, task: _Task) -> None:
        """End a process that has not stopped thinking."""
        if worker in self._workers and worker.task is task:
            self._workers.remove(worker)
            worker.end()
            self._assign()

    def _hear(self, worker: _Worker, line: bytes) -> None:
        """Hear a line of a worker, none after its end; called from the worker's thread."""
        with suppress(RuntimeError):  # the loop may have ended
            self._loop.soon(lambda: self._answered(worker, line))

    def _answered(self, worker: _Worker, line: bytes) -> None:
        if worker not in self._workers:
            return
        task, worker.task = worker.task, None
        choice = _decoded(line)
        if choice is None:  # it died, or writes what it should not
            self._workers.remove(worker)
            worker.end()
            self._again(task)
        elif task is not None and not task.is_stopped and choice.number == task.question.number:
            if choice.move:
                task.chosen(choice.move)
            else:
                task.lost(choice.why)
        self._assign()

    def _again(self, task: _Task | None) -> None:
        if task is None or task.is_stopped:
            return
        task.tries += 1
        if task.tries < _MOST_TRIES:
            self._waiting.appendleft(task)
        else:
            task.lost("its process ended")


def _decoded(line: bytes) -> ChosenMove | None:
    try:
        return msgspec.json.decode(line, type=ChosenMove)
    except msgspec.DecodeError:
        return None
