"""A screen that answers a key in as few turns of the event loop as it can."""

from __future__ import annotations

from time import monotonic
from typing import Final

from textual import events
from textual.screen import Screen
from textual.widgets import Input

from tui.widgets.keyed import Keyed
from tui.widgets.lines_compositor import LinesCompositor

FRAME_SECONDS: Final = 1 / 60
"""The least time between two paintings of which the second one follows at once."""


class QuickScreen(Screen[object]):
    """A screen that does by itself what a key is bound to, and paints at once what that changes.

    Textual would hand the key to the program, ask each widget in a turn of its own what it has to
    paint, and paint with the next tick of a clock.
    """

    _painted = 0.0
    _is_drawn = False
    _taken_key: events.Key | None = None

    def __init__(self) -> None:
        super().__init__()
        self._compositor = LinesCompositor()

    async def on_event(self, event: events.Event) -> None:
        """Take no size but the window's own.

        Each new size is laid out and told to the screen once more: two that wait here with another
        message between them would follow each other for ever.
        """
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)

    @property
    def has_drawn(self) -> bool:
        """Whether the screen can be seen."""
        return self._is_drawn

    def drawn(self) -> None:
        """Let the screen be seen: its widgets show what they have to show."""
        if not self._is_drawn:
            self._is_drawn = True
            self._dirty_widgets.add(self)
            self.check_idle()

    def on_key(self, event: events.Key) -> None:
        """Do what a key is for, unless it was taken for something else.

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
        """Take a key: it does not do what it is usually for."""
        self._taken_key = event
        event.stop()

    def press(self, key: str) -> bool:
        """Do what a key is for, the part in focus first; return whether it is for anything here."""
        nodes = (self.focused or self).ancestors_with_self
        return any(isinstance(node, Keyed) and node.press(key) for node in nodes)

    async def _on_idle(self, event: events.Idle) -> None:
        """Paint what has changed, unless something was painted just now: then the clock does it."""
        now = monotonic()
        if self._dirty_widgets and now - self._painted >= FRAME_SECONDS:
            self._painted = now
            self._on_timer_update()

    def before_painting(self) -> None:
        """Bring up to date what follows from all that is about to be painted."""

    def _on_timer_update(self) -> None:
        if self._dirty_widgets:
            self.before_painting()
        super()._on_timer_update()

    def _compositor_refresh(self) -> None:
        """Paint, but nothing while the program is not to paint, nor a screen without words."""
        if self.app._batch_count or not self._is_drawn:
            self._compositor._dirty_regions.add(self.size.region)
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()
