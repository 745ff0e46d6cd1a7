"""The schedule of an arena: the meetings of players with their deals and seeds, known beforehand.

A *deal* is all chance of a game. Players meet on a deal by playing it once for each player,
everybody moving one seat on each time; so two players play a *pair* of games, the second with
swapped seats. With as many players as seats they all sit at one table. Otherwise each pair of
players meets, and takes more than two seats in turn: A B A B, then B A B A.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from arena.sprt import Terms
from engine.games import GAMES, Loader, find_game
from engine.shuffle import Lots, seat_seed

_OPENING: Final = 0
_FIRST_TABLE: Final = 1


class Meeting(NamedTuple):
    """One piece of work: the games that some players play with one deal. Small, and picklable.

    Attributes:
        game: The loader of the game.
        options: Its options.
        seats: The number of seats with these options.
        kinds: The players, in the order in which they sit in the first game.
        patience: The seconds a program has for a move.
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
        """The seed of the table, made of the arena's seed and the deal alone."""
        return deal_seed(self.seed, self.deal)

    @property
    def opening_seed(self) -> int:
        """The seed of the random opening; like the deal, the same for all players."""
        return seat_seed(self.deal_seed, _OPENING)

    def player_seed(self, number: int, seat: int) -> int:
        """Return the seed of the player at a seat of game `number` (from 0).

        It differs between games: otherwise a random player would play two equal games against
        itself.
        """
        meeting_seed = seat_seed(self.deal_seed, _FIRST_TABLE + self.table)
        return seat_seed(meeting_seed, self.seats * number + seat)


def deal_seed(seed: int, deal: int) -> int:
    """Return the table seed of a deal: `tapis console --seed` plays the same cards with it."""
    return Lots(seed, deal).seed()


@dataclass(frozen=True, slots=True)
class Contest:
    """The plan of an arena.

    Attributes:
        game: The key of the game.
        options: Its options, the same in every game.
        players: The kinds of the players; a kind may stand there twice.
        deals: The number of deals at each table.
        seed: The seed of every deal and every random choice.
        patience: The seconds a program has for a move.
        test: The terms of a test that may end it before all deals are played.
        is_gauntlet: Whether only the first player meets all others.
    """

    game: str
    options: Any
    players: tuple[str, ...]
    deals: int
    seed: int
    patience: float
    test: Terms | None = None
    is_gauntlet: bool = False

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(find_game(self.game).seats(self.options))

    @property
    def is_one_table(self) -> bool:
        """Whether all players sit at one table of more than two seats."""
        return len(self.players) == self.seats > 2 and not self.is_gauntlet

    @property
    def score_steps(self) -> int:
        """The number of even steps in which the score of a meeting goes from 0 to 1.

        Each sitter of the first player is compared with each of the others in every game, and is
        ahead, level or behind.
        """
        players = len(self.tables[0])
        return 2 * players * (self.seats // players) ** 2 * (players - 1)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Every pair of places in `players` that meets, in order."""
        pairs = combinations(range(len(self.players)), 2)
        return tuple(pair for pair in pairs if not self.is_gauntlet or pair[0] == 0)

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The places in `players` that sit at each table."""
        return (tuple(range(len(self.players))),) if self.is_one_table else self.pairings

    @property
    def size(self) -> int:
        """The number of meetings."""
        return len(self.tables) * self.deals

    def meetings(self) -> Iterator[Meeting]:
        """Yield every meeting, deal by deal, so that after an early end all tables have as many."""
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
