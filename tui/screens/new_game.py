"""A new game: the game, its players, its options, the number of games."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.containers import Horizontal
from textual.widget import Widget

from engine.description import Description
from engine.games import describe
from play.game_words import game_name
from play.last_setup import last_setup, person_to_ask
from play.new_game_model import NewGameModel
from play.requests import HostTable, StartGame
from play.rows import LONGEST_NAME, Choice, Row, short_words
from play.setup import Setup
from play.tables_here import server_here, without_fingerprint
from tui.games.catalogue import miniature_of
from tui.screens.listed import RowScreen
from tui.screens.menu import Ask
from tui.themes import paint
from tui.widgets.choices import NARROW as NARROW_LIST
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
"""The lines of the words about the game below a list, which then shows fewer rows."""


class NewGame(RowScreen):
    """The rows of a new game: Enter shows the values of a row, or begins."""

    TOLD_BY = "set_up"
    OFFERS = ("accept", "next_value", "help", "back", "previous_value")

    def __init__(self, game: str | None = None, first: str = BEGIN, server: str = "") -> None:
        """Ask about a game by its key, without one about the game that was played last.

        The cursor is on the choice `first` at the beginning. A table for others is opened at a
        server if one is named.
        """
        super().__init__()
        self._first = first
        self._server = server or server_here()
        self._about = About(id="about")
        self.model = NewGameModel(last_setup(game))

    def body(self) -> Iterable[Widget]:
        left = Felt(Lines(id="title"), Choices(id="choices"), classes="listed")
        yield Horizontal(left, self._about, classes="with-rail")

    def draw(self) -> None:
        self.title_lines.styles.height = TITLE_HEIGHT
        self.title_lines.show([line(" ", text(_("New game"), BOLD))])
        begin, for_others = _("Begin"), _("Open a shared table")
        if self._server:
            server = without_fingerprint(self._server)
            for_others = _("Open a table at {server}").format(server=server)
        choices = [Choice(BEGIN, begin), *self.row_choices(), Choice(FOR_OTHERS, for_others)]
        self._place(len(choices))
        self.choices.offer(choices, None if self.current else self._first)
        self.choices.focus()

    def _place(self, rows: int) -> None:
        """Put the description of the game beside the rows, or below them in a narrow window."""
        width, height = self.size
        is_beside = width >= BESIDE_FROM
        self.set_class(not is_beside, "about-below")
        about = self._about
        if is_beside:
            about.styles.width = WIDE if width >= WIDE_FROM else NARROW
            about.styles.height = "100%"
        else:
            about.styles.width = "100%"
            about.styles.height = max(height - 2 - TITLE_HEIGHT - rows, LEAST_LINES)
        if about.game:
            self.once_rested(self._explain)  # words cost bytes
        else:
            self._explain()

    def _explain(self) -> None:
        """Explain the row under the cursor beside it, or the game where it needs no words."""
        row, explained = self.row, []
        if row:
            explained = row.explained
        elif self.current == FOR_OTHERS:
            explained = [_("People on this machine sit down at it, or computers do.")]
            if self._server:
                explained = [_("People who come to this server sit down at it, or computers do.")]
            explained += filter(None, [self.model.cut_at_shared_table])
        self._about.tell(self.model.setup.game, explained)

    def on_choices_moved(self) -> None:
        """Show the keys of the row under the cursor, and explain it soon."""
        super().on_choices_moved()
        self.once_rested(self._explain)

    def row_choices(self) -> list[Choice]:
        """Return the choices that show the rows, in a narrow list without what could be cut off."""
        choices = super().row_choices()
        if self.size.width > NARROW_LIST:
            return choices
        return [
            one._replace(note=short_words(one.note)) if one.is_turned else one for one in choices
        ]

    def rows(self) -> Sequence[Row[Setup]]:
        return self.model.rows

    def set_row(self, row: Row[Setup], value: object) -> None:
        if isinstance(value, str):
            self.model.choose(row, value)
        self.update()

    def on_choices_taken(self) -> None:
        """Show the values of the row, let a name or a number be typed, or begin."""
        if not self.is_on_top:
            return
        row = self.row
        if self.current == FOR_OTHERS:
            self.request(HostTable(self.model.setup, self._server))
        elif row is None:
            self._ask_name_or_begin()
        elif row.is_chosen:
            ask = Ask(row.question, row.choices, row.value)
            self.app.push_screen(ask, partial(self.set_row, row))
        else:
            set_row, takes_nothing = partial(self._typed, row), bool(row.nothing)
            self.ask(row.question, set_row, row.value, takes_nothing=takes_nothing)

    def _ask_name_or_begin(self) -> None:
        """Begin; first ask for the person's name, where it was never asked."""
        setup = self.model.setup
        seat = person_to_ask(setup)
        if seat is None:
            self._begin()
        else:
            begin, name = partial(self._begin_named, seat), setup.called()[seat]
            self.ask(_("Your name:"), begin, name, takes_nothing=True)

    def _begin_named(self, seat: int, name: str) -> None:
        if name:
            self.model.setup = self.model.setup.renamed(seat, name[:LONGEST_NAME])
        self._begin()

    def _begin(self) -> None:
        self.request(StartGame(self.model.begun()))

    def _typed(self, row: Row[Setup], typed: str) -> None:
        """Set a row to a typed value, or say what would be right."""
        try:
            value = row.read(typed)
        except ValueError as fault:
            self.say(str(fault))
        else:
            self.set_row(row, value)


SENTENCES: Final = 4
PICTURE_LINES: Final = 6
LARGE_PICTURE: Final = 11
ROOMY: Final = 26
"""The lowest rail, in lines, with a large picture."""


class About(Rail):
    """The description of a game, or of a row of it."""

    game = ""
    row: Sequence[str] = ()

    def tell(self, game: str, row: Sequence[str]) -> None:
        """Tell of the game with this key, or of a row of it that has words."""
        if (game, row) != (self.game, self.row):
            self.game, self.row = game, row
            self.draw()

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Return the title, the picture and the sentences; the picture only where all fits."""
        return about(self.game, width, height, self.row) if self.game else ()


def about(game: str, width: int, height: int, row: Sequence[str] = ()) -> list[Line]:
    """Return the description of a game, or of a row, as much as fits in these cells and lines."""
    described = describe(game)
    words = _(described.title)
    if cell_len(words) > width:
        words = game_name(game)
    title = line(text(cut(words, width), paint("text", bold=True)))
    whole = sentences(described)
    lines = 2 + len(paragraphs(whole, width))
    if lines > height + 1:
        if row:
            return [*map(line, textwrap.wrap(" ".join(row), width))][:height]
        while len(rows := textwrap.wrap(" ".join(whole), width)) >= height and len(whole) > 1:
            whole.pop()
        gap = [line("")] * (len(rows) + 1 < height)
        return [title, *gap, *map(line, rows)][:height]
    picture = LARGE_PICTURE if height >= ROOMY + lines - LARGE_PICTURE else PICTURE_LINES
    drawn: Sequence[Line] = ()
    if lines + picture + 1 <= height:
        drawn = miniature_of(game, None, width, picture, glyphs())
    above = [title, line(""), *drawn, *([line("")] if drawn else ())]
    return [*above, *paragraphs(row or whole, width)]


def paragraphs(words: Sequence[str], width: int) -> list[Line]:
    """Return sentences in lines of `width` cells, with a blank one after each."""
    return [line(row) for one in words for row in (*textwrap.wrap(one, width), "")]


def sentences(described: Description) -> list[str]:
    """Return the game in sentences; one without has the beginning of its rules."""
    told = described.about or described.rules
    rows = _(told).split("\n")
    return [row.strip() for row in rows if row.strip()][:SENTENCES]
