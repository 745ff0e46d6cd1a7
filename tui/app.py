"""The full-screen program: which screen follows which, and how the program ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.message import Message

from engine.table import Table
from host.file_keeper import DiskNotice, DiskSilent
from host.outside import collect_again, fresh_seed
from host.session import Session, StillSaving
from play import file_messages, requests
from play.last_setup import at_level
from play.requests import GameRequest, Request, SettingsRequest, SharedRequest
from play.setup import Series, new_table, programs_of
from programs.players import PATIENCE, command_of
from saves.autosave import BackgroundAutosave, all_written
from saves.document import Fault
from saves.lock import Held
from saves.store import Store
from tui.door_notices import hear_door
from tui.driver import can_be_woken, is_terminal_gone
from tui.games.catalogue import scene_of
from tui.screens.base import Requested, TapisScreen
from tui.settings_in_use import SettingsApp
from words.errors import os_text
from words.glyphs import glyphs
from words.translation import _, about, reason, said, why

if TYPE_CHECKING:
    from saves.lock import Owner
    from tui.screens.sitting_down import SharedTables

WATCH_SECONDS = 0.5
LAST_SECONDS = 2.0
"""The seconds that the disk has for the last writes once the terminal is gone."""
END_SECONDS = 3.0
"""How long a program that was asked to end may take before the person is asked again."""


class Unsaved(Message):
    """Something that autosave has to say of a game's file."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class TapisApp(SettingsApp):
    """Tapis Vert in the terminal."""

    CSS_PATH = "theme.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "end", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    TITLE = "Tapis Vert"

    def __init__(
        self,
        start: Request | None = None,
        *,
        seed: int | None = None,
        patience: float = PATIENCE,
        programs: frozenset[str] = frozenset(),
        **more: Any,
    ) -> None:
        """Make the program.

        Args:
            start: The first request; without it the first screen comes.
            seed: The seed of the first game's lots; a fresh one without it.
            patience: The seconds that a program has for its turn.
            programs: The kinds of programs that are started without a question.
            more: The settings and the surroundings, as `SettingsApp` takes them.
        """
        super().__init__(**more)
        self._start = start
        self._seed = seed
        self._patience = patience
        self._programs = {tuple(command_of(kind)) for kind in programs}
        self.end_seconds = END_SECONDS
        self.store = Store()
        self._asked_about: Session | None = None

    @cached_property
    def _shared_tables(self) -> SharedTables:
        from tui.screens.sitting_down import SharedTables

        return SharedTables(self, self.timing, self._show, self.tell_here, self._come_home)

    def on_load(self) -> None:
        """End in order by a signal, from before the terminal is taken."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self.end_soon)

    async def on_mount(self) -> None:
        """Show the first screen unless a signal has come, and watch for the end of the terminal."""
        if self.is_ending:
            return
        if self._start:
            self.carry_out(self._start)
        self._show_any()
        self.call_after_refresh(collect_again)
        if not self.is_headless:
            self.set_interval(WATCH_SECONDS, self._watch_terminal)
        hear_door(self.tell_here)

    def _watch_terminal(self) -> None:
        """End when the terminal is gone, also where SIGHUP is ignored."""
        if is_terminal_gone():
            self.end_soon()

    def on_requested(self, message: Requested) -> None:
        """Do what a screen asks for."""
        self.carry_out(message.request)
        message.screen.is_waiting = False

    def carry_out(self, request: Request | SettingsRequest) -> None:
        """Do what a screen, or the command line, asks for."""
        match request:
            case requests.GoHome():
                self.once_saved(self.go_home)
            case requests.GoBack():
                self.leave_screen()
            case requests.Quit():
                self.end()
            case requests.ReplayGame():
                from tui.screens.replay import show_replay

                show_replay(self, request, self.timing)
            case requests.SolveProblems():
                from tui.screens.problems import show_problem

                show_problem(self, request, self.timing, self.tell_here)
            case _ if isinstance(request, SettingsRequest):
                self.carry_out_setting(request)
            case requests.OpenToOthers():
                self.once_saved(partial(self._shared_tables.carry_out, request))
            case _ if isinstance(request, SharedRequest):
                self._shared_tables.carry_out(request)
            case _:
                self._sit_down_as_asked(request)

    def _sit_down_as_asked(self, request: GameRequest) -> None:
        match request:
            case requests.StartGame():
                self.new_game(*request)
            case requests.PlayFirstGame(game, anew):
                self.play_first_game(game, anew=anew)
            case requests.OpenGame(path):
                self.open_game(path)
            case requests.OpenLatest():
                self.open_latest()
            case requests.PlayAgain(table, series, swapped, level):
                self.play_again(table, series, level, swapped=swapped)
            case requests.PlayBranch(table):
                self._begin(table, None)

    def end(self) -> None:
        """Leave the game, and end the program once the game is saved."""
        self._let_go()
        self.once_saved(partial(self.exit, 0))

    def end_soon(self) -> None:
        """End at once, as nobody is there any more; wait for the disk, but not for long."""
        self._let_go()
        all_written(LAST_SECONDS)
        self.exit(0)

    def _let_go(self) -> None:
        self.settings.is_kept(LAST_SECONDS)
        if self._asked_about:
            self._asked_about.close()
        for screen in self.screen_stack:
            if isinstance(screen, TapisScreen):
                screen.leave()

    def once_saved(self, then: Callable[[], None]) -> None:
        """Call `then` when all games that were left are saved, or the disk does not answer."""
        if not BackgroundAutosave.unfinished():
            then()
            return
        from tui.screens.waiting import Saving

        def over(is_saved: object) -> None:
            if is_saved is False:
                self.complain(DiskSilent(DiskNotice.LATE))
            then()

        self.push_screen(Saving(), over)

    def complain(self, error: Exception) -> None:
        """Say on the screen what autosave has to say; may be called from any thread."""
        self.post_message(Unsaved(error))

    def on_unsaved(self, message: Unsaved) -> None:
        """Show it; what is said of a silent disk goes away by itself when the disk answers."""
        error = message.error
        if isinstance(error, DiskSilent):
            self.tell_here(reason(error.why))
        else:
            self.tell_here(file_messages.screen_message(error), stays=True)

    def tell_here(self, words: str, *, stays: bool = False) -> None:
        """Say something on the screen on top, or on the first screen if there is none."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, TapisScreen)]
        if not screens:
            self.go_home()
        screen = screens[-1] if screens else self.screen
        assert isinstance(screen, TapisScreen)
        say = screen.tell if stays else screen.say
        screen.call_after_refresh(screen.call_after_refresh, say, words)

    def action_end(self) -> None:
        """End the program from any screen, the game kept; a second time wait no more for that."""
        from tui.screens.waiting import Saving

        if any(isinstance(screen, Saving) for screen in self.screen_stack):
            self.end_soon()
        else:
            self.end()

    def action_suspend_process(self) -> None:
        """Suspend the program, or say that no shell could resume it."""
        if self.is_headless or can_be_woken():
            super().action_suspend_process()
        else:
            self.tell_here(_("Ctrl+Z does nothing here: no shell could bring the program back."))

    async def action_quit(self) -> None:
        """Leave the program; the game is kept."""
        self.end()

    def action_command_palette(self) -> None:
        """Show the actions that are possible now, to be found by typing."""
        from tui.screens.menu import ActionPalette

        screen = self.screen
        if isinstance(screen, TapisScreen) and not isinstance(screen, ActionPalette):
            ids = dict.fromkeys([*screen.menu_actions(), *screen.possible()])
            actions = [screen.actions[id_] for id_ in ids]
            self.push_screen(ActionPalette(actions), screen.run_taken)

    def new_game(self, series: Series, deal: Any = None, seed: int | None = None) -> None:
        """Deal a game and sit down."""
        if seed is None:
            seed, self._seed = self._seed, None
        seed = fresh_seed() if seed is None else seed
        seed = series.cut.seed if series.cut else seed
        table = new_table(series.setup, seed, series.deal if deal is None else deal)
        self._begin(table, series)

    def _begin(self, table: Table[Any], series: Series | None) -> None:
        """Sit down at a new game, which is kept from the first thing that a person does."""
        session, place = Session(table), series.place if series else None
        cut = series.cut if series else None
        session.keep_later(self.store, lambda _path: self.complain, place, cut)
        self._play(session, series)

    def play_first_game(self, game: str, *, anew: bool) -> None:
        """Sit down at a first game; the memory of the game left before is read after that."""
        from tui.screens.first_game import first_game_screen

        self._leave_screens()
        self.push_screen(first_game_screen(scene_of(game, glyphs()), self.timing, anew=anew))

    def open_game(
        self,
        path: Path,
        asked: Owner | None = None,
        prepare: Callable[[Table[Any]], None] | None = None,
    ) -> None:
        """Resume a game, or say why not; `asked` is the process that was asked to end it.

        `prepare` changes who sits at its table; without it the last moves are shown first.
        """
        if self._shared_tables.plays(path):
            return
        try:
            session = Session.opened(path, self.complain, prepare)
        except Held as held:
            from tui.screens.file_questions import offer_take_over

            offer_take_over(self, held, asked, self.end_seconds, self.open_game, self.tell_here)
        except StillSaving:
            self.tell_here(about(path.name, _("it is still being saved")))
        except (OSError, Fault) as fault:
            words = said(fault.sentence) if isinstance(fault, Fault) else os_text(fault)
            self.tell_here(about(path.name, words))
        else:
            series = Series.at(session.table, session.series)
            self._play(session, series, recap=prepare is None)

    def _come_home(self, path: Path, kinds: Mapping[int, str]) -> None:
        """Go on at home with a game that others played too, with these players at their seats."""
        from play.hosting import seat_at_home

        self.open_game(path, prepare=partial(seat_at_home, kinds=kinds))

    def open_latest(self) -> None:
        """Go on with the unfinished game that was saved last, if there is one."""
        from play.home_model import latest_in_play

        if latest := latest_in_play(self.store):
            self.open_game(latest.path)
        else:
            self.tell_here(_("No game is in play."))

    def play_again(
        self, table: Table[Any], series: Series | None, level: str, *, swapped: bool
    ) -> None:
        """Play the next game of a series, the same deal with seats swapped, or another level."""
        series = at_level(Series.following(table, series), level)
        self.new_game(series, table.game.swapped_deal(table.plays) if swapped else None)

    def go_home(self) -> None:
        """Show the first screen again; it is made when it is first wanted."""
        from tui.screens.home import Home

        self._leave_screens()
        if len(self.screen_stack) == 1:
            self.push_screen(Home(self.store, self.timing))

    def pop_screen(self) -> AwaitComplete:
        """Remove the screen on top; where no other is there or follows, the first one comes."""
        self.call_next(self._show_any)
        return super().pop_screen()

    def _show_any(self) -> None:
        """Show the first screen where there is no other."""
        if len(self.screen_stack) == 1 and not self.is_ending:
            self.go_home()

    def leave_screen(self) -> None:
        """Go back one screen, to the first one where there is none below."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.go_home()

    def _leave_screens(self) -> None:
        """Leave every screen but the first."""
        while len(self.screen_stack) > 1:
            screen = self.screen
            if isinstance(screen, TapisScreen):
                if screen.IS_FIRST:
                    break
                screen.leave()
            self.pop_screen()

    def _play(self, session: Session, series: Series | None, *, recap: bool = False) -> None:
        """Sit down at a game; no file starts a program before the person said so."""
        session.patience = self._patience
        for command, seats in programs_of(session.table).items():
            if command not in self._programs:
                play = partial(self._play, session, series, recap=recap)
                self._ask_about(command, seats, session, play)
                return
        self._sit_down(session, series, recap=recap)

    def _ask_about(
        self, command: tuple[str, ...], seats: list[str], session: Session, play: Callable[[], None]
    ) -> None:
        from tui.screens.start_program import StartProgram

        def answered(answer: object) -> None:
            self._asked_about = None
            if answer == "yes":
                self._programs.add(command)
                play()
                return
            session.close()

        self._asked_about = session
        self.push_screen(StartProgram(seats, command), answered)

    def _sit_down(self, session: Session, series: Series | None, *, recap: bool) -> None:
        from play.local_client import LocalClient
        from tui.screens.table import table_screen

        race_time = self.settings.race_time
        connect = partial(LocalClient[Any], session, say_why=why, race_time=race_time)
        scene = scene_of(session.table.game.key, glyphs())
        self._show(table_screen(scene, connect, series, self.timing, recap=recap, original=session))

    def _show(self, screen: TapisScreen) -> None:
        """Show a screen in place of all but the first."""
        self._leave_screens()
        self.push_screen(screen)
