"""The full-screen program in a test: driven by keys, read as text, with no clock in it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial, wraps
from typing import Any
from unittest import mock
from weakref import WeakSet

import textual.app
import textual.pilot
from games_on_disk import NOW
from textual._context import active_app
from textual.pilot import Pilot
from textual.screen import Screen

from engine.table import Table
from host import outside
from play.requests import OpenGame, PlayBranch, ReplayGame, StartGame
from programs.thinking import Reaction
from saves import autosave
from saves.autosave import Autosave, BackgroundAutosave
from tui.app import TapisApp
from tui.screens import home
from tui.screens.home import Home
from tui.screens.home_board import HomeBoard
from tui.widgets.choices import Choices
from tui.widgets.lines import Lines
from words.translation import set_language

STARTS = {
    "new_game": StartGame,
    "open_game": OpenGame,
    "branch": PlayBranch,
    "replay_table": ReplayGame,
}


MOST_ROUNDS = 100_000
"""Rounds of the loop after which what is still not done never will be."""


class PromptAutosave(BackgroundAutosave):
    """Never behind: it writes at once."""

    def _write(self, data: bytes) -> None:
        Autosave._write(self, data)


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
    home.is_first_start = lambda: is_new
    home.living_tables = lambda: tables
    outside.now = lambda: NOW
    autosave.BackgroundAutosave = PromptAutosave if prompt else BackgroundAutosave
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
    """Wait until nothing is left to do for the loop but to wait, and the screen is painted.

    What a key leads to by messages has then happened, however busy the machine is. What a thread,
    a timer or the disk has still to do has not: wait for that by `until`.
    """
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    app = active_app.get()
    for _ in range(MOST_ROUNDS):
        await asyncio.sleep(0)
        if ready:
            continue
        if app._resize_timer:  # Textual takes a new size a moment later
            await asyncio.sleep(0.001)
        elif app.screen_stack and _is_unpainted(app.screen):
            app.screen._on_timer_update()
        else:
            return True
    raise AssertionError("it never stands still")


def _is_unpainted(screen: Screen) -> bool:
    return not screen.app._batch_count and bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


# Textual's own take a process that a busy machine gives no time for one that has nothing to do.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = settled  # type: ignore[assignment]
Pilot._wait_for_screen = settled  # type: ignore[assignment,method-assign]


_paint = Screen._compositor_refresh
_painted: WeakSet[Screen] = WeakSet()


def _paint_once(screen: Screen) -> None:
    """Paint a screen when it comes up. Nobody sees the rest, and it is a third of a test's work.

    Pictures and tests in a terminal show that what changes is painted too.
    """
    if screen in _painted and screen is screen.app.screen:
        screen._dirty_widgets.clear()
        screen._compositor._dirty_regions.clear()
        screen.app._update_mouse_over(screen)
    else:
        _painted.add(screen)
        _paint(screen)


def keys_to(pilot: Pilot, id_: str) -> list[str]:
    """Return the keys that go to a row, by its id or words, or to a place of the first screen."""
    boards = pilot.app.screen.query(HomeBoard)
    if boards:
        return ["home", *["right"] * boards.first().ids.index(id_)]
    choices = pilot.app.screen.query_one(Choices).choices
    at = next(at for at, choice in enumerate(choices) if id_ in (choice.id, choice.words))
    return ["home", *["down"] * at]


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


def drive(
    app: TapisApp, act: Callable[[Pilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the program, act on it, and leave its tables."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)
            for screen in app.screen_stack:
                getattr(screen, "leave", lambda: None)()

    with mock.patch.object(Screen, "_compositor_refresh", _paint_once):
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
