"""A new game: which one, who sits where, who begins, its options, how many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engine.table import HUMAN
from play.last_setup import keep_setup, last_setup
from play.setup import Series, Setup
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.new_game_rows import Row, rows_of
from tui.screens.requests import StartGame
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, line, text
from words.translation import _


class NewGame(TapisScreen):
    """The choices of a new game: Enter shows what there is to choose from, or begins."""

    OFFERS = ("accept", "next_value", "help", "back", "previous_value")

    def __init__(self) -> None:
        super().__init__()
        self._begin_with(last_setup())

    def _begin_with(self, setup: Setup) -> None:
        """Show this setup; who plays in it can be chosen again, be it a program."""
        self.setup = setup
        self._kinds = list(dict.fromkeys((HUMAN, *setup.description.levels, *setup.kinds)))

    def body(self) -> Iterable[Lines]:
        """Put the title above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what is chosen."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("New game"), BOLD))])
        choices = [Choice("begin", _("Begin"))]
        choices += [Choice(row.id, row.words, row.note) for row in self._rows()]
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else "begin")
        widget.focus()

    def _rows(self) -> list[Row]:
        return rows_of(self.setup, self._kinds)

    @property
    def _row(self) -> Row | None:
        """The row that the cursor is on, None where the game is begun."""
        current = self.query_one(Choices).current
        return next((row for row in self._rows() if current and row.id == current.id), None)

    def _set(self, row: Row, value: object) -> None:
        """Set a row to a value; None changes nothing."""
        if isinstance(value, str):
            setup = row.change(value)
            if setup.game == self.setup.game:
                self.setup = setup
            else:
                self._begin_with(setup)
        self.update()

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action not in ("next_value", "previous_value"):
            return None
        row = self._row
        return "" if row is None or row.values is None else None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ != "previous_value"]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "accept": self.do_accept,
            "next_value": self.do_next_value,
            "previous_value": self.do_previous_value,
        }

    def do_next_value(self) -> None:
        """Set the row to its next value."""
        self._turn(1)

    def do_previous_value(self) -> None:
        """Set the row to the value before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if row := self._row:
            self._set(row, row.turned(by))

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).action_take()

    def on_choices_moved(self) -> None:
        """Show the keys of the row one has come to."""
        self.show_keys()

    def on_choices_taken(self) -> None:
        """Show what there is to choose from, let a name or a number be typed, or begin."""
        if not self.is_on_top:
            return
        row = self._row
        if row is None:
            keep_setup(self.setup)
            self.request(StartGame(Series(self.setup)))
        elif row.is_chosen:
            ask = Ask(row.question, row.choices, row.value)
            self.app.push_screen(ask, partial(self._set, row))
        else:
            self.ask(row.question, partial(self._typed, row), row.value)

    def _typed(self, row: Row, typed: str) -> None:
        """Set a row to what was typed, or say what would be right."""
        try:
            value = row.read(typed)
        except ValueError as fault:
            self.say(str(fault))
        else:
            self._set(row, value)
