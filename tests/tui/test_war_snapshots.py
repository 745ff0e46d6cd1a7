"""Pictures of Bataille's table: no clock, no blink, no animation in them."""

from __future__ import annotations

import pytest
from pilots import program
from wars import play_on

from engine.table import Sitter, Table
from engine.war.game import WAR
from engine.war.options import WarOptions
from tui.themes import Depth, set_palette, want_huge

PHONE, SMALL, NORMAL, LARGE = (40, 20), (60, 20), (80, 24), (120, 40)
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")


def standing(players: int, cards: int, turns: int, language: str = "en"):
    """Return the program at a game of so many turns."""
    sitters = [Sitter(name) for name in NAMES[:players]]
    table = play_on(Table(WAR, WarOptions(players, cards), sitters, 5), turns)
    return program("branch", table, language=language)


@pytest.mark.parametrize("size", [PHONE, SMALL, NORMAL, LARGE], ids=str)
def test_eight_at_the_table(look, size):
    assert look(standing(8, 6, 150), size=size)


def test_a_tie_between_two_in_french(look):
    assert look(standing(2, 26, 3, "fr"))


def test_huge_cards(look):
    want_huge(True)
    assert look(standing(8, 6, 150))


def test_the_table_in_plain_ascii(look, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert look(standing(8, 6, 150))


def test_the_table_without_colours(look):
    app = standing(8, 6, 150)
    set_palette("baize", Depth.NONE)
    assert look(app, size=SMALL)
