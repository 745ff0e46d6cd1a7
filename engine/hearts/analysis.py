"""Analysis of Dame de Pique: the points that each card and each pass may be expected to cost.

A move is judged by what its player knows: it and its rivals are played out in the same worlds that
fit this knowledge. The best one is chosen in half of the worlds and measured in the others, or luck
of the sampling would look like a mistake. Values are the points of a round that the first seat
keeps off, of 26, so more is better for it, as with a chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from engine.analysis import MOST, Judged, Measure, is_near_line
from engine.game import Play, StopFlag, Stopped, never
from engine.hearts.cards import Card
from engine.hearts.master import Chances, Plan, plans_and_worlds
from engine.hearts.moves import CardPass, Move
from engine.hearts.state import HeartsState
from engine.shuffle import Lots

WHOLE: Final = Measure.POINTS.whole


class Effort(NamedTuple):
    """The effort of an analysis.

    Attributes:
        worlds: The worlds that choose the best card; as many others measure what it gains.
        passes: The same for a pass.
        most: The times as many that measure a loss near a line at most.
    """

    worlds: int
    passes: int
    most: int = MOST


QUICK: Final = Effort(10, 6, 1)
USUAL: Final = Effort(150, 100)


def analyse(
    states: Sequence[HeartsState],
    plays: Sequence[Play],
    stop: StopFlag = never,
    effort: Effort = USUAL,
    *,
    first: int = 0,
) -> Iterator[Judged]:
    """Yield each pass and each card as soon as it is judged, in order. Raises `Stopped`.

    Slaps are left out. All lots depend on the number of the move alone.
    """
    for ply, (state, (seat, move)) in enumerate(zip(states, plays, strict=True)):
        if ply >= first and isinstance(move, Card | CardPass):
            yield _judged(ply, state, seat, move, effort, stop)


def round_results(states: Sequence[HeartsState]) -> dict[int, float]:
    """Return what the first seat has kept off at the end of each round that is over."""
    return {part: WHOLE - points[0] for part, points in enumerate(states[-1].rounds, 1)}


def _judged(
    ply: int,
    state: HeartsState,
    seat: int,
    move: Card | CardPass,
    effort: Effort,
    stop: StopFlag,
) -> Judged:
    """Return a move with the points around it, and its loss. Raises `Stopped`."""
    is_pass = isinstance(move, CardPass)
    played = move.cards if isinstance(move, CardPass) else int(move)
    choosing, measuring = (_Trial(state, seat, Lots(one, ply), stop) for one in (0, 1))
    worlds = effort.passes if is_pass else effort.worlds
    best, spread = choosing.best(worlds, played)
    pair = best[_FIRST], best[played]
    rows = measuring.points(pair, worlds)
    loss, error = _difference(rows[1], rows[0], seat)
    for _ in range(effort.most - 1 if best[_FIRST].move != played else 0):
        if not is_near_line(100 * loss / WHOLE, 100 * error / WHOLE):
            break
        for row, more in zip(rows, measuring.points(pair, worlds), strict=True):
            row.extend(more)
        loss, error = _difference(rows[1], rows[0], seat)
    before, after = rows
    is_better = best[_FIRST].move != played and loss > 0
    better: Move = CardPass(best[_FIRST].move) if is_pass else Card(best[_FIRST].move)
    kept_off = WHOLE - _mean(after, 0)
    return Judged(
        ply,
        seat,
        move,
        better if is_better else move,
        loss if is_better else 0.0,
        error if is_better else 0.0,
        WHOLE - _mean(before, 0) if is_better else kept_off,
        kept_off,
        counts=spread > Measure.POINTS.idle,
        measure=Measure.POINTS,
        part=state.number,
    )


_FIRST: Final = -1
"""The key of the best plan of all among the best plans by move."""


class _Trial:
    """The trial of the plans of a seat in worlds that fit what it knows."""

    def __init__(self, state: HeartsState, seat: int, lots: Lots, stop: StopFlag) -> None:
        chances = Chances(lots.seed())
        self._plans, self._world = plans_and_worlds(state.view(seat), chances)
        self._seat, self._stop = seat, stop

    def best(self, worlds: int, played: int) -> tuple[dict[int, Plan], float]:
        """Return the best plan with each move, and by how many points moves differ at most.

        Under `_FIRST` stands the best of all. A pass that is no plan is tried as well.
        """
        if all(plan.move != played for plan in self._plans):
            self._plans.append(Plan(played))
        if all(plan.move == played for plan in self._plans):
            return dict.fromkeys((played, _FIRST), self._plans[0]), 0.0
        found: dict[int, tuple[float, Plan]] = {}
        for plan, row in zip(self._plans, self.points(self._plans, worlds), strict=True):
            cost = _mean(row, self._seat)
            found[plan.move] = min(found.get(plan.move, (cost, plan)), (cost, plan))
        costs = [cost for cost, _ in found.values()]
        plans = {move: plan for move, (_, plan) in found.items()}
        return {**plans, _FIRST: min(found.values())[1]}, max(costs) - min(costs)

    def points(self, plans: Sequence[Plan], worlds: int) -> list[list[Sequence[int]]]:
        """Return the points of all seats after each plan, in each of some new worlds."""
        found: list[list[Sequence[int]]] = [[] for _ in plans]
        for _ in range(worlds):
            if self._stop():
                raise Stopped
            world = self._world()
            for row, plan in zip(found, plans, strict=True):
                row.append(world(plan))
        return found


def _mean(rows: Sequence[Sequence[int]], seat: int) -> float:
    return sum(points[seat] for points in rows) / len(rows)


def _difference(
    rows: Sequence[Sequence[int]], others: Sequence[Sequence[int]], seat: int
) -> tuple[float, float]:
    """Return by how many points a seat has more in the mean, and the standard error."""
    more = [one[seat] - other[seat] for one, other in zip(rows, others, strict=True)]
    mean = sum(more) / len(more)
    spread = sum((one - mean) ** 2 for one in more) / max(len(more) - 1, 1)
    return mean, sqrt(spread / len(more))
