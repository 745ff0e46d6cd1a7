"""The page of the cards not seen yet, deck by deck."""

from __future__ import annotations

from engine.duel.moves import HIGHEST, LOWEST
from engine.duel.view import DuelView
from tui.table.dialogs import TextPage
from tui.table.sheet import METAL
from tui.themes import paint
from tui.widgets.lines import Line, line, text
from words.glyphs import Glyphs
from words.translation import _


def unseen_cards(view: DuelView, names: tuple[str, ...], glyphs: Glyphs) -> TextPage:
    """Return each player's deck, a row for ten cards; those already seen are dots."""
    lines: list[Line] = []
    for seat, name in enumerate(names):
        unseen = view.unseen(seat)
        lines.append(line(" ", text(name, paint(METAL[seat], bold=True))))
        for ten in range(0, HIGHEST, 10):
            parts = [text("   ")]
            for card in range(max(ten, LOWEST) if ten else 0, ten + 10):
                if not LOWEST <= card <= HIGHEST:
                    parts.append(text("   "))
                elif unseen >> card & 1:
                    parts.append(text(f"{card:02} ", paint(METAL[seat])))
                else:
                    parts.append(text(f" {glyphs.dot} ", paint("line")))
            lines.append(tuple(parts))
        lines.append(line(""))
    return TextPage(_("Cards not seen yet"), tuple(lines))
