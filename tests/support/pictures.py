"""The pictures of the README and the manual, made by the program itself in both languages.

Run it to make them anew: `make pictures`.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import hearts_looks
import wars
import zens
from analysts import AnswerAnalyst
from duels import deal_from, new_table, play_on
from far_host import Server
from games_on_disk import saved_game
from pilots import home_is_known, program, shown, until
from setups import duel_setup
from shared_company import Crowd, crowd_client
from small_svg import smaller
from textual.screen import Screen

from engine.analysis import Judged
from engine.client import PHRASES, Place
from engine.table import Sitter
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from net.joining.tables import TableSign
from play import replay_model
from play.frame import Phase
from play.setup import Series
from play.shared_seat import SharedSeat
from saves.analysis import analysis_of
from saves.store import Store
from tui.screens.home import Home
from tui.screens.shared_table import CompanyQuestion
from tui.screens.start_program import StartProgram
from tui.screens.table import TableScreen
from tui.screens.tables_here import TablesHere
from tui.screens.waiting_room import WaitingRoom
from words.names import seat_name
from words.translation import LANGUAGES, set_language

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DEAL = deal_from([15, 20, 23, 32, 41, 48, 31, 33], [3, 12, 17, 19, 28, 39, 22, 36, 46, 59])
TABLE = (80, 24)
PAGE = (72, 20)
"""The columns and rows of tables, and of most other pictures."""
FREE = Place("", "free", presence="gone")


class Picture(NamedTuple):
    """A picture: its name, where the program starts, the keys pressed then, and its size.

    A `screen` is shown in place of the one that the program starts with.
    """

    name: str
    start: tuple[Any, ...] = ()
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = PAGE
    screen: Callable[[], Screen[Any]] | None = None


async def take(picture: Picture, language: str, path: Path) -> None:
    """Start the program, press the keys, and keep what the screen shows."""
    app = program(*picture.start, language=language)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        if isinstance(app.screen, Home):
            await home_is_known(pilot)
        if picture.screen:
            app.push_screen(picture.screen())
            await until(pilot, lambda: len(app.screen_stack) > 2)
        for key in picture.keys:
            screen = app.screen
            await until(pilot, lambda screen=screen: is_asking(screen))
            await pilot.press(key)
            await pilot.pause()
        before = ""
        while before != shown(app):  # what a thread finds comes later
            before = shown(app)
            await pilot.pause(0.3)
        svg = app.export_screenshot(title="Tapis Vert")
        for screen in app.screen_stack:
            getattr(screen, "leave", lambda: None)()
    path.write_text(smaller(svg), encoding="utf-8")


def is_asking(screen: Screen[Any]) -> bool:
    """Whether a screen waits for a key: a table does once one is to move, or once all is over."""
    is_over = isinstance(screen, TableScreen) and screen.frame.phase is Phase.OVER
    return is_over or getattr(screen, "cursor", True) is not None


def pictures(folder: Path) -> Iterator[Picture]:
    """Save a game of each kind in a folder, and yield every picture."""
    zen = zens.play_on(zens.new_table(ZenOptions(first="black")), 24)
    zen.sitters = (Sitter("Zoé"), Sitter("Max"))
    hearts = hearts_looks.play_on(
        hearts_looks.new_table(), lambda state: len(state.tricks) == 5 and len(state.table) == 2
    )
    war = wars.play_on(wars.new_table(WarOptions(4, 5), kind="human"), 9)
    files = {
        "zen": saved_game(folder, zen, "Zen")[0],
        "hearts": saved_game(folder, hearts, "Dame de Pique")[0],
        "war": saved_game(folder, war, "Bataille")[0],
    }
    saved_game(folder, play_on(new_table(8), ("greedy", "greedy"), 24), "Zoé - Max")
    for number, seed in enumerate((8, 4, 7), 1):
        over = play_on(new_table(seed, kinds=("human", "greedy")), ("greedy", "greedy"))
        over.sitters = (Sitter("Zoé"), over.sitters[1])
        over_file, _ = saved_game(folder, over, f"Zoé - {seat_name('duel', 'SUD')} {number}")
    alone = ("new_game", Series(duel_setup(("human", "greedy"), ("Zoé", "SUD"), first="north")))
    turn = ("enter", "right", "enter", "enter", "space")
    yield Picture("home", size=TABLE)
    yield Picture("table", (*alone, DEAL), (*turn, *turn, "right"), TABLE)
    yield Picture("hint", (*alone, DEAL), (*turn, "i"), TABLE)
    moves = {"zen": ("tab", "enter"), "hearts": ("right", "right"), "war": ()}
    for name, keys in moves.items():
        yield Picture(name, ("open_game", files[name]), keys, TABLE)
    finished = play_on(new_table(8), ("greedy", "greedy"))
    yield Picture("replay", ("replay", finished), (*["right"] * 30, "down"), TABLE)
    turns = analysis()
    replay_model.ProcessAnalyst = lambda loop: AnswerAnalyst(loop, finished, turns)
    yield Picture("analysis", ("replay", finished), ("a", *["n"] * 4), TABLE)
    yield Picture("new-game", keys=("home", "ctrl+n"))
    yield Picture("saved-games", keys=("o", "down", "down"), size=TABLE)
    yield Picture("statistics", keys=("T",), size=TABLE)
    yield Picture("settings", keys=("comma", "down"))
    yield Picture("help", (*alone, DEAL), ("question_mark",))
    yield Picture("rules", keys=("R",), size=TABLE)
    yield Picture("first-game", keys=("F", "enter", "enter"), size=TABLE)
    yield Picture("problem", keys=("P", "enter", "i"), size=TABLE)
    yield Picture("branch", ("replay", finished), (*["right"] * 30, "b"))
    yield Picture("end", ("open_game", over_file), size=TABLE)
    yield Picture("menu", (*alone, DEAL), (*turn, "m"), TABLE)
    both = Series(duel_setup(("human", "human"), ("Zoé", "Max"), first="north"))
    yield Picture("curtain", ("new_game", both, DEAL))
    yield Picture("share", ("open_game", over_file), ("e",))
    yield Picture("tables-here", screen=tables_here)
    yield Picture("waiting-room", screen=waiting_room)
    yield Picture("company", screen=company)
    south, command = seat_name("duel", "SUD"), ["python3", "my_player.py"]
    yield Picture("program", screen=lambda: StartProgram([south], command))


@cache
def analysis() -> tuple[Judged, ...]:
    """Return the analysis of the finished game, which takes some seconds."""
    return tuple(analysis_of(play_on(new_table(8), ("greedy", "greedy"))))


def tables_here() -> TablesHere:
    """Return the list of tables, with one at which Zoé waits for one more."""
    table = TableSign("zoe@zoe", "duel", None, (Place("Zoé"), FREE), 0, -1, False)
    return TablesHere(lambda: [table])


def company() -> CompanyQuestion:
    """Return who is at a table from which Max has been away too long."""
    crowd = Crowd(Place("Zoé"), Place("Max", presence="gone", waited=75, absent=75))
    crowd.table, crowd.owner, crowd.phrases = "zoe", "zoe", PHRASES
    client = crowd_client(Server(new_table(4)), frozenset({0}), crowd)
    return CompanyQuestion(SharedSeat(client), ("Zoé", "Max"), PAGE[0])


def waiting_room() -> WaitingRoom:
    """Return the room before a table at which Zoé waits for one more."""
    crowd = Crowd(Place("Zoé"), FREE, has_begun=False)
    crowd.table = crowd.owner = "zoe"
    table = new_table(4)
    table.sitters = (Sitter("Zoé"), Sitter("SUD"))
    return WaitingRoom(crowd_client(Server(table), frozenset({0}), crowd))


def main() -> None:
    """Make every picture in every language, English beside the folders of the others."""
    os.environ |= {"TAPIS_ASCII": "0", "TAPIS_HOME": "tapis-vert"}
    for language in LANGUAGES:
        set_language(language)
        os.chdir(tempfile.mkdtemp())
        store = Store()
        store.folder.mkdir(parents=True)
        folder = FOLDER if language == "en" else FOLDER / language
        folder.mkdir(exist_ok=True)
        for picture in pictures(store.folder):
            asyncio.run(take(picture, language, folder / f"{picture.name}.svg"))


if __name__ == "__main__":
    main()
