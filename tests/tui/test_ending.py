"""Odd moments: a window of another size, a paste or a signal as the program ends."""

from __future__ import annotations

import signal
from unittest import mock

import pytest
from duels import new_table, play_on
from pilots import driven, home_is_known, on_screen, program, settled
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key, Paste, Resize
from textual.geometry import Size

from tui.app import TapisApp
from tui.screens.home import Home
from tui.screens.waiting import CurtainScreen


async def test_a_window_that_gets_too_small_as_the_program_ends_is_no_fault():
    app = program()
    async with driven(app) as pilot:
        home = await home_is_known(pilot)
        app.end_soon()
        with mock.patch.object(TapisApp, "size", Size(1, 1)):
            home.on_resize()
    assert app.return_code == 0


async def test_a_paste_that_comes_as_the_program_ends_is_no_fault():
    app = program()
    async with driven(app):
        app.end_soon()
        with mock.patch.object(TapisApp, "screen_stack", []):
            await app.on_event(Paste("15^ 20^"))
    assert app.return_code == 0


async def test_a_signal_at_the_moment_when_the_terminal_is_taken_ends_the_program_in_order():
    missed: list[int] = []
    app = program()
    before = signal.signal(signal.SIGTERM, lambda number, _frame: missed.append(number))
    take = mock.Mock(side_effect=lambda: signal.raise_signal(signal.SIGTERM))
    try:
        with mock.patch.object(HeadlessDriver, "start_application_mode", take):
            async with driven(app):
                pass
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (missed, app.return_code, len(take.mock_calls)) == ([], 0, 1)


USUAL, TINY = Size(80, 24), Size(2, 1)


@pytest.mark.parametrize("sizes", [(TINY, USUAL), (USUAL, TINY, USUAL)])
@on_screen()
async def test_sizes_that_wait_for_a_screen_do_not_follow_each_other_for_ever(
    pilot, sizes, impatient
):
    screen = pilot.app.screen
    for size in sizes:
        screen.post_message(Resize(size, size))
        screen.post_message(Key("f9", None))
    await settled()
    assert screen.size == USUAL
    assert not screen.is_small


async def test_a_screen_that_has_not_yet_been_told_its_size_draws_nothing_it_has_no_room_for():
    async with driven(program("replay", play_on(new_table(9), ("greedy", "greedy"), 7))) as pilot:
        curtain = pilot.app.screen
        assert isinstance(curtain, CurtainScreen)
        with mock.patch.object(TapisApp, "size", TINY):
            curtain.update()


@on_screen(size=TINY)
async def test_enter_takes_nothing_from_a_first_screen_that_has_drawn_nothing(pilot):
    home = pilot.app.screen
    assert isinstance(home, Home)
    no_draw = mock.patch.object(Home, "draw")  # else what its threads find draws it
    with mock.patch.object(TapisApp, "size", USUAL), no_draw:
        home.remove_class("small")
        await pilot.press("enter")
        assert pilot.app.screen is home
