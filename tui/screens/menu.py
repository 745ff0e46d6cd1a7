"""A list to choose from over another screen: the menu, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from textual.widget import Widget

from tui.actions import Action, by_topic, key_name
from tui.glyphs import ASCII, glyphs
from tui.screens.base import TapisScreen
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, cut, line, text
from words.translation import _

TITLE_HEIGHT = 3
FRAME = 3
"""The lines above the question, of the message and of the keys."""
SENTENCES_FROM = 66
"""From so many columns on the menu says in sentences what can be done."""


class Ask(TapisScreen):
    """A question with answers; ends with the id of the answer, None for none."""

    OFFERS = ("accept", "back")
    NEEDS = (30, 12)

    def __init__(self, question: str, answers: Sequence[Choice], on: str | None = None) -> None:
        """Ask with the cursor on the answer with the id `on`, else on the first.

        The question may have several lines; those after the first one explain it.
        """
        super().__init__()
        self._question = question
        self._answers = answers
        self._on = on

    def body(self) -> Iterable[Widget]:
        """Put the question above its answers."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show the question and the answers."""
        import textwrap

        width = max(self.size.width - 2, 1)
        rows = [
            line(" ", text(cut(row, width), None if at else BOLD))
            for at, words in enumerate(self._question.splitlines())
            for row in textwrap.wrap(words, width) or [""]
        ]
        title = self.query_one("#title", Lines)
        has_room = self.size.height - FRAME - len(rows) > len(self._answers)
        title.styles.height = max(TITLE_HEIGHT, 1 + len(rows) + has_room)
        title.show([line(""), *rows])
        choices = self.query_one(Choices)
        choices.offer(self._answers, None if choices.current else self._on)
        choices.focus()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """End with the answer, unless the window is too small to see what is asked."""
        if not self.has_class("small"):
            self.finish(message.choice.id)

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {"accept": self.do_accept}

    def do_accept(self) -> None:
        """Take the answer under the cursor."""
        self.query_one(Choices).action_take()

    def do_back(self) -> None:
        """End without an answer."""
        self.finish(None)


class Menu(Ask):
    """Everything that can be done now, by topic; ends with the id of an action."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__(_("Menu"), ())
        self._actions = actions

    def draw(self) -> None:
        """Show the actions by their sentences, in a narrow window by their words."""
        self._answers = [*self._choices(is_narrow=self.size.width < SENTENCES_FROM)]
        super().draw()

    def _choices(self, *, is_narrow: bool) -> Iterator[Choice]:
        is_ascii = glyphs() is ASCII
        for topic, actions in by_topic(self._actions):
            yield Choice("", _(topic.value), is_heading=True)
            for action in actions:
                words = _(action.words).capitalize() if is_narrow else _(action.help)
                yield Choice(action.id, words, key_name(action.keys[0], is_ascii))
