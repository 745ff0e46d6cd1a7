"""What an arena has come to so far: results collected as they finish, in whatever order."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

from arena.match import GivenUp, Result
from arena.schedule import Contest
from arena.statistics import Share, elo_difference, quantile, ratings, share_of


class Standing(NamedTuple):
    """How a pairing stands, seen from its first player.

    Attributes:
        players: The two places in `Contest.players`.
        meetings: On how many deals they have met.
        share: The share the first one won, or with more than two seats how much of the time it was
            ahead of the other one; None before they met.
        elo: The difference in rating that goes with it, and the ends of its interval; infinite
            where somebody won everything.
    """

    players: tuple[int, int]
    meetings: int
    share: Share | None
    elo: Share | None


class Showing(NamedTuple):
    """How one player did over all pairings.

    Attributes:
        games: How many games it played.
        share: The part of them it won, None before the first game.
        rating: Its Elo rating, the mean of all players being 0; None before the first game.
        forfeits: How many games it gave up.
        points: Its points in a game in the mean, None before the first or where there are none.
    """

    games: int
    share: float | None
    rating: float | None
    forfeits: int
    points: float | None


class Pace(NamedTuple):
    """How long a player took for its decisions, in seconds."""

    decisions: int
    median: float
    slow: float
    """19 of 20 decisions took no longer."""


class Tally:
    """The results of a contest so far."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self._results: list[dict[int, Result]] = [{} for _ in contest.tables]
        self._seconds = [array("d") for _ in contest.players]

    def add(self, result: Result) -> None:
        """Count the result of one meeting."""
        places = self.contest.tables[result.table]
        for place, seconds in zip(places, result.seconds, strict=True):
            self._seconds[place].extend(seconds)
        light = result._replace(seconds=((),) * len(places))
        self._results[result.table][result.deal] = light

    @property
    def finished(self) -> int:
        """How many meetings are finished."""
        return sum(map(len, self._results))

    @property
    def is_complete(self) -> bool:
        """Whether all is played."""
        return self.finished == self.contest.size

    def results(self, table: int) -> list[Result]:
        """Return the results of a table in the order of the deals."""
        return [result for _, result in sorted(self._results[table].items())]

    def standings(self) -> list[Standing]:
        """Return how each pairing stands."""
        return [_standing(players, self._shares(*players)) for players in self.contest.pairings]

    def showings(self) -> list[Showing]:
        """Return how each player did."""
        won: dict[tuple[int, int], float] = {}
        for first, second in self.contest.pairings:
            if shares := self._shares(first, second):
                won[first, second] = sum(shares)
                won[second, first] = len(shares) - won[first, second]
        rated = ratings(won, len(self.contest.players))
        forfeits = [player for player, _ in self.surrenders()]
        return [
            self._showing(player, rated[player], forfeits.count(player))
            for player in range(len(rated))
        ]

    def _showing(self, player: int, rating: float | None, forfeits: int) -> Showing:
        games, won, points = 0, 0.0, list[int]()
        for number, places in enumerate(self.contest.tables):
            if player in places:
                for result in self.results(number):
                    games += len(result.games)
                    won += result.won(places.index(player))
                    points += result.points(places.index(player))
        share = won / games if games else None
        return Showing(games, share, rating, forfeits, fmean(points) if points else None)

    def _shares(self, one: int, other: int) -> list[float]:
        """Return what each meeting of two players was worth to the first of them."""
        return [
            result.share(places.index(one), places.index(other))
            for number, places in enumerate(self.contest.tables)
            if one in places and other in places
            for result in self.results(number)
        ]

    def surrenders(self) -> Iterator[tuple[int, GivenUp]]:
        """Yield the place in `Contest.players` and the reasons of who gave up, in order."""
        for number, places in enumerate(self.contest.tables):
            for result in self.results(number):
                for game in result.games:
                    if game.given_up:
                        yield places[game.given_up.by % len(places)], game.given_up

    def paces(self) -> list[Pace | None]:
        """Return how quick each player was, None for one who never had to decide."""
        return [_pace(seconds) if seconds else None for seconds in self._seconds]


def _standing(players: tuple[int, int], shares: list[float]) -> Standing:
    if not shares:
        return Standing(players, 0, None, None)
    share = share_of(shares)
    return Standing(players, len(shares), share, Share(*map(elo_difference, share)))


def _pace(seconds: array[float]) -> Pace:
    ordered = sorted(seconds)
    return Pace(len(ordered), quantile(ordered, 0.5), quantile(ordered, 0.95))
