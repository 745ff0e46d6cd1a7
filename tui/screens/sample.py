"""A sample of a table: a few cards, signs and words, in the colours and the style of now."""

from __future__ import annotations

from typing import Final

from tui.table.cards import CardSize, cap, card, tag
from tui.table.sheet import METAL, Sheet
from tui.widgets.lines import Line
from words.glyphs import ASCII, glyphs
from words.translation import _

COLUMNS: Final = 22
LINES: Final = 12
SIZE: Final = CardSize(8, 4)


def sample() -> list[Line]:
    """Return whose turn it is, a card of each side, one under the cursor with its tag, words."""
    sheet = Sheet(COLUMNS, LINES, glyphs())
    is_ascii = sheet.glyphs is ASCII
    up, down = "^v" if is_ascii else "▲▼"
    x = sheet.put(2, 1, f" {sheet.glyphs.coins[0]} NORD ", "plate", METAL[0], bold=True)
    sheet.put(x + 2, 1, _("Rules"), "quiet")
    for seat, (number, sign, ink) in enumerate(((17, up, "up"), (42, down, "down"))):
        x = 2 + seat * (SIZE.width + 2)
        card(sheet, x, 3, SIZE, seat)
        sheet.put(x + 1, 4, f"{number}", "ink", bold=True)
        sheet.put(x + SIZE.width - 2, 4, sign, ink)
    cap(sheet, 2, 3, SIZE.width, "face", is_flat=False)
    tag(sheet, 2, 8, SIZE.width, "+10")
    x = sheet.put(2, 9, up, "up_light")
    x = sheet.put(x, 9, " 23  ")
    x = sheet.put(x, 9, down, "down_light")
    sheet.put(x, 9, " 38")
    sheet.put(2, 10, _("Settings"), "error")
    return sheet.lines()
