"""A game won against the computer: "You win", the garland, and the next level."""

from __future__ import annotations

from datetime import timedelta

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, saved_game
from pilots import driven, game_of, keys_to, my_turn, program, shown, table_of, until

from play.daily import DailyResult, daily_setup
from play.daily_end import MastersGame
from play.frame import Phase
from play.last_setup import last_setup
from play.setup import new_table as set_up
from play.story import GARLAND
from saves.daily import seed_of
from saves.store import Store
from tui.screens import scene_screen
from tui.screens.menu import Menu, WhatNext
from words.glyphs import ASCII, UNICODE


def nearly_won(seed: int = 1):
    """Return a duel against novice in which the next turn of the person wins, and that turn."""
    while True:
        table = play_on(new_table(seed, kinds=("human", "novice")), ("club", "random"))
        last = table.last_turn(0)
        if table.outcome.winners == (0,) and last == len(table.plays) - 1:
            move = table.plays[last].move
            table.take_back(last, 0)
            return table, move
        seed += 1


def in_store(table, name: str, moment=NOW):
    """Save the game among the person's games; return its file."""
    return saved_game(Store().folder, table, name, moment)[0]


async def win(pilot, move):
    """Make the last turn, and return the table once what follows the game is known."""
    table = await my_turn(pilot)
    table.controller.play(move)
    await until(pilot, lambda: table.frame.phase is Phase.OVER)
    await until(pilot, lambda: table.controller.model.look_back.found is not None)
    await pilot.pause()
    return table


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["L", "enter"])
async def test_after_a_second_win_one_key_leads_to_the_next_level_and_nothing_else_does(
    key, language
):
    before, move = nearly_won()
    before.play(0, move)
    in_store(before, "before", NOW - timedelta(days=1))
    table, move = nearly_won(before.seed + 1)
    path = in_store(table, "last")
    async with driven(program("open_game", path, language=language)) as pilot:
        table = await win(pilot, move)
        won, offered = "You win", "L leads one level up, to casual."
        if language == "fr":
            won, offered = "Vous gagnez", "L mène un niveau plus haut, contre amateur."
        assert won in shown(pilot.app)
        assert offered in table.said().replace("\N{NO-BREAK SPACE}", " ")
        if key == "enter":
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, WhatNext)
            offered = ("One level up: casual", "Un niveau plus haut : amateur")
            assert offered[language == "fr"] in shown(pilot.app)
            await pilot.press(*keys_to(pilot, "level"))
        await pilot.press(key)
        await until(pilot, lambda: table_of(pilot) is not table)
        assert game_of(table_of(pilot)).sitters[1].kind == "casual"
    assert last_setup("duel").kinds == ("human", "casual")


async def test_after_one_win_no_level_is_offered():
    table, move = nearly_won()
    async with driven(program("open_game", in_store(table, "only"))) as pilot:
        table = await win(pilot, move)
        await pilot.press("L")
        assert table_of(pilot) is table
        assert table.refusal("level") == ""


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_first_win_without_help_hangs_in_the_garland_and_no_second_one_does(is_first):
    helped, move = nearly_won()
    table, before = (new_table(helped.seed, kinds=("human", "novice")) for _ in range(2))
    for seat, turn in helped.plays[len(table.plays) :]:
        table.play(seat, turn)
        before.play(seat, turn)
    before.play(0, move)
    if not is_first:
        in_store(before, "before", NOW - timedelta(days=1))
    async with driven(program("open_game", in_store(table, "last"))) as pilot:
        await win(pilot, move)
        assert (" First win against novice " in shown(pilot.app)) == is_first


def pennants(pilot, glyphs) -> int:
    """Return how many pennants hang in the garland, 0 without one."""
    rows = [row.strip() for row in shown(pilot.app).splitlines()]
    sign = glyphs.heavy
    found = [row.split("  ")[0] for row in rows if row.startswith((sign, glyphs.down + sign))]
    return max((row.count(glyphs.down) for row in found if row.count(sign) > 9), default=0)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("motion", ["full", "none"])
async def test_a_win_is_shown_by_a_garland_that_is_hung_up_by_itself_or_by_any_key(
    motion, glyphs, monkeypatch
):
    table, move = nearly_won()
    path = in_store(table, "won")
    monkeypatch.setattr(scene_screen, "MOTION", 3600)
    if glyphs is ASCII:
        monkeypatch.setenv("TAPIS_ASCII", "1")
    async with driven(program("open_game", path, motion=motion)) as pilot:
        table = await win(pilot, move)
        if motion == "full":
            assert pennants(pilot, glyphs) == 0
            counts = []
            for _part in range(GARLAND):
                table._go_on_moving()
                await pilot.pause()
                counts.append(pennants(pilot, glyphs))
            assert counts == sorted({*counts})
            table._hung = 0
            table.update()
            await pilot.press("m")
            assert table._settling is None
            assert isinstance(pilot.app.screen, Menu), "the key did what it is for too"
            await pilot.press("q")
        assert pennants(pilot, glyphs) > GARLAND
        assert table._settling is None


async def test_who_loses_reads_who_won_and_no_garland():
    table = play_on(new_table(2, kinds=("human", "novice")), ("random", "club"))
    assert table.outcome.winners == (1,)
    async with driven(program("open_game", in_store(table, "lost"))) as pilot:
        await my_turn(pilot)
        assert "South wins" in shown(pilot.app)
        assert pennants(pilot, UNICODE) == 0


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_the_end_of_a_daily_deal_tells_the_masters_result_the_days_and_the_key_to_share(
    size, monkeypatch
):
    known = {NOW.date(): DailyResult("daily master", False, 22, 8)}
    monkeypatch.setattr(MastersGame, "known", known)
    for back in (1, 0):
        moment = NOW - timedelta(back)
        table = set_up(daily_setup(), seed_of(moment.date()))
        table.forfeit(0, "resigned")
        path = in_store(table, f"{back} days ago", moment)
    async with driven(program("open_game", path), size) as pilot:
        await until(pilot, lambda: "e makes a line of" in flat(pilot.app))
        masters = "The master at your seat: lost with 8 cards left, in 22 turns"
        assert all(words in flat(pilot.app) for words in (masters, "2 days in a row"))


def flat(app) -> str:
    return " ".join(shown(app).split())
