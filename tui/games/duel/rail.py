"""What lies on the rail beside the duel: the turns, the race, the cards not seen yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.duel.moves import Lay
from engine.duel.rules import cards_of
from engine.duel.view import DuelView
from tui.games.duel.board import written
from tui.games.duel.signs import signs_of
from tui.glyphs import Glyphs
from tui.table.curve import curve
from tui.table.sheet import METAL, Sheet
from tui.widgets.lines import Line, cut
from words.translation import _

COLUMN: Final = 26
"""Cells of a column of turns in which everything has blanks between."""
TWO_COLUMNS_FROM: Final = 2 * COLUMN
PANELS_FROM: Final = (32, 36)
"""The cells and lines of a rail that has more than the turns."""
IN_A_ROW: Final = 10
ROWS_OF_CARDS: Final = 6
PANEL_ROWS: Final = 7 + ROWS_OF_CARDS
"""The lines of the race and of the cards not seen yet."""


def log_line(
    number: int,
    seat: int,
    lays: Sequence[Lay],
    width: int,
    glyphs: Glyphs,
    *,
    is_here: bool = False,
    is_later: bool = False,
) -> Line:
    """Return a turn of the log: its number, who laid what; closer together in a narrow rail.

    The turn after which one is has a sign and is bold, later ones are quiet.
    """
    sheet = Sheet(width, 1, glyphs, "rail")
    is_wide = width >= COLUMN
    x = 1 if is_wide else 0
    if is_here:
        sheet.put(x, 0, glyphs.cursor, bold=True)
    x += 2 if is_wide else 1
    x = sheet.put(x, 0, f"{number:2}", "text" if is_here else "quiet", bold=is_here) + is_wide
    x = sheet.put(x, 0, glyphs.coins[seat], "quiet" if is_later else METAL[seat])
    cards = " ".join(written(lay, glyphs) for lay in lays)
    if is_wide and len(cards) < width - x:
        x += 1
    else:
        cards = cut(cards.replace(" ", ""), width - x)
    inks = {signs_of(glyphs).up: "up_light", signs_of(glyphs).down: "down_light"}
    for sign in cards:
        ink = "quiet" if is_later else inks.get(sign, "text")
        x = sheet.put(x, 0, sign, ink, bold=is_here)
    return sheet.lines()[0]


def panels(
    view: DuelView,
    leads: Sequence[int],
    names: Sequence[str],
    seat: int,
    width: int,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the race of both players, and the cards of the opponent of `seat` not seen yet."""
    other = 1 - seat
    sheet = Sheet(width, PANEL_ROWS, glyphs, "rail")
    sheet.put(1, 0, glyphs.light * (width - 2), "line")
    sheet.put(2, 1, _("Race"), bold=True)
    _race(sheet, leads, names)
    sheet.put(2, 5, _("Not seen yet"), bold=True)
    side = view.sides[other]
    told = _("of {player}: hand {hand}, draw pile {draw}")
    words = told.format(player=names[other], hand=side.hand_size, draw=side.draw_size)
    sheet.put(2, 6, cut(words, width - 3), "quiet")
    for at, number in enumerate(cards_of(view.unseen(other))):
        row, column = divmod(at, IN_A_ROW)
        sheet.put(2 + 3 * column, 7 + row, f"{number:02}")
    return sheet.lines()


def _race(sheet: Sheet, leads: Sequence[int], names: Sequence[str]) -> None:
    """Draw a bar for each of the last turns: up where the first player leads, else down."""
    glyphs = sheet.glyphs
    room = sheet.width - 6
    shown = leads[-room:]
    now = shown[-1] if shown else 0
    if now:
        ahead = _("{player} by {count}").format(player=names[now < 0], count=abs(now))
        words = cut(ahead, room - cell_len(_("Race")) - 2)
        sheet.put(sheet.width - 2 - cell_len(words), 1, words, METAL[now < 0])
    for who in (0, 1):
        sheet.put(2, 2 + who, glyphs.coins[who], METAL[who])
    curve(sheet, 4, 2, shown)
