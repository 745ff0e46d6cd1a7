"""A tour of every screen, and what of its words there was no room for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from games_on_disk import NOW
from pilots import drive, home_is_known, program, settled, until
from rich.cells import cell_len
from textual.pilot import Pilot

from engine.games import GAMES, MAIN
from engine.table import Table
from play.frame import Phase
from play.notes import GameFile
from play.requests import StartGame
from play.rows import Row
from play.setup import Series, Setup, new_table
from saves.record import Record
from saves.settings import Settings
from saves.store import Store
from tui.games.catalogue import scene_of
from tui.screens.base import TapisScreen
from tui.screens.home_board import HomeBoard
from tui.screens.keys import KeysScreen
from tui.screens.menu import Ask
from tui.screens.new_game import NewGame
from tui.screens.pages import ManualScreen, RulesScreen
from tui.screens.replay import ReplayScreen
from tui.screens.saved import SavedGames
from tui.screens.saved_rows import FileTable, Preview
from tui.screens.settings import ChooseValue, SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table import TableScreen
from tui.table import sheet
from tui.widgets import lines
from tui.widgets.choices import Choices
from tui.widgets.lines import Lines
from words.glyphs import glyphs

PAGES = ("menu", "rules", "branch", "what_next", "cards", "last_trick", "scores", "take_back")
"""The ids of the actions that show something above a screen."""
NARROWEST = 9
"""A drawing of fewer cells is that of a widget for which there is no room, and not seen."""
MOST_VALUES = 30
"""So many values of a row are tried at most; the others differ in a number alone."""


class Cut(NamedTuple):
    """Words there was no room for: where, what is shown in their place, and the whole of them.

    Words are `abridged`, with a sign for what is left out; or they end at the `edge` of a drawing
    or of a widget, or stand `below` one, and nothing says so.
    """

    how: str
    words: str
    whole: str = ""


def plain(row: lines.Line) -> str:
    return "".join(part.text for part in row).rstrip()


@contextmanager
def beside_sheets(note: Callable[[Cut], None]) -> Iterator[None]:
    """Note the letters that are put beside a drawing."""
    put = sheet.Sheet.put

    def noted(self, x, y, words, *inks, **more) -> int:
        signs = sheet.whole_signs(words)
        beside = "".join(signs[: max(0, -x)] + signs[max(0, self.width - x) :])
        if self.width >= NARROWEST and any(sign.isalnum() for sign in beside):
            note(Cut("edge", beside, words))
        return put(self, x, y, words, *inks, **more)

    with mock.patch.object(sheet.Sheet, "put", noted):
        yield


class Tour:
    """Somebody who goes from screen to screen and notes what is cut on each."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.app: Any = pilot.app
        self.cuts: dict[Cut, str] = {}

    async def look(self) -> None:
        """Look at the screen one is at, once all on it stands still."""
        await settled()
        screen = self.app.screen
        for whole in screen.abridged():
            self.note(Cut("abridged", whole))
        for widget in screen.query(Lines):
            if widget.display and widget.region:
                self._look_at(widget)

    def note(self, cut: Cut) -> None:
        """Note a cut, with the screen on which it was seen first."""
        self.cuts.setdefault(cut, type(self.app.screen).__name__)

    def _look_at(self, widget: Lines) -> None:
        width, height = widget.outer_size
        for row in map(plain, widget.lines[:height]):
            if cell_len(row) > width:
                self.note(Cut("edge", row[width:], row))
        if below := " / ".join(filter(None, map(plain, widget.lines[height:]))):
            self.note(Cut("below", below))

    async def press(self, *keys: str) -> None:
        """Press keys, and look after each."""
        for key in keys:
            await self.pilot.press(key)
            await self.look()

    async def at(self, screen: TapisScreen) -> None:
        """Show a screen above those there are."""
        self.app.push_screen(screen)
        await self.look()

    async def away(self) -> None:
        """Leave the screen one is at."""
        self.app.pop_screen()
        await settled()


Visit = Callable[[Tour], Awaitable[None]]


def cuts_of(language: str, size: tuple[int, int], *visits: Visit) -> dict[Cut, str]:
    """Return what is cut while screens are visited in a window of this size, and where."""
    tours = []

    async def act(pilot: Pilot) -> None:
        tours.append(tour := Tour(pilot))
        with beside_sheets(tour.note):
            for visit in visits:
                await visit(tour)

    drive(program(language=language), act, size)
    return tours[0].cuts


# New games


def new_game_of(game: str, *, every: bool = True) -> Visit:
    """Return a visit to all that can be set of a new game, every option with all its values.

    Without `every` each row is set to its longest value alone.
    """

    async def visit(tour: Tour) -> None:
        screen = NewGame(game)
        await tour.at(screen)
        done: set[str] = {"game"}
        while row := next((row for row in screen.rows() if row.id not in done), None):
            done.add(row.id)
            if every:
                await _try_row(tour, screen, row)
            elif row.choices:
                longest = max(row.choices, key=lambda choice: cell_len(choice.words))
                screen.set_row(row, longest.id)
        await tour.look()
        await tour.away()

    return visit


async def _try_row(tour: Tour, screen: NewGame, row: Row) -> None:
    choices = screen.query_one(Choices)
    choices.cursor = [choice.id for choice in choices.choices].index(row.id)
    screen.update()
    await tour.look()
    if row.is_chosen:
        await tour.at(Ask(row.question, row.choices, row.value))
        await tour.away()
    else:
        screen.ask(row.question, lambda _typed: None, row.value)
        await tour.look()
        screen.do_leave()
    for _value in list(row.values or ())[:MOST_VALUES]:
        screen.turn(1)
        await tour.look()


# Tables


def played(setup: Setup, seed: int, turns: int = 10_000) -> Table[Any]:
    """Return a table at which random players played on, as long as they could."""
    table = new_table(setup, seed)
    seats = range(len(table.seats))
    players = [table.game.computer_players["random"](seed + seat) for seat in seats]
    for _number in range(turns):
        if table.outcome:
            break
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def replay_of(table: Table[Any], every: int = 1, *, has_pages: bool = True) -> Visit:
    """Return a visit to the replay of a game, by each pair of eyes and so many turns at once."""

    async def visit(tour: Tour) -> None:
        scene, record = scene_of(table.game.key, glyphs()), Record.new(table, NOW)
        screen = ReplayScreen(record, scene, tour.app.timing, GameFile())
        await tour.at(screen)
        for turn in range(0, screen.replay.turns + 1, every):
            screen.replay.go_to(turn)
            screen.update()
            await tour.look()
            if turn % 3 == 0:
                for id_ in ("next_step", "eyes"):
                    screen.action_run(id_)
                    await tour.look()
        screen.action_run("last")
        await tour.look()
        if has_pages:
            await pages_of(tour, screen)
        await tour.away()

    return visit


async def pages_of(tour: Tour, screen: TapisScreen) -> None:
    """Go through help, the menu and what else stands above a screen."""
    screen.do_help()
    await tour.look()
    for _topic in tour.app.screen.topics:
        await tour.press("right")
    await tour.away()
    for id_ in screen.OFFERS:
        if screen.refused(id_):
            screen.action_run(id_)
            await tour.look()
    for id_ in PAGES:
        if id_ in screen.OFFERS and screen.refused(id_) is None:
            screen.action_run(id_)
            await tour.look()
            if tour.app.screen is not screen:
                await tour.away()


def table_of(setup: Setup, seed: int, turns: int) -> Visit:
    """Return a visit to a table: a person goes along all places, asks for hints, and plays on."""

    async def visit(tour: Tour) -> None:
        tour.app._seed = seed
        tour.app.carry_out(StartGame(Series(setup)))
        await tour.look()
        while not isinstance(tour.app.screen, TableScreen):
            await tour.press("enter")
        screen = tour.app.screen
        lots = Random(seed)
        for _number in range(turns):
            await until(tour.pilot, lambda: screen.frame.phase not in (Phase.WAITING, Phase.SENT))
            if tour.app.screen is not screen:
                await tour.press("enter")
            elif screen.frame.phase is Phase.TURN:
                await _turn(tour, screen, lots)
            elif screen.frame.phase is Phase.OVER:
                break
            else:
                await tour.press("enter")
        if tour.app.screen is screen:
            await pages_of(tour, screen)
        screen.leave()
        tour.app.go_home()
        await tour.look()

    return visit


async def _turn(tour: Tour, screen: Any, lots: Random) -> None:
    for key in ("right", "down", "right", "left", "up"):
        await tour.press(key)
    if screen.refused("hint") is None and lots.random() < 0.3:
        await tour.press("i")
        await until(tour.pilot, lambda: not screen.frame.seeks_hint)
    player = screen.client.timeline.game.computer_players["random"](lots.randrange(1000))
    if screen.frame.phase is Phase.TURN and screen.seat in screen.controller.timeline.to_move:
        screen.controller.play(player.choose(screen.controller.timeline.view(screen.seat)))
        await tour.look()


# Lists, pages and questions


async def settings(tour: Tour) -> None:
    """Visit what can be set, every setting with all its values, and every key."""
    screen = SettingsScreen(Settings())
    screen.ask_program = lambda _request: None
    await tour.at(screen)
    for row in screen.rows():
        await tour.at(ChooseValue(row, lambda _request: None))
        await tour.away()
        for _value in row.choices:
            await tour.press("right")
        await tour.press("down")
    await tour.at(keys := KeysScreen(Settings()))
    for _choice in keys.query_one(Choices).choices:
        await tour.press("down")
    await tour.press("enter")
    await tour.press("escape")
    await tour.away()
    await tour.away()


async def pages(tour: Tour) -> None:
    """Visit manual, rules and statistics, to their ends."""
    for screen in (RulesScreen(), StatisticsScreen(Store()), ManualScreen()):
        await tour.at(screen)
        for _game in GAMES if "next_value" in screen.OFFERS else (MAIN,):
            while screen.said():
                await tour.press("pagedown")
            await tour.press("right")
        await tour.away()


async def home(tour: Tour) -> None:
    """Visit the first screen, the cursor on each of its places."""
    tour.app.go_home()
    screen = await home_is_known(tour.pilot)
    for _place in screen.query_one(HomeBoard).ids:
        await tour.look()
        await tour.press("right")
    await pages_of(tour, screen)
    await tour.press("ctrl+p")
    await tour.away()


async def saved(tour: Tour) -> None:
    """Visit the saved games, the cursor on each, and what is asked there."""
    screen = SavedGames(Store())
    await tour.at(screen)
    await until(tour.pilot, lambda: screen.query_one(FileTable).choices)
    for _choice in screen.query_one(FileTable).choices:
        await until(tour.pilot, lambda: screen.query_one(Preview).lines)
        for key in ("f2", "s", "slash"):
            await tour.press(key)
            screen.do_leave()
        await tour.press("delete")
        await tour.away()
        await tour.press("t", "down")
    await pages_of(tour, screen)
    await tour.away()
