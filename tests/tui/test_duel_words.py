"""What the duel says of the card under the cursor: what matters first, all in one line."""

from __future__ import annotations

import pytest
from duels import view_of
from rich.cells import cell_len

from engine.duel.moves import LAYS, Pile
from engine.duel.rules import Tops
from play.games.duel.controls import HandCursor
from play.games.duel.telling import cursor_words
from words.glyphs import UNICODE
from words.translation import set_language

ROOM = 78
PHONE = 38
"""Cells of the message line at 80 and at 40 columns."""


@pytest.fixture(autouse=True, params=["en", "fr"])
def language(request):
    set_language(request.param)
    return request.param


def said(
    hand: set[int], tops: Tops, card: int, *laid: tuple[int, Pile], room: int = ROOM
) -> list[str]:
    """Return what is said on each pile of a card, after some cards were laid."""
    view = view_of(hand, tops)
    cursor = HandCursor(view.draft())
    for lay in laid:
        cursor = cursor.after(LAYS[lay])
    there = cursor.on_card(card)
    forms = [cursor_words(there.aimed(by), view, UNICODE) for by in range(max(len(there.piles), 1))]
    return [next((words for words in one if cell_len(words) <= room), one[-1]) for one in forms]


def test_every_pile_of_a_card_is_told_in_one_line(language):
    every = said({30, 40}, Tops(1, 60, 59, 2), 30)
    assert len(every) == 4
    for words in every:
        assert cell_len(words) <= ROOM
        assert len([sign for sign in words if sign in "▲▼"]) == 3
    costs = {
        "en": "30 on your ascending pile: costs 29. Also:",
        "fr": "30 sur votre pile ascendante",
    }
    assert any(words.replace("\xa0", " ").startswith(costs[language]) for words in every)


def test_on_a_phone_a_sign_stands_for_the_pile_and_all_costs_are_told(language):
    every = said({30, 40}, Tops(21, 60, 27, 2), 30, room=PHONE)
    for words in every:
        assert words[:2] == "30" and words[2] in "▲▼"
        assert cell_len(words) <= PHONE
        assert len([sign for sign in words if sign in "▲▼"]) == len(every)


def test_a_card_of_one_pile_fits_nowhere_else(language):
    (words,) = said({30, 40}, Tops(1, 25, 10, 50), 30)
    ends = {"en": "It fits nowhere else.", "fr": "C'est sa seule place."}
    assert words.endswith(ends[language])


def test_a_card_of_no_pile_says_so_first_and_then_where_the_piles_are(language):
    (words,) = said({3, 40, 50}, Tops(38, 2, 1, 60), 3)
    begins = {"en": "03 fits on no pile: yours are at 38▲ 02▼,", "fr": "03 ne va nulle part"}
    assert words.startswith(begins[language])
    assert cell_len(words) <= ROOM


def test_a_card_that_would_be_a_second_gift_says_that_this_turn_has_one(language):
    (words,) = said({3, 4, 50}, Tops(38, 2, 59, 60), 3, (4, Pile.THEIR_UP))
    ends = {
        "en": "you have made this turn's gift.",
        "fr": "vous avez déjà fait le don de ce tour.",
    }
    assert words.endswith(ends[language])
    assert cell_len(words) <= ROOM


def test_a_card_after_which_nothing_could_be_laid_says_so(language):
    (words,) = said({3, 50}, Tops(38, 2, 1, 60), 50)
    begins = {
        "en": "50 first would leave no second card",
        "fr": "Après le 50, aucune seconde carte",
    }
    assert words.startswith(begins[language])
    assert cell_len(words) <= ROOM
