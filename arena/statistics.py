"""The statistics of players' strength: shares with confidence intervals, Elo, quantiles.

Only sums and logarithms are used, so that every figure can be checked by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, inf, log10, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""The standard deviations around the mean that hold 95 % of a normal distribution."""

PRIOR_PAIRS: Final = 2
ELO_SCALE: Final = 400
_STEPS: Final = 10_000
_CLOSE: Final = 1e-10


class Share(NamedTuple):
    """A share of wins from 0 to 1 with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def share_of(scores: Iterable[float]) -> Share:
    """Return the share won, from the scores (0 to 1) of at least one pair of games.

    A `Counter` of scores is read as how often each came.

    The two games of a pair are played with the same cards and so do not count as two: one pair is
    one observation. The interval is Wilson's score interval (E. B. Wilson, 1927, "Probable
    inference, the law of succession, and statistical inference"), which stays within 0 and 1 and
    keeps a width at both ends, with the effective number of observations n / d for n (E. L. Korn
    and B. I. Graubard, 1998, "Confidence intervals for proportions with small expected number of
    positive counts estimated from survey data"). The design effect d is the variance of the pair
    scores divided by p (1 - p), what it would be if pairs could only be won or lost: about 1/2 for
    independent games, less where the cards decide and mirroring takes that out, up to 1 where the
    winner of one game of a pair wins the other. Few pairs tell d badly, and pairs that all ended
    alike do not tell it at all; `PRIOR_PAIRS` pairs with d = 1 are therefore added to its estimate.

    >>> [round(100 * part, 1) for part in share_of([1, 0.5, 1, 0.5, 0.5, 1, 0, 1])]
    [68.8, 41.2, 87.3]
    >>> [round(100 * part, 1) for part in share_of([1] * 100)]
    [100.0, 96.3, 100.0]
    """
    counted = sorted(Counter(scores).items())
    count = sum(times for _, times in counted)
    mean = sum(times * score for score, times in counted) / count
    spread = mean * (1 - mean)
    design = 1.0
    if spread:
        squares = sum(times * (score - mean) ** 2 for score, times in counted)
        design = (squares + PRIOR_PAIRS * spread) / ((count + PRIOR_PAIRS) * spread)
    size = count / design
    middle = mean + Z * Z / (2 * size)
    half = Z * sqrt(spread / size + (Z / (2 * size)) ** 2)
    whole = 1 + Z * Z / size
    low = (middle - half) / whole if mean > 0 else 0.0
    high = (middle + half) / whole if mean < 1 else 1.0
    return Share(mean, low, high)


def elo_difference(share: float) -> float:
    """Return the difference in rating at which the stronger player wins this share of the games.

    Infinite where one wins all (A. E. Elo, 1978, "The Rating of Chessplayers", logistic form).

    >>> elo_difference(0.5), round(elo_difference(0.75), 1), elo_difference(0)
    (0.0, 190.8, -inf)
    """
    if share in (0, 1):
        return inf if share else -inf
    return ELO_SCALE * log10(share / (1 - share))


def expected_share(elo: float) -> float:
    """Return the share of the games that a player stronger by this difference wins.

    >>> expected_share(0), round(expected_share(100), 2)
    (0.5, 0.64)
    """
    return float(1 / (1 + 10 ** (-elo / ELO_SCALE)))


def ratings(won: Mapping[tuple[int, int], float], players: int) -> list[float | None]:
    """Return the Elo rating of each player by all pairings, with 0 as their mean.

    `won[a, b]` is how many pairs (a draw a half) `a` won against `b`; a player without meetings has
    None. This is the Bradley-Terry model at its greatest likelihood, found as in D. R. Hunter,
    2004, "MM algorithms for generalized Bradley-Terry models". One drawn pair is added to each
    meeting, without which a player that won everything would have no finite rating.

    >>> [round(rating) for rating in ratings({(0, 1): 74.5, (1, 0): 24.5}, 2)]
    [95, -95]
    """
    total = [0.0] * players
    met: list[dict[int, float]] = [{} for _ in range(players)]
    for (one, other), wins in won.items():
        total[one] += wins + 0.5
        met[one][other] = wins + won[other, one] + 1
    present = [player for player in range(players) if met[player]]
    strength = [1.0] * players
    for _ in range(_STEPS):
        before = strength[:]
        for one in present:
            rivals = met[one].items()
            strength[one] = total[one] / sum(
                pairs / (strength[one] + strength[other]) for other, pairs in rivals
            )
        if all(abs(strength[one] / before[one] - 1) < _CLOSE for one in present):
            break
    raw = {player: ELO_SCALE * log10(strength[player]) for player in present}
    mean = sum(raw.values()) / len(raw) if raw else 0.0
    return [raw[player] - mean if player in raw else None for player in range(players)]


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return the quantile of ordered values: the smallest that at least `part` do not exceed.

    >>> quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    return ordered[max(0, ceil(part * len(ordered)) - 1)]
