"""How soon a key is answered: without a tick of a clock, in one frame, by the screen it is for."""

from __future__ import annotations

import asyncio

from pilots import program, until
from setups import duel_setup
from textual.events import Key

from play.setup import Series
from tui.screens.help import HelpScreen
from tui.screens.pages import RulesScreen
from tui.screens.table import TableScreen
from tui.widgets.lines import Lines

ALONE = Series(duel_setup(("human", "greedy"), first="north"))


def at_table(act, monkeypatch) -> None:
    """Act on a table of the duel; of each frame one gets whose it is, and what it says."""
    app = program("new_game", ALONE)
    frames: list[tuple[type, str]] = []
    paint = app._display

    def display(screen, update) -> None:
        if update is not None and not app._batch_count:
            words = "".join(lines.plain() for lines in screen.query(Lines))
            frames.append((type(screen), words.strip()))
        paint(screen, update)

    monkeypatch.setattr(app, "_display", display)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.screen.focused is not None and bool(frames))
            await act(app, pilot, frames)
            app.end()

    asyncio.run(run())


def test_no_screen_is_shown_without_its_words(monkeypatch):
    async def act(app, pilot, frames):
        await pilot.press("question_mark")
        await until(pilot, lambda: issubclass(frames[-1][0], HelpScreen))
        await pilot.press("q")
        await until(pilot, lambda: issubclass(frames[-1][0], TableScreen))
        assert all(words for _screen, words in frames)

    at_table(act, monkeypatch)


def test_a_key_is_painted_without_a_tick_of_the_clock(monkeypatch):
    async def act(app, pilot, frames):
        screen, before = app.screen, app.screen.cursor
        await asyncio.sleep(0.05)
        monkeypatch.setattr(screen._update_timer, "resume", lambda: None)
        monkeypatch.setattr(screen, "_painted", 0.0)
        frames.clear()
        app.post_message(Key("right", None))
        for _ in range(100):
            await asyncio.sleep(0)
        assert screen.cursor != before
        assert frames

    at_table(act, monkeypatch)


def test_a_key_that_means_nothing_here_means_nothing_on_a_screen_that_has_no_widgets_yet(
    monkeypatch,
):
    async def act(app, pilot, frames):
        heard = []
        hear = app.on_event

        async def on_event(event) -> None:
            heard.append(event)
            await hear(event)

        monkeypatch.setattr(app, "on_event", on_event)
        app.post_message(key := Key("f9", None))
        await pilot.pause()
        assert heard.count(key) == 1

    at_table(act, monkeypatch)


def test_what_is_typed_ahead_is_for_the_screen_that_comes(monkeypatch):
    async def act(app, pilot, frames):
        app.screen.perform = lambda _id: app.screen.do_rules()
        for key in ("right", "right"):
            app.post_message(Key(key, None))
        await until(
            pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen._game == "zen"
        )

    at_table(act, monkeypatch)
