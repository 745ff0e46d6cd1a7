"""Bataille played on the screen by its keys."""

from __future__ import annotations

import re

from pilots import drive, game_of, program, set_pace, shown, until
from wars import new_table, play_on

from engine.war.game import WAR
from engine.war.options import WarOptions
from play.frame import Phase
from tui.screens.table import TableScreen


def at_table(pilot) -> bool:
    screen = pilot.app.screen
    return isinstance(screen, TableScreen) and screen.frame.phase is Phase.TURN


def of_people(players: int = 3, cards: int = 3, turns: int = 0):
    table = play_on(new_table(WarOptions(players, cards), 5, "human"), turns)
    return program("branch", table)


def test_a_whole_game_is_played_with_one_key():
    async def act(pilot):
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        keys = iter(["space", "enter"] * 200)
        while table.outcome is None:
            done = table.turns
            await pilot.press(next(keys))
            await until(pilot, lambda done=done: table.turns == done + 1)
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        assert sum(map(len, table.state.piles)) == 6

    drive(of_people(2, 3), act, (60, 20))


def test_end_goes_to_the_end_and_p_plays_by_itself():
    async def act(pilot):
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        set_pace(pilot.app.screen, 0.01)
        await pilot.press("p")
        await until(pilot, lambda: table.turns >= 3)
        await pilot.press("end")
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        words = shown(pilot.app)
        assert re.search(rf"Duels +{table.state.duel.number}\n", words)
        assert "what next" in words

    drive(of_people(3, 4), act)


def test_the_log_is_looked_back_in_and_a_turn_taken_back():
    async def act(pilot):
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        await until(pilot, lambda: "▸60" in shown(pilot.app))
        await pilot.press("pageup")
        await until(pilot, lambda: "▸60" not in shown(pilot.app))
        await pilot.press("pagedown")
        await pilot.press("u", "enter")
        await until(pilot, lambda: table.turns == table_turns - 1)

    app = of_people(2, 26, 63)
    table_turns = 63
    drive(app, act)


def test_a_game_is_replayed_turn_by_turn():
    async def act(pilot):
        await until(pilot, lambda: "1/" in shown(pilot.app) or "turn" in shown(pilot.app))
        await pilot.press("right", "right")
        await until(pilot, lambda: "Turn 2 of 29" in shown(pilot.app))
        rows = pilot.app.screen.scene.log.plain().splitlines()
        (y,) = [y for y, row in enumerate(rows) if "▸" in row]
        await pilot.click("#log", offset=(3, y + 1))
        await until(pilot, lambda: "Turn 3 of 29" in shown(pilot.app))
        await pilot.press("end")
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        assert f"Player {table.outcome.winners[0] + 1} wins" in shown(pilot.app)

    table = play_on(new_table(WarOptions(3, 2), 5))
    assert table.game is WAR
    drive(program("replay", table), act)
