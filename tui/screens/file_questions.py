"""The questions about the file of a game: copy, rename, delete, share, take over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import App

from play import saved_games
from play.notes import GameFile
from play.requests import ReplayGame
from play.rows import Choice
from play.saved_games import NotChanged, NotDrawn, Room, take_over_refusal
from saves.confined import shown
from saves.document import Fault
from saves.lock import Held, Holder, Owner, owner_of
from saves.record import Record
from saves.share_line import NotShared, read_share_line, share_line
from saves.store import Store
from tui.screens.asking import do_nothing
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.picture import drawn_elsewhere
from tui.screens.text import TextScreen
from tui.themes import paint
from tui.widgets.lines import Line, harmless, line, text, wrapped
from words.errors import os_text
from words.translation import _, about, said, sentence


def ask_copy_name(
    screen: TapisScreen, store: Store, name: str, write: Callable[[Path], object]
) -> None:
    """Ask on a screen for the name of a copy of a game, and write it.

    Args:
        screen: The screen.
        store: The folder of the copy.
        name: The name of the game's own file; the first name offered is free and like it.
        write: Writes the copy to a path, over an older file. Raises `OSError`.
    """

    def ask(question: str, offered: str) -> None:
        screen.ask(question, named, offered)

    def named(typed: str) -> None:
        path = store.path(typed)
        room = saved_games.room_at(path)

        def save() -> None:
            screen.run_worker(write_copy(path))

        if room is Room.FREE:
            save()
        elif room is Room.IN_PLAY:
            ask(_("{name} is in play. Another name:").format(name=path.stem), path.stem)
        else:
            again = partial(screen.call_after_refresh, ask, first, path.stem)
            screen.choose(
                _("{name} is there already. Write over it?").format(name=path.stem),
                (_("No, take another name"), again),
                (_("Yes, write over it"), save),
            )

    async def write_copy(path: Path) -> None:
        """Write the copy in a thread, for a disk may be slow, and say what became of it."""
        told = _("A copy is saved as {name}.").format(name=path.stem)
        try:
            await asyncio.to_thread(write, path)
        except OSError as error:
            told = os_text(error)
        screen.update()
        screen.call_after_refresh(screen.tell, told)

    first = _("Save a copy as:")
    ask(first, store.free_path(name).stem)


def say_later(screen: TapisScreen, words: str) -> None:
    """Say something once all of a screen is shown again."""
    screen.call_after_refresh(screen.call_after_refresh, screen.say, words)


def ask_new_name(screen: TapisScreen, path: Path, store: Store) -> None:
    """Ask for another name of a game, and rename its file."""

    def rename(name: str) -> None:
        if name != path.stem:
            _change(screen, lambda: saved_games.rename(path, name, store))

    screen.ask(_("New name:"), rename, path.stem)


def ask_to_delete(screen: TapisScreen, path: Path) -> None:
    """Ask once whether a game is deleted, and delete it."""
    screen.choose(
        _("Delete {name}?").format(name=path.stem),
        (_("No, keep it"), do_nothing),
        (_("Yes, delete it"), lambda: _change(screen, lambda: saved_games.delete(path))),
    )


def _change(screen: TapisScreen, change: Callable[[], object]) -> None:
    """Change a file and show the list anew, or say why it is left as it is."""
    try:
        change()
    except NotChanged as why:
        say_later(screen, str(why))
    except OSError as error:
        say_later(screen, os_text(error))
    else:
        screen.update()


def ask_to_share(
    screen: TapisScreen, record: Record, name: str, *, with_notes: bool = False
) -> None:
    """Ask on a screen how a game is given to others: in a line, or as a picture of this name."""

    def copy() -> None:
        screen.app.copy_to_clipboard(shared)
        _tell(
            screen,
            _(
                "The line was sent to the terminal for its clipboard. Some terminals do not "
                "take it; then choose Show the line."
            ),
        )

    def begin_picture() -> None:
        screen.say(_("The picture is being drawn."))
        screen.run_worker(_draw(screen, record, name))

    picture = _("Draw a picture of the table"), begin_picture
    try:
        shared = share_line(record, with_notes=with_notes)
    except NotShared as fault:
        screen.choose(sentence(fault), picture)
        return
    words = _("{name}: a line of {count} characters holds the whole game.")
    other = []
    if with_notes:
        words = _("{name}: a line of {count} characters holds the game and its notes.")
    elif record.notes or record.variations:
        again = partial(ask_to_share, screen, record, name, with_notes=True)
        other = [(_("With the notes"), again)]
    screen.choose(
        words.format(name=name, count=len(shared)),
        (_("Copy the line"), copy),
        (_("Show the line"), lambda: screen.app.push_screen(LineScreen(shared))),
        *other,
        picture,
    )


async def _draw(screen: TapisScreen, record: Record, name: str) -> None:
    """Draw a picture in another process, keep it in a file, and say where."""
    try:
        path = await asyncio.to_thread(saved_games.keep_picture, record, name, drawn_elsewhere)
    except NotDrawn as why:
        words = str(why)
    except OSError as error:
        words = os_text(error)
    else:
        words = _("The picture is here:\n{path}").format(path=shown(path))
    screen.say("")
    _tell(screen, words)


def _tell(screen: TapisScreen, words: str) -> None:
    """Show words until they are read; a path may need more than the line at the bottom."""
    screen.choose(words, (_("Go on"), do_nothing))


class LineScreen(TextScreen):
    """A share line, to be selected with the mouse of the terminal."""

    TOLD_BY = "share"

    def __init__(self, shared: str = "") -> None:
        super().__init__(_("A game in one line"))
        self._shared = shared

    def text_lines(self) -> Sequence[Line]:
        """Return how it is taken from here, and the line itself, broken where the window ends."""
        width = max(self.size.width, 1)
        words = _("Select it with Shift and the mouse; to read it: tapis replay 'LINE'.")
        said = [line(" ", text(row, paint("quiet"))) for row in wrapped(words, width - 2)]
        rows = range(0, len(self._shared), width)
        return [*said, line(""), *(line(self._shared[at : at + width]) for at in rows)]


def open_line(screen: TapisScreen, words: str) -> str:
    """Replay the game of a share line; return the fault of the line, "" for none."""
    try:
        record = read_share_line(words)
    except Fault as fault:
        return said(fault.sentence)
    screen.request(ReplayGame(record, GameFile()))
    return ""


def offer_take_over(
    app: App[Any],
    held: Held,
    asked: Owner | None,
    seconds: float,
    open_game: Callable[[Path, Owner | None], None],
    tell: Callable[[str], None],
) -> None:
    """Name the process that plays a game, and offer to end it there if that is allowed.

    Args:
        app: The program.
        held: The lock of the game, and what its file says of its holder.
        asked: The process that was asked to end already, None for none.
        seconds: The time that a process has to end.
        open_game: Resumes the game, with the process that was asked to end it.
        tell: Says why the process cannot be ended.
    """
    path, owner = held.path, owner_of(held.path)

    async def end_and_open() -> None:
        """End the owner and resume the game; ask again if another process has it by now."""
        assert owner
        try:
            is_asked = await asyncio.to_thread(saved_games.end_elsewhere, path, owner, seconds)
        except OSError as error:
            tell(about(path.name, os_text(error)))
        else:
            open_game(path, owner if is_asked else None)

    def answered(answer: object) -> None:
        if answer == "yes" and owner:
            app.run_worker(end_and_open())

    answers, note = [Choice("no", _("Leave it there"))], take_over_refusal(owner)
    if not note:
        answers.append(Choice("yes", _("Take over: it is saved and closed there")))
        if owner == asked:
            note = _("It was asked to stop, but is still running.")
    question = _("This game is open elsewhere: {holder}.").format(holder=_who(held.holder, owner))
    app.push_screen(Ask(f"{question}\n{note}", answers), answered)


def _who(holder: Holder | None, owner: Owner | None) -> str:
    if owner:
        words = _("process {process} ({name})")
        return words.format(process=owner.process, name=harmless(owner.name))
    if holder:
        words = _("process {process} on {host}, says its lock file")
        return words.format(process=holder.process, host=harmless(holder.host))
    return _("another process")
