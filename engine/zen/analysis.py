"""Analysis of Zen, in which nothing is hidden: what a move lost by a search.

The search goes one move deeper at a time until its positions are spent, and values the best move
and the played one at each depth. The chance of a side is a logistic of its value, fitted to games
of `club` with itself (`docs/players.md`). A side that is certain to win has 100 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from statistics import fmean
from typing import Final, NamedTuple

from engine.analysis import SURE as CLEAR
from engine.analysis import Judged
from engine.game import Play, StopFlag, Stopped, never
from engine.zen.board import BLACK, after, moves
from engine.zen.moves import BoardMove
from engine.zen.players import announced
from engine.zen.search import SURE, WIN, Compared, Search, ending_of
from engine.zen.state import ZenState

SCALE: Final = 80.0
"""The value, in the units of the search, for which the odds are e to 1."""

DEPTHS: Final = 3
"""The last depths that all have to agree on the name of a loss."""

LEAST_ERROR: Final = 0.2
"""The error where they agree, in parts of the loss: what still deeper searches differ by."""


class Effort(NamedTuple):
    """The effort of an analysis.

    Attributes:
        nodes: About how many positions the search of a move takes.
    """

    nodes: int


QUICK: Final = Effort(4_000)
USUAL: Final = Effort(100_000)


def analyse(
    states: Sequence[ZenState],
    plays: Sequence[Play],
    stop: StopFlag = never,
    effort: Effort = USUAL,
    *,
    first: int = 0,
) -> Iterator[Judged]:
    """Yield each move on the board as soon as it is judged, in order. Raises `Stopped`.

    The same effort searches the same positions, so the same game is judged the same.
    """
    for ply, (state, (seat, move)) in enumerate(zip(states, plays, strict=True)):
        if ply >= first and isinstance(move, BoardMove):
            yield _judged(ply, state, seat, move, effort, stop)


def round_results(states: Sequence[ZenState]) -> dict[int, float]:
    """Return the first side's chance at the end of each round that is over: 100, 50 or 0."""
    won = {BLACK: 100.0, None: 50.0}
    return {part: won.get(one.winner, 0.0) for part, one in enumerate(states[-1].rounds, 1)}


def chance(value: int) -> float:
    """Return the chance of winning, in points of 100, for a value of the search.

    >>> chance(0), chance(WIN - 3), chance(-WIN)
    (50.0, 100.0, 0.0)
    """
    if abs(value) > SURE:
        return 100.0 if value > 0 else 0.0
    return 100 / (1 + exp(-value / SCALE))


def _judged(
    ply: int, state: ZenState, seat: int, move: BoardMove, effort: Effort, stop: StopFlag
) -> Judged:
    """Return a move with the chances around it, and its loss. Raises `Stopped`."""
    if stop():
        raise Stopped
    position, variant = state.position, state.options.variant
    depths = _depths(state, move, effort, stop)
    best, value, _ = depths[-1]
    chances = _chances([one.value for one in depths])
    others = _chances([one.played for one in depths])
    losses = [high - low for high, low in zip(chances, others, strict=True)]
    before, loss = _mean(chances), _mean(losses)
    is_better = best != move.code and loss > 0
    loss = loss if is_better else 0.0
    later = before - loss
    is_choice = value > -SURE and len(moves(position, variant)) > 1
    first, then = (before, later) if position.side == BLACK else (100 - before, 100 - later)
    return Judged(
        ply,
        seat,
        move,
        announced(state.view(seat), best) if is_better else move,
        loss,
        _error(losses, depths[-1]) if is_better else 0.0,
        first,
        then,
        is_choice,
        part=len(state.rounds) + 1,
        wins_in=WIN - value if value > SURE else None,
    )


def _depths(state: ZenState, move: BoardMove, effort: Effort, stop: StopFlag) -> list[Compared]:
    """Return a move beside the best one, at each depth from the first on. Raises `Stopped`."""
    position, variant, past = state.position, state.options.variant, state.past
    # zen, "The end": only a third time is a draw, and the search takes a second time for one
    child = after(position, move.code)
    search = Search(variant, [one for one in past if one != child], stop)
    found = search.beside_best(position, move.code, effort.nodes)
    if ended := ending_of(position, move.code, variant, past):
        won = {position.side: WIN - 1, None: 0}.get(ended.winner, 1 - WIN)
        return [Compared(one.best, max(one.value, won), won) for one in found]
    return found


def _chances(values: Sequence[int]) -> list[float]:
    """Return the chances by the values at the last depths; what is certain is so at each."""
    last = values[-1]
    return [chance(last if abs(last) > SURE else value) for value in values[-DEPTHS:]]


def _mean(points: Sequence[float]) -> float:
    """Return the mean of the last two depths: the side that moves last in a search looks better."""
    return fmean(points[-2:])


def _error(losses: Sequence[float], last: Compared) -> float:
    """Return the error of a loss: its name is that of the least loss at the last depths.

    It is 0 where both moves win or lose for certain.
    """
    if min(abs(last.value), abs(last.played)) > SURE:
        return 0.0
    least = min(losses)
    return LEAST_ERROR * least + (_mean(losses) - least) / CLEAR
