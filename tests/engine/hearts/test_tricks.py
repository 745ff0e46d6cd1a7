"""Dame de Pique, the tricks: following suit, the first trick, hearts, the queen and the joker."""

from __future__ import annotations

import pytest
from hearts_tables import PLAIN, middle, playable, played, why_not

from engine.hearts.cards import write_cards
from engine.hearts.moves import parse

# "Follow suit if you can; the highest of the led suit takes the trick and leads the next."


def test_suit_is_followed_by_whoever_can():
    state = played(middle("7D", "5D JD 2C AH", "3S", "4S", options=PLAIN), "7D")
    assert playable(state) == "5D JD"
    assert why_not(state, "2C") == "you must follow the suit of 7D"
    assert why_not(state, "3S") == "3S is not in hand"


def test_who_cannot_follow_plays_what_he_likes():
    state = played(middle("7D", "2C AH QS", "3S", "4S", options=PLAIN), "7D")
    assert playable(state) == "2C AH QS"


def test_the_highest_of_the_led_suit_takes_the_trick_and_leads_the_next():
    state = middle("7D 2C", "JD 3C", "AS 4C", "9D 5C", options=PLAIN)
    state = played(state, "7D JD AS 9D")
    assert write_cards(state.taken[1]) == "7D 9D JD AS"
    assert state.to_move == (1,)
    assert state.tricks[-1].winner == state.tricks[-1].taker == 1


# "In the first trick hearts, the queen of spades and the joker are set aside first (the joker even
# if it is a club: without another club, another suit is played)"


def first_trick(hand: str, joker: str | None = "7D"):
    """Return the state after the 2 of clubs was led, where this hand plays next."""
    return played(middle("2C", hand, "3C", "4C", joker=joker, first=True), "2C")


def test_in_the_first_trick_hearts_the_queen_and_the_joker_are_set_aside():
    state = first_trick("3D 7D 5H QS AS")
    assert playable(state) == "3D AS"
    assert why_not(state, "5H") == "no heart in the first trick"
    assert why_not(state, "QS") == "no queen of spades in the first trick"
    assert why_not(state, "7D") == "no joker in the first trick"


def test_a_club_has_to_be_followed_in_the_first_trick_too():
    state = first_trick("5C 3D 5H")
    assert playable(state) == "5C"
    assert why_not(state, "3D") == "you must follow the suit of 2C"


def test_a_joker_of_clubs_is_not_played_in_the_first_trick_where_there_is_another_club():
    state = first_trick("5C 9C 3D", joker="9C")
    assert playable(state) == "5C"
    assert why_not(state, "9C") == "no joker in the first trick"


def test_with_a_joker_of_clubs_as_only_club_another_suit_is_played_in_the_first_trick():
    state = first_trick("9C 3D 5H QS", joker="9C")
    assert playable(state) == "3D"
    assert why_not(state, "9C") == "no joker in the first trick"


# "if nothing is left the whole hand may be played, then suit is followed within it, and a joker of
# clubs must follow."


def test_if_nothing_is_left_the_whole_hand_may_be_played():
    assert playable(first_trick("7D 5H AH QS")) == "7D 5H AH QS"
    assert playable(first_trick("5H AH QS", joker=None)) == "5H AH QS"


def test_if_nothing_else_is_left_a_joker_of_clubs_must_follow():
    state = first_trick("9C 5H QS", joker="9C")
    assert playable(state) == "9C"
    assert why_not(state, "5H") == "you must follow the suit of 2C"


# "Hearts may not be led until one has been played, unless the hand holds nothing else"


def test_hearts_are_not_led_before_one_was_played():
    state = middle("5H 3D", "3C", "4C", "5C", options=PLAIN)
    assert playable(state) == "3D"
    assert why_not(state, "5H") == "hearts may not be led before one has been played"


def test_hearts_are_led_before_where_the_hand_holds_nothing_else():
    assert playable(middle("5H AH", "3C 4D", "4C", "5C")) == "5H AH"


def test_hearts_are_led_once_they_are_broken():
    assert playable(middle("5H 3D", "3C", "4C", "5C", is_broken=True)) == "3D 5H"


# "broken, by any heart, led, discarded or forced; not by the queen, the joker, a pass or an
# exchange"


def test_a_heart_that_is_led_breaks_hearts():
    assert played(middle("5H", "3C", "4C", "5C"), "5H").is_broken


def test_a_heart_that_is_discarded_breaks_hearts():
    state = middle("5D 6D", "3H 4S", "4D 7D", "8D 9D", options=PLAIN)
    assert played(state, "5D 3H").is_broken


def test_a_heart_that_is_forced_breaks_hearts():
    state = played(middle("2C", "3H 4H", "3C", "4C", first=True, options=PLAIN), "2C 3H")
    assert state.is_broken


def test_the_queen_and_the_joker_do_not_break_hearts():
    state = middle("5D 6D", "QS 3H", "7C 9H", "8D 9D", joker="7C")
    assert not played(state, "5D QS 7C").is_broken


def test_a_pass_of_hearts_does_not_break_hearts():
    hands = ["".join(f"{rank}{suit} " for rank in "23456789TJQKA") for suit in "CDHS"]
    state = middle(*hands, leader=None, number=1, options=PLAIN, first=True)
    for seat, suit in enumerate("CDHS"):
        state = state.play(seat, parse(f"pass 2{suit} 3{suit} 4{suit}"))
    assert write_cards(state.hands[3]).startswith("2H 3H 4H")
    assert not state.is_broken


def test_an_exchange_of_hearts_does_not_break_hearts():
    state = played(middle("2D 2H", "3D 3H", "4D 4H", "QD 4C"), "2D 3D 4D QD")
    assert state.exchanges == 1
    assert not state.is_broken
    assert write_cards(state.hands[3]) == "2H"


# "the joker or the queen beside hearts is something else and must be led."


@pytest.mark.parametrize("other", ["QS", "7D"])
def test_the_joker_or_the_queen_beside_hearts_must_be_led(other):
    state = middle(f"5H AH {other}", "3C", "4C", "5C", joker="7D")
    assert playable(state) == other


# "Discarding hearts is free from trick 2 on. The queen may be led from trick 2 on."


def test_discarding_hearts_is_free_from_trick_2_on():
    state = played(middle("7D", "2C 5H QS", "3S", "4S", options=PLAIN), "7D")
    assert playable(state) == "2C 5H QS"


def test_the_queen_may_be_led_from_trick_2_on():
    assert playable(middle("QS 3D", "3C", "4C", "5C")) == "3D QS"


# "It keeps its suit and rank, is worth 1 point, and from the second trick on may be played whatever
# was led: whoever can follow may play it instead; if it is his only card of the led suit he must
# play it. It wins a trick only in the led suit; led, it is an ordinary card of its suit."


def test_from_the_second_trick_on_the_joker_may_be_played_instead_of_following():
    state = played(middle("7C", "5C 7D 9D AH", "3S", "4S", joker="7D"), "7C")
    assert playable(state) == "5C 7D"
    assert why_not(state, "9D") == "you must follow the suit of 7C, or play the joker"


def test_the_joker_as_the_only_card_of_the_led_suit_must_be_played():
    state = played(middle("3D", "7D 5C AH", "3S", "4S", joker="7D"), "3D")
    assert playable(state) == "7D"
    assert why_not(state, "5C") == "you must follow the suit of 3D"


def test_the_joker_keeps_its_suit_and_rank():
    state = middle("3D", "7D", "6D", "2D", joker="7D", options=PLAIN)
    assert played(state, "3D 7D 6D 2D").taken[1]
    state = middle("8D", "7D", "6D", "2D", joker="7D", options=PLAIN)
    assert played(state, "8D 7D 6D 2D").taken[0]


def test_the_joker_wins_no_trick_of_another_suit():
    state = middle("2C", "AD", "3C", "AS", joker="AD", options=PLAIN)
    assert played(state, "2C AD 3C AS").tricks[-1].taker == 2


def test_the_joker_led_is_an_ordinary_card_of_its_suit():
    state = middle("7D 2C", "9D 3C", "3S 2H", "4D 5C", joker="7D", options=PLAIN)
    state = played(state, "7D")
    assert playable(state) == "9D"
    state = played(state, "9D 3S 4D")
    assert state.tricks[-1].taker == 1
