"""The manual on the screen: from the first screen and from a table, by keys alone."""

from __future__ import annotations

import asyncio

import pytest
from pilots import drive, home_is_known, keys_to, my_turn, on_screen, program, shown, until
from setups import duel_setup

from play.setup import Series
from tui.screens.home import Home
from tui.screens.pages import ManualScreen, ManualSection
from tui.screens.table import TableScreen
from words import pages
from words.pages import sections


def titles(code: str) -> list[str]:
    manual_page = (pages._MANUALS[-1] / f"manual.{code}.md").read_text(encoding="utf-8")
    return [part.title for part in sections(manual_page)]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_section_is_chosen_and_the_arrows_turn_to_its_neighbours(code, size):
    first, second, *_others, last = titles(code)

    async def act(pilot):
        await home_is_known(pilot)
        await pilot.press(*keys_to(pilot, "manual"), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await until(pilot, lambda: second in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualSection))
        for key, title in (("left", first), ("left", last), ("right", first), ("right", second)):
            await pilot.press(key)
            await until(pilot, lambda title=title: shown(pilot.app).strip().startswith(title))
        assert "<!--" not in shown(pilot.app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))

    drive(program(language=code), act, size)


def test_a_table_has_the_manual_and_comes_back(monkeypatch, tmp_path):
    async def act(pilot):
        await my_turn(pilot)
        await pilot.press("M")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        monkeypatch.setattr(pages, "_MANUALS", (tmp_path,))
        await pilot.press("M")
        await until(pilot, lambda: "No such file" in shown(pilot.app))
        await pilot.press("enter", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))

    drive(program("new_game", Series(duel_setup(("human", "greedy"), first="north"))), act)


@on_screen()
async def test_a_screen_that_is_being_removed_is_drawn_no_more(pilot):
    await home_is_known(pilot)
    await pilot.press(*keys_to(pilot, "manual"), "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
    await until(pilot, lambda: "Install" in shown(pilot.app))
    screen, drawn = pilot.app.screen, []
    screen.draw = lambda: drawn.append(True)
    screen.update()
    assert drawn.pop()
    gone = pilot.app.pop_screen()
    while not screen.is_attached or screen.display:  # until the first step of its removal
        await asyncio.sleep(0)
    screen.update()
    await gone
    assert not drawn
