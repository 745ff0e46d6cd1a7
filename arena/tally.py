"""What an arena has come to so far: results collected as they finish, in whatever order."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from arena.match import GivenUp, Result
from arena.schedule import Contest
from arena.statistics import Share, elo_difference, quantile, ratings, share_of


class Standing(NamedTuple):
    """How a pairing stands, seen from its first player.

    Attributes:
        players: The two places in `Contest.players`.
        pairs: How many pairs of games are played.
        share: The share the first one won, None before the first pair.
        elo: The difference in rating that goes with it, and the ends of its interval; infinite
            where somebody won everything.
    """

    players: tuple[int, int]
    pairs: int
    share: Share | None
    elo: Share | None


class Showing(NamedTuple):
    """How one player did over all pairings.

    Attributes:
        games: How many games it played.
        share: The part of their points it won, None before the first game.
        rating: Its Elo rating, the mean of all players being 0; None before the first game.
        forfeits: How many games it gave up.
    """

    games: int
    share: float | None
    rating: float | None
    forfeits: int


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
        self._results: list[dict[int, Result]] = [{} for _ in contest.pairings]
        self._seconds = [array("d") for _ in contest.players]

    def add(self, result: Result) -> None:
        """Count the result of one meeting."""
        self._results[result.pairing][result.deal] = result._replace(seconds=())
        for player, seconds in zip(
            self.contest.pairings[result.pairing], result.seconds, strict=True
        ):
            self._seconds[player].extend(seconds)

    @property
    def pairs(self) -> int:
        """How many pairs of games are finished."""
        return sum(map(len, self._results))

    @property
    def is_complete(self) -> bool:
        """Whether all is played."""
        return self.pairs == self.contest.pairs

    def results(self, pairing: int) -> list[Result]:
        """Return the results of a pairing in the order of the deals."""
        return [result for _, result in sorted(self._results[pairing].items())]

    def standings(self) -> list[Standing]:
        """Return how each pairing stands."""
        return [
            _standing(players, self.results(number))
            for number, players in enumerate(self.contest.pairings)
        ]

    def showings(self) -> list[Showing]:
        """Return how each player did."""
        won: dict[tuple[int, int], float] = {}
        games = [0] * len(self.contest.players)
        points = [0.0] * len(self.contest.players)
        for number, (first, second) in enumerate(self.contest.pairings):
            results = self.results(number)
            score = sum(result.score for result in results)
            if results:
                won[first, second], won[second, first] = score, len(results) - score
            for player, part in ((first, score), (second, len(results) - score)):
                games[player] += sum(len(result.games) for result in results)
                points[player] += part
        forfeits = [player for player, _ in self.surrenders()]
        return [
            Showing(
                games[player],
                points[player] * 2 / games[player] if games[player] else None,
                rating,
                forfeits.count(player),
            )
            for player, rating in enumerate(ratings(won, len(games)))
        ]

    def surrenders(self) -> Iterator[tuple[int, GivenUp]]:
        """Yield the place in `Contest.players` and the reasons of who gave up, in order."""
        for number, players in enumerate(self.contest.pairings):
            for result in self.results(number):
                for game in result.games:
                    if game.given_up:
                        yield players[game.given_up.by], game.given_up

    def paces(self) -> list[Pace | None]:
        """Return how quick each player was, None for one who never had to decide."""
        return [_pace(seconds) if seconds else None for seconds in self._seconds]


def _standing(players: tuple[int, int], results: list[Result]) -> Standing:
    if not results:
        return Standing(players, 0, None, None)
    share = share_of([result.score for result in results])
    return Standing(players, len(results), share, Share(*map(elo_difference, share)))


def _pace(seconds: array[float]) -> Pace:
    ordered = sorted(seconds)
    return Pace(len(ordered), quantile(ordered, 0.5), quantile(ordered, 0.95))
