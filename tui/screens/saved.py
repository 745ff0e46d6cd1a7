"""The saved games: go on, replay, copy, rename, delete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path

from saves.files import read_file, write_file
from saves.lock import holder_of
from saves.store import Saved
from tui.complaints import os_text
from tui.screens.base import TapisScreen
from tui.screens.home import LONGEST_NAME, players_of
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, DIM, Lines, cut, line, text
from tui.words import _, several


class SavedGames(TapisScreen):
    """A list of every game file, broken ones with their fault."""

    OFFERS = ("open", "replay", "save_as", "rename", "delete", "accept", "menu", "help", "back")

    def __init__(self) -> None:
        super().__init__()
        self._games: list[Saved] = []

    def body(self) -> Iterable[Lines]:
        """Put the folder above the list."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Read the folder anew and show it."""
        store = self.tapis.store
        fault = ""
        try:
            self._games = store.games()
        except OSError as error:
            self._games, fault = [], os_text(error)
        title = line(" ", text(_("Saved games"), BOLD))
        folder = line(" ", text(cut(str(store.folder), self.size.width - 2), DIM))
        self.query_one("#title", Lines).show([title, folder])
        choices = self.query_one(Choices)
        choices.offer(
            [Choice(saved.path.name, saved.path.stem, words(saved)) for saved in self._games]
        )
        choices.focus()
        if not self._games:
            self.say(fault or _("No saved games yet."))

    def current(self) -> Saved | None:
        """Return the game under the cursor."""
        at = self.query_one(Choices).cursor
        return self._games[at] if at < len(self._games) else None

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        saved = self.current() if self.is_mounted else None
        if action in ("open", "replay", "accept"):
            if saved is None:
                return ""
            return None if saved.record else saved.fault
        if action in ("save_as", "rename", "delete") and saved is None:
            return ""
        return None

    def on_choices_moved(self) -> None:
        """Show the keys that work on this game."""
        self.say("")
        self.show_keys()

    def on_choices_taken(self) -> None:
        """Open the game."""
        self.action_run("open")

    def do_accept(self) -> None:
        """Open the game."""
        self.do_open()

    def do_open(self) -> None:
        """Go on with the game; one that is over is stepped through."""
        saved = self.current()
        if saved and saved.record:
            if saved.record.table.outcome:
                self.tapis.replay_table(saved.record.table)
            else:
                self.tapis.open_game(saved.path)

    def do_replay(self) -> None:
        """Step through the game."""
        saved = self.current()
        if saved and saved.record:
            self.tapis.replay_table(saved.record.table)

    def do_save_as(self) -> None:
        """Save a copy under another name."""
        if saved := self.current():
            self.ask(_("Save a copy as:"), partial(self._copy, saved.path), saved.path.stem)

    def do_rename(self) -> None:
        """Give the game another name."""
        if saved := self.current():
            self.ask(_("New name:"), partial(self._rename, saved.path), saved.path.stem)

    def _copy(self, path: Path, name: str) -> None:
        self._try(lambda: write_file(self._free(name), read_file(path)))

    def _rename(self, path: Path, name: str) -> None:
        if name == path.stem:
            return
        if holder_of(path):
            self.say(_("The game is open elsewhere; it keeps its name."))
        else:
            self._try(lambda: path.rename(self._free(name)))

    def _free(self, name: str) -> Path:
        return self.tapis.store.free_path(name)

    def do_delete(self) -> None:
        """Delete the game; asked once."""
        from tui.screens.menu import Ask

        saved = self.current()
        if saved is None:
            return
        question = _("Delete {name}?").format(name=saved.path.stem)
        answers = [Choice("no", _("No, keep it")), Choice("yes", _("Yes, delete it"))]
        self.app.push_screen(Ask(question, answers), partial(self._delete, saved.path))

    def _delete(self, path: Path, answer: object) -> None:
        if answer != "yes":
            return
        if holder_of(path):
            self._later(_("The game is open elsewhere; it cannot be deleted now."))
        else:
            self._try(path.unlink)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            self._later(os_text(error))
        else:
            self.update()

    def _later(self, words: str) -> None:
        self.call_after_refresh(self.call_after_refresh, self.say, words)


def words(saved: Saved) -> str:
    """Return what is to be said of a file: players, turns, result; or its fault."""
    if saved.record is None:
        return saved.fault
    table = saved.record.table
    turns = table.turns
    when = datetime.fromisoformat(saved.record.saved).astimezone()
    players = players_of(table)
    if saved.holder:
        state = _("being played")
    elif table.outcome and not table.outcome.winners:
        state = _("a draw")
    elif table.outcome:
        winners = " ".join(cut(table.sitters[s].name, LONGEST_NAME) for s in table.outcome.winners)
        state = _("{player} won").format(player=winners)
    else:
        state = _("in play")
    return f"{when:%d.%m.%y} {several('{count} turn', '{count} turns', turns)}, {state}, {players}"
