"""A figure of the rules page: a position, drawn by the board's own drawing. Pure functions.

A page names it: a block whose kind is `zen` and what is pointed out, and whose last line is the
position. What is pointed out is a square (where its piece may go), a move, `chain` (what won) or
`points` (that, and what the loser is charged for).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.reasons import NotationError
from engine.zen.board import BLACK, Position, groups
from engine.zen.ending import connection
from engine.zen.geometry import SIZE
from engine.zen.moves import BoardMove, parse
from engine.zen.positions import parse_position
from engine.zen.squares import Square, parse_square, squares_of
from engine.zen.view import ends_of
from tui.games.zen.board import BoardMarks, board
from tui.games.zen.layout import LABEL_HEIGHT, LABEL_WIDTH, SIZES, Layout, SquareSize
from tui.games.zen.pieces import Form, form
from tui.widgets.lines import Line
from words.glyphs import Glyphs

KIND: Final = "zen"
CHAIN, POINTS = "chain", "points"

SMALL: Final = SIZES[-1]
"""The squares of a figure on a page of usual width."""
LARGE: Final = SIZES[-2]
LARGE_FROM: Final = 110
"""Narrowest page that has room for larger squares, in cells."""


def figure(kind: str, rows: Sequence[str], width: int, glyphs: Glyphs) -> list[Line] | None:
    """Return the drawing of a block of a page, or None if it is no figure of Zen.

    >>> from words.glyphs import UNICODE
    >>> len(figure("zen A1", ["11/11/11/11/11/5Z5/11/11/11/11/B9W B -"], 76, UNICODE))
    13
    """
    name, _blank, shown = kind.strip().partition(" ")
    if name != KIND or not rows:
        return None
    size = LARGE if width >= LARGE_FROM else SMALL
    if width < SIZE * size.width + LABEL_WIDTH:
        return None
    try:
        position = parse_position(rows[-1])
        return drawn_figure(position, shown, size, form(glyphs))
    except NotationError:
        return None


def drawn_figure(position: Position, shown: str, size: SquareSize, how: Form) -> list[Line]:
    """Return a position, and what a figure points out in it. Raises `NotationError`."""
    width, height = SIZE * size.width, SIZE * size.height
    room = (width + LABEL_WIDTH, height + 2 * LABEL_HEIGHT)
    layout = Layout(size, LABEL_WIDTH, LABEL_HEIGHT, True, room, (0, 0), True)
    return board(position, _marks(position, shown), layout, how)


def _marks(position: Position, shown: str) -> BoardMarks:
    """Return what is pointed out. Raises `NotationError`."""
    if not shown:
        return BoardMarks()
    if shown in (CHAIN, POINTS):
        return _won(position, charges=shown == POINTS)
    if "-" in shown or "x" in shown:
        move = parse(shown)
        assert isinstance(move, BoardMove)
        return BoardMarks(lifted=move.start, targets=frozenset({move.end}))
    start = parse_square(shown)
    return BoardMarks(lifted=start, targets=_ends(position, start))


def _ends(position: Position, start: Square) -> frozenset[Square]:
    """Return where the piece on a square may go, were it its side's turn."""
    is_pawn = (position.black | position.white) >> start & 1
    if is_pawn:
        position = position._replace(side=BLACK if position.black >> start & 1 else 1 - BLACK)
    return frozenset(squares_of(ends_of(position, 0, start)))


def _won(position: Position, *, charges: bool) -> BoardMarks:
    """Return the chain of the connected side, and the pieces that the other side pays for."""
    ended = connection(position)
    if ended is None or ended.winner is None:
        return BoardMarks(chain=position.occupied if ended else 0)
    chain = position.chain(ended.winner)
    if not charges:
        return BoardMarks(chain=chain)
    theirs = position.chain(1 - ended.winner)
    most = max(groups(theirs), key=int.bit_count)
    return BoardMarks(chain=chain, threat=frozenset(squares_of(theirs & ~most)))
