"""What a game may show over its table: a question, or a page of text.

A scene returns one of these values, and the table screen makes a screen of it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from play.rows import Choice
from tui.widgets.lines import Line


class Question(NamedTuple):
    """A question with its answers.

    Attributes:
        words: The question.
        choices: The answers; the id of the chosen one is handed back to the scene.
        selected: The id of the answer that the cursor begins on; None for the first.
    """

    words: str
    choices: tuple[Choice, ...]
    selected: str | None = None


class TextPage(NamedTuple):
    """A page of text to read."""

    title: str
    lines: tuple[Line, ...]


Dialog: TypeAlias = Question | TextPage
