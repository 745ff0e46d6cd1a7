"""The questions about the file of a game: copy, rename, delete, share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from play import saved_games
from play.requests import ReplayGame
from play.rows import Choice
from play.saved_games import NotChanged, Room
from saves.document import Fault
from saves.record import Record
from saves.share_line import NotShared, read_share_line, share_line
from saves.store import Store
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.picture import NotDrawn, drawn_elsewhere
from tui.screens.text import TextScreen
from tui.themes import paint
from tui.widgets.lines import Line, line, text, wrapped
from words.errors import os_text
from words.translation import _, said, sentence


class SaveAs:
    """The questions of one screen for the name of a copy."""

    def __init__(
        self, screen: TapisScreen, store: Store, name: str, write: Callable[[Path], object]
    ) -> None:
        """Ask on a screen for the copy of a game.

        Args:
            screen: The screen.
            store: The folder of the copy.
            name: The name of the game's own file.
            write: Writes the copy to a path, over what is there. Raises `OSError`.
        """
        self._screen = screen
        self._store = store
        self._name = name
        self._write_to = write

    def ask(self, name: str = "", question: str = "") -> None:
        """Ask for the name, beginning with one, or with a free one like the game's own."""
        words = question or _("Save a copy as:")
        free = name or self._store.free_path(self._name).stem
        self._screen.ask(words, self._named, free)

    def _named(self, name: str) -> None:
        path = self._store.path(name)
        room = saved_games.room_at(path)
        if room is Room.FREE:
            self._save(path)
        elif room is Room.IN_PLAY:
            self.ask(path.stem, _("{name} is in play. Another name:").format(name=path.stem))
        else:
            question = _("{name} is there already. Write over it?").format(name=path.stem)
            answers = [
                Choice("no", _("No, take another name")),
                Choice("yes", _("Yes, write over it")),
            ]
            self._screen.app.push_screen(Ask(question, answers), partial(self._answered, path))

    def _answered(self, path: Path, answer: object) -> None:
        if answer == "yes":
            self._save(path)
        elif answer == "no":
            self._screen.call_after_refresh(self.ask, path.stem)

    def _save(self, path: Path) -> None:
        self._screen.run_worker(self._write(path))

    async def _write(self, path: Path) -> None:
        """Write the copy in a thread, for a disk may be slow, and say what became of it."""
        try:
            await asyncio.to_thread(self._write_to, path)
        except OSError as error:
            told = os_text(error)
        else:
            told = _("A copy is saved as {name}.").format(name=path.stem)
        self._screen.update()
        self._screen.call_after_refresh(self._screen.tell, told)


class FileChanges:
    """The questions of one screen before it changes the file of a game."""

    def __init__(self, screen: TapisScreen, store: Store, later: Callable[[str], object]) -> None:
        """Ask on a screen; `later` says something there once all is shown again."""
        self._screen = screen
        self._store = store
        self._later = later

    def rename(self, path: Path) -> None:
        """Ask for another name."""
        self._screen.ask(_("New name:"), partial(self._rename, path), path.stem)

    def _rename(self, path: Path, name: str) -> None:
        if name != path.stem:
            self._try(lambda: saved_games.rename(path, name, self._store))

    def delete(self, path: Path) -> None:
        """Ask once, and delete the game."""
        question = _("Delete {name}?").format(name=path.stem)
        answers = [Choice("no", _("No, keep it")), Choice("yes", _("Yes, delete it"))]
        self._screen.app.push_screen(Ask(question, answers), partial(self._delete, path))

    def _delete(self, path: Path, answer: object) -> None:
        if answer == "yes":
            self._try(lambda: saved_games.delete(path))

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except NotChanged as why:
            self._later(str(why))
        except OSError as error:
            self._later(os_text(error))
        else:
            self._screen.update()


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
        keep = partial(saved_games.keep_picture, self._record, self._name, drawn_elsewhere)
        try:
            path = await asyncio.to_thread(keep)
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
