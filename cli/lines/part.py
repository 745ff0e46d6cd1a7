"""A part of the line mode: some of its words, and what carries them out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cli.lines.rows import number_in
from cli.streams import BadUse
from words.translation import _

if TYPE_CHECKING:
    from cli.lines.console import LineConsole

MOST_MOVES: Final = 999_999


class Part(ABC):
    """Some words of a console."""

    def __init__(self, console: LineConsole) -> None:
        """Carry out words at a console, which has all that they work on."""
        self.console = console

    @abstractmethod
    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return what carries out each word, by its English; it is given what follows the word.

        It may raise `BadUse` and `OSError`, which are said.
        """


def count_of(text: str) -> int:
    """Return a number of moves that was typed. Raises `BadUse`."""
    if count := number_in(text, MOST_MOVES):
        return count
    raise BadUse(_("{text} is not a whole number from 1 up.").format(text=text))
