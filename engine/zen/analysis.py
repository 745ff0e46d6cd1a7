"""Analysis of Zen, in which nothing is hidden: what a move lost by a search of the same depth.

The chance of a side is a logistic of its value in the search, fitted to games of `club` with itself
(`docs/players.md`). A side that is certain to win has 100 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final, NamedTuple

from engine.analysis import Judged
from engine.game import Play, StopFlag, Stopped, never
from engine.zen.board import BLACK, after, is_capture, moves
from engine.zen.moves import BoardMove
from engine.zen.players import announced
from engine.zen.search import SURE, WIN, Search, ending_of
from engine.zen.state import ZenState

SCALE: Final = 80.0
"""The value, in the units of the search, for which the odds are e to 1."""


class Effort(NamedTuple):
    """The effort of an analysis.

    Attributes:
        moves: The depth of its searches in moves of both sides, the played one included.
        nodes: About how many positions each of them may take.
    """

    moves: int
    nodes: int


QUICK: Final = Effort(2, 4_000)
USUAL: Final = Effort(5, 150_000)


def analyse(
    states: Sequence[ZenState],
    plays: Sequence[Play],
    stop: StopFlag = never,
    effort: Effort = USUAL,
    *,
    first: int = 0,
) -> Iterator[Judged]:
    """Yield each move on the board as soon as it is judged, in order. Raises `Stopped`.

    Chances and losses are means of two searches, one a move less deep. The error of a loss is half
    of what it differs between the two.
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
    less = Effort(effort.moves - 1, effort.nodes)
    deep, shallow = (_compared(state, move, one, stop) for one in (effort, less))
    before, later = _mean(deep.value, shallow.value), _mean(deep.played, shallow.played)
    best, value = deep.best, deep.value
    error = abs(deep.loss - shallow.loss) / 2
    is_better = best != move.code and before > later
    later = later if is_better else before
    position, variant = state.position, state.options.variant
    is_choice = value > -SURE and len(moves(position, variant)) > 1
    first, then = (before, later) if position.side == BLACK else (100 - before, 100 - later)
    return Judged(
        ply,
        seat,
        move,
        announced(state.view(seat), best) if is_better else move,
        before - later,
        error if is_better else 0.0,
        first,
        then,
        is_choice,
        part=len(state.rounds) + 1,
        wins_in=WIN - value if value > SURE else None,
    )


def _mean(deep: int, shallow: int) -> float:
    """Return the mean chance of two depths, for the last to move looks better; or a certain end."""
    return chance(deep) if abs(deep) > SURE else (chance(deep) + chance(shallow)) / 2


class _Compared(NamedTuple):
    """The best move of a position, its value, and that of the played one at the same depth."""

    best: int
    value: int
    played: int

    @property
    def loss(self) -> float:
        """What the played move lost, in points of 100."""
        return chance(self.value) - chance(self.played)


def _compared(state: ZenState, move: BoardMove, effort: Effort, stop: StopFlag) -> _Compared:
    """Compare a move with the best one by searches of the same depth. Raises `Stopped`."""
    position, variant, past = state.position, state.options.variant, state.past
    found = Search(variant, past, stop).best(position, effort.nodes, effort.moves)
    if found.move == move.code:
        return _Compared(found.move, found.value, found.value)
    if ended := ending_of(position, move.code, variant, past):
        won = {position.side: WIN - 1, None: 0}.get(ended.winner, 1 - WIN)
        return _Compared(found.move, max(found.value, won), won)
    since = () if is_capture(position, move.code) else (*past, position)
    depth = max(found.depth - 1, 0)
    reply = Search(variant, since, stop).best(after(position, move.code), effort.nodes, depth)
    if reply.depth < depth and abs(reply.value) <= SURE:  # its nodes were spent: be fair
        found = Search(variant, past, stop).best(position, effort.nodes, reply.depth + 1)
    return _Compared(found.move, max(found.value, -reply.value), -reply.value)
