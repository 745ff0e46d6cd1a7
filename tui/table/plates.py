"""A player's plate: name, turn, progress, and the cards that are left."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.cells import cell_len

from tui.table.sheet import Sheet
from tui.widgets.lines import Line, cut
from tui.widgets.remembered import remembered
from words.glyphs import Glyphs

BEFORE_WORDS: Final = 5
"""Cells before the words: the sign of the turn, and the coin."""
GAP: Final = 2
STATUS_FROM: Final = 53
"""Narrowest plate that has words beside the name, in cells."""
SHORT_BAR: Final = 6


class Plate(NamedTuple):
    """The contents of a plate of a player or a side.

    Attributes:
        coin: The sign of the side: filled the first one, hollow the second.
        metal: The role of the ground of a plate that is filled.
        name: The name of the player or the side.
        right: The words at its right end, which are never cut.
        status: The player's present act in words, on a wide plate.
        is_filled: Whether it is their turn: the plate is filled and has a sign in front.
        ink: The role of the name on a plate that is not filled; the metal's by default.
        done: The player's progress from 0 to 1, as a bar; None for no bar.
    """

    coin: str
    metal: str
    name: str
    right: str = ""
    status: str = ""
    is_filled: bool = False
    ink: str = ""
    done: float | None = None


@remembered
def plate(row: Plate, width: int, glyphs: Glyphs, ground: str = "felt") -> Line:
    """Return a plate `width` cells wide on a ground."""
    sheet = Sheet(width, 1, glyphs, ground)
    ink, second, bar_ink = row.ink or row.metal, "quiet", "line"
    if row.is_filled:
        sheet.fill(0, 0, width, 1, row.metal)
        sheet.put(1, 0, glyphs.cursor, "plate", bold=True)
        ink = second = bar_ink = "plate"
    sheet.put(3, 0, row.coin, ink, bold=True)
    begin = width - 1 - cell_len(row.right) if row.right else width
    right_ink = second if row.ink or row.is_filled else "text"
    sheet.put(begin, 0, row.right, right_ink, bold=row.is_filled and not row.ink)
    room = begin - BEFORE_WORDS - GAP * bool(row.right)
    bar = 0 if row.done is None else width // 4 - 2 if width >= STATUS_FROM else SHORT_BAR
    if row.done is not None and cell_len(row.name) <= room - bar - GAP:
        begin -= bar + GAP
        room -= bar + GAP
        heavy = round(row.done * bar)
        sheet.put(begin, 0, glyphs.heavy * heavy, ink, bold=row.is_filled)
        sheet.put(begin + heavy, 0, glyphs.light * (bar - heavy), bar_ink)
    name = cut(row.name, max(room, 1))
    end = sheet.put(BEFORE_WORDS, 0, name, ink, bold=True)
    if width >= STATUS_FROM and cell_len(name) + 3 + cell_len(row.status) <= room:
        sheet.put(end + 3, 0, row.status, second, bold=row.is_filled)
    return sheet.lines()[0]
