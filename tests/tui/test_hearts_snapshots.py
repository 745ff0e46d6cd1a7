"""Pictures of Dame de Pique's table: no clock, no blink, no animation in them."""

from __future__ import annotations

import pytest
from hearts_looks import ALONE, PEOPLE, new_table, play_on, series
from hearts_tables import REFLEX
from pilots import program

from host.races import Races
from programs.thinking import Reaction
from tui.themes import Depth, set_palette, want_huge

PHONE, SMALL, NORMAL, LARGE, HUGE = (40, 20), (60, 20), (80, 24), (120, 40), (200, 60)


def trick(language: str = "en", **options):
    """Return the program in a trick to which three have played, after one with a sum of 21."""

    def is_there(state) -> bool:
        return len(state.tricks) > 4 and len(state.table) == 3 and state.to_move == (0,)

    return program("branch", play_on(new_table(seed=8), is_there), language=language, **options)


def slapping(kinds=ALONE):
    """Return the program while everybody slaps."""
    table = play_on(new_table(REFLEX, 3, kinds), lambda s: s.view(None).timeout_play is not None)
    return program("branch", table)


SIZES = [
    pytest.param(PHONE, id="phone"),
    pytest.param(SMALL, id="small"),
    pytest.param(NORMAL, id="normal"),
    pytest.param(LARGE, id="large"),
    pytest.param(HUGE, id="huge", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("size", SIZES)
def test_a_trick(look, size):
    assert look(trick(), "tab", size=size)


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), NORMAL])
def test_a_trick_in_french(look, size):
    assert look(trick("fr"), "tab", size=size)


@pytest.mark.parametrize("size", [NORMAL, LARGE])
def test_a_trick_of_huge_cards(look, size):
    want_huge(True)
    assert look(trick("fr"), "tab", size=size)


def test_a_trick_in_plain_ascii(look, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert look(trick(), "tab")


@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.NONE], ids=lambda d: d.name)
def test_a_trick_in_fewer_colours(look, depth):
    set_palette("baize", depth)
    assert look(trick(), "tab")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "contrast", "colour-blind"])
def test_a_trick_in_each_theme(look, theme):
    set_palette(theme, Depth.TRUE)
    assert look(trick(), "tab")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_cards_chosen_to_be_passed(look, language):
    app = program("new_game", series(), language=language)
    assert look(app, "enter", "right", "right", "enter", "right")


def test_one_person_is_called_to_slap(look, monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3600)
    app = slapping()
    monkeypatch.setattr(Reaction, "milliseconds", range(3_600_000, 3_600_001))
    assert look(app)


def test_four_people_slap_with_their_hands_covered(look, monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3600)
    assert look(slapping(PEOPLE), "3", "1")


def test_the_end_of_a_round(look):
    table = play_on(new_table(), lambda s: len(s.tricks) == 12 and s.to_move == (0,))
    assert look(program("branch", table), "enter")


def test_the_points_of_every_round(look):
    table = play_on(new_table(), lambda s: len(s.rounds) == 3 and s.to_move == (0,) and s.tricks)
    assert look(program("branch", table), "S")


def test_the_last_trick(look):
    table = play_on(new_table(), lambda s: len(s.tricks) == 3 and s.to_move == (0,))
    assert look(program("branch", table), "d")


def test_the_cards_not_seen_yet_in_french(look):
    assert look(trick("fr"), "c")
