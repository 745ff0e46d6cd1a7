"""Text that is longer than the screen, and is scrolled by the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingsMap
from textual.message import Message

from tui.widgets.keyed import LIST_KEYS, Keyed
from tui.widgets.lines import Line, Lines


class Page(Lines, Keyed, can_focus=True):
    """Lines that can be scrolled."""

    KEYED: ClassVar[Mapping[str, str]] = LIST_KEYS
    _first = 0
    _all: Sequence[Line] = ()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.take_keys()

    def take_keys(self) -> None:
        """Take the chosen keys; the space bar turns the page too."""
        super().take_keys()
        space = BindingsMap([Binding("space", self.KEYED["page_down"], show=False)])
        self._bindings = BindingsMap.merge([self._bindings, space])

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
    def first(self) -> int:
        """The place of the first line in sight."""
        return self._first

    @property
    def has_more(self) -> bool:
        """Whether there are more lines below."""
        return self._first + max(self.size.height, 1) < len(self._all)

    def action_move(self, by: int) -> None:
        """Scroll by so many lines."""
        self.action_scroll_by(by)

    def action_move_page(self, by: int) -> None:
        """Scroll by so many pages."""
        self.action_scroll_by(by * max(self.size.height - 1, 1))

    def action_scroll_by(self, by: int) -> None:
        """Scroll by so many lines, never beyond the ends."""
        height = max(self.size.height, 1)
        self._first = max(0, min(self._first + by, len(self._all) - height))
        self.show(self._all[self._first : self._first + height])
        self.post_message(self.Turned(self.has_more))
