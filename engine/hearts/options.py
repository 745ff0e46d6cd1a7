"""The options of Dame de Pique, and the names of its seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.hearts.rules import NO_VALUES, VALUES
from engine.reasons import check_option

Values = Literal["rank", "faces"]
SlapKind = Literal["lots", "reflex"]

SEAT_NAMES: Final = ("SOUTH", "WEST", "NORTH", "EAST")
"""The names of the seats; the left neighbour of each is the next."""


@dataclass(frozen=True, slots=True)
class HeartsOptions:
    """The options of a game of Dame de Pique; with both switches off it is plain Hearts.

    Attributes:
        joker: Whether a joker is named in each round.
        sums: Whether a trick whose values add up to 20 or 21 is special.
        values: The values that are added: `rank` J 11, Q 12, K 13, A 14; `faces` J Q K 10, A 1.
        slap: Whether lots or the seats' own slaps decide the order of the slaps at 20.
    """

    joker: bool = True
    sums: bool = True
    values: Values = "rank"
    slap: SlapKind = "lots"

    def __post_init__(self) -> None:
        check_option("values", self.values, get_args(Values))
        check_option("slap", self.slap, get_args(SlapKind))

    @property
    def card_values(self) -> tuple[int, ...]:
        """The value that each card adds to the sum of its trick; empty where sums do not count."""
        return VALUES[self.values] if self.sums else NO_VALUES
