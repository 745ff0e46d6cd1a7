"""A program in a terminal: its driver, its colours, and the way of a key to the screen."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console
from textual.events import Event, InputEvent, Key, Paste, Resize

from tui.driver import TerminalDriver, hold_no_toasts
from tui.keymap import PROGRAM_KEYS
from tui.screens.asking import AskingScreen
from tui.widgets.canvas import CanvasApp

SIZES_AT_START: Final = 2
"""How often the size is told at the start: by the program itself, and by its driver."""


class TerminalApp(CanvasApp):
    """A program that shows itself in a terminal, and hears nothing once it ends.

    Attributes:
        terminal: Its terminal, None before it begins and where it has none.
    """

    terminal: TerminalDriver | None = None
    _sizes = 0

    def __init__(self, **settings: Any) -> None:
        super().__init__(driver_class=TerminalDriver, **settings)
        hold_no_toasts(self)
        # the palette has no colour that the terminal lacks, so Rich is to leave each as it is
        self.console = Console(
            color_system="truecolor",
            file=self.console.file,
            force_terminal=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            safe_box=False,
        )

    @property
    def is_ending(self) -> bool:
        """Whether the program was told to end."""
        return self.return_code is not None

    async def on_event(self, event: Event) -> None:
        """Hear no key, click or paste once the program ends: there may be no screen any more."""
        if self.is_ending and isinstance(event, InputEvent | Paste):
            return
        if not (isinstance(event, Key) and self._is_handed_on(event)):
            await super().on_event(event)

    def _is_handed_on(self, key: Key) -> bool:
        """Hand a key to the screen, unless it is one of the program.

        Textual would look for it in the bindings of all that is around the focus, twice.
        """
        screen = self.screen_stack[-1] if self.screen_stack else None
        if not isinstance(screen, AskingScreen) or key.is_forwarded:
            return False
        return key.key not in PROGRAM_KEYS and screen.post_message(key)

    def on_resize(self, event: Resize) -> None:
        """Paint the next screen anew; the size told at the start is no change."""
        self._sizes += 1
        is_known = self._sizes <= SIZES_AT_START and event.size == self.screen.size
        if self.terminal and not is_known:
            self.terminal.shown.forget()
