"""A small picture of a game of Zen: the whole board, or how many pieces are left."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from tui.table.sheet import Sheet
from tui.themes import palette
from tui.widgets.lines import Line
from words.glyphs import ASCII, Glyphs

if TYPE_CHECKING:
    from engine.zen.view import ZenView

SIZE: Final = 11
SIDES: Final = ("black", "white", "zen")
FIRST: Final = "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W"
"""The first position as it is written, row 11 first: the rules take long to load."""
HALVES: Final = (SIZE + 1) // 2
"""The lines of a board whose squares are half a line high."""
BOTH: Final = "◐"
BOTH_ASCII: Final = "&"
"""A piece of each side on two squares that share a cell."""


def miniature(view: ZenView | None, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the board of a view, of a new game without one."""
    masks = _masks(view)
    sheet = Sheet(width, height, glyphs, "rail")
    if height >= SIZE and width >= 2 * SIZE:
        _board(sheet, masks, (width - 2 * SIZE) // 2, (height - SIZE) // 2)
    elif _has_blocks(sheet) and height >= HALVES and width >= SIZE:
        _halves(sheet, masks, (width - SIZE) // 2, (height - HALVES) // 2)
    elif height >= HALVES and width >= SIZE:
        _folded(sheet, masks, (width - SIZE) // 2, (height - HALVES) // 2)
    else:
        from tui.games.zen.pieces import signs

        counts = [mask.bit_count() for mask in masks]
        words = "  ".join(
            f"{sign} {count}" for sign, count in zip(signs(glyphs).pieces, counts, strict=True)
        )
        sheet.put((width - len(words)) // 2, (height - 1) // 2, words)
    return sheet.lines()


def _has_blocks(sheet: Sheet) -> bool:
    return sheet.is_solid and palette().has_blocks


def _masks(view: ZenView | None) -> tuple[int, int, int]:
    return view.position[:3] if view else first_masks()


def first_masks() -> tuple[int, int, int]:
    """Return the first position as masks: Black, White, the Zen."""
    rows = re.sub(r"\d", lambda empty: "." * int(empty[0]), FIRST).split("/")
    squares = "".join(reversed(rows))
    black, white, zen = (
        sum(1 << at for at, there in enumerate(squares) if there == letter) for letter in "BWZ"
    )
    return black, white, zen


def _role(masks: tuple[int, int, int], row: int, column: int) -> str:
    """Return the role of the piece on a square, "" for an empty square."""
    square = row * SIZE + column
    for role, mask in zip(SIDES, masks, strict=True):
        if mask >> square & 1:
            return role
    return ""


def _board(sheet: Sheet, masks: tuple[int, int, int], x: int, y: int) -> None:
    """Draw a board with a line for each row and two cells for each square."""
    from tui.games.zen.pieces import signs

    for row in range(SIZE):
        for column in range(SIZE):
            role = _role(masks, row, column)
            at = (x + 2 * column, y + SIZE - 1 - row)
            ground = "board_dark" if (row + column) % 2 else "board_light"
            if not _has_blocks(sheet):
                sign = signs(sheet.glyphs).pieces[SIDES.index(role)] if role else sheet.glyphs.dot
                sheet.put(*at, sign, "text" if role else "line", bold=bool(role))
            elif role:
                sheet.put(*at, "██", role, ground)
            else:
                sheet.fill(*at, 2, 1, ground)


def _halves(sheet: Sheet, masks: tuple[int, int, int], x: int, y: int) -> None:
    """Draw a board with half a line for each row; below the last one lies the rail."""
    for line in range(HALVES):
        upper = SIZE - 1 - 2 * line
        for column in range(SIZE):
            ink = _role(masks, upper, column) or "board_light"
            ground = "rail"
            if upper > 0:
                ground = _role(masks, upper - 1, column) or "board_light"
            sheet.put(x + column, y + line, "▀", ink, ground)


def _folded(sheet: Sheet, masks: tuple[int, int, int], x: int, y: int) -> None:
    """Draw a board in signs, two rows on a line.

    A sign tells the piece on either square, the Zen first; another one that both sides are there.
    """
    from tui.games.zen.pieces import signs

    pieces = dict(zip(SIDES, signs(sheet.glyphs).pieces, strict=True))
    both = BOTH_ASCII if sheet.glyphs is ASCII else BOTH
    for line, column in product(range(HALVES), range(SIZE)):
        rows = (SIZE - 1 - 2 * line, SIZE - 2 - 2 * line)
        there = {_role(masks, row, column) for row in rows if row >= 0} - {""}
        if not there:
            sheet.put(x + column, y + line, sheet.glyphs.dot, "line")
            continue
        last = max(there, key=SIDES.index)
        sign = both if there == {*SIDES[:2]} else pieces[last]
        sheet.put(x + column, y + line, sign, bold=True)
