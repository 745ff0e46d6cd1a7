"""The moves of Zen and their notation, as people write them too: `F11-F8`, `ZD7xD9`, `back`."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.reasons import NotationError, NotationReason, shown
from engine.zen.board import (
    END_MASK,
    SQUARES,
    START_SHIFT,
    Position,
    Square,
    is_capture,
    parse_square,
)

COLOURS: Final = "BW"
"""The letters of the colours, by colour."""

ZEN_LETTER: Final = "Z"
ANNOUNCE: Final = "+"
"""The announcement of échec: the end of a move's text and the last step of its draft."""


class BoardMove(NamedTuple):
    """A move of a pawn or the Zen from one square to another.

    Attributes:
        start, end: The squares.
        is_zen: Whether it is the Zen that goes.
        is_capture: Whether something is taken.
        announces: Whether the mover announces échec.
    """

    start: Square
    end: Square
    is_zen: bool = False
    is_capture: bool = False
    announces: bool = False

    @property
    def code(self) -> int:
        """The move as one number, as `board` has it."""
        return self.start << START_SHIFT | self.end

    def __str__(self) -> str:
        zen = ZEN_LETTER if self.is_zen else ""
        mark = "x" if self.is_capture else "-"
        return f"{zen}{self.start}{mark}{self.end}{ANNOUNCE if self.announces else ''}"


class Answer(Enum):
    """The answers of a side that lost to an échec nobody had announced."""

    BACK = "back"
    ACCEPT = "accept"

    def __str__(self) -> str:
        return self.value


class FirstColour(NamedTuple):
    """The random choice of the colour that begins."""

    colour: int

    def __str__(self) -> str:
        return f"begin {COLOURS[self.colour]}"


Move: TypeAlias = BoardMove | Answer | FirstColour
ZenStep: TypeAlias = Square | Answer | Literal["+"]

_SQUARE: Final = "([A-K](?:1[01]|[1-9]))"
_BOARD_MOVE: Final = re.compile(rf"(Z?){_SQUARE}([-x]){_SQUARE}(\+?)")
_WORDS: Final[dict[str, Move]] = {
    **{str(answer): answer for answer in Answer},
    **{str(FirstColour(colour)): FirstColour(colour) for colour in range(len(COLOURS))},
}


_EXAMPLES: Final = "F11-F8, B1xB4 or ZF6-F9"


def parse(text: str) -> Move:
    """Read a move, an answer or which colour begins. Raises `NotationError`.

    >>> parse("ZD7xD9").end, str(parse("F11-F8+"))
    (D9, 'F11-F8+')
    """
    if match := _BOARD_MOVE.fullmatch(text):
        zen, start, mark, end, plus = match.groups()
        return BoardMove(parse_square(start), parse_square(end), zen != "", mark == "x", plus != "")
    if text in _WORDS:
        return _WORDS[text]
    raise NotationError(NotationReason.NO_MOVE, text=shown(text), example=_EXAMPLES)


def board_move(position: Position, code: int, announces: bool = False) -> BoardMove:
    """Return the move with this number of `board`, as it is written in this position.

    >>> str(board_move(Position(1 << 1, 1 << 34, 0), 1 << 7 | 34))
    'B1xB4'
    """
    start = SQUARES[code >> START_SHIFT]
    return BoardMove(
        start,
        SQUARES[code & END_MASK],
        bool(position.zen >> start & 1),
        is_capture(position, code),
        announces,
    )
