"""Zen's widgets: the board and the rail, and the table that places both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Region, Size
from textual.widget import Widget

from engine.zen.board import Position
from play.story import Story
from tui.games.zen import board, rail
from tui.games.zen.layout import DIVIDER, Layout, layout_for
from tui.games.zen.pieces import Form
from tui.table.end_panel import end_panel
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.table.tutor import LEAST_ROWS, Tutoring, tutor_lines
from tui.themes import paint, palette
from tui.widgets.lines import Line, Lines, text
from tui.widgets.placed import PlacedFelt
from tui.widgets.turn_log import LogRow, TurnLog, beside
from words.glyphs import glyphs

COLUMN = 28
"""Cells of a column of the log."""
LOG_LEAST = 1
"""Rows of the log that are left above the end of the game."""
PANEL_MOST = 12
"""Lines that the end of the game has at most."""


class ZenTable(PlacedFelt):
    """The board, and the rail beside or below it, as large as the window allows."""

    def __init__(self, board: Board, rail: ZenRail) -> None:
        super().__init__(board, rail)

    @property
    def places(self) -> Layout:
        """The sizes and places of everything."""
        return layout_for(*self.size)

    def regions(self, size: Size, children: Sequence[Widget]) -> Iterable[Region]:
        """Return where the board and the rail are."""
        layout = layout_for(*size)
        (columns, rows), (width, height) = layout.room, layout.rail
        beside = Region(columns, 0, width + DIVIDER, height)
        below = Region(0, rows, width, height)
        return Region(0, 0, columns, rows), beside if layout.is_beside else below


class Board(Lines, can_focus=True):
    """The board; it has the focus while a game is played."""

    def show_board(
        self, position: Position, marks: board.BoardMarks, layout: Layout, form: Form
    ) -> None:
        """Show the pieces and what is pointed out."""
        self.show(board.board(position, marks, layout, form))


class ZenRail(TurnLog):
    """Who plays what and how it stands; the log; the message; the stops."""

    GROUND = "rail"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._layout: Layout | None = None
        self._status: Sequence[Line] = ()
        self._heading = ""
        self._all_rows: Sequence[LogRow] = ()
        self._back = 0
        self._stops: tuple[tuple[str, ...], int | None] = ((), None)
        self._said = ""
        self._top = 0
        self._bar: TimelineBar | None = None
        self._bar_line = 0
        self._story: Story | None = None
        self._said_by_tutor: Tutoring | None = None
        self._columns: list[Sequence[LogRow]] = []

    def show_status(self, status: Sequence[Line], layout: Layout) -> None:
        """Show how it stands, in this layout."""
        if status is not self._status or layout is not self._layout:
            self._status, self._layout = status, layout
            self._draw()

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show the last rows there is room for, scrolled back by so many lines."""
        self._heading, self._all_rows, self._back = heading, rows, back
        self._draw()

    def show_stops(self, words: Iterable[str], on: int | None) -> None:
        """Show the stops, the cursor on one of them or on none."""
        stops = (tuple(words), on)
        if stops != self._stops:
            self._stops = stops
            self._draw()

    def say(self, words: str) -> None:
        """Show a message."""
        if words != self._said:
            self._said = words
            self._draw()

    def show_timeline(self, bar: TimelineBar | None) -> None:
        """Show a replay's timeline above the message, None for none."""
        if bar != self._bar:
            self._bar = bar
            self._draw()

    def show_story(self, story: Story | None) -> None:
        """Show how the game ended below the log, None for nothing."""
        if story != self._story:
            self._story = story
            self._draw()

    def show_tutor(self, said: Tutoring) -> None:
        """Show in the place of the log what is said in a first game."""
        if said != self._said_by_tutor:
            self._said_by_tutor = said
            self._draw()

    @property
    def room(self) -> int:
        """How many rows of the log are in sight."""
        layout = self._layout
        if layout is None:
            return 1
        free = layout.rail[1] - len(self._above(layout)) - len(self._below(layout))
        return max(free - len(self._panel(layout, free)), 0) * self._count

    @property
    def _count(self) -> int:
        """How many columns the log has."""
        return max(self._layout.rail[0] // COLUMN, 1) if self._layout else 1

    def _above(self, layout: Layout) -> list[Line]:
        """Return what stands above the log; a tutor needs that room where there is little."""
        if self._said_by_tutor and layout.is_compact:
            return []
        if layout.is_beside or self._heading:
            return [*self._status, rail.rule(layout.rail[0], glyphs(), self._heading)]
        return list(self._status)

    def _below(self, layout: Layout) -> list[Line]:
        """Return what stands below the log; at the end of a game without its blank lines."""
        across, above = rail.rule(layout.rail[0], glyphs()), self._timeline_lines(layout)
        lines = rail.foot(self._said, *self._stops, layout, across, above)
        if self._story is None or not layout.is_beside:
            return lines
        return [words for words in lines if any(part.text.strip() for part in words)]

    def _panel(self, layout: Layout, free: int) -> list[Line]:
        """Return how the game ended, in so many lines less those of the log that are left."""
        if self._story is None or not layout.is_beside:
            return []
        least = LEAST_ROWS if self._said_by_tutor else LOG_LEAST
        room = min(free - least, PANEL_MOST)
        return end_panel(self._story, layout.rail[0], room, glyphs())

    def _draw(self) -> None:
        layout = self._layout
        if layout is None:
            return
        width, height = layout.rail
        lines, below = self._above(layout), self._below(layout)
        self._top = len(lines)
        panel = self._panel(layout, height - len(lines) - len(below))
        self._bar_line = height - len(below) + layout.is_beside
        room = max(height - len(lines) - len(panel) - len(below), 0)
        shown, count = room * self._count, len(self._all_rows)
        last = max(count - self._back, min(count, shown))
        rows = self._all_rows[max(0, last - shown) : last]
        self._columns = [rows[at * room : (at + 1) * room] for at in range(self._count)]
        if self._said_by_tutor:
            told = tutor_lines(self._said_by_tutor, width, room, glyphs())
            lines += [*told, *[()] * (room - len(told))]
        else:
            lines += beside(self._columns, room, width // self._count)
        lines += panel + below
        if layout.is_beside:
            sign = " " if palette().is_solid else glyphs().separator
            divider = text(sign, paint("line"))
            lines = [(divider, *words) for words in lines]
        self.show(lines)

    def _timeline_lines(self, layout: Layout) -> list[Line]:
        """Return the timeline: in two lines where the message has more, else in one."""
        if self._bar is None:
            return []
        width = layout.rail[0]
        if layout.is_beside:
            return self._bar.two_lines(width, glyphs())
        return [self._bar.one_line(width, glyphs())]

    def timeline_spot(self, x: int, y: int) -> BarSpot | None:
        """Return where on the timeline a cell is, None beside it."""
        layout = self._layout
        if layout is None or self._bar is None or y != self._bar_line:
            return None
        is_beside = layout.is_beside
        return BarSpot(x - DIVIDER * is_beside, layout.rail[0], has_words=not is_beside)

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return after which turn the game stands that a cell names, None for no turn."""
        layout = self._layout
        if layout is None:
            return None
        at, row = (x - DIVIDER * layout.is_beside) // (layout.rail[0] // self._count), y - self._top
        column = self._columns[at] if 0 <= at < len(self._columns) else ()
        return column[row].turn if 0 <= row < len(column) else None

    def stop_at(self, x: int, y: int) -> int | None:
        """Return the stop at a cell, None beside all of them."""
        layout = self._layout
        if layout is None or y != layout.rail[1] - 1:
            return None
        return rail.stop_at(x - DIVIDER * layout.is_beside, self._stops[0], layout.rail[0])
