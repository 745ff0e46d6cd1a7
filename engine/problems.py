"""Problems: positions in which exactly one outcome of a move does what is asked.

Each game that has problems defines them in its module `problems`: what is asked, how a position is
written, and the proof. A move is right if it leads to that outcome, in whatever order it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar

from engine.game import State, StopFlag, never
from engine.reasons import Explanation

M = TypeVar("M")

WITH_PROBLEMS: Final = ("duel", "zen")
"""The games that have problems, by their keys."""


class Problem(Protocol[M]):
    """A position with a task, a value; `str` writes it in its one canonical form."""

    @property
    def kind(self) -> str:
        """The first words of its text: problems of the same kind ask for the same thing."""

    @property
    def task(self) -> Explanation:
        """What is asked."""

    @property
    def seat(self) -> int:
        """The seat that is to move."""

    @property
    def open_seats(self) -> frozenset[int]:
        """The seats whose cards are known to whoever solves the problem."""

    @property
    def options(self) -> Any:
        """The options of the game in which the position stands."""

    def start(self) -> State[Any]:
        """Return a state in this position; what its player cannot know is arranged by no lot."""

    def solves(self, move: M, stop: StopFlag = never) -> bool:
        """Say whether a legal move does what is asked. Raises `Stopped`."""

    def solutions(self, stop: StopFlag = never) -> Sequence[M]:
        """Return one move for each outcome that does what is asked. Raises `Stopped`.

        A proper problem has exactly one.
        """

    def is_proper(self, stop: StopFlag = never) -> bool:
        """Say whether exactly one outcome does what is asked. Raises `Stopped`."""

    def refuted(self, move: M, stop: StopFlag = never) -> Explanation:
        """Return why a legal move that does not solve the problem fails. Raises `Stopped`."""

    def proved(self, move: M) -> tuple[Explanation, ...]:
        """Return what the solution is proved to do, where the reasons of hints do not say it."""

    def wins_in(self) -> int | None:
        """Return the moves, of both sides, in which the solution wins; None if it may not."""


def read_problem(game: str, text: str) -> Problem[Any]:
    """Read a problem of a game, by its key. Raises `NotationError`.

    >>> problem = read_problem("duel", "win 40^ 21v 37^' 12v' hand 41 44 draw - unseen 02 holds 1")
    >>> problem.kind, str(problem.solutions()[0])
    ('win', '41^ 44^')
    """
    problem: Problem[Any] = import_module(f"engine.{game}.problems").read(text)
    return problem
