"""The options of Zen, with its seats, colours and teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.reasons import NotationError, WrongOption, check_option
from engine.zen.board import BLACK, ECHEC_VARIANTS, WHITE
from engine.zen.positions import parse_position
from engine.zen.reasons import ZenOption

Variant = Literal[0, 1, 2, 3]
Announce = Literal["auto", "hand"]
Players = Literal[2, 4]
First = Literal["lots", "black", "white"]

SEATS: Final = ("BLACK", "WHITE")
TEAM_SEATS: Final = ("BLACK 1", "WHITE 1", "BLACK 2", "WHITE 2")
FIRST_COLOUR: Final = {"lots": None, "black": BLACK, "white": WHITE}


@dataclass(frozen=True, slots=True)
class ZenOptions:
    """The options of a game of Zen.

    Attributes:
        variant: 0 (the base game: one game, until a side is connected), 1 (one game with échec and
            mat), 2 (as 1, in rounds up to 7 points), or 3 (rounds, a free Zen, no échec).
        announce: Whether échec is announced by itself or by the players.
        players: Two, or four in two teams.
        first: Which colour begins; `lots` draws it at random.
        position: The position of the first round as text, the side to move included; empty for
            the usual one, in which `first` begins.
    """

    variant: Variant = 0
    announce: Announce = "auto"
    players: Players = 2
    first: First = "lots"
    position: str = ""

    def __post_init__(self) -> None:
        check_option("variant", self.variant, get_args(Variant))
        check_option("announce", self.announce, get_args(Announce))
        check_option("players", self.players, get_args(Players))
        check_option("first", self.first, get_args(First))
        if self.by_hand and not self.has_echec:
            raise WrongOption(ZenOption.NOTHING_TO_ANNOUNCE)
        if self.position:
            try:
                parse_position(self.position)
            except NotationError as fault:
                raise WrongOption(ZenOption.POSITION, why=fault) from None

    @property
    def has_echec(self) -> bool:
        """Whether there is échec and mat."""
        return self.variant in ECHEC_VARIANTS

    @property
    def has_rounds(self) -> bool:
        """Whether rounds are played for points."""
        return self.variant > 1

    @property
    def by_hand(self) -> bool:
        """Whether the players announce échec themselves."""
        return self.announce == "hand"

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in the order in which they play."""
        return SEATS if self.players == len(SEATS) else TEAM_SEATS

    def team(self, colour: int) -> tuple[int, ...]:
        """Return the seats that play a colour."""
        return tuple(range(colour, self.players, len(SEATS)))


def colour_of(seat: int) -> int:
    """Return the colour that a seat plays."""
    return seat % len(SEATS)
