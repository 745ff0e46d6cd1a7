"""The options of Bataille, and its seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.reasons import WrongOption, check_option
from engine.war.reasons import WarOption
from engine.war.rules import DECK

LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
MOST_DUELS: Final = 10_000
"""The usual limit, and the greatest."""

SEATS: Final = tuple(f"PLAYER {number}" for number in range(1, MOST_PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class WarOptions:
    """The options of a game of Bataille.

    Attributes:
        players: The number of players, 2 to 8.
        cards: The cards dealt to each, 1 up to as many as the deck has for all of them.
        limit: The number of the last duel, 1 to 10,000.
    """

    players: int = 4
    cards: int = 5
    limit: int = MOST_DUELS

    def __post_init__(self) -> None:
        check_option("players", self.players, range(LEAST_PLAYERS, MOST_PLAYERS + 1))
        most = most_cards(self.players)
        if not 1 <= self.cards <= most:
            players, given = self.players, self.cards
            raise WrongOption(WarOption.OTHER_CARDS, most=most, players=players, given=given)
        check_option("limit", self.limit, range(1, MOST_DUELS + 1))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in the order in which they are challengers."""
        return SEATS[: self.players]


def most_cards(players: int) -> int:
    """Return the most cards that each of these players can be dealt.

    >>> most_cards(2), most_cards(8)
    (26, 6)
    """
    return len(DECK) // players
