"""Zen's board as lines: squares, pieces, marks, stops below. Pure functions; no widget, no rule.

A square shows three letters: what stands on it, with a mark on either side. Everything that can be
seen is a shape; colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rich.segment import Segment
from rich.style import Style

from engine.zen.board import LINES, Position
from engine.zen.squares import COLUMNS, SIZE, SQUARES, Square, squares_of
from tui.glyphs import ASCII, Glyphs
from tui.widgets.lines import BOLD, DIM, PLAIN, Line, line, text

RED: Final = Style(color="red", bold=True)
LABEL_WIDTH: Final = 3
STOPS_BELOW: Final = 2
"""The stops stand in the second line below the board."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of the board; each is one cell wide.

    Attributes:
        pieces: Black, White, the Zen.
        empty: An empty square.
        ways: An empty square of the row, the column, the two diagonals that is counted.
        counted, here, lifted, target, taken, advised, arrived: The marks left and right of a
            square: its piece is counted, the cursor, picked up, may be gone to, may be taken,
            a hint, just came there.
        left: A square that a piece just came from.
    """

    pieces: str
    empty: str
    ways: str
    counted: str
    here: str
    lifted: str
    target: str
    taken: str
    advised: str
    arrived: str
    left: str


_UNICODE: Final = Signs("●○◆", "·", "─│╱╲", "::", "[]", "‹›", "()", "××", "!!", "▸ ", "▫")
_ASCII: Final = Signs("BWZ", ".", "-|/\\", "::", "[]", "<>", "()", "xx", "!!", "> ", "_")
_STYLES: Final = (BOLD, PLAIN, RED)


def signs(glyphs: Glyphs) -> Signs:
    """Return the signs that go with the others."""
    return _ASCII if glyphs is ASCII else _UNICODE


@dataclass(frozen=True, slots=True)
class Marks:
    """What is pointed out on the board.

    Attributes:
        here: The square under the cursor.
        lifted: Where the piece stands that is picked up.
        targets: The squares it may go to.
        counted: The line whose pieces were counted, as a mask; 0 for none.
        way: Which of the lines through its squares that is: row, column, diagonals.
        came: From where to where the last piece went.
        advised: The squares of a hint.
    """

    here: Square | None = None
    lifted: Square | None = None
    targets: frozenset[Square] = frozenset()
    counted: int = 0
    way: int = 0
    came: tuple[Square, Square] | None = None
    advised: frozenset[Square] = frozenset()


def counted_line(start: Square, end: Square) -> tuple[int, int]:
    """Return the line through two squares as a mask, and which one it is; 0 if there is none."""
    for way, mask in enumerate(LINES[start]):
        if mask >> end & 1:
            return mask, way
    return 0, 0


@dataclass(frozen=True, slots=True)
class Size:
    """How large a square is drawn, inside of its border if it has one."""

    width: int
    height: int
    has_border: bool

    @property
    def across(self) -> int:
        """How many cells lie between one square and the next to the right."""
        return self.width + self.has_border

    @property
    def down(self) -> int:
        """How many lines lie between one square and the next below."""
        return self.height + self.has_border

    @property
    def columns(self) -> int:
        """How wide the board is, with the numbers of the rows."""
        return SIZE * self.across + self.has_border + 2 * LABEL_WIDTH

    @property
    def rows(self) -> int:
        """How high the board is, with the letters of the columns, and without the stops."""
        return SIZE * self.down + self.has_border + 2


SIZES: Final = (Size(7, 3, True), Size(5, 1, True), Size(3, 1, False))


def size_for(columns: int, rows: int) -> Size:
    """Return the largest size that there is room for, the smallest if there is for none."""
    fits = (size for size in SIZES if size.columns <= columns and size.rows + STOPS_BELOW <= rows)
    return next(fits, SIZES[-1])


def board(position: Position, marks: Marks, size: Size, glyphs: Glyphs) -> list[Line]:
    """Return the board with its letters and numbers."""
    letters = "".join(letter.center(size.across) for letter in COLUMNS)
    head = line(text(" " * (LABEL_WIDTH + size.has_border) + letters.rstrip(), DIM))
    shown = squares(position, marks, signs(glyphs))
    lines = [head]
    for row in reversed(range(SIZE)):
        if size.has_border:
            lines.append(_border(row + 1, size, glyphs))
        lines += _row(row, shown[row * SIZE : (row + 1) * SIZE], size, glyphs)
    if size.has_border:
        lines.append(_border(0, size, glyphs))
    return [*lines, head]


def _border(above: int, size: Size, glyphs: Glyphs) -> Line:
    """Return the line between two rows of squares."""
    ends = "+++" if glyphs is ASCII else {SIZE: "┌┬┐", 0: "└┴┘"}.get(above, "├┼┤")
    across = glyphs.button.across * size.width
    words = ends[0] + ends[1].join([across] * SIZE) + ends[2]
    return line(text(" " * LABEL_WIDTH + words, DIM))


def _row(row: int, shown: Sequence[Line], size: Size, glyphs: Glyphs) -> list[Line]:
    side = text(glyphs.button.down, DIM)
    margin = text(" " * ((size.width - 3) // 2), DIM)
    blank = [text(" " * LABEL_WIDTH)]
    middle = [text(f"{row + 1:2} ", DIM)]
    for square in shown:
        if size.has_border:
            middle += [side, margin, *square, margin]
            blank += [side, text(" " * size.width, DIM)]
        else:
            middle += square
    if size.has_border:
        middle.append(side)
        blank.append(side)
    middle.append(text(f" {row + 1}", DIM))
    around = [tuple(blank)] * (size.height // 2)
    return [*around, tuple(middle), *around]


def squares(position: Position, marks: Marks, signs: Signs) -> list[Line]:
    """Return what stands on every square, between its marks, by square."""
    pieces = [signs.empty] * len(SQUARES)
    styles = [DIM] * len(SQUARES)
    for square in squares_of(marks.counted):
        pieces[square], styles[square] = signs.ways[marks.way], BOLD
    if marks.came:
        pieces[marks.came[0]], styles[marks.came[0]] = signs.left, BOLD
    for piece, mask in enumerate(position[:3]):
        for square in squares_of(mask):
            pieces[square], styles[square] = signs.pieces[piece], _STYLES[piece]
    beside = _marks(position, marks, signs)
    return [_square(pieces[square], styles[square], beside.get(square, "")) for square in SQUARES]


@cache
def _square(what: str, style: Style, mark: str) -> Line:
    """Return what stands on a square between its marks; there are not many different ones."""
    if not mark:
        return text(" ", DIM), text(what, style), text(" ", DIM)
    return text(mark[0], BOLD), text(what, style), text(mark[1], BOLD)


def _marks(position: Position, marks: Marks, signs: Signs) -> dict[Square, str]:
    """Return the mark that matters most on each square that has one."""
    beside: dict[Square, str] = {}
    if marks.came:
        beside[marks.came[1]] = signs.arrived
    for square in squares_of(marks.counted & position.occupied):
        beside[square] = signs.counted
    for square in marks.targets:
        beside[square] = signs.taken if position.occupied >> square & 1 else signs.target
    beside.update(dict.fromkeys(marks.advised, signs.advised))
    if marks.lifted is not None:
        beside[marks.lifted] = signs.lifted
    if marks.here is not None:
        beside[marks.here] = signs.here
    return beside


def stops(words: Sequence[str], on: int | None) -> Line:
    """Return the stops below the board, the cursor on one of them or on none."""
    parts: list[Segment] = [text(" " * LABEL_WIDTH)]
    for place, word in enumerate(words):
        is_on = place == on
        parts.append(text(f"[ {word} ]" if is_on else f"  {word}  ", BOLD if is_on else DIM))
    return tuple(parts)


def square_at(x: int, y: int, size: Size) -> Square | None:
    """Return the square at a cell of the board, None beside all of them."""
    x, y = x - LABEL_WIDTH - size.has_border, y - 1 - size.has_border
    column, row = x // size.across, SIZE - 1 - y // size.down
    is_inside = 0 <= column < SIZE and 0 <= row < SIZE
    is_border = x % size.across >= size.width or y % size.down >= size.height
    return SQUARES[row * SIZE + column] if is_inside and not is_border else None


def stop_at(x: int, words: Sequence[str]) -> int | None:
    """Return the stop at a cell of their line, None beside all of them."""
    begin = LABEL_WIDTH
    for place, word in enumerate(words):
        if begin <= x < begin + len(word) + 4:
            return place
        begin += len(word) + 4
    return None
