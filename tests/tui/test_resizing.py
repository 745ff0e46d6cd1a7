"""A window of another size, at any moment."""

from __future__ import annotations

from unittest import mock

import pytest
from duels import new_table, play_on
from pilots import drive, on_screen, program, settled
from textual.events import Key, Resize
from textual.geometry import Size

from tui.app import TapisApp
from tui.screens.home import Home
from tui.screens.waiting import CurtainScreen

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


def test_a_screen_that_has_not_yet_been_told_its_size_draws_nothing_it_has_no_room_for():
    async def act(pilot):
        curtain = pilot.app.screen
        assert isinstance(curtain, CurtainScreen)
        with mock.patch.object(TapisApp, "size", TINY):
            curtain.update()

    drive(program("replay", play_on(new_table(9), ("greedy", "greedy"), 7)), act)


@on_screen(size=TINY)
async def test_enter_takes_nothing_from_a_first_screen_that_has_drawn_nothing(pilot):
    home = pilot.app.screen
    assert isinstance(home, Home)
    with mock.patch.object(TapisApp, "size", USUAL):
        home.remove_class("small")
        await pilot.press("enter")
        assert pilot.app.screen is home
