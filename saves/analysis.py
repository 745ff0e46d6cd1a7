"""The analysis of a game from a file: its game judges what really happened.

Work for a process of the pool is a question here, a value, and the function that answers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from time import monotonic
from typing import Any, Final, NamedTuple

from engine.analysis import Analyse, Judged
from engine.game import Hint, Play, StopFlag, never
from engine.table import Table

PART_SECONDS: Final = 0.2
"""The seconds after which the turns judged so far are returned, at least one."""


def has_analysis(key: str) -> bool:
    """Say whether finished games of the game with this key can be analysed."""
    try:
        return find_spec(f"engine.{key}.analysis") is not None
    except ModuleNotFoundError:  # the game is no part of the engine
        return False


def analysis_of(
    table: Table[Any], stop: StopFlag = never, *, is_quick: bool = False
) -> Iterator[Judged]:
    """Yield each turn of a finished game as it is judged, in order. Raises `Stopped`.

    A quick analysis knows chances well, losses hardly; games without one yield nothing then.
    """
    module = import_module(f"engine.{table.game.key}.analysis")
    if is_quick and not hasattr(module, "QUICK"):
        return iter(())
    effort = {"effort": module.QUICK} if is_quick else {}
    states = table.states[: len(table.plays)]
    judged: Iterator[Judged] = module.analyse(states, table.plays, stop, **effort)
    return judged


def results_of(table: Table[Any]) -> dict[int, float]:
    """Return the first seat's value at the end of each round; none where a game has no rounds."""
    module = import_module(f"engine.{table.game.key}.analysis")
    if not hasattr(module, "round_results"):
        return {}
    results: dict[int, float] = module.round_results(table.states)
    return results


class JudgeTurns(NamedTuple):
    """The question for the next turns of an analysis.

    Attributes:
        game: The bytes of the game's file.
        is_quick: Whether with little effort.
        done: The number of turns that are judged already.
    """

    game: bytes
    is_quick: bool
    done: int


class FindHint(NamedTuple):
    """The question for the hint at a place of a game: after `at` moves, for the seat to move."""

    game: bytes
    at: int


class JudgeMove(NamedTuple):
    """The question for one move in the place of the one that was made after `at` moves.

    Attributes:
        game: The bytes of the game's file.
        at: The number of moves before it.
        move: The move, as the game writes it.
    """

    game: bytes
    at: int
    move: str


class _Running:
    """An analysis that waits to go on from the turn that was judged last."""

    def __init__(self, question: JudgeTurns) -> None:
        table = _table_of(question.game)
        self._game, self._is_quick, self.done = question
        self._stop: StopFlag = never
        turns = analysis_of(table, self._is_stopped, is_quick=question.is_quick)
        self._turns = islice(turns, question.done, None)

    def _is_stopped(self) -> bool:
        return self._stop()

    def is_at(self, question: JudgeTurns) -> bool:
        return question == (self._game, self._is_quick, self.done)

    def part(self, stop: StopFlag) -> tuple[Judged, ...]:
        """Return the next turns, none after the last. Raises `Stopped`."""
        self._stop, found, end = stop, [], monotonic() + PART_SECONDS
        for turn in self._turns:
            found.append(turn)
            if monotonic() >= end:
                break
        self.done += len(found)
        return tuple(found)


_running: list[_Running] = []
"""The analysis that this process asked for last: the answers do not depend on it."""


def judge_turns(question: JudgeTurns, stop: StopFlag) -> tuple[Judged, ...]:
    """Return the next turns of an analysis, none after the last. Raises `Stopped`.

    This runs in a process of the pool.
    """
    there = _running.pop() if _running else None
    now = there if there and there.is_at(question) else _Running(question)
    found = now.part(stop)
    _running.append(now)
    return found


def judge_move(question: JudgeMove, stop: StopFlag) -> Judged:
    """Return how a move is judged, in the worlds in which the one that was made was judged.

    This runs in a process of the pool. Raises `Stopped`.
    """
    table, at = _table_of(question.game), question.at
    move = Play(table.plays[at].seat, table.game.parse(question.move))
    analyse: Analyse = import_module(f"engine.{table.game.key}.analysis").analyse
    turns = analyse(table.states[: at + 1], [*table.plays[:at], move], stop, first=at)
    judged: Judged = next(turns)
    return judged


def find_hint(question: FindHint, stop: StopFlag) -> Hint:
    """Return the hint at a place of a game. Raises `Stopped`.

    This runs in a process of the pool.
    """
    table = _table_of(question.game)
    state = table.states[question.at]
    (seat, *_others) = state.to_move
    return table.game.hint(state.view(seat), stop)


def _table_of(game: bytes) -> Table[Any]:
    from saves.reading import read_record  # takes long to load, and no screen needs it

    return read_record(game).table
