"""The line of the keys that work now; each entry can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.message import Message

from tui.actions import ACTIONS
from tui.widgets.lines import BOLD, DIM, Lines, line, text
from tui.words import _, language


class KeyLine(Lines):
    """Shows as many actions as there is room for."""

    class Asked(Message):
        """An entry was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._ascii_only = ascii_only
        self._spans: list[tuple[int, int, str]] = []
        self._now: tuple[object, ...] = ()

    def show_actions(self, ids: Sequence[str], width: int) -> None:
        """Show these actions, the most wanted first; those that find no room are in the menu."""
        now = (tuple(ids), width, language())
        if now == self._now:
            return
        self._now = now
        parts, x, spans = [text(" ")], 1, []
        for id_ in ids:
            action = ACTIONS[id_]
            key, words = action.key(self._ascii_only), _(action.words)
            size = cell_len(key) + 1 + cell_len(words)
            if x + size > width:
                continue
            parts += [text(key, BOLD), text(f" {words}  ", DIM)]
            spans.append((x, x + size, id_))
            x += size + 2
        self._spans = spans
        self.show([line(*parts)])

    def on_click(self, event: events.Click) -> None:
        """Ask for the action under the mouse."""
        for begin, end, id_ in self._spans:
            if begin <= event.x < end:
                self.post_message(self.Asked(id_))
