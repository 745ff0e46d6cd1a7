"""The question whether a program may be started, with its whole command to read first."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from play.action import Untold
from play.rows import Choice
from tui.screens.menu import Ask
from tui.widgets.choices import Choices
from tui.widgets.lines import Line, Lines, line
from tui.widgets.page import Page
from words.glyphs import ASCII
from words.translation import _

_FRAME: Final = len(" │ ") + len(" │ ")


class WholePage(Page, can_focus=False):
    """A page that no key scrolls past an unread line, and that knows when all was shown."""

    is_read = False

    def read(self, lines: Sequence[Line]) -> None:
        self._first, self.is_read = 0, False
        super().read(lines)

    def scroll_by(self, by: int) -> None:
        """Scroll by some lines, at most by a page."""
        height = self.size.height
        super().scroll_by(max(-height, min(by, height)))
        self.is_read = self.is_read or (height > 0 and not self.has_more)

    def on_resize(self) -> None:
        """Begin anew: a resized page shows other lines."""
        self.read(self._all)


class Answers(Choices):
    """Answers below a page: the keys turn it, and at its end an arrow goes to the next answer."""

    def move(self, by: int) -> None:
        """Go to the other answer or turn the page."""
        page = self.screen.query_one(WholePage)
        if (by == 1 and not page.has_more) or (by == -1 and self.cursor):
            super().move(by)
        else:
            page.scroll_by(by)

    def move_page(self, by: int) -> None:
        """Turn the page."""
        self.screen.query_one(WholePage).move_page(by)


class StartProgram(Ask):
    """Asks whether a program may be started; "yes" counts only once its command was read."""

    TOLD_BY = Untold.ANSWERS
    STANDS_OVER = False

    def __init__(self, seats: Sequence[str], command: Sequence[str]) -> None:
        """Ask about a command by its words, which would play these seats."""
        answers = [Choice("no", _("Do not start it")), Choice("yes", _("Start it"))]
        super().__init__(_("Start this program?"), answers)
        words = _("A program plays here for {seats}, and can do anything that you can:")
        self._who = words.format(seats=", ".join(seats))
        self._command = shown_command(command, ascii_only=self.glyphs is ASCII)

    def body(self) -> Iterable[Lines]:
        """Put the command between the question and its answers."""
        yield Lines(id="title")
        yield WholePage(id="text")
        yield Answers(id="choices")

    def draw(self) -> None:
        """Show the question, the command from its beginning, and the answers."""
        super().draw()
        self.query_one(Answers).offer(self._answers, "no")
        width = max(self.size.width, self.NEEDS[0])
        who = [line(" ", row) for row in textwrap.wrap(self._who, width - 2)]
        self.query_one(WholePage).read([*who, line(""), *self._framed(width - _FRAME)])

    def _framed(self, width: int) -> list[Line]:
        """Return the command in a frame, so that blanks at the end of a row can be seen."""
        width = min(width, len(self._command))
        rows = [self._command[at : at + width] for at in range(0, len(self._command), width)]
        frame = self.glyphs.rounded
        across = frame.across * (width + 2)
        return [
            line(" ", frame.top_left + across + frame.top_right),
            *(line(" ", f"{frame.down} {row:<{width}} {frame.down}") for row in rows),
            line(" ", frame.bottom_left + across + frame.bottom_right),
        ]

    def finish(self, result: object) -> None:
        """End with an answer; a yes counts only after the whole command was shown."""
        if result != "yes" or self.query_one(WholePage).is_read:
            super().finish(result)
        else:
            self.query_one(Answers).offer(self._answers, "no")


_LAST_OF_ONE_BYTE = 0x7F
_LAST_OF_TWO_BYTES = 0xFFFF


def shown_command(words: Sequence[str], *, ascii_only: bool = False) -> str:
    r"""Return a command in one line of ASCII and, unless `ascii_only`, accented Latin letters.

    >>> print(shown_command(["./bot", "a  b", "it's", "é", "x\u202e\n"]))
    ./bot 'a  b' 'it'"'"'s' 'é' $'x\u202e\x0a'
    """
    return " ".join(_shown(word, ascii_only) for word in words)


def _shown(word: str, ascii_only: bool) -> str:
    if all(_is_plain(letter, ascii_only) for letter in word):
        return shlex.quote(word)
    return f"$'{''.join(_escaped(letter, ascii_only) for letter in word)}'"


def _is_plain(letter: str, ascii_only: bool) -> bool:
    return " " <= letter <= "~" or (not ascii_only and "À" <= letter <= "ſ")


def _escaped(letter: str, ascii_only: bool) -> str:
    if letter in "\\'":
        return f"\\{letter}"
    if _is_plain(letter, ascii_only):
        return letter
    code = ord(letter)
    if code <= _LAST_OF_ONE_BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _LAST_OF_TWO_BYTES else f"\\U{code:08x}"
