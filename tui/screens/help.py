"""The help screens: the keys of a screen, and the rules of the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from engine.games import GAMES, MAIN, describe
from tui.actions import Action, key_name
from tui.glyphs import ASCII
from tui.screens.text import TextScreen
from tui.widgets.lines import BOLD, Line, cut, line, pad, text
from tui.widgets.page import Page
from words.rules import rules
from words.translation import _

FAR: Final = 100_000


class HelpScreen(TextScreen):
    """The keys of the screen one comes from, and its marks."""

    def __init__(self, actions: Sequence[Action], legend: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._actions = actions
        self._legend = legend

    def title_words(self) -> str:
        """Return the title."""
        return _("Keys")

    def text_lines(self) -> Sequence[Line]:
        """Return a line for each action, and below a line for each mark."""
        is_ascii = self.glyphs is ASCII
        rows = [
            (" ".join(key_name(key, is_ascii) for key in action.keys), _(action.help))
            for action in self._actions
        ]
        if self._legend:
            rows += [("", ""), *self._legend]
        return [line(" ", text(pad(sign, 16), BOLD), words) for sign, words in rows]


class RulesScreen(TextScreen):
    """The rules of a game, in short; the arrows to the side turn to the next game."""

    OFFERS: ClassVar[tuple[str, ...]] = ("next_value", "back", "previous_value")

    def __init__(self, game: str = MAIN) -> None:
        super().__init__()
        self._game = game

    def title_words(self) -> str:
        """Return the title."""
        return _(describe(self._game).title)

    def text_lines(self) -> Sequence[Line]:
        """Return the rules, a paragraph a line, wrapped."""
        import textwrap

        width = max(self.size.width - 4, 20)
        lines: list[Line] = []
        for paragraph in rules(self._game).split("\n"):
            wrapped = textwrap.wrap(paragraph, width) or [""]
            lines += [line("  ", cut(row, width)) for row in wrapped]
        return lines

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ != "previous_value"]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "next_value": self.do_next_value,
            "previous_value": self.do_previous_value,
        }

    def do_next_value(self) -> None:
        """Turn to the next game."""
        self._turn(1)

    def do_previous_value(self) -> None:
        """Turn to the game before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        games = list(GAMES)
        self._game = games[(games.index(self._game) + by) % len(games)]
        self.query_one(Page).action_scroll_by(-FAR)
        self.update()
