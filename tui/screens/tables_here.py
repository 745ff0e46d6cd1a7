"""The shared tables of this machine, and the games that a new table can be set up for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from engine.games import GAMES
from play.game_words import game_name
from play.requests import JoinTable
from play.rows import Choice
from play.tables_here import standing_words
from tui.screens.listed import ListScreen
from words.translation import _

if TYPE_CHECKING:
    from net.joining.tables import TableSign

HOST = "host "
JOIN = "join "


class TablesHere(ListScreen):
    """Lists the tables that live here; Enter joins one, or sets up a table for others."""

    TOLD_BY = "tables"
    OFFERS = ("accept", "watch", "help", "menu", "settings", "back")

    def __init__(self, find: Callable[[], Sequence[TableSign]]) -> None:
        """List what `find` returns, which is called in a thread."""
        super().__init__()
        self._find = find
        self._tables: Sequence[TableSign] | None = None
        self._has_moved = False

    def on_mount(self) -> None:
        """Look for tables; they may take a moment to answer."""
        self.run_worker(self._look, thread=True)

    def _look(self) -> None:
        self.app.call_from_thread(self._show, self._find())

    def _show(self, tables: Sequence[TableSign]) -> None:
        self._tables = tables
        self.update()

    @property
    def is_known(self) -> bool:
        """Whether all tables were asked."""
        return self._tables is not None

    def draw(self) -> None:
        rows = [*self._rows()]
        tables = (row.id for row in rows if row.id.startswith(JOIN) and not self._has_moved)
        self.show_list(_("Shared tables"), rows, next(tables, None))
        self.show_keys()
        self.say("" if self.is_known else _("Looking for tables."))

    def _rows(self) -> Iterable[Choice]:
        if self._tables:
            yield Choice("", _("Join a shared table"), is_heading=True)
            for table in self._tables:
                words = _("{table}: {game}").format(table=table.name, game=game_name(table.game))
                standing = standing_words(table)
                yield Choice(f"{JOIN}{table.name}", words, standing)
        elif self.is_known:
            yield Choice("", _("Nobody has set up a table here."), is_heading=True)
        if self.is_known:
            yield Choice("", "", is_heading=True)
        yield Choice("", _("Open a shared table"), is_heading=True)
        for game in GAMES:
            yield Choice(f"{HOST}{game}", game_name(game))

    def refusal(self, action: str) -> str | None:
        """Let a table be watched."""
        return "" if action == "watch" and not self.current.startswith(JOIN) else None

    def on_choices_moved(self) -> None:
        """Show the keys of the row under the cursor."""
        self._has_moved = True
        self.show_keys()

    def on_choices_taken(self) -> None:
        """Take the clicked place."""
        self.action_run("accept")

    def do_accept(self) -> None:
        """Join the table, or choose how to set one up."""
        current = self.current
        if current.startswith(JOIN):
            self.request(JoinTable(current.removeprefix(JOIN)))
        elif current.startswith(HOST):
            from tui.screens.new_game import FOR_OTHERS, NewGame

            self.app.push_screen(NewGame(current.removeprefix(HOST), FOR_OTHERS))

    def do_watch(self) -> None:
        """Watch the table."""
        self.request(JoinTable(self.current.removeprefix(JOIN), watch=True))
