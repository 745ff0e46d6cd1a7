"""A screen that does by itself what a key is for, and hears of no size but the window's own."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from tui.widgets.canvas import Canvas
from tui.widgets.keyed import Keyed


class QuickScreen(Canvas):
    """A screen that looks for a key in tables of its own and of what has the focus.

    Textual would look for it in the bindings of everything around that, twice.
    """

    _taken_key: events.Key | None = None

    async def on_event(self, event: events.Event) -> None:
        """Take no size but the window's own.

        Each new size is laid out and told to the screen once more: two that wait here with another
        message between them would follow each other for ever.
        """
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Do the action of a key, unless the key was taken for something else.

        A screen that came meanwhile gets the key once it has its widgets. The program gets none but
        those of a line that is typed: it would look for others on a screen that has none yet.
        """
        if event is self._taken_key or self.app.return_code is not None:
            return
        is_typing = isinstance(self.focused, Input)
        if self.app.screen is not self:
            self.app.post_message(events.Key(event.key, event.character))
        elif not self.press(event.key) and is_typing:
            return
        event.stop()
        event.prevent_default()

    def take(self, event: events.Key) -> None:
        """Take a key: its usual action is not carried out."""
        self._taken_key = event
        event.stop()

    def press(self, key: str) -> bool:
        """Do the action of a key, first in the focused part; return whether it has one here."""
        nodes = (self.focused or self).ancestors_with_self
        return any(isinstance(node, Keyed) and node.press(key) for node in nodes)
