"""Text to read: the keys of a screen, and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from engine.games import KEYS
from tui.actions import Action, key_name
from tui.games import TITLES
from tui.glyphs import ASCII
from tui.rules import RULES
from tui.screens.base import TapisScreen
from tui.widgets.lines import BOLD, Line, Lines, cut, line, pad, text
from tui.words import _

FAR: Final = 100_000


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


class TextScreen(TapisScreen):
    """A title and a text."""

    OFFERS: ClassVar[tuple[str, ...]] = ("back",)

    def body(self) -> Iterable[Lines]:
        """Put the title above the text."""
        yield Lines(id="title")
        yield Page(id="text")

    def title_words(self) -> str:
        """Return the title."""
        raise NotImplementedError

    def text_lines(self) -> Sequence[Line]:
        """Return the text."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show title and text."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(self.title_words(), BOLD))])
        page = self.query_one(Page)
        page.read(self.text_lines())
        page.focus()

    def on_page_turned(self, message: Page.Turned) -> None:
        """Say whether there is more to read."""
        more = _("{key}: more below").format(key=key_name("pagedown", self.glyphs is ASCII))
        self.say(more if message.has_more else "")


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

    def __init__(self, game: str = KEYS[0]) -> None:
        super().__init__()
        self._game = game

    def title_words(self) -> str:
        """Return the title."""
        return _(TITLES[self._game])

    def text_lines(self) -> Sequence[Line]:
        """Return the rules, a paragraph a line, wrapped."""
        import textwrap

        width = max(self.size.width - 4, 20)
        lines: list[Line] = []
        for paragraph in _(RULES[self._game]).split("\n"):
            wrapped = textwrap.wrap(paragraph, width) or [""]
            lines += [line("  ", cut(row, width)) for row in wrapped]
        return lines

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ != "previous_value"]

    def do_next_value(self) -> None:
        """Turn to the next game."""
        self._turn(1)

    def do_previous_value(self) -> None:
        """Turn to the game before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        games = list(RULES)
        self._game = games[(games.index(self._game) + by) % len(games)]
        self.query_one(Page).action_scroll_by(-FAR)
        self.update()
