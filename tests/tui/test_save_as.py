"""Saving a copy: it says the name it took, and no other file is written over unasked."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from pilots import drive, my_turn, on_screen, program, shown, until
from setups import ALONE

from saves.store import Store, inspect_file
from tui.screens.menu import Ask


async def named(pilot, table, name: str) -> None:
    """Answer the question for a name."""
    await until(pilot, lambda: table.is_asking)
    table.query_one("Input").value = name
    await pilot.press("enter")


def test_a_copy_says_the_name_it_took_and_is_the_same_game():
    async def act(pilot):
        table = await my_turn(pilot)
        await pilot.press("s")
        await until(pilot, lambda: table.is_asking)
        assert table.query_one("Input").value == table.original.name
        await named(pilot, table, "a/b")
        await until(pilot, lambda: table.said() == "A copy is saved as a b.")

    drive(program("new_game", ALONE), act)
    copy = inspect_file(Store().path("a b"))
    assert copy.fault == ""
    assert copy.is_in_play
    assert len(Store().paths()) == 1  # nobody has moved


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_another_file_is_written_over_only_when_that_was_asked(store, answer):
    path, _table = saved_game(store.folder, play_on(new_table(9), turns=3), "other")
    before = path.read_bytes()

    async def act(pilot):
        table = await my_turn(pilot)
        await pilot.press("s")
        await named(pilot, table, "other")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        assert "other is there already. Write over it?" in shown(pilot.app)
        await pilot.press(*["down"] * (answer == "yes"), "enter")
        if answer == "yes":
            await until(pilot, lambda: table.said() == "A copy is saved as other.")
        else:
            await until(pilot, lambda: table.is_asking)
            assert table.query_one("Input").value == "other"
            await pilot.press("escape")

    drive(program("new_game", ALONE), act)
    assert (path.read_bytes() == before) == (answer == "no")


@on_screen("new_game", ALONE)
async def test_a_game_in_play_is_never_written_over(pilot):
    table = await my_turn(pilot)
    table.original.begin_file()
    await pilot.press("s")
    await named(pilot, table, table.original.name)
    await until(pilot, lambda: "is in play. Another name:" in table.said())
    assert table.is_asking
    await pilot.press("escape")
