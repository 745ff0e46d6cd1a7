"""How the program sits down at shared tables: it sets one up or joins one, and waits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.app import App

from engine.client import Client
from engine.loop import Call, Stoppable
from engine.updates import Update
from play.requests import (
    CloseToOthers,
    HostTable,
    JoinTable,
    OpenToOthers,
    PlayShared,
    SharedRequest,
    ShowTables,
    TakePlace,
)
from play.shared_seat import rows_to_join
from play.tables_here import (
    has_to_choose,
    living_signs,
    note_server,
    own_table_with,
    quiet_access,
    without_fingerprint,
)
from tui.games.catalogue import scene_of
from tui.pace import Timing, call_later
from tui.screens.base import TapisScreen
from tui.screens.waiting import Waiting
from words.glyphs import glyphs
from words.translation import _, sentence

if TYPE_CHECKING:
    from net.joining.seats import HeldToken, SeatAt


class AppLoop:
    """The loop of a client that outlives the screens: the program itself."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app

    def soon(self, call: Call) -> None:
        """Make a call soon; may be asked from any thread."""
        self._app.call_later(call)

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make a call after some seconds."""
        return call_later(self._app, seconds, call)

    def now(self) -> float:
        """Return the seconds of a clock that no change of the date touches."""
        return monotonic()


class SharedTables:
    """The shared tables that the program sets up, joins and plays at."""

    def __init__(
        self,
        app: App[Any],
        timing: Timing,
        show: Callable[[TapisScreen], None],
        tell: Callable[[str], None],
        play_at_home: Callable[[Path, Mapping[int, str]], None],
    ) -> None:
        """Sit down for a program.

        Args:
            app: The program.
            timing: How fast things happen at its tables.
            show: Shows a screen in place of all but the first.
            tell: Shows people the reason why there is no table.
            play_at_home: Goes on with a game from its file, with other players at some seats.
        """
        self._app = app
        self._timing = timing
        self._show = show
        self._tell = tell
        self._play_at_home = play_at_home
        self._tokens: list[HeldToken | None] = []

    def carry_out(self, request: SharedRequest) -> None:
        """Set up a table, join one, or play at one; to connect takes a moment, in a thread."""
        if isinstance(request, PlayShared):
            self._play(request.client)
        elif isinstance(request, TakePlace):
            self._wait(request.seat)
        elif isinstance(request, JoinTable):
            self._app.run_worker(partial(self._join, request), thread=True)
        elif isinstance(request, ShowTables):
            from tui.screens.tables_here import TablesHere

            self._show(TablesHere(living_signs))
        elif isinstance(request, OpenToOthers):
            self._app.push_screen(Waiting(_("The table is being opened.")))
            self._app.run_worker(partial(self._open, request), thread=True)
        elif isinstance(request, CloseToOthers):
            self._app.push_screen(Waiting(_("The table is being closed.")))
            self._app.run_worker(partial(self._close, request), thread=True)
        else:
            self._app.run_worker(partial(self._host, request), thread=True)

    def plays(self, path: Path) -> bool:
        """Sit down at the own table with the game in a file; return whether there is one."""
        name = own_table_with(path)
        if name:
            self.carry_out(JoinTable(name))
        return name is not None

    def _host(self, request: HostTable) -> None:
        from play.hosting import NoTable, plan_of, start, start_at
        from play.last_setup import own_name

        try:
            if request.server:
                access = quiet_access(request.server)
                seat = start_at(request.server, request.setup, own_name(), access)
                note_server(request.server)
                self._app.call_later(self._wait, seat)
            else:
                self._join(JoinTable(start(plan_of(request.setup))))
        except NoTable as why:
            self._app.call_later(self._tell, str(why))

    def _join(self, request: JoinTable) -> None:
        from net.joining.reasons import JoinReason, NotJoined
        from net.joining.seats import sit_at
        from play.last_setup import own_name

        access = quiet_access(request.table)
        if request.password:
            access = access._replace(password=request.password)
        try:
            seat = sit_at(request.table, own_name(), watch=request.watch, access=access)
        except NotJoined as why:
            if why.reason in (JoinReason.PASSWORD, JoinReason.PASSWORD_WRONG):
                is_wrong = why.reason is JoinReason.PASSWORD_WRONG
                self._app.call_later(self._ask_password, request, sentence(why) if is_wrong else "")
            elif has_to_choose(request.table, why):
                note_server(request.table, access.password)
                self._app.call_later(self.carry_out, ShowTables())
            else:
                self._app.call_later(self._tell, sentence(why))
        else:
            note_server(request.table, access.password)
            self._app.call_later(self._wait, seat)

    def _ask_password(self, request: JoinTable, before: str) -> None:
        """Let the password of a table be typed, after some words, and join the table with it."""
        from saves.passwords import Password

        def join(typed: str) -> None:
            self.carry_out(request._replace(password=Password(typed)))

        screen = self._app.screen
        if isinstance(screen, TapisScreen):
            place = without_fingerprint(request.table)
            question = _("Password of {table}:").format(table=place)
            screen.ask(f"{before} {question}".lstrip(), join, is_secret=True)

    def _open(self, request: OpenToOthers) -> None:
        from play.hosting import NoTable, open_to_others

        try:
            seat = open_to_others(request.opening)
        except NoTable as why:
            self._app.call_later(self._play_at_home, request.opening.path, {})
            self._app.call_later(self._tell, str(why))
        else:
            self._app.call_later(self._wait, seat, request)

    def _close(self, request: CloseToOthers) -> None:
        from net.names.names import close_table, game_of_table

        if path := game_of_table(request.table):
            close_table(path)
            self._app.call_later(self._play_at_home, path, request.kinds)
        else:
            self._join(JoinTable(request.table))

    def _wait(self, seat: SeatAt, opened: OpenToOthers | None = None) -> None:
        """Sit down at a table; wait in its waiting room until its game begins.

        Its owner has the unfinished move of an opened game there too.
        """
        from net.joining.client import RemoteClient
        from tui.screens.waiting_room import WaitingRoom

        def heard(_update: Update) -> None:
            if client.company.has_begun:
                if opened and (own := seat.joined.welcome.seat) is not None:
                    client.keep_draft(own, opened.draft)
                table = self._play(client)
                if opened:
                    [join, *_more] = rows_to_join(client.company.table, self._app.size.width - 2)
                    table.call_after_refresh(table.tell, join)
            elif client.company.is_full and client.company.is_connected:
                return  # its first view comes next
            else:
                self._show(WaitingRoom(client))
            client.unlisten(heard)

        self._tokens.append(seat.token)  # held until the program ends
        client = RemoteClient.at(seat.joined, AppLoop(self._app))
        client.listen(heard)

    def _play(self, client: Client[Any]) -> TapisScreen:
        from tui.screens.shared_table import SHARED, SharedTable
        from tui.screens.table import table_screen

        scene = scene_of(client.timeline.game.key, glyphs())
        table = table_screen(
            scene, lambda _loop: client, None, self._timing, kind=SharedTable, more=SHARED
        )
        self._show(table)
        return table
