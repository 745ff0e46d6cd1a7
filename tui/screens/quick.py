"""A screen that answers a key in as few turns of the event loop as it can."""

from __future__ import annotations

from operator import attrgetter
from time import monotonic
from typing import Final

from textual import events
from textual.binding import BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input

from tui.widgets.lines_compositor import LinesCompositor

_BINDINGS: Final = attrgetter("_bindings")
FRAME_SECONDS: Final = 1 / 60
"""The least time between two paintings of which the second one follows at once."""


class QuickScreen(Screen[object]):
    """A screen that does by itself what a key is bound to, and paints at once what that changes.

    Textual would hand the key to the program, ask each widget in a turn of its own what it has to
    paint, and paint with the next tick of a clock.
    """

    _painted = 0.0
    _is_drawn = False

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

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """The bindings of what has the focus and of all around it; copies where one types."""
        if isinstance(self.focused, Input):
            return super()._binding_chain
        nodes = (self.focused or self).ancestors_with_self
        return [*zip(nodes, map(_BINDINGS, nodes), strict=True)]

    async def _on_key(self, event: events.Key) -> None:
        """Do what the key is bound to, unless it was taken for something else.

        A screen that came meanwhile gets the key once it has its widgets. It never goes on to the
        program, which would look for it on a screen that has none yet.
        """
        if event._stop_propagation or self.app._exit:
            return
        event.stop()
        if self.app.screen is not self:
            self.app.post_message(events.Key(event.key, event.character))
        else:
            await self.app._check_bindings(event.key)

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
