"""The shared tables of this machine and of known servers, and the games of a new table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.games import GAMES, MAIN
from play.game_words import game_name
from play.requests import JoinTable
from play.rows import Choice
from play.tables_here import (
    SilentServer,
    ask_servers,
    known_servers,
    place_typed,
    seat_left,
    server_here,
    server_words,
    standing_words,
    tables_in,
    typed_access,
    without_fingerprint,
)
from tui.screens.listed import ListScreen
from tui.screens.menu import Ask
from words.translation import _, sentence

if TYPE_CHECKING:
    from net.joining.tables import Sign, TableSign

HOST = "host "
JOIN = "join "
OPEN = "open "
"""The beginnings of the ids: a game for a new table, a table, a server for a new table."""

AGAIN_SECONDS = 5.0
"""The seconds after which the tables here are looked at again."""

TYPE = "type"
"""The id of the row for an address."""


class TablesHere(ListScreen):
    """Lists the tables that live here and at servers; Enter joins one, or sets one up for others.

    Servers of other machines may take seconds; their tables are listed once they have answered.
    """

    TOLD_BY = "tables"
    OFFERS = ("accept", "watch", "help", "menu", "settings", "back")

    def __init__(
        self,
        find: Callable[[], Sequence[Sign | SilentServer]],
        ask: Callable[[Sequence[str]], Iterable[Sign | SilentServer]] = ask_servers,
    ) -> None:
        """List what `find` returns, and then what servers answer whom `ask` asks, in a thread."""
        super().__init__()
        self._find = find
        self._ask = ask
        self._signs: Sequence[Sign | SilentServer] | None = None
        self._asked: Sequence[str] = ()
        self._answers: list[Sign | SilentServer] = []
        self._has_moved = self._is_looking = False
        self._seat_at = ""
        self._typed = ""

    def on_mount(self) -> None:
        """Look for tables; they may take a moment to answer. Those here are looked at again."""
        self.run_worker(self._look, thread=True)
        self.set_interval(AGAIN_SECONDS, self._look_again)

    def _look(self) -> None:
        servers = known_servers()
        self._look_here(servers)
        for answer in self._ask(servers):
            self.app.call_from_thread(self._heard, answer)

    def _look_here(self, servers: Sequence[str]) -> None:
        found = self._find()
        self.app.call_from_thread(self._show, found, servers, seat_left(tables_in(found)))

    def _look_again(self) -> None:
        """Look again for the tables here, while nothing covers the list."""
        if self._signs is not None and self.is_on_top and not self._is_looking:
            self._is_looking = self._has_moved = True  # the cursor stays where it is
            self.run_worker(partial(self._look_here, self._asked), thread=True)

    def _show(
        self, signs: Sequence[Sign | SilentServer], asked: Sequence[str], seat_at: str
    ) -> None:
        self._is_looking = False
        if (signs, seat_at) != (self._signs, self._seat_at):
            self._signs, self._asked, self._seat_at = signs, asked, seat_at
            self.update()

    def _heard(self, answer: Sign | SilentServer) -> None:
        self._answers.append(answer)
        self.update()

    @property
    def is_known(self) -> bool:
        """Whether the tables here are known and every server has answered."""
        return self._signs is not None and len(self._answers) == len(self._asked)

    def draw(self) -> None:
        rows = [*self._rows()]
        tables = (row.id for row in rows if row.id.startswith((JOIN, OPEN)))
        on = None if self._has_moved else next(tables, f"{HOST}{MAIN}")
        if self._seat_at and not self._has_moved:
            on = f"{JOIN}{self._seat_at}"
        self.show_list(_("Shared tables"), rows, on)
        self.show_keys()
        self.say("" if self.is_known else _("Looking for tables."))

    def _rows(self) -> Iterable[Choice]:
        signs = [*(self._signs or ()), *self._answers]
        servers = [sign for sign in signs if server_words(sign)]
        tables = tables_in([sign for sign in signs if sign not in servers])
        nobody = _("Nobody has set up a table here.")
        is_empty = self._signs is not None and not signs
        yield Choice("", nobody if is_empty else _("Join a shared table"), is_heading=True)
        yield from map(self._row, tables)
        if not server_here():
            yield Choice(TYPE, _("Type an address"), _("of a table or a server elsewhere"))
        for server in servers:
            yield Choice("", "", is_heading=True)
            yield Choice("", server_words(server, is_short=True), is_heading=True)
            yield from (self._row(table, is_there=True) for table in tables_in([server]))
            if isinstance(server, SilentServer):
                if server.wants_password:
                    yield Choice(f"{JOIN}{server.name}", _("Type its password"))
            elif not server_here():  # all tables of a visit are opened there
                yield Choice(f"{OPEN}{server.name}", _("Open a table there"))
        yield Choice("", "", is_heading=True)
        yield Choice("", _("Open a shared table"), is_heading=True)
        for game in GAMES:
            yield Choice(f"{HOST}{game}", game_name(game))

    def _row(self, table: TableSign, *, is_there: bool = False) -> Choice:
        """Return the row of a table; one that stands below its server has its bare name."""
        name, standing = without_fingerprint(table.name), standing_words(table)
        if is_there:
            name = name.rpartition("/")[2]
        if table.name == self._seat_at:
            standing = _("your seat is waiting; {standing}").format(standing=standing)
        words = _("{table}: {game}").format(table=name, game=game_name(table.game))
        return Choice(f"{JOIN}{table.name}", words, standing)

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
        elif current == TYPE:
            self.ask(_("Address, as wss://HOST:PORT or ssh://HOST:"), self._go_to, self._typed)
        elif current.startswith(HOST):
            self._set_up("", current.removeprefix(HOST))
        elif current.startswith(OPEN):
            games = [Choice(game, game_name(game)) for game in GAMES]
            set_up = partial(self._set_up, current.removeprefix(OPEN))
            self.app.push_screen(Ask(_("Open a shared table"), games), set_up)

    def _go_to(self, typed: str) -> None:
        """Join the table or the server whose address was typed, or let it be mended."""
        from net.joining.reasons import NotJoined

        self._typed = typed
        try:
            place = place_typed(typed)
        except NotJoined as why:
            self.ask(sentence(why), self._go_to, typed, is_to_mend=True)
        else:
            self.request(JoinTable(place, password=typed_access(place).password))

    def _set_up(self, server: str, game: object) -> None:
        """Set up a table for a game, here or at a server."""
        from tui.screens.new_game import FOR_OTHERS, NewGame

        if isinstance(game, str):
            self.app.push_screen(NewGame(game, FOR_OTHERS, server))

    def do_watch(self) -> None:
        """Watch the table."""
        self.request(JoinTable(self.current.removeprefix(JOIN), watch=True))
