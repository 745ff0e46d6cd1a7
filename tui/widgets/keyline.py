"""The line of the keys that work now; each entry can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message

from tui.actions import Action
from tui.glyphs import ASCII, glyphs
from tui.themes import paint
from tui.widgets.lines import Line, Lines, line, text
from tui.widgets.remembered import remembered
from words.translation import _


@remembered
def key_line(
    actions: Sequence[Action], width: int, *, is_ascii: bool
) -> tuple[Line, Sequence[tuple[int, int, str]]]:
    """Return the line of the keys, and from where to where each action's entry is on it."""
    parts, x, spans = [text(" ")], 1, []
    strong, quiet = paint("text", "rail", bold=True), paint("quiet", "rail")
    for action in actions:
        key, words = action.key(is_ascii), _(action.words)
        size = cell_len(key) + 1 + cell_len(words)
        if x + size > width:
            continue
        parts += [text(key, strong), text(f" {words}  ", quiet)]
        spans.append((x, x + size, action.id))
        x += size + 2
    return line(*parts), spans


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
        self._spans: Sequence[tuple[int, int, str]] = ()

    def show_actions(self, actions: Sequence[Action], width: int) -> None:
        """Show these actions, the most wanted first; the menu has those that find no room."""
        words, self._spans = key_line(actions, width, is_ascii=glyphs() is ASCII)
        self.show([words])

    def on_click(self, event: events.Click) -> None:
        """Ask for the action under the mouse."""
        for begin, end, action in self._spans:
            if begin <= event.x < end:
                self.post_message(self.Asked(action))
