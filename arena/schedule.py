"""Who meets whom with which cards and lots: all the work of an arena, known beforehand.

A *deal* is what chance does in a game. Two players meet on a deal by playing it twice, the second
time with their places changed; these two games are a *pair*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.shuffle import Lots, seat_seed

GAMES: Final = 2
"""How many games are played with a deal: one for each way two players can sit."""

_SEEDS: Final = 1 << 53
_OPENING: Final = 0
_FIRST_PAIRING: Final = 1


class Meeting(NamedTuple):
    """One piece of work: two players play one deal twice. Small, and pickled by value.

    Attributes:
        game: The key of the game.
        options: Its options.
        kinds: The two players.
        patience: The seconds a far player has for a move.
        seed: The seed of the arena.
        pairing: The number of the pairing, from 0.
        deal: The number of the deal, from 0.
    """

    game: str
    options: Any
    kinds: tuple[str, str]
    patience: float
    seed: int
    pairing: int
    deal: int

    @property
    def deal_seed(self) -> int:
        """The seed of the table: it depends on nothing but the arena's seed and the deal."""
        return deal_seed(self.seed, self.deal)

    @property
    def opening_seed(self) -> int:
        """The seed of the opening; like the deal, the same for every pairing."""
        return seat_seed(self.deal_seed, _OPENING)

    def player_seed(self, number: int, seat: int) -> int:
        """Return the seed of the player at a seat of game `number` (0 or 1).

        It differs between the two games: with the same one, a player who draws lots would meet
        itself in two equal games.
        """
        pair_seed = seat_seed(self.deal_seed, _FIRST_PAIRING + self.pairing)
        return seat_seed(pair_seed, GAMES * number + seat)


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
        deals: How many deals each pairing plays.
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
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Every two places in `players`, in order."""
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def pairs(self) -> int:
        """How many pairs of games there are to play."""
        return len(self.pairings) * self.deals

    def meetings(self) -> Iterator[Meeting]:
        """Yield every meeting, deal by deal, so that an early end leaves all pairings alike."""
        for deal in range(self.deals):
            for number, (first, second) in enumerate(self.pairings):
                yield Meeting(
                    self.game,
                    self.options,
                    (self.players[first], self.players[second]),
                    self.patience,
                    self.seed,
                    number,
                    deal,
                )
