"""The question whether another player may take back a move; it goes when the offer has lapsed."""

from __future__ import annotations

from collections.abc import Callable

from tui.screens.menu import Ask
from tui.widgets.choices import Choice
from words.translation import _


class OfferQuestion(Ask):
    """Asks to agree to a take-back; ends with `yes`, `no`, or None if it stands no more."""

    def __init__(self, player: str, stands: Callable[[], bool]) -> None:
        """Ask about the last move of a player, for as long as the offer stands."""
        question = _("{player} would like to take back the last turn. Do you agree?")
        answers = [Choice("yes", _("Yes, agreed")), Choice("no", _("No, play on"))]
        super().__init__(question.format(player=player), answers)
        self._stands = stands

    def draw(self) -> None:
        """Show the question, or end it once the offer has lapsed."""
        if self._stands():
            super().draw()
        else:
            self.finish(None)

    def do_back(self) -> None:
        """End with a no: who asked is waiting for an answer."""
        self.finish("no")
