"""The question after a game: another one, the same deal with seats swapped, the replay, home."""

from __future__ import annotations

from engine.series import SeriesPlace
from tui.screens.menu import Ask
from tui.widgets.choices import Choice
from words.translation import _, several


class WhatNext(Ask):
    """Asked at the end of a game; ends with one of the ids of its answers, or None."""

    def __init__(
        self,
        series: SeriesPlace | None,
        *,
        has_deal: bool,
        has_file: bool,
        may_play: bool = True,
    ) -> None:
        """Ask.

        Args:
            series: The place of the game in a series, None for a single game.
            has_deal: Whether there is a deal to be played again.
            has_file: Whether there is a file to be shared.
            may_play: Whether another game may be wished for, as spectators may not.
        """
        again = _("Another game")
        if series and series.number < series.games:
            left = series.games - series.number
            again = several("The next game ({count} left)", "The next game ({count} left)", left)
        answers = [
            Choice("again", again),
            Choice("swapped", _("The same deal with seats swapped")),
            Choice("replay", _("Step through the game")),
            Choice("share", _("Share the game")),
            Choice("home", _("Home")),
        ]
        left_out = {"again": not may_play, "swapped": not has_deal, "share": not has_file}
        offered = [answer for answer in answers if not left_out.get(answer.id)]
        super().__init__(_("What next?"), offered)
