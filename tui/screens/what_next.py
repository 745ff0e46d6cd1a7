"""What comes after a game: another one, the same deal the other way round, the replay, home."""

from __future__ import annotations

from tui.screens.menu import Ask
from tui.setup import Series
from tui.widgets.choices import Choice
from tui.words import _, several


class WhatNext(Ask):
    """Asked at the end of a game; ends with `again`, `swapped`, `replay`, `home` or None."""

    def __init__(self, series: Series | None, has_deal: bool = True) -> None:
        """Ask; without a deal there is none to be played again."""
        again = _("Another game")
        if series and series.number < series.setup.games:
            left = series.setup.games - series.number
            again = several("The next game ({count} left)", "The next game ({count} left)", left)
        answers = [
            Choice("again", again),
            Choice("swapped", _("The same deal with seats swapped")),
            Choice("replay", _("Step through the game")),
            Choice("home", _("Home")),
        ]
        offered = [answer for answer in answers if has_deal or answer.id != "swapped"]
        super().__init__(_("What next?"), offered)
