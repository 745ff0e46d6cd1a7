"""The question before one plays on from a replay: it is a new game; who plays in it?"""

from __future__ import annotations

from play.rematch import seatings
from play.rows import Choice
from play.setup import Setup
from play.who_plays_on import question, seating_note, seating_words
from tui.screens.menu import Ask
from words.translation import _


class WhoPlaysOn(Ask):
    """Asks who plays on; ends with the kinds of player by seat, or None."""

    def __init__(self, setup: Setup, turn: int) -> None:
        """Ask; `setup` is that of the game looked at, `turn` the number of its turns made."""
        self._seatings = seatings(setup)
        choices = [
            Choice(str(at), seating_words(setup, kinds), seating_note(setup, kinds))
            for at, kinds in enumerate(self._seatings)
        ]
        super().__init__(question(turn) + "\n" + _("Who plays?"), choices)

    def finish(self, result: object) -> None:
        """End with the kinds of player that were chosen."""
        super().finish(self._seatings[int(result)] if isinstance(result, str) else None)
