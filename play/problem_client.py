"""The client of a problem: what is submitted is judged; the answer is kept before it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.updates import Resynced
from play.judged_client import JudgedClient
from play.problems import Answer, OpenProblem
from words.errors import os_text
from words.translation import about

M = TypeVar("M")


class ProblemClient(JudgedClient[M]):
    """The seat that a problem asks.

    Attributes:
        open: The problem.
        said: What became of the last answer, None before the first one.
        solution: The move that solves the problem, once it was found or told.
        fault: Why the last answer could not be kept, "" if it was.
    """

    def __init__(self, problem: OpenProblem) -> None:
        """Sit down."""
        super().__init__(problem.problem.seat, problem.timeline)
        self.open = problem
        self.said: Answer | None = None
        self.solution: M | None = None
        self.fault = ""

    def submit(self, seat: int, move: M) -> int:
        """Judge a legal move."""
        self._take(lambda: (move, self.open.answer(move)))
        return 0

    def tell_solution(self) -> None:
        """Give up, and show the solution."""
        self._take(self.open.solution)

    def _take(self, answered: Callable[[], tuple[M, Answer]]) -> None:
        try:
            move, said = answered()
        except OSError as error:
            self.fault = about(error.filename or "", os_text(error))
        else:
            self.fault, self.said = "", said
            self.solution = move if said.is_right else None
        self.tell(Resynced())
