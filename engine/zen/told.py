"""The events of Zen: its moves, échec, and the ends of rounds."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.log import FORFEIT, GivenUp
from engine.zen.moves import COLOURS, Move, parse
from engine.zen.reasons import ZenEnding

NOBODY: Final = "-"
"""The letter of a drawn round."""


class Announced(Enum):
    """The announcement that the side to move is in échec."""

    ECHEC = "echec"

    def __str__(self) -> str:
        return self.value


ECHEC: Final = Announced.ECHEC


class RoundOver(NamedTuple):
    """The end of a round.

    Attributes:
        winner: The colour that won it, None for a draw.
        points: The points of the winner.
        why: Why it ended.
    """

    winner: int | None
    points: int
    why: ZenEnding

    def __str__(self) -> str:
        letter = NOBODY if self.winner is None else COLOURS[self.winner]
        return f"round {letter} {self.points} {self.why.code}"


Told: TypeAlias = Move | Announced | RoundOver | GivenUp
"""All that a log of Zen can tell."""

_ENDINGS: Final = {ending.code: ending for ending in ZenEnding}
_ROUND: Final = re.compile(
    rf"round ([{COLOURS}{NOBODY}]) (0|[1-9][0-9]{{0,2}}) ({'|'.join(_ENDINGS)})"
)


def read_told(text: str) -> Told:
    """Read the text of an event. Raises `NotationError`.

    >>> str(read_told("F11-F8")), read_told("round W 3 mat")
    ('F11-F8', RoundOver(winner=1, points=3, why=<ZenEnding.MAT: 'échec et mat'>))
    """
    if text in _WORDS:
        return _WORDS[text]
    if match := _ROUND.fullmatch(text):
        letter, points, code = match.groups()
        winner = None if letter == NOBODY else COLOURS.index(letter)
        return RoundOver(winner, int(points), _ENDINGS[code])
    return parse(text)


_WORDS: Final[dict[str, Told]] = {str(FORFEIT): FORFEIT, str(ECHEC): ECHEC}
