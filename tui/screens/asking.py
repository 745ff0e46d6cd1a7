"""The questions of a screen: a line typed in the place of its keys, or answers to choose from."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget
from textual.widgets import Input

from play.rows import Choice
from tui.screens.quick import QuickScreen
from tui.widgets.answer import AnswerLine
from tui.widgets.keyline import KeyLine


class AskingScreen(QuickScreen):
    """A screen that can ask: for a line to be typed in the place of its keys, or for an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.keys_line = KeyLine(id="keys")
        self._answer_line: AnswerLine | None = None
        self._answered: Callable[[str], None] | None = None
        self._takes_nothing = False
        self._focused_before: Widget | None = None

    def say(self, words: str) -> None:
        """Show one line of text above the last row."""
        raise NotImplementedError

    def update(self) -> None:
        """Draw the screen."""
        raise NotImplementedError

    @property
    def is_small(self) -> bool:
        """Whether the window is too small for the screen."""
        raise NotImplementedError

    @property
    def is_asking(self) -> bool:
        """Whether a line is being typed."""
        return self._answered is not None

    def is_asking_for(self, answered: Callable[[str], None]) -> bool:
        """Whether the line that is being typed is for this function."""
        return self._answered == answered

    def ask(
        self,
        question: str,
        answered: Callable[[str], None],
        value: str = "",
        *,
        takes_nothing: bool = False,
        is_to_mend: bool = False,
    ) -> None:
        """Let a line be typed in place of the keys; Esc gives it up, and so does an empty line.

        The line begins with `value`, which the first letter typed replaces; one that `is_to_mend`
        stays. With `takes_nothing` an empty line is an answer.
        """
        if not self.is_asking:
            self._focused_before = self.focused
        self._answered, self._takes_nothing = answered, takes_nothing
        self.say(question)
        self._show_answer(True)
        field = self.answer_line()
        field.value = value
        if is_to_mend:
            field.cursor_position = len(value)
        else:
            field.select_all()
        field.focus()

    def choose(self, question: str, *answers: tuple[str, Callable[[], object]]) -> None:
        """Ask a question; each answer has its words, and a call that is made if it is chosen."""
        from tui.screens.menu import Ask

        def chosen(answer: object) -> None:
            if isinstance(answer, str):
                answers[int(answer)][1]()

        choices = [Choice(str(at), words) for at, (words, _call) in enumerate(answers)]
        self.app.push_screen(Ask(question, choices), chosen)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Hand on the typed line."""
        answered = self._answered
        self.stop_asking()
        if answered and (message.value.strip() or self._takes_nothing):
            answered(message.value.strip())

    def do_leave(self) -> None:
        """Give up typing."""
        self.stop_asking()

    def stop_asking(self) -> None:
        """Show the keys again in place of the line that was typed."""
        self._answered = None
        self._show_answer(False)
        self.set_focus(self._focused_before)
        self.say("")
        self.update()

    def on_descendant_blur(self) -> None:
        """Keep the line that is typed in focus."""
        if self.is_asking and not self.is_small:
            self.call_after_refresh(self.answer_line().focus)

    def answer_line(self) -> AnswerLine:
        """Return the line to type in; it is made when it is first wanted."""
        if self._answer_line is None:
            self._answer_line = AnswerLine(id="answer", select_on_focus=False)
            if self.is_attached:  # at the end of the program Textual mounts nothing more
                self.mount(self._answer_line, before=self.keys_line)
        return self._answer_line

    def _show_answer(self, is_asking: bool) -> None:
        """Show the line to type in, or the keys, in the last row."""
        if field := self.answer_line() if is_asking else self._answer_line:
            field.display = field.can_focus = is_asking  # a requested focus may come too late
        self.keys_line.display = not is_asking


def do_nothing() -> None:
    """Do nothing, as an answer that changes nothing asks for."""
