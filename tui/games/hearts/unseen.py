"""The cards that a player has not seen yet, by suit: on the rail, and on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hearts.cards import CARDS, RANKS, cards_of
from engine.hearts.view import HeartsView
from tui.games.hearts.signs import (
    FAN_ORDER,
    RAIL_INKS,
    cards_words,
    fan_order,
    rank_words,
    signs_of,
)
from tui.table.dialogs import TextPage
from tui.table.sheet import Sheet
from tui.widgets.lines import Line, line, text, wrapped
from words.glyphs import Glyphs
from words.translation import _

PANEL_ROWS: Final = 6
"""The lines of the panel: a rule, the heading, four suits."""
PANEL_FROM: Final = (34, 24)
"""The cells and lines of a rail that has the panel."""
PAGE_WIDTH: Final = 40
CELL: Final = 3


def panel(view: HeartsView, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the cards not seen yet, a line for each suit with the lowest first."""
    sheet = Sheet(width, PANEL_ROWS, glyphs, "rail")
    sheet.put(1, 0, glyphs.light * (width - 2), "line")
    sheet.put(3, 1, _("Not seen yet"), bold=True)
    for y, suit in enumerate(FAN_ORDER, 2):
        sheet.put(1, y, signs_of(glyphs).suits[suit], RAIL_INKS[suit], bold=True)
        ranks = " ".join(rank_words(card) for card in cards_of(view.unseen) if card.suit == suit)
        sheet.put(3, y, ranks or glyphs.dot, "text" if ranks else "line")
    return sheet.lines()


def unseen_page(view: HeartsView, names: Sequence[str], glyphs: Glyphs) -> TextPage:
    """Return each suit, dots for cards that were seen, and what others are known to hold."""
    sheet = Sheet(PAGE_WIDTH, 2 * len(FAN_ORDER) - 1, glyphs, "")
    for at, suit in enumerate(FAN_ORDER):
        ink = RAIL_INKS[suit]
        sheet.put(1, 2 * at, signs_of(glyphs).suits[suit], ink, bold=True)
        for rank in range(len(RANKS)):
            card = CARDS[suit * len(RANKS) + rank]
            x = 2 + CELL * rank
            if view.unseen >> card & 1:
                sheet.put(x, 2 * at, f"{rank_words(card):>2}", ink)
            else:
                sheet.put(x + 1, 2 * at, glyphs.dot, "line")
    lines = [*sheet.lines(), line("")]
    for seat, name in enumerate(names):
        if seat != view.seat and (known := fan_order(cards_of(view.known[seat]))):
            held = _("{player} holds: {cards}.").format(
                player=name, cards=cards_words(known, glyphs)
            )
            lines += [line(text(f" {row}")) for row in wrapped(held, PAGE_WIDTH - 2)]
    return TextPage(_("Cards not seen yet"), tuple(lines))
