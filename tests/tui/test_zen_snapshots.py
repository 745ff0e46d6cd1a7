"""Pictures of Zen's screens: no clock, no blink, no animation in them."""

from __future__ import annotations

import pytest
from pilots import program
from zens import new_table, play_on, position

from engine.game import Hint
from engine.reasons import Explanation
from engine.table import Sitter, Table
from engine.zen.game import ZEN, Zen
from engine.zen.moves import parse
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position, parse_position
from engine.zen.reasons import ZenRefusal
from play.setup import Series, Setup, usual_setup
from saves.home import remember
from tui.screens.table import TableScreen as ZenTable
from tui.themes import Depth, set_palette

PHONE, SMALL, NORMAL, LARGE, HUGE = (40, 20), (60, 20), (80, 24), (120, 40), (200, 60)
MIDDLE = position("F9 H9 G8 I8 E7 F7 C6 D6 G6 J5", "D8 E8 F8 D7 E5 D4 F4 G4 D3 G3 K1", "E6", "W")
CAPTURES = parse_position("11/11/11/WBB2W5/2B8/1BB2W5/3W7/11/3Z7/11/11 B -")
FINISHED = play_on(new_table(ZenOptions(first="black", variant=2)), 60)


def new_game(*kinds: str, language: str = "en", **options):
    more = {"variant": 0, "announce": "auto", "players": len(kinds), **options}
    names = ("Zoé", "Max", "日本語", "Bob")[: len(kinds)]
    chosen = Setup("zen", kinds, names, "black", 1, tuple(more.items()))
    return program("new_game", Series(chosen), language=language)


def standing(there, language: str = "en", **options):
    """Return the program at a game that stands in a position."""
    rules = ZenOptions(position=format_position(there), **options)
    table = Table(ZEN, rules, [Sitter(name) for name in ("Zoé", "Max")], 1)
    return program("branch", table, language=language)


def my_turn(screen) -> bool:
    return isinstance(screen, ZenTable) and screen.cursor is not None


PICKED = ("enter", "down", "down", "down")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(SMALL, id="small"),
        pytest.param(NORMAL, id="normal"),
        pytest.param(LARGE, id="large"),
        pytest.param(HUGE, id="huge", marks=pytest.mark.slow),
    ],
)
def test_a_pawn_picked_up(look, language, size):
    app = new_game("human", "human", language=language)
    assert look(app, *PICKED, wait=my_turn, size=size)


def test_a_pawn_picked_up_in_plain_ascii(look, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert look(new_game("human", "human"), *PICKED, wait=my_turn)


@pytest.mark.parametrize("theme", ["light", "contrast", "colour-blind"])
def test_captures_are_marked_in_each_theme(look, theme):
    set_palette(theme, Depth.TRUE)
    assert look(standing(CAPTURES), "enter", "right", wait=my_turn)


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.SIXTEEN, Depth.NONE], ids=lambda d: d.name)
def test_captures_are_marked_in_fewer_colours(look, depth):
    set_palette("baize", depth)
    assert look(standing(CAPTURES), "enter", "right", wait=my_turn)


def test_groups_are_linked_and_the_counted_line_is_marked_late_in_a_game(look):
    assert look(program("branch", FINISHED), "enter", *["tab"] * 3, wait=my_turn, size=LARGE)


def test_captures_are_marked(look):
    assert look(standing(CAPTURES), "enter", "right", wait=my_turn)


def test_after_some_moves_of_four_people(look):
    app = new_game(*["human"] * 4, variant=2)
    assert look(app, *PICKED, "enter", "tab", "enter", "tab", "enter", wait=my_turn)


def test_the_end_of_a_round(look):
    keys = [{"-": "minus"}.get(letter, letter) for letter in "k1-h4"]
    assert look(standing(MIDDLE, variant=2), "colon", *keys, "enter", wait=my_turn)


def test_the_end_of_a_game_in_french(look):
    keys = [{"-": "minus"}.get(letter, letter) for letter in "k1-h4"]
    assert look(standing(MIDDLE, "fr"), "colon", *keys, "enter", wait=my_turn)


def test_a_move_set_down_where_echec_is_announced_by_hand(look):
    app = standing(CAPTURES, variant=1, announce="hand")
    keys = ["tab"] * 3
    assert look(app, *keys, "enter", "tab", "enter", "right", wait=my_turn)


def test_echec(look):
    keys = [{"-": "minus"}.get(letter, letter) for letter in "b6-e6"]
    assert look(standing(CAPTURES, variant=1), "colon", *keys, "enter", wait=my_turn)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint(look, monkeypatch, language):
    because = (Explanation(ZenRefusal.STUCK, {"square": "X"}),)
    monkeypatch.setattr(Zen, "hint", lambda _, view, stop: Hint(parse("F11-C11"), because))
    app = new_game("human", "human", language=language)
    assert look(app, "i", wait=my_turn, then=lambda screen: "F11-C11" in screen.said())


@pytest.fixture
def against_random():
    """Remember a game against the weakest player, however many stronger ones there are."""
    chosen = usual_setup("zen")._replace(kinds=("human", "random"), names=("Zoé", "Max"))
    remember(new_game_zen=chosen._asdict())


def test_a_new_game(look, against_random):
    assert look(program(), "enter", "down", "right", "down", "down")


def test_a_new_game_of_four_in_french(look, against_random):
    assert look(program(language="fr"), "enter", "down", "right", *["down"] * 2, "right")


def test_the_rules(look):
    assert look(program(), "R", "right")


def test_a_replay_between_two_halves_of_a_move(look):
    assert look(program("replay", FINISHED), *["right"] * 24, "down")
