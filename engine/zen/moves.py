"""The moves of Zen and the events of its logs, with their notation: `F11-F8`, `ZD7xD9`, `back`."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.log import FORFEIT, GivenUp, Word
from engine.reasons import NotationError, NotationReason, shown
from engine.zen.board import Position, is_capture
from engine.zen.geometry import END_MASK, START_SHIFT
from engine.zen.reasons import ZenEnding
from engine.zen.squares import SQUARES, Square, parse_square

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


class Answer(Word):
    """The answers of a side that lost to an échec nobody had announced."""

    BACK = "back"
    ACCEPT = "accept"


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
        first, last = parse_square(start), parse_square(end)
        return BoardMove(first, last, zen != "", mark == "x", plus != "")
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


NOBODY: Final = "-"
"""The letter of a drawn round."""


class Announced(Word):
    """The announcement that the side to move is in échec."""

    ECHEC = "echec"


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
    if text in _EVENTS:
        return _EVENTS[text]
    if match := _ROUND.fullmatch(text):
        letter, points, code = match.groups()
        winner = None if letter == NOBODY else COLOURS.index(letter)
        return RoundOver(winner, int(points), _ENDINGS[code])
    return parse(text)


_EVENTS: Final[dict[str, Told]] = {str(FORFEIT): FORFEIT, str(ECHEC): ECHEC}
