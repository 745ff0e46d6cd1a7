"""Text to read: the keys of a screen, and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tui.actions import Action, key_name
from tui.glyphs import ASCII
from tui.screens.base import TapisScreen
from tui.widgets.lines import BOLD, Line, Lines, cut, line, pad, text
from tui.words import _, mark


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

    def action_scroll_by(self, by: int) -> None:
        """Scroll by so many lines, never beyond the ends."""
        height = max(self.size.height, 1)
        self._first = max(0, min(self._first + by, len(self._all) - height))
        self.show(self._all[self._first : self._first + height])
        self.post_message(self.Turned(self._first + height < len(self._all)))


class TextScreen(TapisScreen):
    """A title and a text."""

    OFFERS = ("back",)

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
    """The keys of the screen one comes from."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions

    def title_words(self) -> str:
        """Return the title."""
        return _("Keys")

    def text_lines(self) -> Sequence[Line]:
        """Return a line for each action."""
        return [
            line(
                " ",
                text(
                    pad(" ".join(key_name(key, self.glyphs is ASCII) for key in action.keys), 16),
                    BOLD,
                ),
                _(action.help),
            )
            for action in self._actions
        ]


class RulesScreen(TextScreen):
    """The rules of the duel, in short."""

    def title_words(self) -> str:
        """Return the title."""
        return _("The Game: Face to Face")

    def text_lines(self) -> Sequence[Line]:
        """Return the rules, a paragraph a line, wrapped."""
        import textwrap

        width = max(self.size.width - 4, 20)
        lines: list[Line] = []
        for paragraph in _(RULES).split("\n"):
            wrapped = textwrap.wrap(paragraph, width) or [""]
            lines += [line("  ", cut(row, width)) for row in wrapped]
        return lines


RULES = mark(
    """\
Each player has a pile that climbs (^, from 1), one that comes down (v, from 60), cards 2 to 59.

On your turn lay at least two cards, one after the other, as many as you like.
- Your ascending pile: higher than the top, or exactly 10 lower (a jump back).
- Your descending pile: lower than the top, or exactly 10 higher.
- At most one card a turn on one of the opponent's piles: it must improve that pile, by any amount.

Then you draw two cards; or, if you laid a card for the opponent, up to six.

Who has laid all 58 cards wins. Who cannot lay two cards at the start of his turn loses."""
)
