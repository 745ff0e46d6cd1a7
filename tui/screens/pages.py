"""The rules of a game: in short, and below that the whole page of the manual."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from engine.games import GAMES, MAIN, describe
from play.rows import Choice
from tui.screens.menu import Ask
from tui.screens.rules_page import RulesPage, rules_page
from tui.screens.text import TurnedScreen
from tui.themes import paint
from tui.widgets.choices import Choices
from tui.widgets.lines import Line, cut, line, text
from tui.widgets.page import Page
from words.errors import os_text
from words.pages import Section, manual, rules_in_short, rules_text, sections
from words.translation import _, about


class RulesScreen(TurnedScreen):
    """The rules of a game; the arrows to the side turn to the next game."""

    TOLD_BY = "rules"

    def __init__(self, game: str = MAIN, section: str = "") -> None:
        """Show the rules of a game, from the section of its page with this anchor on."""
        super().__init__()
        self.at = list(GAMES).index(game)
        self._section = self._sought = section

    @property
    def count(self) -> int:
        return len(GAMES)

    @property
    def _game(self) -> str:
        return list(GAMES)[self.at]

    def title_words(self) -> str:
        return _(describe(self._game).title)

    def text_lines(self) -> Sequence[Line]:
        return self._page.lines

    @property
    def _page(self) -> RulesPage:
        lines = self._in_short()
        page = rules_page(rules_text(self._game), self.size.width, self.glyphs, self._section)
        if page.lines:
            across = self.glyphs.light * max(self.size.width - 4, 1)
            heading = line("  ", text(_("The whole rules"), paint("text", bold=True)))
            lines += [line("  ", text(across, paint("line"))), heading, line("")]
        places = {anchor: at + len(lines) for anchor, at in page.sections.items()}
        return RulesPage([*lines, *page.lines], places)

    def _in_short(self) -> list[Line]:
        """Return the rules in short, a paragraph a line, wrapped."""
        width = max(self.size.width - 4, 20)
        lines: list[Line] = []
        for paragraph in rules_in_short(self._game).split("\n"):
            wrapped = textwrap.wrap(paragraph, width) or [""]
            lines += [line("  ", cut(row, width)) for row in wrapped]
        return [*lines, line("")]

    def draw(self) -> None:
        """Show title and text; at first the section that was asked for stands at the top."""
        super().draw()
        if self._sought and (place := self._page.sections.get(self._sought)):
            page = self.query_one(Page)
            page.scroll_by(place - page.first)
        self._sought = ""

    def turn(self, by: int) -> None:
        """Turn to the rules of the next game, or to those of the game before."""
        self._section = ""
        super().turn(by)


class ManualSection(TurnedScreen):
    """A section of the manual; the arrows to the side turn to the next one."""

    TOLD_BY = "manual"

    def __init__(self, parts: Sequence[Section], at: int) -> None:
        """Show the section at a place."""
        super().__init__()
        self._parts = parts
        self.at = at

    @property
    def count(self) -> int:
        return len(self._parts)

    def title_words(self) -> str:
        return self._parts[self.at].title

    def text_lines(self) -> Sequence[Line]:
        return rules_page(self._parts[self.at].text, self.size.width, self.glyphs).lines


class ManualScreen(Ask):
    """The sections of the manual, to choose one to read."""

    TOLD_BY = "manual"
    STANDS_OVER = False

    def __init__(self) -> None:
        """List the sections, or the fault of a manual that cannot be read."""
        self._parts: Sequence[Section] = ()
        title = _("The manual")
        try:
            self._parts = sections(manual())
        except OSError as error:
            title = about(error.filename, os_text(error))
        super().__init__(title, [Choice(str(at), one.title) for at, one in enumerate(self._parts)])

    def on_choices_taken(self, message: Choices.Taken) -> None:
        self.app.push_screen(ManualSection(self._parts, int(message.choice.id)))
