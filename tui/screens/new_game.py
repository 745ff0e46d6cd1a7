"""A new game: which one, who sits where, who begins, its options, how many games."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.containers import Horizontal
from textual.widget import Widget

from engine.description import Description
from engine.games import describe
from engine.table import HUMAN
from play.game_words import game_name
from play.last_setup import keep_setup, last_setup, person_to_ask
from play.new_game_rows import rows_of
from play.requests import HostTable, StartGame
from play.rows import LONGEST_NAME, Choice, Row
from play.setup import Series, Setup
from tui.games.catalogue import miniature_of
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.themes import paint
from tui.widgets.choices import Choices
from tui.widgets.felt import Felt
from tui.widgets.lines import BOLD, Line, Lines, cut, line, text
from tui.widgets.rail import Rail
from words.glyphs import glyphs
from words.translation import _

BESIDE_FROM: Final = 78
WIDE_FROM: Final = 110
NARROW: Final = 30
WIDE: Final = 44
"""How wide the rail is, and from how many columns on."""
BEGIN: Final = "begin"
FOR_OTHERS: Final = "host"
"""The ids of what begins the game: here, or at a table for others."""
TITLE_HEIGHT: Final = 2
"""The lines of the title, which stands beside that of the rail, and of the blank one below it."""
LEAST_LINES: Final = 4


class NewGame(TapisScreen):
    """The choices of a new game: Enter shows what there is to choose from, or begins."""

    OFFERS = ("accept", "next_value", "help", "back", "previous_value")
    NEEDS = (40, 20)

    def __init__(self, game: str | None = None, first: str = BEGIN) -> None:
        """Ask about a game by its key, without one about the game that was played last.

        The cursor is on what is to begin it at `first`.
        """
        super().__init__()
        self._first = first
        self._about = About(id="about")
        self._begin_with(last_setup(game))

    def _begin_with(self, setup: Setup) -> None:
        """Show this setup; who plays in it can be chosen again, be it a program."""
        self.setup = setup
        self._kinds = list(dict.fromkeys((HUMAN, *setup.description.levels, *setup.kinds)))

    def body(self) -> Iterable[Widget]:
        """Put the title above the choices, and what the game is about beside them."""
        left = Felt(Lines(id="title"), Choices(id="choices"), classes="listed")
        yield Horizontal(left, self._about, classes="with-rail")

    def draw(self) -> None:
        """Show what is chosen, and what the game is about."""
        title = self.query_one("#title", Lines)
        title.styles.height = TITLE_HEIGHT
        title.show([line(" ", text(_("New game"), BOLD))])
        choices = [Choice(BEGIN, _("Begin"))]
        choices += [
            Choice(row.id, row.words, row.note, is_turned=row.values is not None)
            for row in self._rows()
        ]
        choices.append(Choice(FOR_OTHERS, _("Open a shared table")))
        self._place(len(choices))
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else self._first)
        widget.focus()

    def _place(self, rows: int) -> None:
        """Put what the game is about beside the rows, or below where there is no room beside."""
        width, height = self.size
        is_beside = width >= BESIDE_FROM
        self.set_class(not is_beside, "about-below")
        about = self._about
        if is_beside:
            about.styles.width = WIDE if width >= WIDE_FROM else NARROW
            about.styles.height = "100%"
            about.display = True
        else:
            left = height - 2 - TITLE_HEIGHT - rows
            about.styles.width = "100%"
            about.styles.height = max(left, 1)
            about.display = left >= LEAST_LINES
        about.tell(self.setup.game)

    def _rows(self) -> list[Row[Setup]]:
        return rows_of(self.setup, self._kinds)

    @property
    def _row(self) -> Row[Setup] | None:
        """The row that the cursor is on, None where the game is begun."""
        return next((row for row in self._rows() if row.id == self._current), None)

    @property
    def _current(self) -> str:
        """The id of the choice that the cursor is on."""
        current = self.query_one(Choices).current
        return current.id if current else ""

    def _set(self, row: Row[Setup], value: object) -> None:
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

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "accept": self.do_accept,
        }

    def turn(self, by: int) -> None:
        """Set the row to its next value, or to the one before."""
        if row := self._row:
            self._set(row, row.turned(by))

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).take()

    def on_choices_moved(self) -> None:
        """Show the keys of the row one has come to."""
        self.show_keys()

    def on_choices_taken(self) -> None:
        """Show what there is to choose from, let a name or a number be typed, or begin."""
        if not self.is_on_top:
            return
        row = self._row
        if self._current == FOR_OTHERS:
            self.request(HostTable(self.setup))
        elif row is None:
            self._ask_name_or_begin()
        elif row.is_chosen:
            ask = Ask(row.question, row.choices, row.value)
            self.app.push_screen(ask, partial(self._set, row))
        else:
            self.ask(row.question, partial(self._typed, row), row.value)

    def _ask_name_or_begin(self) -> None:
        """Begin; ask what the person is called first, where that was never asked."""
        seat = person_to_ask(self.setup)
        if seat is None:
            self._begin()
            return
        name = self.setup.called()[seat]
        self.ask(_("Your name:"), partial(self._begin_named, seat), name, takes_nothing=True)

    def _begin_named(self, seat: int, name: str) -> None:
        if name and name != self.setup.called()[seat]:
            self.setup = self.setup.with_name(seat, name[:LONGEST_NAME])
        self._begin()

    def _begin(self) -> None:
        keep_setup(self.setup)
        self.request(StartGame(Series(self.setup)))

    def _typed(self, row: Row[Setup], typed: str) -> None:
        """Set a row to what was typed, or say what would be right."""
        try:
            value = row.read(typed)
        except ValueError as fault:
            self.say(str(fault))
        else:
            self._set(row, value)


SENTENCES: Final = 4
PICTURE_LINES: Final = 6
LARGE_PICTURE: Final = 11
ROOMY: Final = 26
"""From so many lines on the picture is large."""


class About(Rail):
    """What a game is about."""

    game = ""

    def tell(self, game: str) -> None:
        """Tell of the game with this key."""
        self.game = game
        self.draw()

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Return the title, the picture and the sentences; the picture only where all fits."""
        return about(self.game, width, height) if self.game else ()


def about(game: str, width: int, height: int) -> list[Line]:
    """Return what a game is about in so many cells and lines, as much as there is room for."""
    described = describe(game)
    words = _(described.title)
    if cell_len(words) > width:
        words = game_name(game)
    title = line(text(cut(words, width), paint("text", bold=True)))
    told: list[Line] = []
    for sentence in sentences(described):
        told += [line(row) for row in textwrap.wrap(sentence, width)] + [line("")]
    lines = [title, line(""), *told]
    if len(lines) > height + 1:
        whole = sentences(described)
        while len(rows := textwrap.wrap(" ".join(whole), width)) >= height and len(whole) > 1:
            whole.pop()
        gap = [line("")] * (len(rows) + 1 < height)
        return [title, *gap, *map(line, rows)][:height]
    picture = LARGE_PICTURE if height >= ROOMY + len(lines) - LARGE_PICTURE else PICTURE_LINES
    if len(lines) + picture + 1 <= height:
        drawn = miniature_of(game, None, width, picture, glyphs())
        lines[2:2] = [*drawn, line("")] if drawn else []
    return lines


def sentences(described: Description) -> list[str]:
    """Return the game in sentences; one without has the beginning of its rules."""
    told = described.about or described.rules
    rows = _(told).split("\n")
    return [row.strip() for row in rows if row.strip()][:SENTENCES]
