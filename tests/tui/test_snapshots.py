"""Pictures of every screen: no clock, no blink, no animation in them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest
from duels import deal_from, new_table, play_on
from games_on_disk import saved_game
from pilots import game_of, program
from setups import ALONE, duel_setup

from engine.duel.game import Duel
from engine.duel.hints import explain
from engine.duel.moves import parse_turn
from engine.game import Hint
from engine.table import Sitter, Table
from play.setup import Series
from saves.settings import Settings
from saves.settings_file import Found
from saves.store import Store
from tui.screens.help import HelpScreen
from tui.screens.home import Home
from tui.screens.keys import KeysScreen
from tui.screens.saved import SavedGames
from tui.screens.saved_rows import Preview
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import CurtainScreen
from tui.themes import Depth, set_palette, want_huge

SHARED = Series(duel_setup(("human", "human"), ("Zoé", "Max"), first="north"))
DEAL = deal_from([15, 20, 23, 32, 41, 48, 31, 33], [3, 12, 17, 19, 28, 39, 22, 36, 46, 59])
JUMPS = deal_from([23, 31, 33, 41, 48, 52], [3, 12, 17, 19, 28, 39])
FINISHED = play_on(new_table(8), ("greedy", "greedy"))
IN_PLAY = play_on(new_table(8, kinds=("human", "greedy")), ("greedy", "greedy"), 24)
NORMAL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)
SMALL, PHONE, TINY = (60, 20), (40, 20), (39, 20)


def my_turn(screen) -> bool:
    return isinstance(screen, TableScreen) and screen.cursor is not None


def on_signs(screen) -> bool:
    return isinstance(screen, HelpScreen) and screen.at == len(screen.topics) - 1


def curtain(screen) -> bool:
    return isinstance(screen, CurtainScreen)


def over(screen) -> bool:
    return isinstance(screen, TableScreen) and game_of(screen).outcome is not None


def hinted(screen) -> bool:
    return "33▲ 23▲" in screen.said().replace("^", "▲")


@pytest.fixture
def advice(monkeypatch):
    """Give always the same hint, however strong the strongest player becomes."""
    turn = parse_turn("33^ 23^")
    monkeypatch.setattr(Duel, "hint", lambda _, view, stop: Hint(turn, explain(view, turn)))


def games() -> None:
    store = Store()
    for age, (name, table) in enumerate(
        [("Evening with Zoé", IN_PLAY), ("First game", FINISHED), ("names", evil())]
    ):
        file, _ = saved_game(store.folder, table, name)
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    store.path("broken").write_text('{"format": "tapis-vert"')
    os.utime(store.path("broken"), (1, 1))


def evil() -> Table:
    """Return a game with names that would harm a careless screen."""
    table = play_on(new_table(9, kinds=("human", "greedy")), ("greedy", "greedy"), 4)
    table.sitters = (Sitter("[bold]日本語\x1b[2J e\u0301" * 20), Sitter("x" * 200, "greedy", 1))
    return table


def known(screen) -> bool:
    return isinstance(screen, Home) and screen.is_known


def middle_game(number: int = 8):
    """Return the file of a game in which a person is to move, with gifts on the piles."""
    table = play_on(new_table(number, kinds=("human", "greedy")), ("greedy", "greedy"), 16)
    return saved_game(Store().folder, table, "middle")[0]


def previewed(screen) -> bool:
    return isinstance(screen, SavedGames) and "won" in screen.query_one(Preview).plain()


def settings_shown(screen) -> bool:
    return isinstance(screen, SettingsScreen)


def keys_shown(screen) -> bool:
    return isinstance(screen, KeysScreen)


def at_table(*keys: str, **more: Any) -> Picture:
    """Return a picture of a duel against a computer player."""
    start = ("new_game", more.pop("series", ALONE), *more.pop("deal", (DEAL,)))
    return Picture(start, keys, wait=more.pop("wait", my_turn), **more)


class Picture(NamedTuple):
    """How a screen is come to: the start of the program, keys, and what is waited for."""

    start: tuple[Any, ...] = ()
    keys: tuple[str, ...] = ()
    settings: dict[str, Any] = {}  # noqa: RUF012
    size: tuple[int, int] = NORMAL
    wait: Callable[..., bool] | None = None
    then: Callable[..., bool] | None = None


FRENCH: Final = {"language": "fr"}
COMPUTERS = Series(duel_setup(("greedy", "greedy"), first="north"))
PICTURES = {
    "home": Picture(),
    "home_in_french": Picture(settings=FRENCH),
    "new_game": Picture((), ("enter",)),
    "new_game_in_french": Picture((), ("enter",), FRENCH),
    "new_game_on_a_phone": Picture((), ("enter", "down"), size=PHONE),
    "who_plays": Picture((), ("enter", *["down"] * 4, "enter")),
    "table": at_table(),
    "table_in_french": at_table(settings=FRENCH),
    "table_with_cards_laid": at_table("enter", "right", "enter"),
    "table_after_the_opponent_s_turn": at_table(*["enter"] * 7),
    "table_that_is_too_small": at_table(size=TINY, wait=None),
    "curtain": at_table(series=SHARED, wait=curtain),
    "cards_just_drawn": at_table(*["enter"] * 3, "space", series=SHARED, wait=curtain),
    "menu": at_table("m"),
    "what_is_found_by_typing": at_table("ctrl+p", *"game", "down"),
    "help": at_table("question_mark"),
    "cards_not_yet_seen": at_table("enter", "enter", "space", "c"),
    "typing_a_turn": at_table("colon", "1", "5", "+"),
    "taking_back_is_asked": at_table(*["enter"] * 7, "u"),
    "rules": Picture((), ("R",)),
    "replay": Picture(("replay", FINISHED), (*["right"] * 9, "down")),
    "replay_in_french": Picture(("replay", FINISHED), ("right",) * 30, FRENCH),
    "the_end_of_a_replay": Picture(("replay", FINISHED), ("end",)),
    "the_end_of_a_game": at_table(series=COMPUTERS, deal=(), settings={"seed": 8}, wait=over),
    "the_end_of_a_game_in_french_on_a_phone": at_table(
        series=COMPUTERS, deal=(), settings={"seed": 8, **FRENCH}, size=PHONE, wait=over
    ),
    "what_comes_next": at_table(
        "enter", series=COMPUTERS, deal=(), settings={"seed": 8}, wait=over
    ),
    "settings": Picture((), ("comma", "down"), then=settings_shown),
    "settings_in_french_in_a_light_theme": Picture(
        (),
        ("comma", "down"),
        {"found": Found(Settings(theme="light")), **FRENCH},
        then=settings_shown,
    ),
    "settings_on_a_small_screen": Picture((), ("comma",), size=PHONE, then=settings_shown),
    "keys": Picture(
        (),
        ("comma", "end", "enter", *["pagedown"] * 3),
        {"found": Found(Settings(keys=(("take_back", ("x",)),)))},
        then=keys_shown,
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_screen(look, name):
    start, keys, settings, size, wait, then = PICTURES[name]
    assert look(program(*start, **settings), *keys, size=size, wait=wait, then=then)


@pytest.mark.parametrize("size", [NORMAL, LARGE, SMALL, PHONE], ids="{0[0]}x{0[1]}".format)
def test_home_with_a_game_to_go_on_with(look, size):
    games()
    assert look(program(), wait=known, size=size)


def test_home_in_plain_ascii_with_the_cursor_on_a_stop(look, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert look(program(), "down")


def test_home_without_colours(look):
    set_palette("baize", Depth.NONE)
    assert look(program(), "right")


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.NONE], ids=lambda depth: depth.name)
def test_table_of_huge_cards(look, depth):
    set_palette("baize", depth)
    want_huge(True)
    assert look(program("new_game", ALONE, DEAL), "enter", wait=my_turn)


def test_table_in_plain_ascii(look, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert look(program("new_game", ALONE, DEAL), wait=my_turn)


def test_hint(look, advice):
    app = program("new_game", ALONE, JUMPS)
    assert look(app, "i", wait=my_turn, then=hinted)


@pytest.mark.parametrize("size", [NORMAL, LARGE, SMALL, PHONE], ids="{0[0]}x{0[1]}".format)
def test_table_in_the_middle_of_a_game(look, size):
    app = program("open_game", middle_game())
    assert look(app, "right", "right", wait=my_turn, size=size)


@pytest.mark.slow
def test_table_on_a_huge_screen(look):
    app = program("open_game", middle_game())
    assert look(app, "right", "right", wait=my_turn, size=HUGE)


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_table_in_another_theme(look, theme):
    set_palette(theme, Depth.TRUE)
    assert look(program("open_game", middle_game()), "right", "right", wait=my_turn)


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.SIXTEEN, Depth.NONE], ids=str)
def test_table_in_fewer_colours(look, depth):
    set_palette("baize", depth)
    assert look(program("open_game", middle_game()), "right", "right", wait=my_turn)


def test_table_late_in_a_game_with_harmful_names(look):
    games()
    assert look(program("open_game", Store().path("names")), wait=my_turn)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
def test_help_on_the_signs_in_french(look, size):
    keys = ("question_mark", *["right"] * 5)
    app = program("new_game", ALONE, DEAL, language="fr")
    assert look(app, *keys, wait=my_turn, then=on_signs, size=size)


@pytest.mark.parametrize("size", [NORMAL, LARGE], ids="{0[0]}x{0[1]}".format)
def test_saved_games(look, monkeypatch, tmp_path, size):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAPIS_HOME", "tapis")
    games()
    assert look(program(), "o", "down", wait=known, then=previewed, size=size)


def test_saved_games_on_a_phone(look, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAPIS_HOME", "tapis")
    games()
    assert look(program(), "o", "down", wait=known, size=PHONE)
