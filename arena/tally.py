"""The tally of an arena: results counted as they finish, in any order."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from arena.match import Forfeited, MeetingResult
from arena.schedule import Contest, Meeting
from arena.sprt import Evidence
from arena.statistics import Share, elo_difference, quantile, ratings, share_of


class PairScore(NamedTuple):
    """The score of a pairing, seen from its first player.

    Attributes:
        players: The two places in `Contest.players`.
        pairs: The number of deals on which they have met.
        share: The share the first one won, or with more than two seats the share of comparisons
            in which it was ahead of the other; None before they met.
        elo: The Elo difference for this share, with its interval; infinite where one won all.
    """

    players: tuple[int, int]
    pairs: int
    share: Share | None
    elo: Share | None


class PlayerScore(NamedTuple):
    """The score of one player over all pairings.

    Attributes:
        games: The number of games it played.
        share: The share of them it won, None before the first game.
        rating: Its Elo rating, the mean of all players being 0; None before the first game.
        forfeits: The number of games it forfeited.
        points: Its mean points a game, None before the first or if the game has none.
    """

    games: int
    share: float | None
    rating: float | None
    forfeits: int
    points: float | None


class DecisionTimes(NamedTuple):
    """The decision times of a player in seconds: their number, median and 95 % quantile."""

    decisions: int
    median: float
    slow: float


class Tally:
    """The results of a contest so far.

    With a test they count in the order of the deals, up to the deal that decides it. So the test
    has the same end whichever results come first.

    Attributes:
        contest: The plan.
        evidence: The scores of its test, if it has one.
        scores: How often the first of each pairing had which score in a meeting.
        finished: The number of finished meetings.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.finished = 0
        self.evidence = contest.test and Evidence(contest.test, contest.score_steps)
        self.scores = {pairing: Counter[float]() for pairing in contest.pairings}
        self._early: dict[int, MeetingResult] = {}
        self._results: list[dict[int, MeetingResult]] = [{} for _ in contest.tables]
        self._seconds = [array("d") for _ in contest.players]

    def add(self, result: MeetingResult) -> None:
        """Count the result of one meeting."""
        if not self.evidence:
            self._count(result)
            return
        self._early[result.deal] = result
        while not self.is_decided and (following := self._early.pop(self.finished, None)):
            self._count(following)
            self.evidence.add(following.score)

    @property
    def size(self) -> int:
        """The number of meetings, if no test ends them before."""
        return self.contest.size

    def deals(self, table: int) -> Collection[int]:
        """Return the finished deals of a table."""
        return self._results[table].keys()

    def left(self) -> Iterator[Meeting]:
        """Return the meetings that are not finished now."""
        done = [frozenset(results) for results in self._results]
        return (one for one in self.contest.meetings() if one.deal not in done[one.table])

    def _count(self, result: MeetingResult) -> None:
        places = self.contest.tables[result.table]
        for place, seconds in zip(places, result.seconds, strict=True):
            self._seconds[place].extend(seconds)
        light = result._replace(seconds=((),) * len(places))
        self._results[result.table][result.deal] = light
        self.finished += 1
        for one, other in combinations(range(len(places)), 2):
            self.scores[places[one], places[other]][result.share(one, other)] += 1

    @property
    def is_decided(self) -> bool:
        """Whether the test has accepted a hypothesis."""
        return self.evidence is not None and self.evidence.accepted is not None

    @property
    def is_complete(self) -> bool:
        """Whether all meetings are finished, or as many as the test needs."""
        return self.is_decided or self.finished == self.contest.size

    def results(self, table: int) -> list[MeetingResult]:
        """Return the results of a table in the order of the deals."""
        return [result for _, result in sorted(self._results[table].items())]

    def pair_scores(self) -> list[PairScore]:
        """Return the score of each pairing."""
        return [pair_score(players, counted) for players, counted in self.scores.items()]

    def player_scores(self) -> list[PlayerScore]:
        """Return the score of each player."""
        won: dict[tuple[int, int], float] = {}
        for (first, second), counted in self.scores.items():
            if counted:
                won[first, second] = sum(score * times for score, times in sorted(counted.items()))
                won[second, first] = counted.total() - won[first, second]
        rated = ratings(won, len(self.contest.players))
        forfeits = [player for player, _ in self.forfeits()]
        return [
            self._player_score(player, rated[player], forfeits.count(player))
            for player in range(len(rated))
        ]

    def _player_score(self, player: int, rating: float | None, forfeits: int) -> PlayerScore:
        games, won, points = 0, 0.0, list[int]()
        for number, places in enumerate(self.contest.tables):
            if player in places:
                for result in self.results(number):
                    games += len(result.games)
                    won += result.won(places.index(player))
                    points += result.points(places.index(player))
        share = won / games if games else None
        return PlayerScore(games, share, rating, forfeits, fmean(points) if points else None)

    def forfeits(self) -> Iterator[tuple[int, Forfeited]]:
        """Yield every forfeit with the place of its player in `Contest.players`, in order."""
        for number, places in enumerate(self.contest.tables):
            for result in self.results(number):
                for game in result.games:
                    if game.given_up:
                        yield places[game.given_up.by % len(places)], game.given_up

    def decision_times(self) -> list[DecisionTimes | None]:
        """Return the decision times of each player, None for a player that never had to decide."""
        return [
            DecisionTimes(len(seconds), quantile(ordered, 0.5), quantile(ordered, 0.95))
            if (ordered := sorted(seconds))
            else None
            for seconds in self._seconds
        ]


def pair_score(players: tuple[int, int], counted: Counter[float]) -> PairScore:
    """Return the score of two players, from how often the first one had which in a meeting."""
    share = share_of(counted) if counted else None
    elo = share and Share(*map(elo_difference, share))
    return PairScore(players, counted.total(), share, elo)
