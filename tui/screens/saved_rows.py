"""The table of saved games: its columns, its order, which games are found, and its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from engine.games import describe
from saves.header import Header
from saves.listing import Listing
from saves.store import SUFFIX, SavedFile
from tui.screens.game_words import game_name, players_of, result_forms, result_words
from tui.themes import paint
from tui.widgets.choices import Choices
from tui.widgets.lines import BOLD, Line, Lines, cut, line, pad, shortened, text
from words.glyphs import ASCII, glyphs
from words.saved_games import COLUMNS, GAME, PLAYERS, STATE, WHEN, moment_of
from words.translation import _, said

ALL_FROM: Final = 74
"""A table of so many cells has every column; in a narrower one a game is called by its players."""
STATE_FROM: Final = 52
"""A narrower one says no state."""
SIGN_WIDTH: Final = 3
STATE_WIDTHS: Final = (16, 22)
"""The fewest cells of the state, and the most."""
GAME_WIDTH: Final = 20
"""The cells that a game is called by before the state gets more than the fewest."""

_OF_A_GAME: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d ")
"""What the name of a file begins with that the program named."""


class Arrangement(NamedTuple):
    """How the table is arranged.

    Attributes:
        column: The column it is sorted by.
        is_reversed: Whether the last comes first; of moments, the oldest.
        find: The words that a game has to have, as they were typed.
    """

    column: str = WHEN
    is_reversed: bool = False
    find: str = ""

    def next_column(self) -> Arrangement:
        """Return the table sorted by the next column, round and round."""
        ids = list(COLUMNS)
        return self.by(ids[(ids.index(self.column) + 1) % len(ids)])

    def by(self, column: str) -> Arrangement:
        """Return the table sorted by a column, the other way round if it is so already."""
        is_same = column == self.column
        return self._replace(column=column, is_reversed=is_same and not self.is_reversed)


def arranged(games: Listing, how: Arrangement) -> list[int]:
    """Return the places of the games in their order, damaged files last.

    A game that was not read yet is found by its name alone, and comes after those that were; by
    moment it has the place of its file.
    """
    words = how.find.casefold().split()
    places = [at for at in range(len(games)) if not words or _has(games, at, words)]
    damaged = [at for at in places if games.is_damaged(at)]
    whole = [at for at in places if not games.is_damaged(at)]
    if how.column == WHEN:
        return sorted(whole, key=partial(_moment, games), reverse=not how.is_reversed) + damaged
    known = [at for at in whole if games.header(at)]
    known.sort(key=lambda at: _key(games, at, how.column), reverse=how.is_reversed)
    return known + [at for at in whole if not games.header(at)] + damaged


def _moment(games: Listing, at: int) -> tuple[datetime, int]:
    """Return when a game was saved last, as its row says it, and when its file was written."""
    header, written = games.header(at), games.files[at].written
    return header.moment if header else datetime.fromtimestamp(written / 1e9, UTC), written


def _key(games: Listing, at: int, column: str) -> str:
    header = games.header(at)
    assert header
    if column == GAME:
        return called(games.files[at].name, header).casefold()
    if column == PLAYERS:
        return players_of(header).casefold()
    return f"1 {state_of(header)}".casefold() if header.ended else f"0 {header.turns:09}"


def _has(games: Listing, at: int, words: Sequence[str]) -> bool:
    """Whether all words stand in what is known of a file."""
    name, header = games.files[at].name, games.header(at)
    told = name.removesuffix(SUFFIX)
    if header:
        told += f" {_(describe(header.game).title)} {players_of(header)} {state_of(header)}"
    told = told.casefold()
    return all(word in told for word in words)


def called(name: str, header: Header) -> str:
    """Return what a file is called: as a person named it, or else by its game.

    >>> when, names = "2026-11-21T08:54:00Z", ("Zoé", "Max")
    >>> header = Header("zen", names, ("human", "human"), ((0,), (1,)), 3, when, when, None)
    >>> called("2026-11-21 08.54 Zoé - Max.json", header), called("Sunday.json", header)
    ("Zen l'Initié", 'Sunday')
    """
    stem = name.removesuffix(SUFFIX)
    return game_name(header.game) if _OF_A_GAME.match(stem) else stem


def state_of(header: Header) -> str:
    """Return how a game stands in a word or two."""
    if header.ended:
        return result_words(header)
    return _("turn {turn}").format(turn=header.turns + 1)


def short_state(header: Header, room: int) -> str:
    """Return how a game stands in at most so many cells: of one that is over who won, first of all.

    >>> from saves.header import HeaderOutcome
    >>> when, names = "2026-11-21T08:54:00Z", ("Zoé", "SUD (casual)")
    >>> over = HeaderOutcome((1,), ("SUD",), "", ())
    >>> header = Header("duel", names, ("human", "casual"), ((0,), (1,)), 3, when, when, over)
    >>> short_state(header, 16), short_state(header, 12), short_state(header, 4)
    ('SUD (casual) won', 'SUD won', 'SUD')
    """
    return shortened(result_forms(header) if header.ended else [state_of(header)], room)


def widths_of(width: int) -> dict[str, int]:
    """Return how wide each column is in a table of so many cells; those without room are left out.

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


def cells_of(saved: SavedFile, widths: dict[str, int], now: datetime) -> dict[str, str]:
    """Return what stands in the columns of a game that is not damaged."""
    header = saved.header
    assert header
    name = called(saved.path.name, header)
    if PLAYERS not in widths and name != saved.path.stem:
        players = players_of(header), players_of(header, has_levels=False)
        name = shortened((*players, name), widths[GAME])
    when = moment_of(header.saved, now)
    state = _("being played") if saved.holder else short_state(header, widths.get(STATE, 0))
    return {GAME: name, PLAYERS: players_of(header), STATE: state, WHEN: when}


def row_words(saved: SavedFile | None, name: str, width: int, now: datetime) -> str:
    """Return a row of so many cells: its columns, or the fault of a damaged file."""
    widths = widths_of(width)
    stem = name.removesuffix(SUFFIX)
    if saved is None:
        return cut(stem, width - SIGN_WIDTH)
    if saved.header is None:
        fault = _("damaged: {fault}").format(fault=said(saved.error))
        room = max(min(widths[GAME], max(cell_len(stem), 8)), 8)
        return f"{pad(stem, room)} {cut(fault, max(width - SIGN_WIDTH - room - 1, 4))}"
    cells = cells_of(saved, widths, now)
    return " ".join(pad(cells[column], size) for column, size in widths.items())


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


def found_words(count: int, every: int, words: str, key: str) -> str:
    """Return how many games of how many have some words, and the key that asks for others."""
    told = _("{count} of {all}: {words}. {key}, then Esc shows all.")
    return told.format(count=count, all=every, words=words, key=key)


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

    def on_click(self, event: events.Click) -> None:
        """Go to the row that was clicked; take it if the cursor is there."""
        event.prevent_default()
        place = self.row_at(event.y)
        if place is not None and place != self.cursor:
            self.action_move(place - self.cursor)
        elif place is not None:
            self.action_take()

    def row(self, at: int) -> Line:
        """Return a row: its words come from the note, the fault of a damaged file in its colour."""
        note = self.note(at) or cut(self.choices[at].words, max(self.size.width - SIGN_WIDTH, 1))
        if at == self.cursor:
            shown = pad(f" {glyphs().cursor} {note}", self.size.width)
            return line(text(shown, paint("on_cursor", "cursor", bold=True)))
        is_damaged = self.is_damaged(at)
        return line("   ", text(note, paint("error")) if is_damaged else note)

    def is_damaged(self, at: int) -> bool:
        """Whether the file of a row is damaged."""
        return False


def title_line(folder: str, width: int) -> Line:
    """Return the title with the folder of the games."""
    name = _("Saved games")
    room = width - cell_len(name) - 4
    shown = text(cut(folder, room), paint("quiet")) if room > 8 else ""
    return line(" ", text(name, BOLD), "  ", shown)
