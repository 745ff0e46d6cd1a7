"""The smallest Textual program that answers a key: what start, keys and memory are held against."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static


class EmptyApp(App[None]):
    """One line of text that the arrow keys change."""

    BINDINGS: ClassVar[list[BindingType]] = [("right", "step(1)", ""), ("left", "step(-1)", "")]
    _number = 0

    def compose(self) -> ComposeResult:
        """Show the line."""
        yield Static("card 0")

    def action_step(self, by: int) -> None:
        """Change the line."""
        self._number += by
        self.query_one(Static).update(f"card {self._number}")


if __name__ == "__main__":
    EmptyApp().run()
