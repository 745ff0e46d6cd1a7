"""Sharing a game: a line that holds all of it, to be copied, or a picture in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from play.requests import ReplayGame
from saves.document import Fault
from saves.files import make_folder, write_file
from saves.home import pictures_folder
from saves.record import Record
from saves.share_line import NotShared, read_share_line, share_line
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.picture import NotDrawn, drawn_elsewhere
from tui.screens.text import TextScreen
from tui.themes import paint
from tui.widgets.choices import Choice
from tui.widgets.lines import Line, line, text, wrapped
from words.errors import os_text
from words.translation import _, said, sentence


class Sharing:
    """The questions of one screen about how a game is given to others."""

    def __init__(self, screen: TapisScreen, record: Record, name: str) -> None:
        """Share a game; its picture is called by this name."""
        self._screen = screen
        self._record = record
        self._name = name
        self._line = ""

    def ask(self) -> None:
        """Ask what is wanted: a line, unless there can be none, or a picture."""
        try:
            self._line = share_line(self._record)
        except NotShared as fault:
            words = sentence(fault)
        else:
            words = _("{name}: a line of {count} characters holds the whole game.")
            words = words.format(name=self._name, count=len(self._line))
        self._screen.app.push_screen(Ask(words, [*self._answers()]), self._answered)

    def _answers(self) -> Iterator[Choice]:
        if self._line:
            yield Choice("copy", _("Copy the line"))
            yield Choice("show", _("Show the line"))
        yield Choice("picture", _("Draw a picture of the table"))

    def _answered(self, answer: object) -> None:
        app = self._screen.app
        if answer == "copy":
            app.copy_to_clipboard(self._line)
            self._tell(
                _(
                    "The line was sent to the terminal for its clipboard. Some terminals do not "
                    "take it; then choose Show the line."
                )
            )
        elif answer == "show":
            app.push_screen(LineScreen(self._line))
        elif answer == "picture":
            self._screen.say(_("The picture is being drawn."))
            self._screen.run_worker(self._draw())

    async def _draw(self) -> None:
        """Draw the picture in another process, keep it in a file, and say where."""
        path = pictures_folder() / f"{self._name}.svg"
        try:
            await asyncio.to_thread(_keep_picture, self._record.to_bytes(), path)
        except NotDrawn:
            words = _("The picture could not be drawn.")
        except OSError as error:
            words = os_text(error)
        else:
            words = _("The picture is here:\n{path}").format(path=path)
        self._screen.say("")
        self._tell(words)

    def _tell(self, words: str) -> None:
        """Show words until they are read; a path may need more than the line at the bottom."""
        self._screen.app.push_screen(Ask(words, [Choice("read", _("Go on"))]))


def _keep_picture(data: bytes, path: Path) -> None:
    """Write the picture of a game into a file, over an older one. Raises `OSError`, `NotDrawn`."""
    svg = drawn_elsewhere(data)
    make_folder(path.parent)
    write_file(path, svg)


class LineScreen(TextScreen):
    """A share line, to be selected with the mouse of the terminal."""

    NEEDS = (30, 12)

    def __init__(self, shared: str = "") -> None:
        super().__init__()
        self._shared = shared

    def title_words(self) -> str:
        """Return the title."""
        return _("A game in one line")

    def text_lines(self) -> Sequence[Line]:
        """Return how it is taken from here, and the line itself, broken where the window ends."""
        width = max(self.size.width, 1)
        words = _("Select it with Shift and the mouse; to read it: tapis replay 'LINE'.")
        said = [line(" ", text(row, paint("quiet"))) for row in wrapped(words, width - 2)]
        rows = range(0, len(self._shared), width)
        return [*said, line(""), *(line(self._shared[at : at + width]) for at in rows)]


def open_line(screen: TapisScreen, words: str) -> str:
    """Let the game of a share line be stepped through; return what is wrong with it, "" if not."""
    try:
        table = read_share_line(words).table
    except Fault as fault:
        return said(fault.sentence)
    screen.request(ReplayGame(table))
    return ""
