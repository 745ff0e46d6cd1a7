"""The pictures of the README, made by the program itself; run it to make them anew."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

import hearts_looks
import wars
import zens
from duels import deal_from, new_table, play_on
from games_on_disk import saved_game
from pilots import home_is_known, program, until
from setups import duel_setup

from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from play.setup import Series
from saves.store import Store
from tui.screens.home import Home

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DEAL = deal_from([15, 20, 23, 32, 41, 48, 31, 33], [3, 12, 17, 19, 28, 39, 22, 36, 46, 59])


async def picture(name: str, app, *keys: str) -> None:
    """Press keys and keep what the screen shows."""
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if isinstance(app.screen, Home):
            await home_is_known(pilot)
        for key in keys:
            screen = app.screen
            await until(pilot, lambda screen=screen: getattr(screen, "cursor", True) is not None)
            await pilot.press(key)
            await pilot.pause()
        svg = app.export_screenshot(title="Tapis Vert")
        for screen in app.screen_stack:
            getattr(screen, "leave", lambda: None)()
    (FOLDER / f"{name}.svg").write_text(svg)


def main() -> None:
    """Make home with a game of each kind, the four tables, and a replay."""
    os.environ |= {"TAPIS_HOME": tempfile.mkdtemp(), "TAPIS_ASCII": "0"}
    store = Store()
    store.folder.mkdir(parents=True)
    zen = zens.play_on(zens.new_table(ZenOptions(first="black")), 24)
    hearts = hearts_looks.play_on(
        hearts_looks.new_table(), lambda state: len(state.tricks) == 5 and len(state.table) == 2
    )
    war = wars.play_on(wars.new_table(WarOptions(4, 5)), 9)
    zen_file, _ = saved_game(store.folder, zen, "Zen")
    hearts_file, _ = saved_game(store.folder, hearts, "Dame de Pique")
    saved_game(store.folder, war, "Bataille")
    saved_game(store.folder, play_on(new_table(8), ("greedy", "greedy"), 24), "Evening with Zoé")
    alone = Series(duel_setup(("human", "greedy"), ("Zoé", "SUD"), first="north"))
    asyncio.run(picture("home", program()))
    turn = ("enter", "right", "enter", "enter", "space")
    asyncio.run(picture("table", program("new_game", alone, DEAL), *turn, *turn, "right"))
    for name, file in (("zen", zen_file), ("hearts", hearts_file)):
        asyncio.run(picture(name, program("open_game", file), "right", "right"))
    finished = play_on(new_table(8), ("greedy", "greedy"))
    asyncio.run(picture("replay", program("replay_table", finished), *["right"] * 30, "down"))


if __name__ == "__main__":
    main()
