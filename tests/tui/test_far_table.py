"""A client made of views alone drives the table screen, and every picture is the one at home."""

from __future__ import annotations

import pytest
from duels import new_table as new_duel
from far_client import Server, far
from pilots import drive, program, until
from zens import new_table as new_zen

from engine.shuffle import Lots
from engine.table import Sitter
from engine.zen.options import ZenOptions
from net.session import Session
from play.frame import Phase
from play.local_client import LocalClient
from tui.games import LOOKS
from tui.screens.table import at_table
from tui.widgets.lines import Lines
from tui.words import why

TURNS = 20
STILL = (Phase.TURN, Phase.OVER, Phase.ROUND_OVER)


def duel():
    table = new_duel(8, kinds=("human", "greedy"))
    table.sitters = (Sitter("Zoé"), Sitter("Max", "greedy", 9))
    return table


def zen():
    table = new_zen(ZenOptions(first="black", variant=2))
    table.sitters = (Sitter("Zoé"), Sitter("Max", "random", 9))
    return table


def picture(screen) -> list[object]:
    """Return every line of the screen with its styles."""
    return [widget.lines for widget in screen.query(Lines) if widget.display]


async def play(pilot, screen, turns: int) -> list[object]:
    """Make random moves by keys; return the picture after every key, once all is still."""
    pictures = []

    async def press(*keys: str) -> None:
        for key in keys:
            await pilot.press(key)
            await until(pilot, lambda: screen.frame.phase in STILL)
            await pilot.pause()
            pictures.append(picture(screen))

    for turn in range(turns):
        await until(pilot, lambda: screen.frame.phase in STILL)
        if screen.frame.phase is Phase.OVER:
            break
        if screen.frame.phase is Phase.ROUND_OVER:
            await press("enter")
            continue
        legal = sorted(screen.controller.timeline.view(0).legal(), key=str)
        move = legal[Lots(5, turn).below(len(legal))]
        await press("right", "down", "left")
        screen.controller.play_typed(str(move))
        await press("up")
        if turn % 7 == 3:
            screen.controller.take_back()
            await press("down")
    return pictures


def pictures_of(connect, key: str, turns: int) -> list[object]:
    found: list[object] = []

    async def act(pilot):
        screen = at_table(LOOKS[key]())(connect, None)
        pilot.app.push_screen(screen)
        await pilot.pause()
        found.extend(await play(pilot, screen, turns))
        screen.leave()

    drive(program(), act)
    return found


def compare(make, key: str, turns: int) -> None:
    def at_home(loop):
        return LocalClient(Session.kept(make(), lambda error: None), loop, why)

    home = pictures_of(at_home, key, turns)
    away = pictures_of(far(Server(make()), frozenset({0})), key, turns)
    assert len(home) == len(away) > turns
    for at, (one, other) in enumerate(zip(home, away, strict=True)):
        assert one == other, at


@pytest.mark.parametrize(("make", "key"), [(duel, "duel"), (zen, "zen")])
def test_every_picture_of_a_far_game_is_the_one_at_home(make, key):
    compare(make, key, TURNS)


@pytest.mark.slow
@pytest.mark.parametrize(("make", "key"), [(duel, "duel"), (zen, "zen")])
def test_every_picture_of_a_whole_far_game_is_the_one_at_home(make, key):
    compare(make, key, 10_000)
