"""The sequential test of two players' strength: it ends as soon as the evidence decides.

A. Wald, 1945, "Sequential tests of statistical hypotheses", with the generalised likelihood ratio:
nothing is taken for known of how often pairs are won, drawn or split. Each hypothesis is given the
likeliest distribution of scores with its mean (A. B. Owen, 1988, "Empirical likelihood ratio
confidence intervals for a single functional").
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

from arena.statistics import expected_share

UNSEEN: Final = 1e-3
"""The count of a score that was never seen; without it no other mean than the seen one could be."""

_CLOSE: Final = 1e-12
_STEPS: Final = 100


class Terms(NamedTuple):
    """The terms of a test.

    Attributes:
        elo0: The Elo difference of the first hypothesis.
        elo1: That of the second one, which is greater.
        alpha: The chance to accept the second hypothesis where the first one is true.
        beta: The chance to accept the first hypothesis where the second one is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which the first hypothesis is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the second hypothesis is accepted."""
        return log((1 - self.beta) / self.alpha)


class Evidence:
    """The scores of a test so far, which come one by one in the order of the deals.

    Attributes:
        terms: The terms of the test.
        counts: How often each score came, from 0 to 1 in even steps.
        ratio: The log-likelihood ratio.
    """

    def __init__(self, terms: Terms, steps: int) -> None:
        self.terms = terms
        self.counts = [0] * (steps + 1)
        self.ratio = 0.0

    def add(self, score: float) -> None:
        """Count a score."""
        self.counts[round(score * (len(self.counts) - 1))] += 1
        self.ratio = log_likelihood_ratio(self.counts, self.terms.elo0, self.terms.elo1)

    @property
    def accepted(self) -> float | None:
        """The Elo difference of the accepted hypothesis, None while neither is."""
        if self.ratio >= self.terms.upper:
            return self.terms.elo1
        return self.terms.elo0 if self.ratio <= self.terms.lower else None


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return how much likelier the scores are at `elo1` than at `elo0`, as a logarithm.

    `counts` are those of the scores from 0 to 1 in even steps. Of a pair of games that is lost, or
    half lost, or even, and so on, it is the "pentanomial" ratio.

    >>> round(log_likelihood_ratio([100, 0, 200, 0, 130], 0, 10), 2)
    1.28
    """
    weights = [count or UNSEEN for count in counts]
    steps = len(counts) - 1
    scores = [at / steps for at in range(len(counts))]
    ratio = 0.0
    for elo, sign in ((elo0, -1), (elo1, 1)):
        mean = expected_share(elo)
        tilt = _tilt(scores, weights, mean)
        for score, weight in zip(scores, weights, strict=True):
            ratio -= sign * weight * log(1 + tilt * (score - mean))
    return ratio


def likeliest(scores: Sequence[float], weights: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with a mean under which the weighted scores are the likeliest."""
    tilt, total = _tilt(scores, weights, mean), sum(weights)
    return [w / total / (1 + tilt * (s - mean)) for s, w in zip(scores, weights, strict=True)]


def _tilt(scores: Sequence[float], weights: Sequence[float], mean: float) -> float:
    """Return the Lagrange multiplier of `likeliest`, by Newton's method between two bounds.

    The sum below falls wherever all parts of the distribution are positive, and has one root there.
    """
    parts = [(s - mean, w) for s, w in zip(scores, weights, strict=True)]
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    tilt = 0.0
    for _ in range(_STEPS):
        value = slope = 0.0
        for gap, weight in parts:
            part = gap / (1 + tilt * gap)
            value += weight * part
            slope += weight * part * part
        low, high = (tilt, high) if value > 0 else (low, tilt)
        after = tilt + value / slope
        if not low < after < high:
            after = (low + high) / 2
        if abs(after - tilt) < _CLOSE:
            break
        tilt = after
    return tilt
