"""A client made of views alone drives the table screen, and every picture is the one at home."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import count

import pytest
from duels import new_table as new_duel
from far_host import Server, far
from pilots import drive, driven, program, shown, until
from zens import new_table as new_zen

from engine.duel.game import DUEL
from engine.duel.view import DuelView
from engine.shuffle import Lots
from engine.table import Sitter
from engine.zen.options import ZenOptions
from host.session import Session
from play.frame import Phase
from play.local_client import LocalClient
from tui.games.catalogue import scene_of
from tui.screens.table import table_screen
from tui.widgets.lines import Lines
from words.glyphs import UNICODE
from words.translation import why

TURNS = 20
KEYS = 2
"""How many a move is made with, at least."""

GREEDY = DUEL.computer_players["greedy"](5)
STILL = (Phase.TURN, Phase.OVER, Phase.ROUND_OVER)


def duel():
    table = new_duel(8, kinds=("human", "greedy"))
    table.sitters = (Sitter("Zoé"), Sitter("Max", "greedy", 9))
    return table


def zen(variant=2):
    table = new_zen(ZenOptions(first="black", variant=variant))
    table.sitters = (Sitter("Zoé"), Sitter("Max", "random", 9))
    return table


def one_round():
    return zen(variant=1)


def picture(screen) -> list[object]:
    """Return every line of the screen with its styles."""
    return [widget.lines for widget in screen.query(Lines) if widget.display]


def chosen(view, turn: int):
    """Return a move by lot; in the duel, which would soon be over so, one that lets it go on."""
    if isinstance(view, DuelView):
        return GREEDY.choose(view)
    legal = sorted(view.legal(), key=str)
    return legal[Lots(5, turn).below(len(legal))]


async def play(pilot, screen, turns: int | None) -> list[object]:
    """Make so many moves by keys, None for all to the end of the game.

    Return the picture after every key, once all is still.
    """
    pictures = []

    async def press(*keys: str) -> None:
        for key in keys:
            await pilot.press(key)
            await until(pilot, lambda: screen.frame.phase in STILL)
            await pilot.pause()
            pictures.append(picture(screen))

    for turn in count() if turns is None else range(turns):
        await until(pilot, lambda: screen.frame.phase in STILL)
        if turns is None and screen.frame.phase is Phase.OVER:
            break
        if screen.frame.phase is Phase.ROUND_OVER:
            await press("enter")
            continue
        move = chosen(screen.controller.timeline.view(0), turn)
        await press("right" if turn % 2 else "down")
        screen.controller.play_typed(str(move))
        await until(pilot, lambda: screen.frame.phase in STILL)
        await press("up")
        if turn % 7 == 3:
            screen.controller.take_back()
            await until(pilot, lambda: screen.frame.phase in STILL)
            await press("down")
    return pictures


def pictures_of(connect, key: str, turns: int | None) -> list[object]:
    found: list[object] = []

    async def act(pilot):
        screen = table_screen(scene_of(key, UNICODE), connect, None, pilot.app.timing)
        pilot.app.push_screen(screen)
        await pilot.pause()
        found.extend(await play(pilot, screen, turns))
        screen.leave()

    drive(program(), act)
    return found


def compare(make, key: str, turns: int | None) -> None:
    def at_home(loop):
        return LocalClient(Session(make()), loop, why)

    home = pictures_of(at_home, key, turns)
    away = pictures_of(far(Server(make()), frozenset({0})), key, turns)
    assert len(home) == len(away) > KEYS * (turns or TURNS)
    for at, (one, other) in enumerate(zip(home, away, strict=True)):
        assert one == other, at


@pytest.mark.parametrize(("make", "key"), [(duel, "duel"), (zen, "zen")])
def test_every_picture_of_a_far_game_is_the_one_at_home(make, key):
    compare(make, key, TURNS)


@pytest.mark.slow
@pytest.mark.parametrize(("make", "key"), [(duel, "duel"), (one_round, "zen")])
def test_every_picture_of_a_whole_far_game_is_the_one_at_home(make, key):
    compare(make, key, None)


def two_people():
    """A duel of two people at different places, with a turn of each made."""
    table = new_duel(8, kinds=("human", "human"))
    for _turn in range(2):
        (seat,) = table.to_move
        table.play(seat, GREEDY.choose(table.view(seat)))
    return table


@asynccontextmanager
async def asked_on_screen():
    """Return the screen of NORD, the server, and the client of SUD, who asks from elsewhere."""
    server = Server(two_people())
    sud = far(server, frozenset({1}))(None)
    async with driven(program()) as pilot:
        screen = table_screen(
            scene_of("duel", UNICODE), far(server, frozenset({0})), None, pilot.app.timing
        )
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.frame.phase in STILL)
        yield pilot, server, sud, screen
        screen.leave()


async def test_one_is_asked_whether_another_may_take_back_and_agrees():
    async with asked_on_screen() as (pilot, server, sud, screen):
        sud.ask_take_back(1)
        await until(pilot, lambda: "South would like to take back" in shown(pilot.app))
        before = len(server.table.plays)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert len(server.table.plays) < before


async def test_a_question_that_has_lapsed_goes_and_what_one_asked_oneself_is_told():
    async with asked_on_screen() as (pilot, server, sud, screen):
        sud.ask_take_back(1)
        await until(pilot, lambda: "South would like to take back" in shown(pilot.app))
        (seat,) = server.table.to_move
        server.table.play(seat, GREEDY.choose(server.table.view(seat)))
        await until(pilot, lambda: pilot.app.screen is screen)
        screen.client.ask_take_back(0)
        await until(pilot, lambda: screen.said() == "The others are being asked.")
        sud.answer(server.host.game.offers.offer, False)
        await until(pilot, lambda: screen.said().startswith("The move was not taken back"))
