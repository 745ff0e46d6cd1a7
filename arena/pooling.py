"""The results of several arenas of one game together, for ratings over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from arena.statistics import ratings
from arena.tally import PairScore, Tally, pair_score


class NotTogether(Exception):
    """An error: two arenas cannot be counted together.

    Attributes:
        places: The two, as places in the list of arenas.
        has_same_deals: Whether it is because two players played the same deals in both; else the
            games differ.
    """

    def __init__(self, places: tuple[int, int], *, has_same_deals: bool) -> None:
        super().__init__(places)
        self.places = places
        self.has_same_deals = has_same_deals


class Rated(NamedTuple):
    """A player over all arenas: its kind, its Elo rating, its meetings and the share it won."""

    kind: str
    rating: float
    meetings: int
    share: float


class Pooled:
    """Several arenas together. A player is its kind, whichever arena it played in.

    Attributes:
        kinds: The players, in the order in which they first appear.
    """

    def __init__(self, tallies: Sequence[Tally]) -> None:
        """Count arenas together. Raises `NotTogether`."""
        _check(tallies)
        self.kinds = tuple(dict.fromkeys(k for t in tallies for k in t.contest.players))
        self._scores: dict[tuple[int, int], Counter[float]] = {}
        for tally in tallies:
            players = [self.kinds.index(kind) for kind in tally.contest.players]
            for (one, other), scores in tally.scores.items():
                self._count(players[one], players[other], scores)

    def _count(self, one: int, other: int, scores: Mapping[float, int]) -> None:
        """Count how often a player had which score against another one; never against itself."""
        for score, times in scores.items():
            if one < other:
                self._scores.setdefault((one, other), Counter())[score] += times
            elif one > other:
                self._scores.setdefault((other, one), Counter())[1 - score] += times

    def pair_scores(self) -> list[PairScore]:
        """Return the score of each two players that met."""
        return [pair_score(players, scores) for players, scores in sorted(self._scores.items())]

    def rated(self) -> list[Rated]:
        """Return the players that met another one, the strongest first."""
        won: dict[tuple[int, int], float] = {}
        for (one, other), scores in self._scores.items():
            won[one, other] = sum(score * times for score, times in scores.items())
            won[other, one] = scores.total() - won[one, other]
        found = []
        for player, rating in enumerate(ratings(won, len(self.kinds))):
            if rating is not None:
                wins = sum(value for (one, _), value in won.items() if one == player)
                count = sum(s.total() for pair, s in self._scores.items() if player in pair)
                found.append(Rated(self.kinds[player], rating, count, wins / count))
        return sorted(found, key=lambda one: -one.rating)


def _check(tallies: Sequence[Tally]) -> None:
    """Raise `NotTogether` where games differ, or the same evidence would count twice."""
    for (at, one), (place, other) in combinations(enumerate(tallies), 2):
        if (one.contest.game, one.contest.options) != (other.contest.game, other.contest.options):
            raise NotTogether((at, place), has_same_deals=False)
        if one.contest.seed == other.contest.seed and _met(one) & _met(other):
            raise NotTogether((at, place), has_same_deals=True)


def _met(tally: Tally) -> set[tuple[frozenset[str], int]]:
    """Return which two players met on which deals."""
    names = tally.contest.players
    return {
        (frozenset((names[one], names[other])), deal)
        for number, places in enumerate(tally.contest.tables)
        for deal in tally.deals(number)
        for one, other in combinations(places, 2)
        if names[one] != names[other]
    }
