"""The question after a game: another one, the same deal with seats swapped, the replay, home."""

from __future__ import annotations

from play.setup import Series
from tui.screens.menu import Ask
from tui.widgets.choices import Choice
from words.translation import _, several


class WhatNext(Ask):
    """Asked at the end of a game; ends with `again`, `swapped`, `replay`, `home` or None."""

    def __init__(self, series: Series | None, *, has_deal: bool) -> None:
        """Ask; `has_deal` says whether there is a deal to be played again."""
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
