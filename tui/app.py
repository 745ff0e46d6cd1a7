"""The full-screen program: which screen follows which, and how it ends well."""

from __future__ import annotations

import asyncio
import gc
import select
import signal
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.message import Message
from textual.screen import Screen

from engine.table import Table
from engine.timeline import TableTimeline
from net.outside import fresh_seed
from net.players import PATIENCE, command_of, is_known, is_program
from net.session import Session, StillSaving
from play.keeping import Disk, Silent
from saves.background import BackgroundAutosave, all_written
from saves.document import Fault
from saves.lock import Held
from saves.store import Saved, Store
from tui import file_words
from tui.actions import ACTIONS
from tui.complaints import os_text
from tui.driver import TerminalDriver
from tui.games import look_of, table_screen
from tui.glyphs import glyphs
from tui.pace import KEY_PAUSE, PACE
from tui.rematch import began, setup_of, swapped_deal
from tui.screens.base import TapisScreen
from tui.seat_names import seat_name
from tui.setup import Series, new_table
from tui.suspending import can_be_woken
from tui.words import _, reason, said

if TYPE_CHECKING:
    from saves.owner import Owner

LOOK_AT_MOST = 20
LOOK_SECONDS = 2.0
"""After so many it is not looked for any further which game could be gone on with."""
WATCH_SECONDS = 0.5
LAST_SECONDS = 2.0
"""How long the disk has for the last writes when nobody is there any more to be told."""
END_SECONDS = 3.0
"""How long a program that was asked to end may take before the person is asked again."""
END_TRIES = 30


class Unsaved(Message):
    """What autosave has to tell of the game's file."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class TapisApp(App[int]):
    """Tapis Vert in the terminal."""

    CSS_PATH = "theme.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    TITLE = "Tapis Vert"

    def __init__(
        self,
        then: str = "",
        *arguments: Any,
        seed: int | None = None,
        patience: float = PATIENCE,
        programs: frozenset[str] = frozenset(),
    ) -> None:
        """Make the program; after the first screen it calls its method `then`.

        Args:
            then: The name of the method.
            arguments: What it is called with.
            seed: Where the first game draws its lots from; chance without one.
            patience: Seconds that a player who is a program has for a turn.
            programs: Kinds of them that the person wants to be started; others are asked about.
        """
        super().__init__(driver_class=TerminalDriver, ansi_color=True)
        self._then = then
        self._arguments = arguments
        self._seed = seed
        self._patience = patience
        self._programs = {tuple(command_of(kind)) for kind in programs}
        self.key_pause = KEY_PAUSE
        self.pace = PACE
        self.end_seconds = END_SECONDS
        self.store = Store()
        self._asked_about: Session | None = None

    async def on_mount(self) -> None:
        """Show the first screen, and watch for the end of the terminal."""
        if self._then:
            getattr(self, self._then)(*self._arguments)
        if len(self.screen_stack) == 1:
            self.go_home()
        self.call_after_refresh(gc.enable)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self.end_soon)
        if not self.is_headless:
            self.set_interval(WATCH_SECONDS, self._watch_terminal)

    def _watch_terminal(self) -> None:
        """End when the terminal is gone, also where SIGHUP is ignored."""
        poll = select.poll()
        poll.register(0, select.POLLHUP)
        if any(
            event & (select.POLLHUP | select.POLLERR | select.POLLNVAL)
            for _fd, event in poll.poll(0)
        ):
            self.end_soon()

    def end(self) -> None:
        """Let go of the game, and leave once it is saved."""
        self._let_go()
        self.once_saved(partial(self.exit, 0))

    def end_soon(self) -> None:
        """Leave though nobody looks on; the disk gets what there is, if it takes it now."""
        self._let_go()
        all_written(LAST_SECONDS)
        self.exit(0)

    def _let_go(self) -> None:
        if self._asked_about:
            self._asked_about.close()
        for screen in self.screen_stack:
            if isinstance(screen, TapisScreen):
                screen.leave()

    def once_saved(self, then: Callable[[], None]) -> None:
        """Go on as soon as all games that were left are saved; a silent disk is not waited for."""
        if not BackgroundAutosave.unfinished():
            then()
            return
        from tui.screens.saving import Saving

        def over(is_saved: object) -> None:
            if is_saved is False:
                self.complain(Silent(Disk.LATE))
            then()

        self.push_screen(Saving(), over)

    def complain(self, error: Exception) -> None:
        """Say what autosave tells; may be called from any thread."""
        self.post_message(Unsaved(error))

    def on_unsaved(self, message: Unsaved) -> None:
        """Say it on the screen one is at; of a silent disk that shows by itself how it stands."""
        error = message.error
        if isinstance(error, Silent):
            self._tell(reason(error.why))
        else:
            self._tell(file_words.on_screen(error), stays=True)

    def _tell(self, words: str, *, stays: bool = False) -> None:
        """Say something on the screen one is at, on the first one where there is none."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, TapisScreen)]
        if not screens:
            self.go_home()
        screen = screens[-1] if screens else self.screen
        assert isinstance(screen, TapisScreen)
        say = screen.tell if stays else screen.say
        screen.call_after_refresh(screen.call_after_refresh, say, words)

    def action_leave(self) -> None:
        """Leave as `q` does, or close a question."""
        screen = self.screen
        if isinstance(screen, CommandPalette):
            screen.dismiss()
        elif isinstance(screen, TapisScreen) and screen.IS_FIRST:
            self.end()
        for id_ in ("quit", "back", "leave"):
            if isinstance(screen, TapisScreen) and id_ in screen.OFFERS:
                screen.action_run(id_)
                return

    def action_suspend_process(self) -> None:
        """Stop until a shell brings the program back, or say that none could."""
        if self.is_headless or can_be_woken():
            super().action_suspend_process()
        else:
            self._tell(_("Ctrl+Z does nothing here: no shell could bring the program back."))

    async def action_quit(self) -> None:
        """Leave the program; the game is kept."""
        self.end()

    def action_command_palette(self) -> None:
        """Show what can be done now, to be found by typing."""
        from tui.screens.palette import Palette

        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer in the command palette what can be done now."""
        if isinstance(screen, TapisScreen):
            for id_ in screen.offered():
                action = ACTIONS[id_]
                run = partial(screen.action_run, id_)
                yield SystemCommand(_(action.words).capitalize(), _(action.help), run)

    def latest_in_play(self) -> Saved | None:
        """Return the game in play that was saved last; None too if the folder cannot be read."""
        try:
            games = self.store.listing()
        except OSError:
            return None
        end = monotonic() + LOOK_SECONDS
        for at, saved in zip(range(LOOK_AT_MOST), games, strict=False):
            if saved.is_in_play:
                checked = saved if games.is_checked(at) else games.check(at)
                if checked.is_in_play:
                    return checked
            if monotonic() >= end:  # files of strangers may each take their time
                break
        return None

    def new_game(self, series: Series, deal: Any = None) -> None:
        """Deal a game and sit down."""
        seed = fresh_seed() if self._seed is None else self._seed
        self._seed = None
        table = new_table(series.setup, seed, deal)
        session = Session.kept(table, self.complain, self.store, series.place)
        self._play(session, series)

    def open_game(self, path: Path, asked: Owner | None = None) -> None:
        """Go on with a game, or say why not; `asked` is who was asked to end there."""
        try:
            session = Session.opened(path, self.complain)
        except Held as held:
            self._offer_take_over(held, asked)
        except StillSaving:
            self._tell(f"{path.name}: {_('it is still being saved')}")
        except (OSError, Fault) as fault:
            why = said(fault.sentence) if isinstance(fault, Fault) else os_text(fault)
            self._tell(f"{path.name}: {why}")
        else:
            series = Series.of(setup_of(session.table), session.series)
            self._play(session, series, recap=True)

    def open_latest(self) -> None:
        """Go on with the game in play that was saved last, if there is one."""
        if latest := self.latest_in_play():
            self.open_game(latest.path)
        else:
            self._tell(_("No game is in play."))

    def play_again(self, table: Table[Any], series: Series | None, *, swapped: bool) -> None:
        """Play the next game of a row, or the same deal with seats swapped."""
        series = (series or Series(setup_of(table))).after(table.outcome, began(table))
        self.new_game(series, swapped_deal(table) if swapped else None)

    def replay_table(self, table: Table[Any]) -> None:
        """Step through a game; one that several people still play is behind the curtain first."""
        from tui.looks.look import names_of
        from tui.screens.curtain import Curtain
        from tui.screens.replay import ReplayScreen

        people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
        comes = next((seat for seat in table.to_move if seat in people), None)
        hides = look_of(table.game.key, glyphs()).hides and not table.outcome
        if not hides or len(people) < 2 or comes is None:
            self.push_screen(ReplayScreen(table))
            return
        names = names_of(TableTimeline(table, frozenset()))
        leave = [names[seat] for seat in people if seat != comes]

        def lifted(is_lifted: object) -> None:
            if is_lifted:
                self.push_screen(ReplayScreen(table))

        self.push_screen(Curtain(names[comes], leave), lifted)

    def branch(self, table: Table[Any]) -> None:
        """Play on from a branch as a new game."""
        self._play(Session.kept(table, self.complain, self.store), None)

    def go_home(self) -> None:
        """Show the first screen again; it is made when it is first wanted."""
        from tui.screens.home import Home

        self._leave_screens()
        if len(self.screen_stack) == 1:
            self.push_screen(Home())

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
        for command, seats in _programs_of(session.table).items():
            if command not in self._programs:
                play = partial(self._play, session, series, recap=recap)
                self._ask_about(command, seats, session, play)
                return
        self._sit_down(table_screen(session, series, recap=recap))

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
            if not isinstance(self.screen, TapisScreen):
                self.go_home()

        self._asked_about = session
        self.push_screen(StartProgram(seats, command), answered)

    def _sit_down(self, screen: TapisScreen) -> None:
        self._leave_screens()
        self.push_screen(screen)

    def _offer_take_over(self, held: Held, asked: Owner | None) -> None:
        from saves.owner import owner_of
        from tui.screens.in_play import InPlay

        owner = owner_of(held.path)
        has_not_ended = owner is not None and owner == asked
        answered = partial(self._take_over, held.path, owner)
        self.push_screen(InPlay(held.holder, owner, has_not_ended), answered)

    def _take_over(self, path: Path, owner: Owner | None, answer: object) -> None:
        if answer == "yes" and owner:
            self.run_worker(self._end_and_open(path, owner))
        elif not isinstance(self.screen, TapisScreen):
            self.go_home()

    async def _end_and_open(self, path: Path, owner: Owner) -> None:
        """Have the owner end and go on with the game; ask anew if somebody else plays it by now."""
        from saves.owner import end_owner, owner_of

        try:
            is_asked = end_owner(path, owner)
        except OSError as error:
            self._tell(f"{path.name}: {os_text(error)}")
            return
        for _try in range(END_TRIES if is_asked else 0):
            if owner_of(path) != owner:
                break
            await asyncio.sleep(self.end_seconds / END_TRIES)
        self.open_game(path, owner if is_asked else None)


def _programs_of(table: Table[Any]) -> dict[tuple[str, ...], list[str]]:
    """Return the commands of the programs that play, each with what its seats are called."""
    found: dict[tuple[str, ...], list[str]] = {}
    for seat, sitter in zip(table.seats, table.sitters, strict=True):
        if is_program(sitter.kind) and is_known(table.game, sitter.kind):
            found.setdefault(tuple(command_of(sitter.kind)), []).append(seat_name(seat))
    return found
