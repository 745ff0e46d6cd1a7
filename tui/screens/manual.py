"""The manual: a list of its sections, and a section to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tui.screens.menu import Ask
from tui.screens.rules_page import rules_page
from tui.screens.text import TextScreen
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import Line
from tui.widgets.page import Page
from words.errors import os_text
from words.glyphs import Glyphs
from words.pages import Section, manual, sections
from words.translation import _, about


class ManualSection(TextScreen):
    """A section of the manual; the arrows to the side turn to the next one."""

    OFFERS: ClassVar[tuple[str, ...]] = ("next_value", "back", "previous_value")

    def __init__(self, parts: Sequence[Section], at: int) -> None:
        """Show the section at a place."""
        super().__init__()
        self._parts = parts
        self._at = at
        self._shown: tuple[tuple[int, int, Glyphs], Sequence[Line]] | None = None

    def title_words(self) -> str:
        """Return the title of the section."""
        return self._parts[self._at].title

    def text_lines(self) -> Sequence[Line]:
        """Return the section, wrapped; that of a width is made once."""
        now = (self._at, self.size.width, self.glyphs)
        if self._shown is None or self._shown[0] != now:
            page = rules_page(self._parts[self._at].text, self.size.width, self.glyphs)
            self._shown = now, page.lines
        return self._shown[1]

    def turn(self, by: int) -> None:
        """Turn to the next section, or to the one before."""
        self._at = (self._at + by) % len(self._parts)
        page = self.query_one(Page)
        page.action_scroll_by(-page.first)
        self.update()


class ManualScreen(Ask):
    """The sections of the manual, to choose one to read."""

    STANDS_OVER = False

    def __init__(self) -> None:
        """List the sections; only what is wrong where the manual cannot be read."""
        self._parts: Sequence[Section] = ()
        title = _("The manual")
        try:
            self._parts = sections(manual())
        except OSError as error:
            title = about(error.filename, os_text(error))
        super().__init__(title, [Choice(str(at), one.title) for at, one in enumerate(self._parts)])

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Show the section."""
        self.app.push_screen(ManualSection(self._parts, int(message.choice.id)))
