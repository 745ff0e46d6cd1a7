"""The end of the program, whenever it comes."""

from __future__ import annotations

import signal
from unittest import mock

from pilots import drive, home_is_known, program
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Paste
from textual.geometry import Size

from tui.app import TapisApp


def test_a_window_that_gets_too_small_as_the_program_ends_is_no_fault():
    async def act(pilot):
        home = await home_is_known(pilot)
        app.end_soon()
        with mock.patch.object(TapisApp, "size", Size(1, 1)):
            home.on_resize()

    app = program()
    drive(app, act)
    assert app.return_code == 0


def test_a_paste_that_comes_as_the_program_ends_is_no_fault():
    async def act(_pilot):
        app.end_soon()
        with mock.patch.object(TapisApp, "screen_stack", []):
            await app.on_event(Paste("15^ 20^"))

    app = program()
    drive(app, act)
    assert app.return_code == 0


def test_a_signal_at_the_moment_when_the_terminal_is_taken_ends_the_program_in_order():
    async def act(_pilot):
        pass

    missed: list[int] = []
    app = program()
    before = signal.signal(signal.SIGTERM, lambda number, _frame: missed.append(number))
    take = mock.Mock(side_effect=lambda: signal.raise_signal(signal.SIGTERM))
    try:
        with mock.patch.object(HeadlessDriver, "start_application_mode", take):
            drive(app, act)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (missed, app.return_code, len(take.mock_calls)) == ([], 0, 1)
