"""Screens with a title and a text to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from play.action import Untold
from tui.screens.base import TapisScreen
from tui.screens.over import OverScreen, width_of
from tui.table.scene import TextPage
from tui.widgets.lines import BOLD, Line, Lines, line, text, wrapped
from tui.widgets.page import Page

OVER_TITLE_HEIGHT = 2
"""The lines of a title over another screen."""


class TextScreen(TapisScreen):
    """A title and a text."""

    OFFERS: ClassVar[tuple[str, ...]] = ("back",)

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._title = title

    def body(self) -> Iterable[Lines]:
        yield Lines(id="title")
        yield Page(id="text")

    def title_words(self) -> str:
        """Return the title."""
        return self._title

    def text_lines(self) -> Sequence[Line]:
        """Return the text."""
        raise NotImplementedError

    def draw(self) -> None:
        self.query_one("#title", Lines).show([line(""), line(" ", text(self.title_words(), BOLD))])
        page = self.query_one(Page)
        page.read(self.text_lines())
        page.focus()


class TurnedScreen(TextScreen):
    """Several texts of a kind; the arrows to the side turn from one to the next.

    Attributes:
        at: The number of the text shown, from 0.
    """

    OFFERS: ClassVar[tuple[str, ...]] = ("next_value", "back", "previous_value")
    at = 0

    @property
    def count(self) -> int:
        """The number of texts."""
        raise NotImplementedError

    def turn(self, by: int) -> None:
        self.at = (self.at + by) % self.count
        page = self.query_one(Page)
        page.scroll_by(-page.first)
        self.update()


class TextPageScreen(TextScreen, OverScreen):
    """A page of text that a game shows, over its table if all of it has room there."""

    TOLD_BY = Untold.ACTIONS

    def __init__(self, page: TextPage) -> None:
        super().__init__(page.title)
        rows = ["".join(part.text for part in row).rstrip() for row in page.lines]
        while rows and not rows[-1]:
            rows.pop()
        self._text = page.lines[: len(rows)]
        self._width = width_of([f" {page.title}", *rows]) + 1

    def text_lines(self) -> Sequence[Line]:
        return self._text

    def draw(self) -> None:
        self.stand(self._width, len(self._text) + OVER_TITLE_HEIGHT)
        super().draw()
        title = self.query_one("#title", Lines)
        title.styles.height = OVER_TITLE_HEIGHT if self.is_over else None
        if self.is_over:
            title.show(title.lines[1:])


class Paragraphs(TextScreen):
    """Paragraphs under a title, wrapped as wide as the window is now."""

    TOLD_BY = Untold.ROOM

    def __init__(self, title: str, paragraphs: Sequence[str]) -> None:
        super().__init__(title)
        self._paragraphs = paragraphs

    def text_lines(self) -> Sequence[Line]:
        width = max(self.size.width - 4, 20)
        rows = (row for words in self._paragraphs for row in (*wrapped(words, width), ""))
        return [line("  ", row) for row in rows]
