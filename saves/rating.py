"""The rating of a person against the levels of the computer: Glicko-2, game after game.

Source: Mark E. Glickman, *Example of the Glicko-2 system*, 2022.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, log, pi, sqrt
from typing import Final, NamedTuple

USUAL: Final = 1500.0
"""The rating of somebody who has not played yet, and that of `greedy`."""

_SCALE: Final = 173.7178
"""The points of a rating in one unit of the logistic curve."""
_TAU: Final = 0.5
"""How much the volatility may change."""
_NEARNESS: Final = 1e-6
"""How exactly the volatility is found."""
_MOST_DEVIATION: Final = 350.0
_NORMAL_95: Final = 1.96


class Rating(NamedTuple):
    """How strong somebody is: 100 points more are 64 % of the games, 200 are 76 %.

    Attributes:
        points: The rating.
        deviation: Its standard error in points.
        volatility: How much the true strength changes from game to game.
    """

    points: float = USUAL
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06

    @property
    def spread(self) -> float:
        """The points above and below the rating between which the true one lies, at 95 %."""
        return _NORMAL_95 * self.deviation


class Met(NamedTuple):
    """The result against an opponent.

    Attributes:
        points: The rating of the opponent.
        score: 1 for a win, 0.5 for a draw, 0 for a loss.
        deviation: The standard error of the opponent's rating; none for a level.
    """

    points: float
    score: float
    deviation: float = 0.0


def rated(before: Rating, games: Sequence[Met]) -> Rating:
    """Return a rating after some games of the same time; there must be one at least."""
    deviation = before.deviation / _SCALE
    information = gain = 0.0
    for game in games:
        weight = 1 / sqrt(1 + 3 * (game.deviation / _SCALE / pi) ** 2)
        expected = 1 / (1 + exp(weight * (game.points - before.points) / _SCALE))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (game.score - expected)
    variance = 1 / information
    volatility = _volatility(before.volatility, deviation**2, variance, (variance * gain) ** 2)
    wider = hypot(deviation, volatility)
    after = 1 / sqrt(1 / wider**2 + information)
    points = before.points + _SCALE * after**2 * gain
    return Rating(points, min(_SCALE * after, _MOST_DEVIATION), volatility)


def merit(winners: Sequence[int], points: Sequence[int], seat: int) -> tuple[bool, int]:
    """Return what orders the seats at the end of a game; more is better.

    A winner is ahead of all others. Of two losers, that with points nearer to a winner's is ahead.
    """
    if seat in winners:
        return True, 0
    gaps = [abs(points[winner] - points[seat]) for winner in winners if points]
    return False, -min(gaps, default=0)


def _volatility(before: float, spread: float, variance: float, surprise: float) -> float:
    """Return the volatility after some games, by the Illinois method.

    Args:
        before: The volatility before.
        spread: The square of the deviation.
        variance: That of the points by the results alone.
        surprise: The square of the points by which the results differ from those expected.
    """

    def slope(at: float) -> float:
        whole = spread + variance + exp(at)
        pull = exp(at) * (surprise - whole) / (2 * whole**2)
        return pull - (at - log(before**2)) / _TAU**2

    low = log(before**2)
    if surprise > spread + variance:
        high = log(surprise - spread - variance)
    else:
        high = low - _TAU
        while slope(high) < 0:
            high -= _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _NEARNESS:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
