"""A curve of who was ahead: bars that rise for the first side and hang for the second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.table.sheet import METAL, Sheet
from words.glyphs import ASCII

HANGING: Final = "▔▀█"
"""Bars that hang from a line, the shortest first."""
LEAST: Final = 4
"""A lead of so many fills the height at least, so that small ones do not look large."""


def stretched(leads: Sequence[int], room: int) -> list[int]:
    """Return one lead for each of `room` cells, the last one of the turns that a cell stands for.

    >>> stretched([1, 2, 3], 6), stretched([1, 2, 3, 4], 2)
    ([1, 1, 2, 2, 3, 3], [2, 4])
    """
    count = len(leads)
    if not count:
        return []
    return [leads[max((at + 1) * count // room - 1, at * count // room)] for at in range(room)]


def curve(sheet: Sheet, x: int, y: int, leads: Sequence[int], height: int = 1) -> None:
    """Draw a bar for each lead: on the first `height` lines up, on the next ones down.

    Where nobody is ahead the line between them is drawn.
    """
    rises = sheet.glyphs.rises
    hangs = rises if sheet.glyphs is ASCII else HANGING
    most = max(LEAST, *map(abs, leads)) if leads else LEAST
    for at, lead in enumerate(leads):
        if not lead:
            sheet.put(x + at, y + height - 1, sheet.glyphs.baseline, "line")
        who = lead < 0
        signs = hangs if who else rises
        filled = -(-abs(lead) * height * len(signs) // most)
        row = y + height if who else y + height - 1
        while filled > 0:
            sheet.put(x + at, row, signs[min(filled, len(signs)) - 1], METAL[who])
            filled -= len(signs)
            row += 1 if who else -1
