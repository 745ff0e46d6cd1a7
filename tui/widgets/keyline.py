"""The line of the keys that work now; each entry can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message

from tui.actions import Action
from tui.glyphs import ASCII, glyphs
from tui.themes import paint, palette
from tui.widgets.lines import Lines, line, text
from words.translation import _, language


class KeyLine(Lines):
    """Shows as many actions as there is room for."""

    GROUND: ClassVar[str] = "rail"

    class Asked(Message):
        """An entry was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._spans: list[tuple[int, int, str]] = []
        self._now: tuple[object, ...] = ()

    def show_actions(self, actions: Sequence[Action], width: int) -> None:
        """Show these actions, the most wanted first; the menu has those that find no room."""
        is_ascii = glyphs() is ASCII
        now = (tuple(actions), width, language(), is_ascii, palette())
        if now == self._now:
            return
        self._now = now
        parts, x, spans = [text(" ")], 1, []
        for action in actions:
            key, words = action.key(is_ascii), _(action.words)
            size = cell_len(key) + 1 + cell_len(words)
            if x + size > width:
                continue
            strong, quiet = paint("text", "rail", bold=True), paint("quiet", "rail")
            parts += [text(key, strong), text(f" {words}  ", quiet)]
            spans.append((x, x + size, action.id))
            x += size + 2
        self._spans = spans
        self.show([line(*parts)])

    def on_click(self, event: events.Click) -> None:
        """Ask for the action under the mouse."""
        for begin, end, action in self._spans:
            if begin <= event.x < end:
                self.post_message(self.Asked(action))
