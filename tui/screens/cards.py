"""The cards not yet seen of each deck."""

from __future__ import annotations

from collections.abc import Sequence

from engine.duel.rules import HIGHEST, LOWEST
from engine.duel.view import DuelView
from tui.boards.duel import style_of
from tui.screens.help import TextScreen
from tui.widgets.lines import DIM, Line, line, text
from tui.words import _


class CardsScreen(TextScreen):
    """For each player the 58 cards, those already seen as dots."""

    OFFERS = ("back",)

    def __init__(self, view: DuelView, names: tuple[str, ...]) -> None:
        super().__init__()
        self._view = view
        self._names = names

    def title_words(self) -> str:
        """Return the title."""
        return _("Cards not yet seen")

    def text_lines(self) -> Sequence[Line]:
        """Return a row for each ten, for each deck."""
        lines: list[Line] = []
        for seat, name in enumerate(self._names):
            unseen = self._view.unseen(seat)
            lines += [line(" ", text(name, style_of(seat)))]
            for ten in range(0, HIGHEST, 10):
                parts = [text("   ")]
                for card in range(max(ten, LOWEST) if ten else 0, ten + 10):
                    if not LOWEST <= card <= HIGHEST:
                        parts.append(text("   "))
                    elif unseen >> card & 1:
                        parts.append(text(f"{card:02} ", style_of(seat)))
                    else:
                        parts.append(text(f" {self.glyphs.dot} ", DIM))
                lines.append(tuple(parts))
            lines.append(line(""))
        return lines
