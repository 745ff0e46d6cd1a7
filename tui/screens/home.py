"""The first screen: a tile for each game, and stops that lead to everything else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from engine.games import GAMES, MAIN
from play.home_model import (
    FIRST_GAME,
    GAME,
    LANGUAGE,
    NEWS,
    STOPS,
    TABLES,
    HomeModel,
    NewestGame,
    News,
    kind_at,
    other_language,
    places,
)
from play.requests import Quit, SetLanguage
from play.tables_here import living_signs
from saves.store import Store
from tui.games.catalogue import miniature_of
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.screens.home_board import HomeBoard, HomeStop, Tile
from tui.screens.home_layout import HomePlan
from tui.widgets.lines import Lines, shortened
from words.glyphs import ASCII, spelled
from words.translation import LANGUAGES, language

if TYPE_CHECKING:
    from net.joining.tables import TableSign

T = TypeVar("T")

BY_ENTER: Final = ("accept", "go_on", "set_up")
"""The ids of the actions of Enter; the place under the cursor decides which one it is."""


class Home(TapisScreen):
    """Where the program begins, and where it comes back to."""

    TOLD_BY = "home"
    OFFERS = (
        *("go_on", "set_up", "accept", "next_tile", "saved", "help", "quit", "new"),
        *("settings", "rules", "manual", "statistics", "first_game", "problems"),
    )
    NEEDS = (40, 20)
    IS_FIRST = True
    _came_up = 0.0

    def __init__(self, store: Store, timing: Timing) -> None:
        super().__init__()
        self._store = store
        self._timing = timing
        self.model = HomeModel(store)
        self._search = 0
        self._is_wanted = False
        self._said_of_place = ""
        self._board = HomeBoard(self._go_to_place, id="home")

    def body(self) -> Iterable[Lines]:
        """Show nothing but the board."""
        yield self._board

    @property
    def is_known(self) -> bool:
        """Whether the newest games were looked for."""
        return self.model.games is not None

    def draw(self) -> None:
        """Show the tiles and the stops; the saved games follow."""
        if not self.is_known and not self._search:
            self._look()
        board, model = self._board, self.model
        board.stops = tuple(HomeStop(id_, self._stop_words(id_)) for id_ in STOPS)
        board.tiles = {key: Tile(model.words(GAME + key)) for key in GAMES}
        if self.is_known:
            board.tiles = {key: self._tile(key, board.plan) for key in GAMES}
        if (model.seat_at or model.offers_first) and not board.has_moved:
            board.cursor = board.ids.index(TABLES if model.seat_at else FIRST_GAME)
        board.redraw()
        board.focus()
        self._say_place()

    def _stop_words(self, place: str) -> str:
        """Return the words of a stop; the one for the language shows which is spoken."""
        if place != LANGUAGE:
            return self.model.words(place)
        left, right = "<>" if self.glyphs is ASCII else "‹›"
        return f"{left} {spelled(LANGUAGES[language()], self.glyphs)} {right}"

    def _tile(self, key: str, plan: HomePlan) -> Tile:
        """Return the tile of a game with the miniature of its newest game."""
        model, place, view = self.model, GAME + key, None
        width = plan.tiles[0].width - 2
        if game := model.game(place):
            seats = game.timeline.visible_seats
            view = game.timeline.view(next((seat for seat in seats if seat is not None), None))
        picture = tuple(miniature_of(key, view, width, plan.picture, self.glyphs))
        standing = shortened(model.standing(place), width + 1)
        return Tile(model.words(place), standing, model.in_play(place) is not None, picture)

    def on_screen_resume(self) -> None:
        """Note the time: a `q` typed just before was meant for the previous screen."""
        self._came_up = monotonic()
        self._look()
        self.call_after_refresh(self._look_for_tables)
        self.call_after_refresh(self._look_for_news)

    def _look(self) -> None:
        """Look for the newest game of each kind, unless the folder is empty."""
        self._search += 1
        self._board.has_moved = False
        if self.model.may_have_games():
            self._find(self.model.find_games, partial(self._games_found, self._search))

    def _look_for_tables(self) -> None:
        """Ask the tables of this machine about their games."""
        self._find(self.model.find_tables, self._tables_found)

    def _look_for_news(self) -> None:
        """Look for the state of what places lead to."""
        self._find(self.model.find_news, self._news_found)

    def _find(self, find: Callable[[], T], found: Callable[[T], None]) -> None:
        """Find something in a thread, and hand it to `found` here."""

        def work() -> None:
            result = find()
            if self.is_running:
                self.call_later(found, result)

        threading.Thread(target=work, daemon=True).start()

    def _games_found(self, search: int, games: Mapping[str, NewestGame]) -> None:
        """Show the games; the cursor goes to the newest game in play that is new here."""
        if search != self._search:
            return
        self.model.games = games
        place = self.model.place_to_go()
        if place and not self._board.has_moved:
            self._board.cursor = places().index(place)
        self.update()
        if self._is_wanted and kind_at(self._board.current):
            self._is_wanted = False
            self.do_accept()

    def _news_found(self, news: Mapping[str, News]) -> None:
        """Show the news, and go where they lead if Enter waits for them."""
        if news != self.model.news:
            self.model.news = news
            self.update()
        if self._is_wanted and self._board.current in news:
            self._is_wanted = False
            self._go()

    def _tables_found(self, found: tuple[Sequence[TableSign], str]) -> None:
        """Say how many tables there are, their names at their place; lead to a seat left there."""
        model = self.model
        if found != (model.tables, model.seat_at):
            model.tables, model.seat_at = found
            self.update()

    def _say_place(self) -> None:
        """Say the effect of Enter on the place under the cursor, unless something else is said."""
        words = self._place_words()
        if self._said in ("", self._said_of_place):
            self.say(words)
        self._said_of_place = words

    def _place_words(self) -> str:
        """Return the words about the place under the cursor, as long as there is room for."""
        place = self._board.current
        if place == TABLES:
            return f" {self.glyphs.dot} ".join(self.model.tables_in_words())
        return shortened(self.model.effect(place), self.size.width - 2)

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now; the place decides the action of Enter."""
        if action not in BY_ENTER:
            return None
        place = self._board.current
        meant = self.model.action(place) if kind_at(place) else "accept"
        return None if place and action == meant else ""

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
        """Go where the place under the cursor leads, once that is known.

        News are looked for again, for they may be of yesterday.
        """
        place = self._board.current
        self._is_wanted = place in NEWS or (kind_at(place) is not None and not self.is_known)
        if place in NEWS:
            self._look_for_news()
        elif not self._is_wanted:
            self._go()

    def _go(self) -> None:
        """Go where the place under the cursor leads."""
        place = self._board.current
        if request := self.model.request(place):
            self.request(request)
        elif kind_at(place):
            self.do_new()
        else:
            self.perform(place)

    def do_language(self) -> None:
        """Speak the other language."""
        self.request(SetLanguage(other_language()))

    def do_new(self) -> None:
        """Set up a new game: of the kind under the cursor, else of the kind played last."""
        from tui.screens.new_game import NewGame

        self.app.push_screen(NewGame(kind_at(self._board.current)))

    def do_first_game(self) -> None:
        """Choose a first game."""
        from tui.screens.first_game import ask_first_game

        ask_first_game(self)

    def do_problems(self) -> None:
        """Choose a game with problems."""
        from tui.screens.problems import ask_problems

        ask_problems(self)

    def do_tables(self) -> None:
        """Show the tables of this machine's people."""
        from tui.screens.tables_here import TablesHere

        self.app.push_screen(TablesHere(living_signs))

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
