"""Text that is longer than the screen, and is scrolled by the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.message import Message

from tui.widgets.keyed import LIST_KEYS, Calls, Keyed
from tui.widgets.lines import Line, Lines


class Page(Lines, Keyed, can_focus=True):
    """Lines that can be scrolled."""

    OTHER_KEYS: ClassVar[Calls] = {"space": LIST_KEYS["page_down"]}
    _first = 0
    _all: Sequence[Line] = ()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.take_keys()

    class Turned(Message):
        """Other lines are shown; whether there are more below."""

        def __init__(self, has_more: bool) -> None:
            super().__init__()
            self.has_more = has_more

    def read(self, lines: Sequence[Line]) -> None:
        """Show this text."""
        self._all = lines
        self.scroll_by(0)

    @property
    def first(self) -> int:
        """The place of the first line in sight."""
        return self._first

    @property
    def has_more(self) -> bool:
        """Whether there are more lines below."""
        return self._first + max(self.size.height, 1) < len(self._all)

    def move(self, by: int) -> None:
        """Scroll by some lines."""
        self.scroll_by(by)

    def move_page(self, by: int) -> None:
        """Scroll by some pages."""
        self.scroll_by(by * max(self.size.height - 1, 1))

    def scroll_by(self, by: int) -> None:
        """Scroll by some lines, never beyond the ends."""
        height = max(self.size.height, 1)
        self._first = max(0, min(self._first + by, len(self._all) - height))
        self.show(self._all[self._first : self._first + height])
        self.post_message(self.Turned(self.has_more))
