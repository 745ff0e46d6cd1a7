"""The analyst: a process of this program that judges turns while somebody looks at a game."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from engine.loop import Call, Loop
from programs.pool import Job, Pool, Work


class Analyst(Protocol):
    """Answers questions beside what people do."""

    def ask(self, work: Work[Any, Any], item: Any, told: Callable[[Any], None]) -> Call:
        """Let some work be done; tell its result, or the exception that it raised.

        Returns the call that stops it: nothing is told then.
        """

    def close(self) -> None:
        """Stop all work, and end the process."""


class _Task:
    """Work that waits, is done, or was stopped."""

    def __init__(self, work: Work[Any, Any], item: Any, told: Callable[[Any], None]) -> None:
        self.work, self.item, self._told = work, item, told
        self.job: Job | None = None
        self.is_stopped = False

    def stop(self) -> None:
        self.is_stopped = True
        if self.job:
            self.job.stop()

    def tell(self, answer: Any) -> None:
        if not self.is_stopped:
            self._told(answer)


class ProcessAnalyst(Analyst):
    """An analyst in a process of its own, which is started with the first question.

    It does one thing after the other, in the order in which they were asked. A long analysis asks
    for little at a time, so another question waits for little.
    """

    def __init__(self, loop: Loop) -> None:
        """Tell answers in calls of the loop."""
        self._loop = loop
        self._pool: Pool | None = None
        self._waiting: deque[_Task] = deque()

    def ask(self, work: Work[Any, Any], item: Any, told: Callable[[Any], None]) -> Call:
        task = _Task(work, item, told)
        self._waiting.append(task)
        self._assign()
        return task.stop

    def _assign(self) -> None:
        if self._pool is None:
            self._pool = Pool(1, self._loop.soon)
        while self._waiting and self._pool.has_room:
            task = self._waiting.popleft()
            if task.is_stopped:
                continue

            def answered(answer: Any, task: _Task = task) -> None:
                task.tell(answer)
                if self._pool:
                    self._assign()

            try:
                task.job = self._pool.ask(task.work, task.item, answered)
            except (OSError, RuntimeError, MemoryError) as error:  # no room for a process
                self._loop.soon(lambda task=task, error=error: task.tell(error))  # type: ignore[misc]

    def close(self) -> None:
        self._waiting.clear()
        if self._pool:
            self._pool.stop()
            # a process looks at the flag in a moment; nobody waits for that
            threading.Thread(target=self._pool.close, name="ending", daemon=True).start()
            self._pool = None
