"""Games that chance alone decides: how long they last, and how often each seat wins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, Final, NamedTuple

from arena.report import plain
from arena.schedule import deal_seed
from arena.statistics import Share, quantile, share_of
from engine.game import StopFlag, Stopped, never
from engine.games import GAMES, Loader, find_game
from engine.reasons import Reason
from engine.table import Sitter, Table
from engine.version import __version__

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The parts of all games whose greatest lengths are told."""

FORMAT: Final = "tapis-vert-lengths"
VERSION: Final = 1


class ChanceGame(NamedTuple):
    """A game to be played: its loader, its options, its number and the seed of its lots."""

    game: Loader
    options: Any
    number: int
    seed: int


class ChanceResult(NamedTuple):
    """How a game went: its number, the seats that won, why it ended, the turns it took."""

    number: int
    winners: tuple[int, ...]
    why: Reason
    turns: int


def play_game(one: ChanceGame, stop: StopFlag = never) -> ChanceResult:
    """Play a game to its end, each time the first legal move. Raises `Stopped`."""
    if stop():
        raise Stopped
    game = one.game()
    sitters = [Sitter(seat) for seat in game.seats(one.options)]
    table = Table(game, one.options, sitters, one.seed)
    if table.outcome is None:
        table.play_out()
    assert table.outcome
    return ChanceResult(one.number, table.outcome.winners, table.outcome.why, table.turns)


@dataclass
class Lengths:
    """The games of one set of options, and the results so far.

    Attributes:
        game: The key of the game.
        options: Its options.
        count: How many games there are.
        seed: The seed of all lots.
        results: The results by the numbers of the games.
    """

    game: str
    options: Any
    count: int
    seed: int
    results: dict[int, ChanceResult] = field(default_factory=dict)

    def games(self) -> Iterator[ChanceGame]:
        """Yield every game."""
        for number in range(self.count):
            seed = deal_seed(self.seed, number)
            yield ChanceGame(GAMES[self.game], self.options, number, seed)

    def left(self) -> Iterator[ChanceGame]:
        """Return the games that are not finished now."""
        done = frozenset(self.results)
        return (game for game in self.games() if game.number not in done)

    def add(self, result: ChanceResult) -> None:
        """Count the result of a game."""
        self.results[result.number] = result

    @property
    def size(self) -> int:
        """The number of games."""
        return self.count

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return len(self.results)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is to be learned from more games: never."""
        return False

    @property
    def is_complete(self) -> bool:
        """Whether all games are finished."""
        return self.finished == self.count

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in files."""
        return find_game(self.game).seats(self.options)

    @property
    def turns(self) -> list[int]:
        """The number of turns of each finished game, the shortest first."""
        return sorted(result.turns for result in self.results.values())

    @property
    def endings(self) -> Counter[Reason]:
        """How many games ended for each reason."""
        return Counter(result.why for result in self.results.values())

    def shares(self) -> list[Share]:
        """Return the share of the games that each seat won; a shared win is split.

        There has to be a finished game.
        """
        results = self.results.values()
        return [
            share_of([(seat in one.winners) / len(one.winners) for one in results])
            for seat in range(len(self.seats))
        ]

    def report(self) -> bytes:
        """Return the JSON document, UTF-8: enough to repeat the games, and every result."""
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "game": self.game,
            "rules": find_game(self.game).rules_version,
            "options": asdict(self.options),
            "seed": self.seed,
            "games": self.count,
            "interrupted": not self.is_complete,
            "results": [
                {
                    "game": number,
                    "winners": list(one.winners),
                    "why": one.why.code,
                    "turns": one.turns,
                }
                for number, one in sorted(self.results.items())
            ],
        }
        if turns := self.turns:
            document["turns"] = {"mean": round(fmean(turns), 3), **_quantiles(turns)}
            document["shares"] = plain(self.shares(), 6)
        return f"{json.dumps(document, ensure_ascii=False)}\n".encode()


def _quantiles(turns: Sequence[int]) -> dict[str, float]:
    return {f"p{round(100 * part)}": quantile(turns, part) for part in QUANTILES}


class Bin(NamedTuple):
    """The games of a range of lengths, from `least` to `most` turns."""

    least: int
    most: int
    games: int


def bins(turns: Sequence[int], most: int) -> list[Bin]:
    """Return how the lengths are spread, in at most this many ranges of the same round width.

    >>> bins([1, 2, 3, 12, 13, 48], 5)
    [Bin(least=1, most=10, games=3), Bin(least=11, most=20, games=2), Bin(least=21, most=30, \
games=0), Bin(least=31, most=40, games=0), Bin(least=41, most=50, games=1)]
    """
    width = next(w for w in _round_numbers() if (turns[-1] - 1) // w < most)
    counts = Counter((count - 1) // width for count in turns)
    ranges = range(min(counts), max(counts) + 1)
    return [Bin(at * width + 1, (at + 1) * width, counts[at]) for at in ranges]


def _round_numbers() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
