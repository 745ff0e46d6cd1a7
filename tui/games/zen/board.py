"""Zen's board as lines: squares, pieces, and marks. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from engine.zen.board import Position
from engine.zen.game import ZEN
from engine.zen.geometry import LINES, SIZE
from engine.zen.moves import Answer, BoardMove
from engine.zen.squares import COLUMNS, SQUARES, Square, squares_of
from engine.zen.view import ZenView
from play.frame import Frame, LastMove
from play.games.zen import telling
from play.games.zen.controls import BoardCursor
from tui.games.zen.layout import LABEL_WIDTH, Layout, SquareSize
from tui.games.zen.pictures import EMPTY, LEFT, SIDES, TARGET, WAYS
from tui.games.zen.pieces import (
    CURSOR,
    DARK,
    LIGHT,
    LINK_SIZE,
    LINKS,
    TAKE,
    WAY,
    Form,
    drawn,
    signs,
)
from tui.themes import paint
from tui.widgets.lines import Line, line, text
from tui.widgets.remembered import remembered

_CHECKERS: Final = tuple(
    (DARK if (square // SIZE + square % SIZE) % 2 else LIGHT) for square in SQUARES
)
_NO_LINKS: Final = (0,) * len(SQUARES)

_Look: TypeAlias = tuple[str, str, str, int]
"""The look of a square: its piece, the signs beside it, its ground, its links."""


class BoardMarks(NamedTuple):
    """The marks on the board.

    Attributes:
        here: The square under the cursor.
        lifted: The square of the piece that is picked up.
        targets: The squares it may go to.
        counted: The mask of the line whose pieces were counted, 0 for none.
        way: The direction of that line: row, column, rising or falling diagonal.
        came: The start and the end of the last move.
        took: Whether that move was a capture.
        advised: The squares of a hint.
        threat: The squares of the moves that are threatened.
        chain: The pieces that won, as a mask.
    """

    here: Square | None = None
    lifted: Square | None = None
    targets: frozenset[Square] = frozenset()
    counted: int = 0
    way: int = 0
    came: tuple[Square, Square] | None = None
    took: bool = False
    advised: frozenset[Square] = frozenset()
    threat: frozenset[Square] = frozenset()
    chain: int = 0


def counted_line(start: Square, end: Square) -> tuple[int, int]:
    """Return the mask of the line through two squares and its direction; 0 and 0 without a line."""
    for way, mask in enumerate(LINES[start]):
        if mask >> end & 1:
            return mask, way
    return 0, 0


def board(position: Position, marks: BoardMarks, layout: Layout, form: Form) -> list[Line]:
    """Return the board's room: the board in its middle, with its letters and numbers."""
    size = layout.square
    squares = looks(position, marks, size, form)
    letters = _letters(layout)
    lines: list[Line] = [line("")] * (layout.top - layout.has_letters_above)
    if layout.has_letters_above:
        lines.append(letters)
    margin = layout.left - LABEL_WIDTH
    for row in reversed(range(SIZE)):
        lines += _row(row, tuple(squares[row * SIZE : (row + 1) * SIZE]), margin, size, form)
    return [*lines, letters]


@lru_cache(maxsize=256)
def _row(
    row: int, looks: tuple[_Look, ...], margin: int, size: SquareSize, form: Form
) -> tuple[Line, ...]:
    """Return the lines of a row of squares, which few keys change."""
    lines = []
    for at in range(size.height):
        number = f"{row + 1:2} " if at == (size.height - 1) // 2 else " " * LABEL_WIDTH
        parts = [text(" " * margin + number, paint("quiet"))]
        for look in looks:
            parts += drawn(*look, size, form)[at]
        lines.append(tuple(parts))
    return tuple(lines)


@remembered
def _letters(layout: Layout) -> Line:
    """Return the letters of the columns."""
    width = layout.square.width
    words = "".join(" " * ((width - 1) // 2) + letter.ljust(width // 2 + 1) for letter in COLUMNS)
    return line(text(" " * layout.left + words.rstrip(), paint("quiet")))


def looks(position: Position, marks: BoardMarks, size: SquareSize, form: Form) -> list[_Look]:
    """Return the look of every square, by square."""
    band = _band(position, marks, form)
    whats = _whats(position, marks, band)
    grounds = list(_CHECKERS)
    for square in squares_of(band | marks.chain):
        grounds[square] = WAY
    for square in marks.targets:
        if position.occupied >> square & 1:
            grounds[square] = TAKE
    if marks.here is not None:
        grounds[marks.here] = CURSOR
    beside = _marks(position, marks, whats, form)
    links = _links(position) if size.width >= LINK_SIZE else _NO_LINKS
    signs_beside = [beside.get(square, "  ") for square in SQUARES]
    return [*zip(whats, signs_beside, grounds, links, strict=True)]


def _band(position: Position, marks: BoardMarks, form: Form) -> int:
    """Return the mask of the marked squares of the counted line.

    Where every byte counts only its pieces, and the squares of the move, are marked.
    """
    line, start, end = marks.counted, marks.lifted, marks.here
    if not form.palette.is_sparing or not line or start is None or end is None:
        return line
    way = (1 << max(start, end)) - 1 & ~((2 << min(start, end)) - 1)
    return line & (way | position.occupied)


def _whats(position: Position, marks: BoardMarks, band: int) -> list[str]:
    """Return the piece or the mark on every square."""
    whats = [EMPTY] * len(SQUARES)
    for square in squares_of(band):
        whats[square] = WAYS[marks.way]
    if marks.came:
        whats[marks.came[0]] = LEFT
    for square in marks.targets:
        whats[square] = TARGET
    for side, mask in zip(SIDES, position[:3], strict=True):
        for square in squares_of(mask):
            whats[square] = side
    return whats


def _marks(
    position: Position, marks: BoardMarks, whats: list[str], form: Form
) -> dict[Square, str]:
    """Return the signs left and right of each square's piece; the most important ones win."""
    there = signs(form.glyphs)
    beside: dict[Square, str] = {}
    for square in squares_of(marks.counted & position.occupied):
        beside[square] = there.counted
    for square in marks.targets:
        if position.occupied >> square & 1:
            beside[square] = there.taken
    beside.update(dict.fromkeys(squares_of(marks.chain), there.chain))
    beside.update(dict.fromkeys(marks.threat, there.threat))
    beside.update(dict.fromkeys(marks.advised, there.advised))
    if marks.came:
        start, end = marks.came
        took = there.taken[1] if marks.took else beside.get(end, "  ")[1]
        beside[end] = there.arrived + took
        if whats[start] != LEFT:
            beside[start] = there.left + beside.get(start, "  ")[1]
    if marks.lifted is not None:
        beside[marks.lifted] = there.lifted
    return beside


@lru_cache(maxsize=8)
def _links(position: Position) -> tuple[int, ...]:
    """Return the mask of the linked neighbours of each piece, by square.

    The Zen belongs to both groups: links to it are the pawns', and it has none of its own.
    """
    links = list(_NO_LINKS)
    for pawns in position[:2]:
        chain = pawns | position.zen
        for square in squares_of(pawns):
            row, column = divmod(square, SIZE)
            for bit, (right, up) in enumerate(LINKS):
                if 0 <= column + right < SIZE and 0 <= row + up < SIZE:
                    links[square] |= (chain >> square + up * SIZE + right & 1) << bit
    return tuple(links)


def marks_of(view: ZenView, cursor: BoardCursor | None, frame: Frame) -> BoardMarks:
    """Return the marks: the last move, the cursor and its targets, a threat, a chain."""
    lifted = view.lifted
    if lifted is not None and not view.position.occupied >> lifted & 1:
        lifted = None
    came = _came(view, frame.last)
    took = came is not None and _took(view, *came)
    found = BoardMarks(
        lifted=lifted,
        came=came,
        took=took,
        advised=_squares(frame.hint_steps),
        chain=telling.final_chain(view),
        threat=telling.final_threats(view),
    )
    if cursor is None:
        return found
    if cursor.is_set_down:
        made, move = LastMove(frame.seat, cursor.draft.made), cursor.draft.move
        took = isinstance(move, BoardMove) and move.is_capture
        return found._replace(came=_came(view, made), took=took)
    if view.is_echec and cursor.lifted is None:
        threat = telling.squares_of_moves(telling.threatening(view)[: telling.THREATS_TOLD])
        found = found._replace(threat=threat)
    here = None if cursor.stop else cursor.square
    targets = cursor.legal or frozenset() if cursor.lifted is not None else frozenset()
    found = found._replace(here=here, targets=targets)
    if cursor.lifted is None or cursor.landing is None:
        return found
    counted, way = counted_line(cursor.lifted, cursor.landing)
    return found._replace(counted=counted, way=way)


def _squares(steps: Iterable[Any] | None) -> frozenset[Square]:
    return frozenset(step for step in steps or () if isinstance(step, Square))


def _came(view: ZenView, made: LastMove | None) -> tuple[Square, Square] | None:
    """Return the start and end of the last move, None if its piece is not there any more."""
    steps: Sequence[Any] = made.steps if made else ()
    if Answer.ACCEPT in steps:
        told = [entry.what for entry in view.log.latest(3)]
        accepted = told.index(Answer.ACCEPT) if Answer.ACCEPT in told else len(told)
        steps = ZEN.steps(told[accepted - 1])
    squares = [step for step in steps if isinstance(step, Square)]
    if len(squares) < 2:
        return None
    start, end = squares
    is_there = view.position.occupied >> end & 1 and not view.position.occupied >> start & 1
    return (start, end) if is_there else None


def _took(view: ZenView, start: Square, end: Square) -> bool:
    """Say whether the last move from one square to another was a capture."""
    told = [entry.what for entry in view.log.latest(4)]
    captures = [one for one in told if isinstance(one, BoardMove) and one.is_capture]
    return any((move.start, move.end) == (start, end) for move in captures)
