"""Who meets whom with which cards and lots: all the work of an arena, known beforehand.

A *deal* is what chance does in a game. Players meet on a deal by playing it as often as there are
players, each time one seat further on; two players so play a *pair* of games, the second one with
their places changed. Where as many players are named as there are seats they all sit at one table.
Else every two of them meet, and where there are more than two seats they take them in turn:
A B A B, then B A B A.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.games import GAMES, Loader, find_game
from engine.shuffle import Lots, seat_seed

_SEEDS: Final = 1 << 53
_OPENING: Final = 0
_FIRST_TABLE: Final = 1


class Meeting(NamedTuple):
    """One piece of work: the games that some players play with one deal. Small, and picklable.

    Attributes:
        game: What loads the game, wherever it is played.
        options: Its options.
        seats: How many seats it then has.
        kinds: The players, in the order in which they sit in the first game.
        patience: The seconds a far player has for a move.
        seed: The seed of the arena.
        table: The number in `Contest.tables`.
        deal: The number of the deal, from 0.
    """

    game: Loader
    options: Any
    seats: int
    kinds: tuple[str, ...]
    patience: float
    seed: int
    table: int
    deal: int

    @property
    def deal_seed(self) -> int:
        """The seed of the table: it depends on nothing but the arena's seed and the deal."""
        return deal_seed(self.seed, self.deal)

    @property
    def opening_seed(self) -> int:
        """The seed of what else is drawn at a table; like the deal, the same for all players."""
        return seat_seed(self.deal_seed, _OPENING)

    def player_seed(self, number: int, seat: int) -> int:
        """Return the seed of the player at a seat of game `number` (from 0).

        It differs between games: with the same one, a player who draws lots would meet itself in
        two equal games.
        """
        meeting_seed = seat_seed(self.deal_seed, _FIRST_TABLE + self.table)
        return seat_seed(meeting_seed, self.seats * number + seat)


def deal_seed(seed: int, deal: int) -> int:
    """Return the table seed of a deal: `tapis console --seed` plays the same cards with it."""
    return Lots(seed, deal).below(_SEEDS)


@dataclass(frozen=True, slots=True)
class Contest:
    """An arena before it is played.

    Attributes:
        game: The key of the game.
        options: Its options, the same in every game.
        players: The kinds of the players; a kind may stand there twice.
        deals: How many deals those who sit down together play.
        seed: Decides every deal and every lot.
        patience: The seconds a far player has for a move.
    """

    game: str
    options: Any
    players: tuple[str, ...]
    deals: int
    seed: int
    patience: float

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(find_game(self.game).seats(self.options))

    @property
    def is_one_table(self) -> bool:
        """Whether all sit at one table, which has more than two seats."""
        return len(self.players) == self.seats > 2

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Every two places in `players`, in order."""
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The places in `players` of those who sit down together."""
        return (tuple(range(len(self.players))),) if self.is_one_table else self.pairings

    @property
    def size(self) -> int:
        """How many meetings there are to play."""
        return len(self.tables) * self.deals

    def meetings(self) -> Iterator[Meeting]:
        """Yield every meeting, deal by deal, so that an early end leaves all tables alike."""
        load, seats, tables = GAMES[self.game], self.seats, self.tables
        for deal in range(self.deals):
            for number, places in enumerate(tables):
                yield Meeting(
                    load,
                    self.options,
                    seats,
                    tuple(self.players[place] for place in places),
                    self.patience,
                    self.seed,
                    number,
                    deal,
                )
