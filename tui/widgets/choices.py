"""A list with a cursor: the home screen, menus, saved games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import methodcaller
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.message import Message

from play.rows import Choice
from tui.themes import paint
from tui.widgets.keyed import LIST_KEYS, Calls, Keyed
from tui.widgets.lines import Line, Lines, cut, line, pad, text
from words.glyphs import ASCII, glyphs

LEAST: Final = 24
"""The least cells of words with notes beside them, in a wide list."""
NOTE: Final = 14
"""The most cells of a note in a wide list, with the gap before it."""
GAP: Final = 2
"""The cells between words and a note."""
WORDS_AT: Final = 3
"""The first cell of the words of a choice."""
FEWEST: Final = 8
"""The least cells of words with notes beside them, in any list."""
NARROW: Final = 46
"""Widest list, in cells, in which a note has more room and the words are cut if need be."""


class Choices(Lines, Keyed, can_focus=True):
    """Shows choices; arrows move the cursor, Enter or a click takes one."""

    KEYED: ClassVar[Calls] = {**LIST_KEYS, "accept": methodcaller("take")}

    class Taken(Message):
        """A choice was taken."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Moved(Message):
        """The cursor is on another choice."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Scrolled(Message):
        """Other rows are in sight; whether there are more below."""

        def __init__(self, has_more: bool) -> None:
            super().__init__()
            self.has_more = has_more

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.take_keys()
        self.has_more = False
        self.choices: tuple[Choice, ...] = ()
        self._widest = self._noted = 0
        self._first = 0
        self.cursor = 0

    @property
    def current(self) -> Choice | None:
        """The choice under the cursor."""
        return self.choices[self.cursor] if self.choices else None

    def offer(self, choices: Sequence[Choice], on: str | None = None) -> None:
        """Show these choices, the cursor on the one with the id `on`, else where it was."""
        on = on or (self.current.id if self.current else None)
        self.choices = tuple(choices)
        noted = [at for at, choice in enumerate(self.choices) if choice.note]
        self._widest = max((cell_len(self.choices[at].words) for at in noted), default=0)
        self._noted = max((cell_len(self.note(at)) for at in noted), default=0) + GAP
        ids = [choice.id for choice in self.choices]
        if on in ids:
            self.cursor = ids.index(on)
        self.cursor = self._beside_headings(max(0, min(self.cursor, len(self.choices) - 1)), 1)
        self.redraw()

    def redraw(self) -> None:
        """Bring the rows in sight up to date, with the cursor among them."""
        height = max(self.size.height, 1)
        above = self.cursor - 1
        is_under_heading = above >= 0 and self.choices[above].is_heading
        self._first = min(self._first, above if is_under_heading else self.cursor)
        self._first = max(self._first, self.cursor - height + 1)
        self._first = min(self._first, max(len(self.choices) - height, 0))  # no room is left empty
        self.chosen = Offset(WORDS_AT, self.cursor - self._first) if self.choices else None
        rows = range(self._first, min(self._first + height, len(self.choices)))
        self.show([self.row(at) for at in rows])
        has_more = rows.stop < len(self.choices)
        if self.size.height and has_more != self.has_more:
            self.has_more = has_more
            self.post_message(self.Scrolled(has_more))

    def best_width(self) -> int:
        """Return the width that shows every row whole."""
        words = max((cell_len(choice.words) for choice in self.choices), default=0)
        with_notes = max(self._widest, FEWEST) + self._noted
        if with_notes > NARROW:
            with_notes = max(self._widest, LEAST) + self._noted
        return max(words, with_notes) + 4

    def move(self, by: int) -> None:
        """Move the cursor; at the ends it stays."""
        to = max(0, min(self.cursor + by, len(self.choices) - 1))
        to = self._beside_headings(to, by)
        if to != self.cursor:
            self.cursor = to
            self.redraw()
            if current := self.current:
                self.post_message(self.Moved(current))

    def _beside_headings(self, place: int, by: int) -> int:
        """Return the next place that is no heading in a direction, else in the other one."""
        if not self.choices:
            return 0
        step = 1 if by > 0 else -1
        ahead = range(place, len(self.choices) if by > 0 else -1, step)
        behind = range(place, -1 if by > 0 else len(self.choices), -step)
        found = (at for at in chain(ahead, behind) if not self.choices[at].is_heading)
        return next(found, place)

    def move_page(self, by: int) -> None:
        """Move the cursor by some pages."""
        self.move(by * max(self.size.height - 1, 1))

    def take(self) -> None:
        """Take the choice under the cursor."""
        if current := self.current:
            self.post_message(self.Taken(current))

    def on_click(self, event: events.Click) -> None:
        """Take the choice that was clicked."""
        place = self.row_at(event.y)
        if place is not None:
            self.cursor = place
            self.redraw()
            self.take()

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.redraw()

    def row_at(self, y: int) -> int | None:
        """Return the place of the choice in a line of the widget, None for none or a heading."""
        place = self._first + y
        is_choice = place < len(self.choices) and not self.choices[place].is_heading
        return place if is_choice else None

    def note(self, at: int) -> str:
        """Return the note of a choice, between two signs where left and right turn it."""
        choice = self.choices[at]
        left, right = "<>" if glyphs() is ASCII else "‹›"
        return f"{left} {choice.note} {right}" if choice.is_turned else choice.note

    def row(self, at: int) -> Line:
        """Return a row: the one under the cursor has its sign and its colour, to the end."""
        choice, is_current = self.choices[at], at == self.cursor
        width = max(self.size.width - 4, 10)
        if choice.is_heading:
            return line(" ", text(cut(choice.words, width), paint("quiet", bold=True)))
        words, note = cut(choice.words, width), ""
        if note := self.note(at):
            least, most = (LEAST, min(self._noted, NOTE)) if width > NARROW else (0, 18)
            least = min(least, width - self._noted)
            if self._widest + self._noted <= width:  # nothing needs to be cut
                most = self._noted
            room = max(min(max(self._widest, least), width - most), FEWEST)
            whole = f"{choice.words}  {note}"
            words, note = pad(choice.words, room, whole), cut(note, width - room - 2, whole)
        if is_current:
            shown = f" {glyphs().cursor} {words}" + (f"  {note}" if note else "")
            return line(text(pad(shown, self.size.width), paint("on_cursor", "cursor", bold=True)))
        return line("   ", words, text(f"  {note}", paint("quiet")) if note else "")
