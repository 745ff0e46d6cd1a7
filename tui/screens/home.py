"""The first screen: a tile for each game, and stops that lead to everything else."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from engine.games import GAMES, MAIN
from host import outside
from play.game_words import described, game_name, result_forms, turn_forms
from play.newest_games import NewestGame, newest_games
from play.requests import OpenGame, Quit, SetLanguage
from play.tables_here import living_tables, sign_words
from saves.home import is_first_start
from saves.store import Store
from tui.games.catalogue import miniature_of
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.screens.home_board import GAME, HomeBoard, HomeStop, Tile
from tui.screens.home_layout import HomePlan
from tui.widgets.lines import Lines, shortened
from words.glyphs import ASCII, spelled
from words.translation import LANGUAGES, _, language

if TYPE_CHECKING:
    from net.joining.tables import TableSign

T = TypeVar("T")

FIRST_GAME: Final = "first_game"
"""The id of the stop that leads to a first game."""
BY_ENTER: Final = ("accept", "go_on", "set_up")
"""The ids of the actions of Enter; the place under the cursor decides which one it is."""


class Home(TapisScreen):
    """Where the program begins, and where it comes back to."""

    OFFERS = (
        *("go_on", "set_up", "accept", "next_tile", "saved", "help", "quit", "new"),
        *("settings", "rules", "manual", "statistics", "first_game"),
    )
    NEEDS = (40, 20)
    IS_FIRST = True
    _came_up = 0.0

    def __init__(self, store: Store, timing: Timing) -> None:
        super().__init__()
        self._store = store
        self._timing = timing
        self._games: dict[str, NewestGame] | None = None
        self._tables: Sequence[TableSign] = ()
        self._search = 0
        self._is_wanted = self._offers_first = False
        self._went_to: object = None
        self._said_of_place = ""
        self._board = HomeBoard(self._go_to_place, id="home")

    def body(self) -> Iterable[Lines]:
        """Show nothing but the board."""
        yield self._board

    @property
    def is_known(self) -> bool:
        """Whether the newest games were looked for."""
        return self._games is not None

    def draw(self) -> None:
        """Show the tiles and the stops; the saved games follow."""
        if self._games is None and not self._search:
            self._look()
        board = self._board
        tables = f" ({len(self._tables)})" if self._tables else ""
        spoken = spelled(LANGUAGES[language()], self.glyphs)
        left, right = "<>" if self.glyphs is ASCII else "‹›"
        board.stops = (
            HomeStop(FIRST_GAME, _("First game")),
            HomeStop("new", _("New game")),
            HomeStop("saved", _("Saved games")),
            HomeStop("tables", _("Shared tables") + tables),
            HomeStop("statistics", _("Statistics")),
            HomeStop("rules", _("Rules")),
            HomeStop("manual", _("Manual")),
            HomeStop("settings", _("Settings")),
            HomeStop("language", f"{left} {spoken} {right}"),
            HomeStop("quit", _("Quit")),
        )
        board.tiles = {key: Tile(game_name(key)) for key in GAMES}
        if self._games is not None:
            board.tiles = {key: self._tile(key, board.plan) for key in GAMES}
        if self._offers_first and not board.has_moved:
            board.cursor = board.ids.index(FIRST_GAME)
        board.redraw()
        board.focus()
        self._say_place()

    def _tile(self, key: str, plan: HomePlan) -> Tile:
        """Return the tile of a game with the miniature of its newest game."""
        game = self._game(key)
        view, state = None, _("no game yet")
        width = plan.tiles[0].width - 2
        if game:
            timeline, header = game.timeline, game.header
            over = [*result_forms(header), _("game over")] if header.ended else []
            state = shortened(over or turn_forms(timeline, header.turns), width + 1)
            view = timeline.view(next((s for s in timeline.visible_seats if s is not None), None))
        picture = tuple(miniature_of(key, view, width, plan.picture, self.glyphs))
        return Tile(game_name(key), state, bool(game and game.saved.is_in_play), picture)

    @property
    def _kind(self) -> str | None:
        """The key of the game under the cursor, None on a stop."""
        return self._board.current.partition(GAME)[2] or None

    @property
    def _in_play(self) -> NewestGame | None:
        """The game in play under the cursor, None for none."""
        game = self._game(self._kind)
        return game if game and game.saved.is_in_play else None

    def _game(self, key: str | None) -> NewestGame | None:
        return (self._games or {}).get(key or "")

    def on_screen_resume(self) -> None:
        """Note the time: a `q` typed just before was meant for the previous screen."""
        self._came_up = monotonic()
        self._look()
        self.call_after_refresh(self._look_for_tables)

    def _look(self) -> None:
        """Look for the newest game of each kind, unless the folder is empty."""
        self._search += 1
        self._board.has_moved = False
        has_files = has_entries(self._store.folder)
        self._offers_first = not has_files and is_first_start()
        if has_files:
            found = partial(self._games_found, self._search)
            self._find(partial(newest_games, self._store, self._games or {}), found)
        else:
            self._games = {}

    def _look_for_tables(self) -> None:
        """Ask the tables of this machine about their games; a table that hangs takes a second."""
        self._find(living_tables, self._tables_found)

    def _find(self, find: Callable[[], T], found: Callable[[T], None]) -> None:
        """Find something in a thread, and hand it to `found` here."""

        def work() -> None:
            result = find()
            if self.is_running:
                self.call_later(found, result)

        threading.Thread(target=work, daemon=True).start()

    def _games_found(self, search: int, games: dict[str, NewestGame]) -> None:
        """Show the games; the cursor goes to the newest game in play that is new here."""
        if search != self._search:
            return
        self._games = games
        in_play = [key for key, game in games.items() if game.saved.is_in_play]
        newest = min(in_play, key=lambda key: games[key].place, default=None)
        if newest:
            now = (games[newest].saved.path, games[newest].header)
            if now != self._went_to and not self._board.has_moved:
                self._board.cursor = list(GAMES).index(newest)
            self._went_to = now
        self.update()
        if self._is_wanted:
            self._is_wanted = False
            self.do_accept()

    def _tables_found(self, tables: Sequence[TableSign]) -> None:
        """Say how many tables there are, and their names at their place."""
        if tables != self._tables:
            self._tables = tables
            self.update()

    def _say_place(self) -> None:
        """Say the effect of Enter on the place under the cursor, unless something else is said."""
        words = self._place_words()
        if self._said in ("", self._said_of_place):
            self.say(words)
        self._said_of_place = words

    def _place_words(self) -> str:
        current = self._board.current
        if current == FIRST_GAME:
            if self._offers_first:
                return _("New here? Enter plays a first game.")
            return _("Enter plays a first game.")
        if current == "language":
            other = LANGUAGES[_other_language()]
            return _("Enter changes to {language}.").format(language=spelled(other, self.glyphs))
        if current == "tables":
            signs = (sign_words(sign, game_name(sign.game)) for sign in self._tables)
            return f" {self.glyphs.dot} ".join(signs)
        if not self._kind or self._games is None:
            return ""
        game = self._game(self._kind)
        if game is None:
            return _("No game yet: Enter sets one up.")
        words = _("The last one: {game}. Enter begins another.")
        if self._in_play:
            words = _("Enter resumes: {game}.")
        told = described(game.header, outside.now())
        return shortened([words.format(game=one) for one in told], self.size.width - 2)

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now; the place decides the action of Enter."""
        if action not in BY_ENTER:
            return None
        meant = "accept"
        if self._kind:
            meant = "go_on" if self._in_play else "set_up"
        return None if self._board.current and action == meant else ""

    def perform(self, action: str) -> None:
        """Carry out an action; Enter takes the place under the cursor, whatever it means there."""
        super().perform("accept" if action in BY_ENTER else action)

    def _go_to_place(self) -> None:
        """Say the effect of Enter on this place, and show its keys."""
        self._said_of_place = self._said
        self._say_place()
        self.show_keys()

    def on_home_board_taken(self) -> None:
        """Take the clicked place."""
        if self.is_on_top:
            self.do_accept()

    def do_next_tile(self) -> None:
        """Go to the next place."""
        self._board.turn(1)

    def do_accept(self) -> None:
        """Go where the place under the cursor leads, once that is known."""
        if not self._kind:
            self.perform(self._board.current)
        elif self._games is None:
            self._is_wanted = True
        elif game := self._in_play:
            self.request(OpenGame(game.saved.path))
        else:
            self.do_new()

    def do_language(self) -> None:
        """Speak the other language."""
        self.request(SetLanguage(_other_language()))

    def do_new(self) -> None:
        """Set up a new game: of the kind under the cursor, else of the kind played last."""
        from tui.screens.new_game import NewGame

        self.app.push_screen(NewGame(self._kind))

    def do_first_game(self) -> None:
        """Choose a first game."""
        from tui.screens.first_game import ask_first_game

        ask_first_game(self)

    def do_tables(self) -> None:
        """Show the tables of this machine's people."""
        from tui.screens.tables_here import TablesHere

        self.app.push_screen(TablesHere(living_tables))

    def do_statistics(self) -> None:
        """Show how everybody has done."""
        from tui.screens.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen(self._store))

    def do_rules(self) -> None:
        """Show the rules, those of the main game first."""
        from tui.screens.pages import RulesScreen

        self.app.push_screen(RulesScreen(MAIN))

    def do_quit(self) -> None:
        """Leave."""
        if monotonic() - self._came_up >= self._timing.key_pause:
            self.request(Quit())


def has_entries(folder: Path) -> bool:
    """Whether there is anything in a folder."""
    try:
        with os.scandir(folder) as entries:
            return any(True for _entry in entries)
    except OSError:
        return False


def _other_language() -> str:
    return next(code for code in LANGUAGES if code != language())
