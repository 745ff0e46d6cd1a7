"""The rail of Zen as a widget: what stands above and below its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.geometry import Offset

from play.story import Story
from tui.games.zen import rail
from tui.games.zen.layout import DIVIDER, Layout, layout_for
from tui.table.end_panel import end_panel
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.table.tutor import LEAST_ROWS, tutor_lines
from tui.themes import paint, palette
from tui.widgets.lines import Line, text
from tui.widgets.turn_log import TurnLog
from words.glyphs import glyphs

if TYPE_CHECKING:
    from play.first_game import Advice

COLUMN = 28
"""Cells of a column of the log."""
LOG_LEAST = 1
"""The fewest rows of the log above the end of the game."""
PANEL_MOST = 12
"""The most lines of the end of the game."""


class RailParts(NamedTuple):
    """The parts of the rail other than the log.

    Attributes:
        layout: The layout of the table.
        status: The players and the score, above the log.
        stops: The words of the stops at the foot.
        on: The stop under the cursor, or None.
        said: The message above the stops.
        bar: A replay's timeline above the message, None for none.
        story: The end of the game, below the log; None in play.
        tutoring: The tutor's words in the place of the log, None without a tutor.
    """

    layout: Layout
    status: Sequence[Line] = ()
    stops: tuple[str, ...] = ()
    on: int | None = None
    said: str = ""
    bar: TimelineBar | None = None
    story: Story | None = None
    tutoring: Advice | None = None


class ZenRail(TurnLog):
    """The players and the score, the log, the message, the stops."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = RailParts(layout_for(0, 0))

    def show_parts(self, **parts: Any) -> None:
        """Show some parts anew, those of `RailParts`."""
        changed = self._parts._replace(**parts)
        if changed != self._parts:
            self._parts = changed
            self.draw()

    @property
    def _is_beside(self) -> bool:
        return self._parts.layout.is_beside

    @property
    def divider(self) -> int:
        return DIVIDER * self._is_beside

    @property
    def columns(self) -> int:
        return max(self._parts.layout.rail[0] // COLUMN, 1)

    @property
    def column(self) -> int:
        return self._parts.layout.rail[0] // self.columns

    def above(self) -> list[Line]:
        """Return the lines above the log; on a compact rail a tutor needs their room."""
        layout, status = self._parts.layout, self._parts.status
        if self._parts.tutoring and layout.is_compact:
            return []
        if layout.is_beside or self.heading:
            return [*status, rail.rule(layout.rail[0], glyphs(), self.heading)]
        return list(status)

    def below(self) -> list[Line]:
        """Return the end of the game, in the lines that the log can spare, and the foot."""
        parts, foot = self._parts, self._foot()
        if parts.story is None or not self._is_beside:
            return foot
        least = LEAST_ROWS if parts.tutoring else LOG_LEAST
        free = self.size.height - len(self.above()) - len(foot)
        room = min(free - least, PANEL_MOST)
        return [*end_panel(parts.story, parts.layout.rail[0], room, glyphs()), *foot]

    @property
    def message_rows(self) -> int:
        """The lines of a message, less its subject's where that has one of its own."""
        parts = self._parts
        above = 0 if not parts.bar else 1 + self._is_beside
        rows = rail.message_rows(parts.layout, above)
        return rows if rows <= 2 or parts.layout.is_compact else rows - 1

    def _foot(self) -> list[Line]:
        """Return the timeline, the message and the stops; at the end without blank lines."""
        layout, bar = self._parts.layout, self._parts.bar
        width, across = layout.rail[0], rail.rule(layout.rail[0], glyphs())
        above: Sequence[Line] = ()
        if bar:
            is_high = self._is_beside
            above = bar.two_lines(width, glyphs()) if is_high else [bar.one_line(width, glyphs())]
        said, stops, on = self._parts.said, self._parts.stops, self._parts.on
        lines = rail.foot(said, stops, on, layout, across, above)
        if self._parts.story is None or not self._is_beside:
            return lines
        return [words for words in lines if any(part.text.strip() for part in words)]

    def middle(self, room: int) -> list[Line]:
        """Return the log, or the tutor's words in its place."""
        if not self._parts.tutoring:
            return super().middle(room)
        told = tutor_lines(self._parts.tutoring, self._parts.layout.rail[0], room, glyphs())
        return [*told, *[()] * (room - len(told))]

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines, with a divider before a board beside the rail."""
        if self._is_beside:
            sign = text(" " if palette().has_blocks else glyphs().separator, paint("line"))
            lines = [(sign, *words) for words in lines]
        super().show(lines)

    def timeline_spot(self, x: int, y: int) -> BarSpot | None:
        """Return the spot on the timeline at a cell, None beside it."""
        line = self.size.height - len(self._foot()) + self._is_beside
        if self._parts.bar is None or y != line:
            return None
        width = self._parts.layout.rail[0]
        return BarSpot(x - DIVIDER * self._is_beside, width, has_words=not self._is_beside)

    def turn_at(self, y: int, x: int = 0) -> int | None:
        return super().turn_at(y, x - DIVIDER * self._is_beside)

    def stop_cell(self, stop: int) -> Offset:
        """Return the first cell of the words of a stop."""
        x = rail.stop_cell(stop, self._parts.stops, self._parts.layout.rail[0])
        return Offset(x + DIVIDER * self._is_beside + 1, self.size.height - 1)

    def stop_at(self, x: int, y: int) -> int | None:
        """Return the stop at a cell, None beside all of them."""
        if y != self.size.height - 1:
            return None
        width = self._parts.layout.rail[0]
        return rail.stop_at(x - DIVIDER * self._is_beside, self._parts.stops, width)
