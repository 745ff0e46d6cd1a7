"""The drawing of the saved games: the columns and rows of their table, and the preview."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.message import Message

from engine.games import describe
from engine.timeline import TableTimeline
from host import outside
from play.game_words import (
    game_name,
    names_in,
    players_of,
    result_forms,
    result_words,
    state_of,
    turn_words,
)
from play.saved_games import COLUMNS, GAME, PLAYERS, STATE, WHEN, Arrangement, called, readers
from play.story import capital
from saves.header import Header
from saves.store import SavedFile
from tui.games.catalogue import miniature_of
from tui.table.sheet import METAL
from tui.themes import paint
from tui.widgets.choices import Choices
from tui.widgets.lines import BOLD, Line, Lines, cut, line, pad, shortened, text, wrapped
from tui.widgets.rail import Rail
from words.glyphs import ASCII, glyphs
from words.moments import moment_of
from words.translation import _, said

ALL_FROM: Final = 74
"""The narrowest table, in cells, with every column; a narrower one calls a game by its players."""
STATE_FROM: Final = 52
"""A narrower one says no state."""
SIGN_WIDTH: Final = 3
STATE_WIDTHS: Final = (16, 22)
"""The fewest cells of the state, and the most."""
GAME_WIDTH: Final = 20
"""The cells that a game is called by before the state gets more than the fewest."""

LONGEST_NAME: Final = 20
"""The cells that a player's name has at most beside others."""


def short_state(header: Header, room: int) -> str:
    """Return the standing of a game in at most `room` cells; the winner of one that is over.

    >>> from saves.header import HeaderOutcome
    >>> when, names = "2026-11-21T08:54:00Z", ("Zoé", "SUD (casual)")
    >>> over = HeaderOutcome((1,), ("SUD",), "", ())
    >>> header = Header("duel", names, ("human", "casual"), ((0,), (1,)), 3, when, when, over)
    >>> short_state(header, 18), short_state(header, 12), short_state(header, 5)
    ('South (casual) won', 'South won', 'South')
    """
    return shortened(result_forms(header) if header.ended else [state_of(header)], room)


def widths_of(width: int) -> dict[str, int]:
    """Return the width of each column in a table of `width` cells, without columns that do not fit.

    >>> widths_of(40), sum(widths_of(54).values())
    ({'game': 21, 'when': 15}, 49)
    """
    when = max(
        cell_len(_(words).format(time="00:00")) for words in ("today {time}", "yesterday {time}")
    )
    room = width - SIGN_WIDTH - 1 - when
    if width < STATE_FROM:
        return {GAME: max(room, 8), WHEN: when}
    least, most = STATE_WIDTHS
    others = GAME_WIDTH if width < ALL_FROM else 2 * GAME_WIDTH + 1
    state = min(max(room - others - 1, least), most)
    room -= state + 1
    if width < ALL_FROM:
        return {GAME: room, STATE: state, WHEN: when}
    game = min(max(room // 2, 12), 30)
    return {GAME: game, PLAYERS: room - game - 1, STATE: state, WHEN: when}


def row_words(saved: SavedFile, width: int, now: datetime) -> str:
    """Return a row of `width` cells: its columns, or the fault of a damaged file."""
    widths, header, stem = widths_of(width), saved.header, saved.path.stem
    if header is None:
        fault = _("damaged: {fault}").format(fault=said(saved.error))
        room = max(min(widths[GAME], max(cell_len(stem), 8)), 8)
        return f"{pad(stem, room)} {cut(fault, max(width - SIGN_WIDTH - room - 1, 4))}"
    name = called(saved.path.name, header)
    players = [players_of(header, has_levels=has, written=_short) for has in (True, False)]
    if PLAYERS not in widths and name != stem:
        name = shortened((*players, name), widths[GAME])
    state = _("being played") if saved.holder else short_state(header, widths.get(STATE, 0))
    called_there = shortened(players, widths.get(PLAYERS, 0))
    cells = {GAME: name, PLAYERS: called_there, STATE: state, WHEN: moment_of(header.saved, now)}
    return " ".join(pad(cells[column], size) for column, size in widths.items())


def _short(name: str) -> str:
    return cut(name, LONGEST_NAME)


def headings(width: int, how: Arrangement) -> Line:
    """Return the headings, the column that the table is sorted by with a sign."""
    parts = [text(" " * SIGN_WIDTH)]
    up, down = ("^", "v") if glyphs() is ASCII else ("▲", "▼")
    for column, size in widths_of(width).items():
        words = _(COLUMNS[column])
        is_sorted = column == how.column
        if is_sorted:
            is_falling = how.is_reversed != (column == WHEN)
            words = f"{words} {down if is_falling else up}"
        style = paint("text", bold=True) if is_sorted else paint("quiet")
        parts.append(text(pad(words, size), style))
        parts.append(text(" "))
    return line(*parts)


def column_at(x: int, width: int) -> str | None:
    """Return the column at a cell of the headings, None beside all of them."""
    begin = SIGN_WIDTH
    for column, size in widths_of(width).items():
        if begin <= x < begin + size:
            return column
        begin += size + 1
    return None


class Headings(Lines):
    """The headings of the columns; a click sorts."""

    class Clicked(Message):
        """A heading was clicked."""

        def __init__(self, column: str) -> None:
            super().__init__()
            self.column = column

    def on_click(self, event: events.Click) -> None:
        """Ask for the table to be sorted by the column under the mouse."""
        column = column_at(event.x, self.size.width)
        if column:
            self.post_message(self.Clicked(column))


class FileTable(Choices):
    """The rows of the table; a click goes to a row, a second one takes it."""

    def __init__(self, words: Callable[[int], str], is_damaged: Callable[[int], bool]) -> None:
        """Show rows; the functions tell of a place the words of its row, and of a damaged file."""
        super().__init__(id="choices")
        self._words, self._is_damaged = words, is_damaged

    def on_click(self, event: events.Click) -> None:
        """Go to the row that was clicked; take it if the cursor is there."""
        event.prevent_default()
        place = self.row_at(event.y)
        if place is not None and place != self.cursor:
            self.move(place - self.cursor)
        elif place is not None:
            self.take()

    def row(self, at: int) -> Line:
        """Return a row, the fault of a damaged file in its colour."""
        note = self._words(at) or cut(self.choices[at].words, max(self.size.width - SIGN_WIDTH, 1))
        if at == self.cursor:
            shown = pad(f" {glyphs().cursor} {note}", self.size.width)
            return line(text(shown, paint("on_cursor", "cursor", bold=True)))
        return line("   ", text(note, paint("error")) if self._is_damaged(at) else note)


def title_line(folder: str, width: int) -> Line:
    """Return the title with the folder of the games."""
    name = _("Saved games")
    room = width - cell_len(name) - 4
    shown = text(cut(folder, room), paint("quiet")) if room > 8 else ""
    return line(" ", text(name, BOLD), "  ", shown)


WIDE: Final = 40
NARROW: Final = 26
PICTURES: Final = (11, 6)
"""How many lines a picture may have."""


def preview_width(columns: int) -> int:
    """Return the width of the preview in a window of these columns, 0 without room.

    >>> preview_width(60), preview_width(80), preview_width(120)
    (0, 26, 40)
    """
    return WIDE if columns >= 110 else NARROW if columns >= 78 else 0


class Preview(Rail):
    """The game under the cursor, drawn once the cursor has rested on it."""

    _saved: SavedFile | None = None

    def tell(self, saved: SavedFile | None) -> None:
        """Show a game with its moves, or the fault of a file; nothing for None."""
        self._saved = saved
        self.draw()

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Yield the preview of the file."""
        saved = self._saved
        if saved is None:
            return
        rule = line(text(glyphs().light * width, paint("line")))
        strong, quiet = paint("text", bold=True), paint("quiet")
        yield line(text(cut(saved.path.stem, width), strong))
        header = saved.header
        if header is None:
            yield rule
            fault = _("damaged: {fault}").format(fault=said(saved.error))
            for row in textwrap.wrap(fault, width):
                yield line(text(row, paint("error")))
            return
        called = _(describe(header.game).title), game_name(header.game)
        yield line(text(shortened(called, width), quiet))
        yield rule
        timeline = None
        if saved.record:
            timeline = TableTimeline(saved.record.table, readers(saved.record.table))
            eyes = next((seat for seat in timeline.visible_seats if seat is not None), None)
            lines = PICTURES[0] if height >= 24 and width >= WIDE - 2 else PICTURES[1]
            drawn = miniature_of(header.game, timeline.view(eyes), width, lines, glyphs())
            yield from [*drawn, rule] if drawn else []
        has_coins = len(header.names) == len(METAL)
        for seat, name in enumerate(names_in(header)):
            coin = f"{glyphs().coins[seat]} " if has_coins else ""
            ink = paint(METAL[seat] if has_coins else "text", bold=True)
            yield line(text(cut(f"{coin}{name}", width), ink))
        yield line("")
        told = capital(turn_words(timeline, header.turns)) if timeline else ""
        if header.ended:
            told = f"{result_words(header)}."
        yield from (line(text(row, strong)) for row in wrapped(told, width) if row)
        if header.ended:
            yield from map(line, textwrap.wrap(f"{capital(_(header.ended.why))}.", width))
        yield line(text(cut(moment_of(header.saved, outside.now()), width), quiet))
        if saved.holder:
            yield line(text(cut(_("being played"), width), strong))
