"""Screens with a title above a list to choose from, and those whose list has rows to be set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.timer import Timer
from textual.widget import Widget

from engine.loop import Call
from play.rows import Choice, Row
from tui.pace import REST
from tui.screens.base import TapisScreen
from tui.widgets.choices import Choices
from tui.widgets.lines import BOLD, Lines, line, text


class ListScreen(TapisScreen):
    """A title above a list to choose from."""

    NEEDS = (40, 20)

    _resting: Timer | None = None

    def body(self) -> Iterable[Widget]:
        yield Lines(id="title")
        yield Choices(id="choices")

    @property
    def title_lines(self) -> Lines:
        """The widget of the title."""
        return self.query_one("#title", Lines)

    @property
    def choices(self) -> Choices:
        """The widget of the list."""
        return self.query_one(Choices)

    @property
    def current(self) -> str:
        """The id of the choice under the cursor, "" for none."""
        current = self.choices.current
        return current.id if current else ""

    def show_list(self, title: str, choices: Sequence[Choice], on: str | None = None) -> None:
        """Show a title and choices, the cursor on the id `on` or where it was."""
        self.title_lines.show([line(""), line(" ", text(title, BOLD))])
        self.choices.offer(choices, on)
        self.set_focus(self.choices)

    def once_rested(self, call: Call) -> None:
        """Make a call once the cursor has rested where it is now; asking again begins anew."""
        if self._resting:
            self._resting.stop()
        self._resting = self.set_timer(REST, call)

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.choices.take()


class RowScreen(ListScreen):
    """A list in which left and right set a row to its next value."""

    def rows(self) -> Sequence[Row[Any]]:
        """Return the rows as they are set now."""
        raise NotImplementedError

    def set_row(self, row: Row[Any], value: str) -> None:
        """Set a row to a value."""
        raise NotImplementedError

    @property
    def row(self) -> Row[Any] | None:
        """The row under the cursor, None where the cursor is on something else."""
        return next((row for row in self.rows() if row.id == self.current), None)

    def row_choices(self) -> list[Choice]:
        """Return the choices that show the rows."""
        return [
            Choice(row.id, row.words, row.note, is_turned=row.values is not None)
            for row in self.rows()
        ]

    def refusal(self, action: str) -> str | None:
        """Refuse the next value where the row has no list of values."""
        if action in ("next_value", "previous_value"):
            row = self.row
            return "" if row is None or row.values is None else None
        return None

    def turn(self, by: int) -> None:
        if (row := self.row) and (value := row.turned(by)) is not None:
            self.set_row(row, value)

    def on_choices_moved(self) -> None:
        """Show the keys of the row under the cursor."""
        self.show_keys()
