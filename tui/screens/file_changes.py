"""Renaming and deleting a saved game: what is asked for it, and what keeps it from being done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from saves.lock import is_held
from saves.store import Store
from tui.screens.base import TapisScreen
from tui.widgets.choices import Choice
from words.errors import os_text
from words.translation import _


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
        if name == path.stem:
            return
        if is_held(path):
            self._screen.say(_("The game is open elsewhere; it cannot be renamed now."))
        else:
            self._try(lambda: path.rename(self._store.free_path(name)))

    def delete(self, path: Path) -> None:
        """Ask once, and delete the game."""
        from tui.screens.menu import Ask

        question = _("Delete {name}?").format(name=path.stem)
        answers = [Choice("no", _("No, keep it")), Choice("yes", _("Yes, delete it"))]
        self._screen.app.push_screen(Ask(question, answers), partial(self._delete, path))

    def _delete(self, path: Path, answer: object) -> None:
        if answer != "yes":
            return
        if is_held(path):
            self._later(_("The game is open elsewhere; it cannot be deleted now."))
        else:
            self._try(path.unlink)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            self._later(os_text(error))
        else:
            self._screen.update()
