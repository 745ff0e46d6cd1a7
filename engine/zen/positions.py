"""Positions as text: their notation both ways, their legal moves, and perft."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.reasons import NotationError, shown
from engine.zen import board
from engine.zen.board import Position
from engine.zen.ending import is_over
from engine.zen.geometry import SIZE
from engine.zen.moves import COLOURS, ZEN_LETTER, board_move
from engine.zen.reasons import ZenNotation
from engine.zen.squares import SQUARES, parse_square, square_of, squares_of

PAWNS: Final = 12
NO_SQUARE: Final = "-"

_EMPTY: Final = re.compile(" +")
_PART: Final = re.compile("[0-9]+|.", re.DOTALL)


def format_position(position: Position) -> str:
    """Write a position in its one canonical form."""
    cells = [" "] * len(SQUARES)
    for letter, mask in zip(COLOURS + ZEN_LETTER, position[:3], strict=True):
        for square in squares_of(mask):
            cells[square] = letter
    starts = range(len(SQUARES) - SIZE, -1, -SIZE)
    rows = "/".join("".join(cells[start : start + SIZE]) for start in starts)
    squares = _EMPTY.sub(lambda run: str(len(run[0])), rows)
    barred = square_of(position.barred)
    return f"{squares} {COLOURS[position.side]} {NO_SQUARE if barred is None else barred}"


def parse_position(text: str) -> Position:
    """Read a position in its canonical form. Raises `NotationError` with the fault and its place.

    >>> format_position(parse_position("11/11/11/11/11/5Z5/11/11/11/11/B9W W -"))
    '11/11/11/11/11/5Z5/11/11/11/11/B9W W -'
    """
    fields = text.split(" ")
    if len(fields) != 3:
        raise NotationError(ZenNotation.NO_POSITION, text=shown(text))
    squares, side, barred = fields
    if side not in ("B", "W"):
        raise NotationError(ZenNotation.SIDE_TO_MOVE, side=shown(side))
    masks = _masks(squares)
    position = Position(masks["B"], masks["W"], masks["Z"], COLOURS.index(side))
    _check_counts(position)
    return position if barred == NO_SQUARE else _with_barred(position, barred)


def _masks(squares: str) -> dict[str, int]:
    rows = squares.split("/")
    if len(rows) != SIZE:
        raise NotationError(ZenNotation.NO_ROWS, count=len(rows), wanted=SIZE)
    masks = dict.fromkeys(COLOURS + ZEN_LETTER, 0)
    for number, text in zip(range(SIZE, 0, -1), rows, strict=True):
        column = 0
        for letter, width in _parts(number, text):
            if letter and column < SIZE:
                masks[letter] |= 1 << (number - 1) * SIZE + column
            column += width
        if column != SIZE:
            raise NotationError(ZenNotation.NO_COLUMNS, row=number, count=column, wanted=SIZE)
    return masks


def _parts(number: int, text: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a row (letter, 1) and its runs of empty squares ("", length)."""
    for part in _PART.findall(text):
        if part in COLOURS + ZEN_LETTER:
            yield part, 1
        elif re.fullmatch("[1-9]|1[01]", part):
            yield "", int(part)
        else:
            raise NotationError(ZenNotation.NO_PIECES, row=number, text=shown(part), most=SIZE)


def _check_counts(position: Position) -> None:
    if position.zen.bit_count() > 1:
        squares = " and ".join(map(str, squares_of(position.zen)))
        count = position.zen.bit_count()
        raise NotationError(ZenNotation.TWO_ZENS, count=count, squares=squares)
    for letter, pawns in zip(COLOURS, (position.black, position.white), strict=True):
        if pawns.bit_count() > PAWNS:
            count = pawns.bit_count()
            raise NotationError(ZenNotation.PAWNS_TOO_MANY, count=count, side=letter, most=PAWNS)


def _with_barred(position: Position, barred: str) -> Position:
    try:
        square = parse_square(barred)
    except NotationError:
        raise NotationError(ZenNotation.NO_BARRED_SQUARE, square=shown(barred)) from None
    if not position.zen:
        raise NotationError(ZenNotation.BARRED_TO_NOBODY, square=square)
    if position.occupied >> square & 1:
        raise NotationError(ZenNotation.BARRED_AND_TAKEN, square=square)
    return position._replace(barred=1 << square)


START: Final = parse_position(
    "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W B -"
)
"""The position a round starts from, Black to move."""


def legal_moves_text(position: Position, variant: int = 0) -> list[str]:
    """Return the moves of the side to move as text, sorted; none where the round is over.

    >>> from engine.zen.positions import START
    >>> len(legal_moves_text(START)), legal_moves_text(START)[-1]
    (56, 'ZF6-I9')
    """
    if is_over(position, variant):
        return []
    return sorted(str(board_move(position, code)) for code in board.moves(position, variant))


def perft(position: Position, depth: int, variant: int = 0) -> int:
    """Return the number of sequences of `depth` moves; none goes on after the end of a round.

    Mat ends a round too in a variant that has it; repetition is not checked. Raises `ValueError`
    for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    if is_over(position, variant):
        return 0
    found = board.moves(position, variant)
    if depth == 1:
        return len(found)
    return sum(perft(board.after(position, move), depth - 1, variant) for move in found)
