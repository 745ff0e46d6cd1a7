"""Saving a copy of a game: a name is asked for, and before another file is written over."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from saves.lock import is_held
from saves.store import Store
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.widgets.choices import Choice
from words.errors import os_text
from words.translation import _


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
        if not os.path.lexists(path):
            self._save(path)
        elif is_held(path):
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
