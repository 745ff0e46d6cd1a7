"""A small picture of Bataille: how many cards each has, in a circle, and the duel within."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui.games.war.layout import CIRCLES, rest_of
from tui.table.cards import CardSize, card, ink_of
from tui.table.sheet import Sheet
from tui.widgets.lines import Line
from words.glyphs import Glyphs
from words.playing_cards import card_words

if TYPE_CHECKING:
    from engine.war.view import WarView

FIRST: Final = (5,) * 4
"""The piles of the usual new game."""
PLACES: Final = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""The column and the row of each place of a circle, out of three."""
PILE: Final = CardSize(6, 3)
TAG: Final = 4
SHORT_TAG: Final = 3
CARD: Final = 3
"""The cells of a card in words."""


def miniature(view: WarView | None, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the piles of a view, of a new game without one; the cards turned where they fit."""
    sheet = Sheet(width, height, glyphs, "rail")
    piles = view.piles if view else FIRST
    if height < 3:
        words = " ".join(map(str, piles))
        sheet.put((width - len(words)) // 2, 0, words, "gold", bold=True)
        return sheet.lines()
    is_large = height >= 3 * PILE.height and width >= 3 * PILE.width + 2
    size = PILE if is_large else CardSize(TAG if width >= 3 * TAG + 2 else SHORT_TAG, 1)
    if not is_large and height >= 6:
        size = size._replace(height=2)
    for seat, place in enumerate(CIRCLES[len(piles)]):
        column, row = PLACES[place]
        x = column * (width - size.width) // 2
        y = row * (height - size.height) // 2
        is_out = bool(view and view.out[seat])
        is_next = bool(view and seat in view.to_move)
        _pile(sheet, x, y, size, piles[seat], is_out=is_out, is_next=is_next)
    if view:
        from engine.war.history import duel_shown  # a view has loaded the rules already

        if shown := duel_shown(view):
            _duel(sheet, shown[0].turned[-1], width - 2 * size.width - 2)
    return sheet.lines()


def _pile(
    sheet: Sheet, x: int, y: int, size: CardSize, count: int, *, is_out: bool, is_next: bool
) -> None:
    """Draw a pile with the number of its cards, or the place of a player who is out."""
    middle = y + (size.height - 1) // 2
    if is_out:
        sheet.put(x, middle, rest_of(sheet.glyphs) * size.width, "line")
        return
    words = f"{sheet.glyphs.cursor if is_next else ''}{count}"
    if not sheet.is_solid and size.height < PILE.height:
        sheet.put(x, middle, words.center(size.width), "gold", bold=True)
        return
    if size.height == PILE.height:
        card(sheet, x, y, size, 0, "gold_back", ground="rail")
    else:
        sheet.fill(x, y, size.width, 1, "gold_back")
        if size.height > 1:
            sheet.put(x, y + 1, "▀" * size.width, "gold_back", "rail")
    sheet.put(x + (size.width - len(words)) // 2, middle, words, "text", "rail", bold=True)


def _duel(sheet: Sheet, pair: tuple[str, str], room: int) -> None:
    """Draw the cards turned last in the middle, where there is room for them."""
    if room < 2 * CARD + 1:
        return
    x, y = (sheet.width - 2 * CARD - 1) // 2, (sheet.height - 1) // 2
    for name in pair:
        words = card_words(name, sheet.glyphs).center(CARD)
        x = sheet.put(x, y, words, ink_of(name), "face", bold=True) + 1
