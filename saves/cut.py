"""A deal that the players have cut: nobody alone chose the cards, and everybody can check it.

The table seals a value of its own first, then each player does. Once all seals are told the players
open theirs to the table, and the seed of the game is made of all values. They are told after the
game. `docs/protocol.md` has the messages, `docs/game-file.md` the sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.game import CHANCE
from engine.reasons import Explained, Reason
from engine.shuffle import Lots
from engine.table import Table

MAX_VALUE: Final = 100
"""The longest value, in letters."""

_SEED_BITS: Final = 53
_SEAL_LETTERS: Final = 64


class CutReason(Reason):
    """Why a deal cannot be checked, or is wrong."""

    NOT_CUT = "nobody cut the cards of this game, so its deal cannot be checked"
    OTHER_MOVE = "move {number} is {found}, and the cut makes it {expected}"


class NotAsCut(Explained):
    """An error: a deal is not what its cut makes it, or there was no cut."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a player.

    Attributes:
        seat: The seat.
        value: The value, some text that nobody can guess.
    """

    seat: int
    value: str


@dataclass(frozen=True, slots=True)
class CutDeal:
    """The values that the seed of a game was made of.

    Attributes:
        table: The value of the table, or at home that of the program.
        cuts: The cuts of the players, by seat; not every player cuts.
    """

    table: str
    cuts: tuple[Cut, ...]

    @property
    def seed(self) -> int:
        """The seed that the values make (53 bits)."""
        values = " ".join((self.table, *(f"{cut.seat}:{cut.value}" for cut in self.cuts)))
        return int(_digest("seed", values), 16) >> (256 - _SEED_BITS)


def table_seal(value: str) -> str:
    """Return the seal of a table's value: SHA-256 in hex, which tells nothing of it."""
    return _digest("table", value)


def cut_seal(table: str, cut: Cut) -> str:
    """Return the seal of a player's cut.

    The `table`'s seal and the seat are in it: a seal that is repeated elsewhere opens nothing.
    """
    return _digest("cut", f"{table} {cut.seat} {cut.value}")


def _digest(kind: str, text: str) -> str:
    import hashlib  # takes long to load, and few files have a cut

    return hashlib.sha256(f"tapis {kind} {text}".encode()).hexdigest()


def check_cut(table: Table[Any], deal: CutDeal | None) -> CutDeal:
    """Return a cut that makes each move of chance as it was made. Raises `NotAsCut`."""
    if deal is None:
        raise NotAsCut(CutReason.NOT_CUT)
    seed, write = deal.seed, table.game.format
    for at, (seat, move) in enumerate(table.plays):
        if seat == CHANCE:
            expected = table.states[at].chance(Lots(seed, at))
            if move != expected:
                found, right = write(move), write(expected)
                raise NotAsCut(CutReason.OTHER_MOVE, number=at, found=found, expected=right)
    return deal


def is_seal(text: str) -> bool:
    """Whether a text can be a seal: 64 hex digits."""
    return len(text) == _SEAL_LETTERS and not text.strip("0123456789abcdef")


def is_value(text: str) -> bool:
    """Whether a text can be a value: 1 to 100 letters that can be printed."""
    return 0 < len(text) <= MAX_VALUE and text.isprintable()
