"""A list with a cursor: the home screen, menus, saved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tui.glyphs import glyphs
from tui.themes import paint
from tui.widgets.lines import BOLD, Line, Lines, cut, line, pad, text


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a list: what it stands for, its words, and a note at their right."""

    id: str
    words: str
    note: str = ""


class Choices(Lines, can_focus=True):
    """Shows choices; arrows move the cursor, Enter or a click takes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("home", "move(-1000000)", show=False),
        Binding("end", "move(1000000)", show=False),
        Binding("enter", "take", show=False),
    ]

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

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.choices: tuple[Choice, ...] = ()
        self._widest = 0
        self._note: Callable[[int], str] | None = None
        self._first = 0
        self.cursor = 0

    @property
    def current(self) -> Choice | None:
        """The choice under the cursor."""
        return self.choices[self.cursor] if self.choices else None

    def offer(
        self,
        choices: Sequence[Choice],
        on: str | None = None,
        note: Callable[[int], str] | None = None,
    ) -> None:
        """Show these choices, the cursor on the one with the id `on`, else where it was.

        With `note` the notes are asked of it by place, those of the rows in sight and no others.
        """
        on = on or (self.current.id if self.current else None)
        self.choices = tuple(choices)
        self._note = note
        self._widest = max((cell_len(choice.words) for choice in self.choices), default=0)
        ids = [choice.id for choice in self.choices]
        if on in ids:
            self.cursor = ids.index(on)
        self.cursor = max(0, min(self.cursor, len(self.choices) - 1))
        self.redraw()

    def redraw(self) -> None:
        """Bring the rows in sight up to date, with the cursor among them."""
        height = max(self.size.height, 1)
        self._first = min(self._first, self.cursor)
        self._first = max(self._first, self.cursor - height + 1)
        rows = range(self._first, min(self._first + height, len(self.choices)))
        self.show([self._row(at) for at in rows])

    def action_move(self, by: int) -> None:
        """Move the cursor; at the ends it stays."""
        to = max(0, min(self.cursor + by, len(self.choices) - 1))
        if to != self.cursor:
            self.cursor = to
            self.redraw()
            if current := self.current:
                self.post_message(self.Moved(current))

    def action_take(self) -> None:
        """Take the choice under the cursor."""
        if current := self.current:
            self.post_message(self.Taken(current))

    def on_click(self, event: events.Click) -> None:
        """Take the choice that was clicked."""
        place = self._first + event.y
        if place < len(self.choices):
            self.cursor = place
            self.redraw()
            self.action_take()

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.redraw()

    def _row(self, at: int) -> Line:
        choice, is_current = self.choices[at], at == self.cursor
        width = max(self.size.width - 4, 10)
        sign = glyphs().cursor if is_current else " "
        style = BOLD if is_current else None
        if not (choice.note or self._note):
            return line(
                f" {sign} ",
                text(cut(choice.words, width), style) if style else cut(choice.words, width),
            )
        room = max(min(max(self._widest, 24), width - 14), 8)
        words = pad(choice.words, room)
        note = cut(self._note(at) if self._note else choice.note, width - room - 2)
        return line(
            f" {sign} ", text(words, style) if style else words, "  ", text(note, paint("quiet"))
        )
