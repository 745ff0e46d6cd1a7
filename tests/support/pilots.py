"""The full-screen program in a test: driven by keys, read as text, with no clock in it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial, wraps
from math import inf
from typing import Any

import textual.app
import textual.pilot
import textual.screen
from games_on_disk import NOW
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.keys import key_to_character
from textual.pilot import Pilot

from engine.table import Table
from host import outside
from play import home_model, table_model
from play.frame import Phase
from play.look_back import LookBack
from play.notes import GameFile
from play.requests import OpenGame, PlayBranch, ReplayGame, StartGame
from programs.thinking import Reaction, think_in_loop
from saves import autosave
from saves.autosave import Autosave, BackgroundAutosave
from saves.reading import read_record
from saves.record import Record
from tui.app import TapisApp
from tui.screens import listed
from tui.screens.home import Home
from tui.screens.home_board import HomeBoard
from tui.screens.saved import SavedGames
from tui.screens.table import TableScreen
from tui.widgets.choices import Choices
from tui.widgets.lines import Lines
from words.translation import set_language

STARTS = {
    "new_game": StartGame,
    "open_game": OpenGame,
    "branch": PlayBranch,
    "replay": lambda table: ReplayGame(Record.new(table, NOW), GameFile()),
    "replay_file": lambda path: ReplayGame(read_record(path.read_bytes()), GameFile(path)),
}


PAINT_SECONDS = 0.001
"""How soon Textual lays out and paints."""
MOST_PAINTINGS = 10
"""A program that has ended is asked to paint again and again."""
MOST_ROUNDS = 100_000
"""Rounds of the loop after which what is still not done never will be."""


class PromptAutosave(BackgroundAutosave):
    """Never behind: it writes at once."""

    def _write(self, data: bytes) -> None:
        Autosave._write(self, data)


class PromptLookBack(LookBack):
    """Looks at the saved games in the loop, and in no thread."""

    def __init__(self, client: Any, loop: Any, _think: object) -> None:
        super().__init__(client, loop, think_in_loop)


def program(
    start: str = "",
    *arguments: object,
    seed: int | None = 3,
    language: str = "en",
    prompt: bool = True,
    is_new: bool = False,
    tables: Sequence[Any] = (),
    motion: str = "none",
    pace: float = 0.01,
    key_pause: float = 0,
    **settings: Any,
) -> TapisApp:
    """Return the program with nothing that waits or tells the time, not even a disk if `prompt`.

    The first screen offers a first game if the person `is_new`, and shows the `tables` that others
    have set up. Moves are shown step by step with `motion` "full", a step every `pace` seconds.
    """
    set_language(language)
    home_model.is_first_start = lambda: is_new
    home_model.living_tables = lambda: tables
    outside.now = lambda: NOW
    listed.REST = PAINT_SECONDS
    autosave.BackgroundAutosave = PromptAutosave if prompt else BackgroundAutosave
    table_model.LookBack = PromptLookBack
    app = TapisApp(STARTS[start](*arguments) if start else None, seed=seed, **settings)
    app.animation_level = motion
    app.timing.pace, app.timing.key_pause = pace, key_pause
    Reaction.milliseconds = range(0)
    return app


def game_of(screen: Any) -> Table[Any]:
    """Return the table of the engine behind a table screen."""
    return screen.client.session.table


def shown(app: TapisApp) -> str:
    """Return the text of the screen one is at."""
    return "\n".join(widget.plain() for widget in app.screen.query(Lines) if widget.display)


async def settled(*_: object) -> bool:
    """Wait until nothing is left to do for the loop but to wait, and Textual has painted.

    What a key leads to by messages has then happened, however busy the machine is. What a thread,
    a timer or the disk has still to do has not: wait for that by `until`.
    """
    loop: Any = asyncio.get_running_loop()
    paintings = 0
    for _ in range(MOST_ROUNDS):
        await asyncio.sleep(0)
        if not loop._ready:
            times = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
            left = min(times, default=inf) - loop.time()
            if left > 2 * PAINT_SECONDS or paintings == MOST_PAINTINGS:
                return True
            paintings += 1
            await asyncio.sleep(max(left, 0))
    raise AssertionError("it never stands still")


# Textual's own takes a process that a busy machine gives no time for one that has nothing to do.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = settled  # type: ignore[assignment]
textual.screen.UPDATE_PERIOD = PAINT_SECONDS

_parse_rules = Stylesheet._parse_rules
_parsed: dict[object, list[RuleSet]] = {}


def _parsed_once(sheet: Stylesheet, *text_and_place: Any, **more: Any) -> list[RuleSet]:
    """Parse a style sheet, or return what came of it in a program before, of the same colours."""
    variables = frozenset(sheet._variables.items())
    key = (text_and_place, frozenset(more.items()), variables)
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, *text_and_place, **more)
    return _parsed[key]


Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]


def keys_to(pilot: Pilot, id_: str) -> list[str]:
    """Return the keys that go to a row, by its id or words, or to a place of the first screen."""
    boards = pilot.app.screen.query(HomeBoard)
    if boards:
        return ["home", *["right"] * boards.first().ids.index(id_)]
    choices = pilot.app.screen.query_one(Choices).choices
    at = next(at for at, choice in enumerate(choices) if id_ in (choice.id, choice.words))
    return ["home", *["down"] * at]


def set_pace(table: TableScreen, seconds: float) -> None:
    """Set the seconds of a step at a table."""
    table.controller.pace = table.controller.pace._replace(step=seconds)


async def listed_games(pilot: Pilot) -> SavedGames:
    """Show the saved games, and wait until they are listed."""
    screen = SavedGames(pilot.app.store)
    pilot.app.push_screen(screen)
    await until(pilot, lambda: pilot.app.screen is screen and screen.query_one(Choices).lines)
    return screen


async def at_once(pilot: Pilot, *keys: str) -> None:
    """Press keys faster than anything can be painted between them."""
    for key in keys:
        pilot.app.post_message(Key(key, key_to_character(key)))
    await pilot.pause()


async def home_is_known(pilot: Pilot) -> Home:
    """Wait until the first screen has looked for games, and return it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Home) and pilot.app.screen.is_known)
    assert isinstance(pilot.app.screen, Home)
    return pilot.app.screen


async def until(pilot: Pilot, is_so: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    for _ in range(6000):
        await pilot.pause()
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"never came true; the screen shows:\n{shown(pilot.app)}")


async def resize(pilot: Pilot, columns: int, rows: int) -> None:
    """Give the program another size, and wait until it has taken it."""
    await pilot.resize_terminal(columns, rows)
    await until(pilot, lambda: pilot.app.screen.region.size == (columns, rows))
    await pilot.pause()


def table_of(pilot: Pilot) -> TableScreen:
    """Return the table that is open, whatever stands over it."""
    (table,) = [one for one in pilot.app.screen_stack if isinstance(one, TableScreen)]
    return table


async def my_turn(pilot: Pilot) -> TableScreen:
    """Wait until somebody here is to move, or a round or the game is over; return the table."""
    await until(pilot, lambda: any(isinstance(s, TableScreen) for s in pilot.app.screen_stack))
    table = table_of(pilot)
    ends = (Phase.ROUND_OVER, Phase.OVER)
    await until(pilot, lambda: table.cursor is not None or table.frame.phase in ends)
    return table


@asynccontextmanager
async def driven(app: TapisApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot]:
    """Run the program; at the end leave its tables."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot
        for screen in app.screen_stack:
            getattr(screen, "leave", lambda: None)()


def drive(
    app: TapisApp, act: Callable[[Pilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the program, act on it, and leave its tables."""

    async def run() -> None:
        async with driven(app, size) as pilot:
            await act(pilot)

    asyncio.run(run())


def on_screen(*start: Any, size: tuple[int, int] = (80, 24), **settings: Any) -> Callable[..., Any]:
    """Run a test with a pilot of the program that starts so; its other arguments are fixtures.

    An argument `size` of the test is the size of the window.
    """

    def driven(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            window = fixtures.get("size", size)
            drive(program(*start, **settings), partial(test, **fixtures), window)

        signature = inspect.signature(test)
        fixtures = [one for name, one in signature.parameters.items() if name != "pilot"]
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return driven
