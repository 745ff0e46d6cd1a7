"""Text that is longer than the screen, and is scrolled by the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tui.widgets.lines import Line, Lines


class Page(Lines, can_focus=True):
    """Lines that can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", show=False),
        Binding("down,j", "scroll_by(1)", show=False),
        Binding("pageup", "scroll_by(-15)", show=False),
        Binding("pagedown,space", "scroll_by(15)", show=False),
        Binding("home", "scroll_by(-100000)", show=False),
        Binding("end", "scroll_by(100000)", show=False),
    ]
    _first = 0
    _all: Sequence[Line] = ()

    class Turned(Message):
        """Other lines are shown; whether there are more below."""

        def __init__(self, has_more: bool) -> None:
            super().__init__()
            self.has_more = has_more

    def read(self, lines: Sequence[Line]) -> None:
        """Show this text."""
        self._all = lines
        self.action_scroll_by(0)

    @property
    def has_more(self) -> bool:
        """Whether there are more lines below."""
        return self._first + max(self.size.height, 1) < len(self._all)

    def action_scroll_by(self, by: int) -> None:
        """Scroll by so many lines, never beyond the ends."""
        height = max(self.size.height, 1)
        self._first = max(0, min(self._first + by, len(self._all) - height))
        self.show(self._all[self._first : self._first + height])
        self.post_message(self.Turned(self.has_more))
