"""A screen that hears its keys, says a line of words, and asks for a line or for an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.css.scalar import Scalar
from textual.geometry import Offset, Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from play.rows import Choice
from tui.themes import paint
from tui.widgets.canvas import Canvas
from tui.widgets.keyed import Keyed
from tui.widgets.keyline import KeyLine
from tui.widgets.lines import Line, Lines, cut, line, text, wrapped

LINE_KEYS: Final = {
    key: bound.action
    for bound in Input.BINDINGS
    if isinstance(bound, Binding)
    for key in bound.key.split(",")
}
"""The actions of a line that is typed, by their keys."""


_HIDDEN: Final = "\u2022"
"""The sign by which Textual hides a letter; not every terminal has it."""


class AnswerLine(Input):
    """A line to type in, in the colours of the theme.

    A stylesheet cannot name a colour by its index, so the line is painted like all else.
    """

    cursor_blink = reactive(False, init=False)

    def on_paste(self, event: events.Paste) -> None:
        """Take all rows of what is pasted as one: a long line was broken where it was shown."""
        words = "".join(row.strip() for row in event.text.splitlines())
        self.replace(words, *self.selection)
        event.prevent_default()
        event.stop()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the line with what was typed, and the place of the next letter."""
        words, here = paint("text", "rail"), paint("on_cursor", "cursor")
        return [
            Strip(
                [
                    Segment(
                        part.text.replace(_HIDDEN, "*"), here if _stands_out(part.style) else words
                    )
                    for part in drawn
                ],
                drawn.cell_length,
            )
            for drawn in super().render_lines(crop)
        ]


def _stands_out(style: Style | None) -> bool:
    """Whether Textual draws this part on a ground of its own: the place of the next letter."""
    if style is None:
        return False
    return bool(style.reverse or (style.bgcolor and not style.bgcolor.is_default))


class AskingScreen(Canvas):
    """A screen with a message above its last row, which has its keys or a line that is typed.

    It looks for a key in its own table and in that of the focused part. Textual would look for it
    in the bindings of all that is around the focus, twice.
    """

    NEEDS: ClassVar[tuple[int, int]] = (30, 12)
    """The least columns and rows of screens of this class."""
    _taken_key: events.Key | None = None

    def __init__(self) -> None:
        super().__init__()
        self._said = ""
        self._told = ""
        self._words_line = Lines(id="message")
        self.keys_line = KeyLine(id="keys")
        self._answer_line: AnswerLine | None = None
        self._answered: Callable[[str], None] | None = None
        self._takes_nothing = False
        self._focused_before: Widget | None = None

    async def on_event(self, event: events.Event) -> None:
        """Type a key in the line that is asked for. Take no size but the window's own.

        Each new size is laid out and told to the screen once more: two that wait here with another
        message between them would follow each other for ever.
        """
        if isinstance(event, events.Key):
            is_taken = self.is_asking and not self.is_small and await self._types(event)
        else:
            is_taken = isinstance(event, events.Resize) and event.size != self.app.size
        if not is_taken:
            await super().on_event(event)

    async def _types(self, key: events.Key) -> bool:
        """Type a key; return whether it is one of those that the line knows.

        Keys reach the line through the screen alone: so none is lost before the line has the
        focus, and none is out of turn, however fast they come.
        """
        field = self.answer_line()
        if key.key == "enter":
            self.take_answer(field.value)
        elif key.is_printable and key.character:
            field.replace(key.character, *field.selection)
        elif action := LINE_KEYS.get(key.key):
            await self.app.run_action(action, field)
        else:
            return False
        return True

    def on_key(self, event: events.Key) -> None:
        """Do the action of a key, unless the key was taken for something else.

        A screen that came meanwhile gets the key once it has its widgets. The program gets none: it
        would look for it on a screen that has no widgets yet.
        """
        if event is self._taken_key or self.app.return_code is not None:
            return
        if self.app.screen is not self:
            self.app.post_message(events.Key(event.key, event.character))
        else:
            self.press(event.key)
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

    def cursor_cell(self) -> Offset:
        """Return the cell of what is chosen: screen readers and magnifiers follow the cursor.

        Where nothing is chosen it is the beginning of the message, or else of all words.
        """
        focused = self.focused
        if isinstance(focused, Input):
            return super().cursor_cell()
        if isinstance(focused, Lines) and focused.chosen is not None:
            return focused.region.offset + focused.chosen
        every: list[Lines] = [self._words_line, *self.query(Lines)]
        for words in every:
            if (first := words.first_words()) is not None:
                return words.region.offset + first
        return self._words_line.region.offset

    def update(self) -> None:
        """Draw the screen."""
        raise NotImplementedError

    @property
    def needs(self) -> tuple[int, int]:
        """The least columns and rows; in a smaller window a notice takes the screen's place."""
        return self.NEEDS

    @property
    def is_small(self) -> bool:
        """Whether the window is too small: a notice stands there, or will in a moment."""
        columns, rows = self.needs
        return self.size.width < columns or self.size.height < rows

    def say(self, words: str) -> None:
        """Show one line of text at the bottom, after any notice."""
        self._said = words
        self._show_words()

    def tell(self, words: str) -> None:
        """Show a notice at the bottom until a key is pressed, before any other message."""
        self._told = words
        self._show_words()

    def take_back_words(self, words: str) -> None:
        """Show a notice no more, if it is just this one that is shown."""
        if self._told == words:
            self.tell("")

    def said(self) -> str:
        """Return the words of the message line."""
        return self._said if self.is_asking else self._told or self._said

    def _show_words(self) -> None:
        self.show_words(self.said())

    def show_words(self, words: str) -> None:
        """Show the message, and a question, which no key shows in full, in all lines it needs."""
        room = max(self.size.width - 2, 1)
        rows = wrapped(words, room) if self.is_asking else [cut(words, room)]
        self.show_rows([line(" ", text(row)) for row in rows])

    def show_rows(self, rows: Sequence[Line]) -> None:
        """Show these rows in the place of the message, which gets their height."""
        if (height := Scalar.parse(str(len(rows)))) != self._words_line.styles.height:
            self._words_line.styles.height = height
        self._words_line.show(rows)

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
        is_secret: bool = False,
    ) -> None:
        """Let a line be typed in place of the keys; Esc gives it up, and so does an empty line.

        The line begins with `value`, which the first letter typed replaces; one that `is_to_mend`
        stays. With `takes_nothing` an empty line is an answer. A secret one shows no letter.
        """
        if not self.is_asking:
            self._focused_before = self.focused
        self._answered, self._takes_nothing = answered, takes_nothing
        self.say(question)
        self._show_answer(True)
        field = self.answer_line()
        field.value, field.password = value, is_secret
        if is_to_mend:
            field.cursor_position = len(value)
        else:
            field.select_all()
        self.set_focus(field)

    def choose(self, question: str, *answers: tuple[str, Callable[[], object]]) -> None:
        """Ask a question; each answer has its words, and a call that is made if it is chosen."""
        from tui.screens.menu import Ask

        def chosen(answer: object) -> None:
            if isinstance(answer, str):
                answers[int(answer)][1]()

        choices = [Choice(str(at), words) for at, (words, _call) in enumerate(answers)]
        self.app.push_screen(Ask(question, choices), chosen)

    def take_answer(self, typed: str) -> None:
        """Hand on the typed line."""
        answered, is_secret = self._answered, self.answer_line().password
        self.answer_line().value = ""
        self.stop_asking()
        if answered and (typed.strip() or self._takes_nothing):
            answered(typed if is_secret else typed.strip())

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
