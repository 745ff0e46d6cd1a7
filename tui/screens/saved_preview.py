"""The preview of a saved game: its table in small, who plays, how it stands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from engine.games import describe
from engine.timeline import TableTimeline
from host import outside
from play.story import capital
from saves.header import Header
from saves.store import SavedFile
from tui.games.miniatures import miniature_of
from tui.screens.game_words import game_name, names_in, result_words, turn_words
from tui.table.sheet import METAL
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, shortened, text, wrapped
from tui.widgets.rail import Rail
from words.glyphs import glyphs
from words.saved_games import moment_of
from words.translation import _, said

WIDE: Final = 40
NARROW: Final = 26
PICTURES: Final = (11, 6)
"""How many lines a picture may have."""


def preview_width(columns: int) -> int:
    """Return how wide the preview is in a window of so many columns; 0 where it has no room.

    >>> preview_width(60), preview_width(80), preview_width(120)
    (0, 26, 40)
    """
    return WIDE if columns >= 110 else NARROW if columns >= 78 else 0


class Preview(Rail):
    """The game under the cursor, drawn once the cursor has rested on it."""

    _saved: SavedFile | None = None

    def tell(self, saved: SavedFile | None) -> None:
        """Show a game whose moves were read, or the fault of a file; nothing for None."""
        self._saved = saved
        self.draw()

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Return the preview of the file."""
        return preview(self._saved, width, height, outside.now()) if self._saved else ()


def preview(saved: SavedFile, room: int, height: int, now: datetime) -> Iterable[Line]:
    """Yield the lines of the preview of a file, so many cells wide."""
    strong, quiet = paint("text", bold=True), paint("quiet")
    yield line(text(cut(saved.path.stem, room), strong))
    header = saved.header
    if header is None:
        yield _rule(room)
        fault = _("damaged: {fault}").format(fault=said(saved.error))
        for row in textwrap.wrap(fault, room):
            yield line(text(row, paint("error")))
        return
    called = _(describe(header.game).title), game_name(header.game)
    yield line(text(shortened(called, room), quiet))
    yield _rule(room)
    timeline = _timeline(saved)
    if timeline and (drawn := _picture(timeline, room, height)):
        yield from drawn
        yield _rule(room)
    yield from _players(header, room)
    yield line("")
    if header.ended:
        yield from (line(text(row, strong)) for row in wrapped(f"{result_words(header)}.", room))
        why = _(header.ended.why)
        yield from map(line, textwrap.wrap(f"{why[:1].upper()}{why[1:]}.", room))
    elif timeline:
        words = turn_words(timeline, header.turns)
        yield from (line(text(row, strong)) for row in wrapped(capital(words), room))
    yield line(text(cut(moment_of(header.saved, now), room), quiet))
    if saved.holder:
        yield line(text(cut(_("being played"), room), strong))


def _timeline(saved: SavedFile) -> TableTimeline[Any] | None:
    """Return what may be read of the game: what its only person sees, if there is just one."""
    if not saved.record:
        return None
    table = saved.record.table
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    return TableTimeline(table, frozenset(people if len(people) == 1 else ()))


def _picture(timeline: TableTimeline[Any], room: int, height: int) -> list[Line]:
    """Return the miniature of the table as it stands."""
    eyes = next((seat for seat in timeline.visible_seats if seat is not None), None)
    lines = PICTURES[0] if height >= 24 and room >= WIDE - 2 else PICTURES[1]
    return miniature_of(timeline.game.key, timeline.view(eyes), room, lines, glyphs())


def _players(header: Header, room: int) -> Iterable[Line]:
    """Yield a line for each player, where there are two with the coins of their sides."""
    for seat, name in enumerate(names_in(header)):
        has_coin = len(header.names) == len(METAL)
        coin = f"{glyphs().coins[seat]} " if has_coin else ""
        ink = paint(METAL[seat] if has_coin else "text", bold=True)
        yield line(text(cut(f"{coin}{name}", room), ink))


def _rule(room: int) -> Line:
    return line(text(glyphs().light * room, paint("line")))
