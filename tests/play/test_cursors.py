"""The cursors of the duel and of Dame de Pique: where the arrows, Home and End lead."""

from __future__ import annotations

import pytest
from duels import view_of
from hearts_tables import middle

from engine.duel.moves import Pile
from engine.duel.rules import Tops
from play.games.duel.controls import END_TURN, DuelControls
from play.games.duel.controls import MENU as DUEL_MENU
from play.games.hearts.controls import ACTION, HeartsControls
from play.games.hearts.controls import MENU as HEARTS_MENU

DUEL, HEARTS = DuelControls(), HeartsControls()
EVERYWHERE = view_of({30, 40}, Tops(1, 60, 59, 2))
"""30 may go to every pile: 29 from the ascending, 30 from the descending; the gifts are near."""


def walk(controls, cursor, keys: str):
    for action in keys.split():
        cursor = controls.do(action, cursor)
        yield cursor


def test_up_goes_from_the_closest_pile_to_higher_ones_and_down_comes_back():
    start = DUEL.start(EVERYWHERE)
    went = [cursor.chosen().pile for cursor in walk(DUEL, start, "up up up up down down down down")]
    assert start.chosen().pile is Pile.UP
    assert went[:4] == [Pile.DOWN, Pile.THEIR_DOWN, Pile.THEIR_UP, Pile.THEIR_UP]
    assert went[4:] == [Pile.THEIR_DOWN, Pile.DOWN, Pile.UP, Pile.UP]


def test_a_card_that_fits_nowhere_stays_where_it_is():
    start = DUEL.start(view_of({29, 51, 52}, Tops(50, 20, 1, 60)))
    assert start.chosen() is None
    assert [cursor.chosen() for cursor in walk(DUEL, start, "up down")] == [None, None]


@pytest.mark.parametrize(
    ("controls", "view", "right", "left", "places"),
    [
        (DUEL, EVERYWHERE, "right", "left", [0, 1, END_TURN, DUEL_MENU]),
        (
            HEARTS,
            middle("2C 3D 4H", "", "", "", is_broken=True).view(0),
            *("card_right", "card_left"),
            [0, 1, 2, HEARTS_MENU],
        ),
        (
            HEARTS,
            middle("2C 3D 4H", "", "", "", leader=None, number=1).view(0),
            *("card_right", "card_left"),
            [0, 1, 2, ACTION, HEARTS_MENU],
        ),
    ],
)
def test_right_goes_over_the_stops_and_round_and_home_and_end_to_the_cards_at_the_ends(
    controls, view, right, left, places
):
    start = controls.start(view)
    cards = len(start.cards)
    rights = [cursor.place for cursor in walk(controls, start, f"{right} " * len(places))]
    assert rights == [*places[1:], 0]
    assert next(walk(controls, start, left)).place == places[-1]
    home, end, back = walk(controls, start, "first_card last_card first_card")
    assert (home.place, end.place, back.place) == (0, cards - 1, 0)


def test_home_and_end_stay_where_they_are_once_all_cards_are_laid():
    start = DUEL.start(view_of({30, 40}, Tops(1, 60, 1, 60)))
    *_, laid = walk(DUEL, start, "lay lay")
    assert (laid.cards, laid.place) == ((), END_TURN)
    for key in ("first_card", "last_card"):
        (there,) = walk(DUEL, laid, key)
        assert there.place == END_TURN
        assert "end_by_enter" not in DUEL.refusals(there)
