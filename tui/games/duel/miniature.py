"""A small picture of a duel: the tops of the four piles, NORD's below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.geometry import Region

from tui.table.cards import CardSize, card, figure, has_figures
from tui.table.sheet import Sheet
from tui.widgets.lines import Line
from words.glyphs import Glyphs

if TYPE_CHECKING:
    from engine.duel.view import DuelView

FIRST_TOPS: Final = (1, 60)
LARGE: Final = CardSize(11, 5)
SMALL: Final = CardSize(6, 3)
NARROW: Final = CardSize(5, 3)
GAP: Final = 2


def miniature(view: DuelView | None, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the piles of a view, of a new game without one; with numbers alone where it is low."""
    tops = [(side.up, side.down) for side in view.sides] if view else [FIRST_TOPS] * 2
    sheet = Sheet(width, height, glyphs, "rail")
    is_large = height >= 2 * LARGE.height and width >= 2 * LARGE.width + GAP
    is_narrow = width < 2 * SMALL.width + GAP
    size = LARGE if is_large else NARROW if is_narrow else SMALL
    gap = GAP - is_narrow
    is_low = height < 2 * size.height
    step = 1 if is_low else size.height
    top = (height - 2 * step) // 2 if is_low else (height - 2 * size.height + 1) // 2
    left = (width - 2 * size.width - gap) // 2
    for row, seat in enumerate((1, 0)):
        for at, number in enumerate(tops[seat]):
            x, y = left + at * (size.width + gap), top + row * step
            if is_low:
                sheet.fill(x, y, size.width, 1, "face")
                _number(sheet, x, y, number, at == 0)
            else:
                card(sheet, x, y, size, seat, ground="rail")
                if is_large and has_figures(sheet):
                    _figure(sheet, x, y + 1, number, at == 0)
                else:
                    _number(sheet, x, y + 1, number, at == 0)
    return sheet.lines()


def _number(sheet: Sheet, x: int, y: int, number: int, ascending: bool) -> None:
    signs, ink = sheet.glyphs, "up" if ascending else "down"
    sheet.put(x + 1, y, f"{number:02}{signs.up if ascending else signs.down}", ink, bold=True)


def _figure(sheet: Sheet, x: int, y: int, number: int, ascending: bool) -> None:
    signs, ink = sheet.glyphs, "up" if ascending else "down"
    figure(sheet, Region(x + 1, y, 7, 3), f"{number:02}", ink, 1)
    sheet.put(x + LARGE.width - 2, y, signs.up if ascending else signs.down, ink, bold=True)
