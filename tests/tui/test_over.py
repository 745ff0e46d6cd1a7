"""Questions, the menu and pages over a table: what is seen of it, and when they take all."""

from __future__ import annotations

from functools import partial

import pytest
from pilots import driven, my_turn, on_screen, program, shown, until
from setups import ALONE

from play.rows import Choice
from tui.screens.menu import Ask, Menu, WhatNext
from tui.screens.over import Box, OverScreen
from tui.screens.text import TextPageScreen
from words.translation import _, set_language

QUESTION = "Take back your last turn? You will get the same cards again."


async def asked(pilot, screen) -> OverScreen:
    """Show a screen over the one it is asked from, and wait until it is drawn."""
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.has_drawn)
    await pilot.pause()
    return screen


def question() -> Ask:
    return Ask(QUESTION, [Choice("yes", "Yes, take it back"), Choice("no", "No, play on")])


def changed(over, table, size) -> list[tuple[int, int]]:
    """Return the cells beside the box, above the keys, that show something else than the table."""
    box, mine, theirs = over.query_one(Box).region, over.cell_rows(), table.cell_rows()
    return [
        (x, y)
        for y in range(size[1] - 1)
        for x in range(size[0])
        if not box.contains(x, y) and mine[y][x] != theirs[y][x]
    ]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 20), (120, 40)])
@on_screen("new_game", ALONE)
async def test_a_small_question_stands_over_the_table_which_is_seen_around_it(pilot, size):
    table = await my_turn(pilot)
    over = await asked(pilot, question())
    assert over.is_over
    box = over.query_one(Box).region
    assert 2 * box.area < size[0] * size[1]
    assert changed(over, table, size) == []
    assert "take it back" in shown(pilot.app)


AFTER = partial(dict.fromkeys, ("again", "swap", "replay", "share", "quit"))


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_next_is_read_whole_though_its_question_is_short(language):
    set_language(language)
    async with driven(program("new_game", ALONE)) as pilot:
        table = await my_turn(pilot)
        over = await asked(pilot, WhatNext(None, table.frame._replace(refusals=AFTER)))
        assert over.is_over
        assert over.abridged() == []
        assert _("The same deal with seats swapped") in shown(pilot.app)


@pytest.mark.parametrize("key", ["m", "c"])
@on_screen("new_game", ALONE)
async def test_menu_and_pages_stand_over_the_table_too(pilot, key):
    table = await my_turn(pilot)
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, Menu | TextPageScreen))
    over = pilot.app.screen
    await until(pilot, lambda: over.has_drawn)
    await pilot.pause()
    assert over.is_over
    assert changed(over, table, (80, 24)) == []
    await pilot.press("q")
    assert pilot.app.screen is table


@on_screen("new_game", ALONE)
async def test_notes_beside_the_answers_are_shown_whole(pilot):
    notes = ["at this keyboard", "looks some turns ahead and weighs them"]
    await my_turn(pilot)
    answers = [Choice(note, "computer: master", note) for note in notes]
    over = await asked(pilot, Ask("Who plays South?", answers))
    assert over.is_over
    assert all(note in shown(pilot.app) for note in notes)


@on_screen("new_game", ALONE)
async def test_what_changes_on_the_table_meanwhile_is_seen(pilot):
    table = await my_turn(pilot)
    over = await asked(pilot, question())
    before = over.cell_rows()
    table.controller.put(table.cursor.at(5))
    await pilot.pause()
    assert over.cell_rows() != before
    assert changed(over, table, (80, 24)) == []


@on_screen("new_game", ALONE)
async def test_a_menu_that_goes_on_below_says_so_until_its_end_is_in_sight(pilot):
    await my_turn(pilot)
    await pilot.press("m")
    await until(pilot, lambda: pilot.app.screen.said() == "PgDn: more below")
    over = pilot.app.screen
    edge = over.cell_rows()[over.query_one(Box).region.bottom - 1]
    assert "PgDn: more below" in "".join(sign for sign, _style in edge)
    await pilot.press("end")
    await until(pilot, lambda: over.said() == "")


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        (lambda: Ask(QUESTION, [Choice(str(at), "answer") for at in range(20)]), (80, 24)),
        (lambda: Menu([]), (79, 24)),
    ],
    ids=["many answers", "menu in a narrow window"],
)
@on_screen("new_game", ALONE)
async def test_what_has_no_room_over_the_table_takes_all_of_it(pilot, screen, size):
    await my_turn(pilot)
    over = await asked(pilot, screen())
    assert not over.is_over
    assert over.query_one("#body").region.width == size[0]
