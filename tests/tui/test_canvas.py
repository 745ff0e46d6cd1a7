"""What a screen paints, what it draws once only, and how soon a key is answered."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from unittest import mock

import pytest
from duels import new_table, play_on
from pilots import home_is_known, program, resize, until
from rich.segment import Segment
from setups import ALONE
from textual.events import Key
from textual.geometry import Size
from textual.renderables.background_screen import BackgroundScreen

from play.setup import Series, usual_setup
from tui.app import TapisApp
from tui.screens.help import HelpScreen
from tui.screens.menu import Menu
from tui.screens.pages import RulesScreen
from tui.screens.table import TableScreen
from tui.shown import Shown
from tui.themes import Depth, set_palette
from tui.widgets import canvas
from tui.widgets.canvas import CLEAR
from tui.widgets.cells import Row, row_of
from tui.widgets.remembered import KEPT, remembered
from words.translation import set_language

OVER = play_on(new_table(8), ("greedy", "greedy"))

SCREENS = {
    "home": ((), ["right", "m"]),
    "duel": (("new_game", ALONE), ["right", "enter", "colon", "2", "escape", "question_mark"]),
    "hearts": (("new_game", Series(usual_setup("hearts"))), ["right", "enter", "m", "c"]),
}


class Frames:
    """Stands for the terminal: it keeps whose each frame was, its rows, and the cursor."""

    def __init__(self, app) -> None:
        self.app = app
        self.seen: list[tuple[type, list[Row]]] = []
        self.shown = Shown()

    def paint(self, rows, cursor) -> None:
        self.seen.append((type(self.app.screen), rows))
        self.cursor = cursor

    @property
    def chosen(self) -> str:
        """The words from the cursor on, up to two blanks."""
        x, y = self.cursor
        words = "".join(sign for sign, _pen in self.seen[-1][1][y][x:])
        return words.strip().partition("  ")[0]


@asynccontextmanager
async def running(app, size=(80, 24)):
    """Run a program whose frames are kept, once it shows a screen."""
    app.terminal = Frames(app)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(app.terminal.seen))
        yield app, pilot
        app.end()


@asynccontextmanager
async def at_table():
    """Run a program that shows a table of the duel."""
    async with running(program("new_game", ALONE)) as (app, pilot):
        await until(pilot, lambda: app.screen.focused is not None)
        yield app, pilot


def is_painted_as_by_textual(app) -> bool:
    console, screen = app.console, app.screen
    options = console.options.update_dimensions(*screen.size)
    segments = console.render(BackgroundScreen(screen, CLEAR), options)
    rows = [row_of(parts) for parts in Segment.split_lines(segments)]
    return screen.has_drawn and app.terminal.seen[-1] == (type(screen), rows)


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (120, 40), (20, 10)])
@pytest.mark.parametrize("name", SCREENS)
async def test_what_is_painted_is_what_textual_would_paint(name, size):
    start, keys = SCREENS[name]
    async with running(program(*start), size) as (app, pilot):
        if name == "home":
            await home_is_known(pilot)
        for key in ("", *keys):
            if key:
                await pilot.press(key)
            await until(pilot, lambda: is_painted_as_by_textual(app))


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize(
    ("start", "keys", "chosen"),
    [
        ((), "right", "Zen l"),
        ((), "comma down", "Theme"),
        (("new_game", ALONE), "right", "24"),
        (("new_game", ALONE), "left", "Menu"),
        (("new_game", ALONE), "m down", "Type"),
        (("new_game", Series(usual_setup("zen"))), "down " * 14, "Menu"),
        (("new_game", Series(usual_setup("hearts"))), "left", "Menu"),
        (("new_game", Series(usual_setup("war"))), "", "Duel 1: "),
        (("replay", OVER), "right", "▌▌ ━"),
    ],
)
async def test_the_cursor_of_the_terminal_stands_on_what_is_chosen(start, keys, chosen, size):
    async with running(program(*start), size) as (app, pilot):
        if not start:
            await home_is_known(pilot)
        for key in keys.split():
            await pilot.press(key)
        await until(pilot, lambda: app.terminal.chosen.startswith(chosen))


async def test_what_changes_on_the_screen_beneath_is_painted_around_a_box():
    async with at_table() as (app, pilot):
        table = app.screen
        await pilot.press("m")
        await until(pilot, lambda: app.terminal.seen[-1][0] is Menu)
        before = app.terminal.seen[-1]
        table.controller.put(table.cursor.at(5))
        await until(pilot, lambda: app.terminal.seen[-1] != before)
        assert app.terminal.seen[-1][0] is Menu


@pytest.mark.parametrize("size", [(81, 25), (40, 10), (2, 1)])
async def test_another_size_is_painted_once_all_is_laid_out_in_it(size):
    async with at_table() as (app, pilot):
        frames = app.terminal.seen
        frames.clear()
        with mock.patch.object(TapisApp, "size", Size(*size)):
            app.screen.paint()
            assert not frames
        app.screen.paint()
        await resize(pilot, *size)
        await until(pilot, lambda: len(frames[-1][1]) == size[1])
        assert {(len(rows[0]), len(rows)) for _screen, rows in frames} == {(80, 24), size}


async def test_a_box_stays_over_the_screen_beneath_in_another_size():
    async with at_table() as (app, pilot):
        await pilot.press("m")
        for size in ((100, 30), (70, 24), (79, 25)):
            await resize(pilot, *size)
            await until(pilot, lambda: is_painted_as_by_textual(app))
            assert type(app.screen) is Menu


async def test_no_screen_is_shown_without_its_words():
    async with at_table() as (app, pilot):
        frames = app.terminal.seen
        await pilot.press("question_mark")
        await until(pilot, lambda: issubclass(frames[-1][0], HelpScreen))
        await pilot.press("q")
        await until(pilot, lambda: issubclass(frames[-1][0], TableScreen))
        for _screen, rows in frames:
            assert any(sign.isalpha() for row in rows for sign, _pen in row)


async def test_a_key_is_painted_without_a_tick_of_the_clock(monkeypatch):
    monkeypatch.setattr(canvas, "FRAME_SECONDS", 0.0)
    async with at_table() as (app, pilot):
        await pilot.pause()
        app.terminal.seen.clear()
        await press_at_once(app, "right")
        assert len(app.terminal.seen) == 1


async def test_what_changes_soon_after_a_painting_is_painted_in_one_frame(monkeypatch):
    monkeypatch.setattr(canvas, "FRAME_SECONDS", 0.0)
    async with at_table() as (app, pilot):
        timers = []
        monkeypatch.setattr(canvas, "FRAME_SECONDS", 60.0)
        monkeypatch.setattr(app.screen, "set_timer", lambda _time, paint: timers.append(paint))
        await pilot.pause()
        app.terminal.seen.clear()
        await press_at_once(app, "right", "left", "right")
        assert not app.terminal.seen
        [paint] = timers
        paint()
        assert len(app.terminal.seen) == 1


async def press_at_once(app, *keys: str) -> None:
    """Press keys and let the loop turn, but no clock tick."""
    for key in keys:
        before = app.screen.cursor
        app.post_message(Key(key, None))
        for _ in range(100):
            await asyncio.sleep(0)
        assert app.screen.cursor != before


async def test_a_key_that_means_nothing_here_means_nothing_on_a_screen_that_has_no_widgets_yet(
    monkeypatch,
):
    async with at_table() as (app, pilot):
        heard = []
        hear = app.on_event

        async def on_event(event) -> None:
            heard.append(event)
            await hear(event)

        monkeypatch.setattr(app, "on_event", on_event)
        app.post_message(key := Key("f9", None))
        await pilot.pause()
        assert heard.count(key) == 1


async def test_what_is_typed_ahead_is_for_the_screen_that_comes(monkeypatch):
    async with at_table() as (app, pilot):
        app.screen.perform = lambda _id: app.screen.do_rules()
        for key in ("right", "right"):
            app.post_message(Key(key, None))
        await until(
            pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen._game == "zen"
        )


@pytest.fixture
def drawings():
    """Return a drawing function, and the list of what it was asked for."""
    asked = []

    @remembered
    def draw(words: str, *, width: int = 1) -> list[str]:
        asked.append((words, width))
        return [words] * width

    return draw, asked


def test_the_same_values_are_drawn_once(drawings):
    draw, asked = drawings
    assert draw("a", width=2) is draw("a", width=2)
    assert draw("b") == ["b"]
    assert draw("a", width=2) == ["a", "a"]
    assert asked == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    "change", [lambda: set_palette("light", Depth.SIXTEEN), lambda: set_language("fr")]
)
def test_another_palette_or_language_is_drawn_anew(drawings, change):
    draw, asked = drawings
    set_palette("baize", Depth.TRUE)
    set_language("en")
    draw("a")
    change()
    draw("a")
    assert len(asked) == 2


def test_the_oldest_drawings_are_forgotten(drawings):
    draw, asked = drawings
    for at in range(KEPT + 1):
        draw(str(at))
    draw(str(KEPT))
    draw("0")
    assert len(asked) == KEPT + 2
