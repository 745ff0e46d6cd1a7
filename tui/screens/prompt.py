"""One line to type: a turn, a name, a number."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget
from textual.widgets import Input

from tui.screens.base import TapisScreen
from tui.widgets.lines import BOLD, Lines, line, text


class Prompt(TapisScreen):
    """A question answered by typing; ends with the text, None after Esc."""

    OFFERS = ("leave",)

    def __init__(self, question: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value
        self._hint = hint

    def body(self) -> Iterable[Widget]:
        """Put the question above the line to type in."""
        yield Lines(id="title")
        yield Input(self._value, id="input", select_on_focus=False)

    def draw(self) -> None:
        """Show the question."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(self._question, BOLD))])
        field = self.query_one(Input)
        field.cursor_blink = False
        field.focus()
        if self._hint and not self.said():
            self.say(self._hint)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with what was typed."""
        self.dismiss(message.value)

    def do_leave(self) -> None:
        """End without an answer."""
        self.dismiss(None)
