"""A question of another player, as for a take-back; it goes when it stands no more."""

from __future__ import annotations

from collections.abc import Callable

from play.rows import Choice
from tui.screens.menu import Ask
from words.translation import _


class OfferQuestion(Ask):
    """Asks to agree; ends with `yes`, `no`, or None if it stands no more."""

    def __init__(self, question: str, no: str, stands: Callable[[], bool]) -> None:
        """Ask for as long as the question stands; `no` is the answer of who does not agree."""
        super().__init__(question, [Choice("yes", _("Yes, agreed")), Choice("no", no)])
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
