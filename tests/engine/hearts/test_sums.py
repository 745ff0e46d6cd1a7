"""Dame de Pique, the bonus: the sums of 20 and 21, slaps and exchanges."""

from __future__ import annotations

from itertools import permutations

import pytest
from hearts_tables import ALL, PLAIN, REFLEX, middle, played, why_not

from engine.game import CHANCE, Play
from engine.hearts.cards import write_cards
from engine.hearts.moves import SLAP, SlapLot, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import VALUES
from engine.shuffle import Lots

AT_20 = ("2D 3S", "3D 4S", "5D 5S", "TD 6S")
"""Hands that play a trick of diamonds with the sum of 20; seat 3 is highest."""

AT_21 = ("2D 3S 2H", "3D 4S 3H", "5D 5S 4H", "JD 6S 5H")
"""Hands that play a trick of diamonds with the sum of 21; seat 3 is highest."""


def slapped(state, order: str):
    """Return the state after the seats slap in this order."""
    for seat in map(int, order):
        state = state.play(seat, SLAP)
    return state


def values(option: str) -> dict[str, int]:
    return {rank: VALUES[option][parse(f"{rank}S")] for rank in "23456789TJQKA"}


# "The values of the four cards of every trick, first and last too, are added (option values: rank J
# 11, Q 12, K 13, A 14, the default; or faces J Q K 10 and A 1; the joker has its rank's value)."


def test_values_by_rank_are_up_to_14_and_the_default():
    low = {str(pips): pips for pips in range(2, 10)}
    assert values("rank") == {**low, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    assert HeartsOptions().values == "rank"


def test_values_by_faces_are_10_and_the_ace_1():
    low = {str(pips): pips for pips in range(2, 10)}
    assert values("faces") == {**low, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}


def test_the_sums_of_the_first_trick_count():
    state = middle("2C 3S", "3C 4S", "5C 5S", "TC 6S", first=True)
    assert played(state, "2C 3C 5C TC").view(0).is_slapping
    state = middle("2C 3S", "3C 4S", "5C 5S", "JC 6S", first=True)
    assert played(state, "2C 3C 5C JC").exchanges == 1


def test_the_sums_of_the_last_trick_count():
    state = played(middle("2D", "3D", "5D", "TD"), "2D 3D 5D TD")
    assert state.view(0).is_slapping
    state = state.play(CHANCE, parse("slap 3201"))
    assert write_cards(state.taken[1]) == "2D 3D 5D TD"
    assert len(state.rounds) == 1


def test_without_sums_nothing_happens_at_20_and_21():
    for hands, last in ((AT_20, "TD"), (AT_21, "JD")):
        state = played(middle(*hands, options=PLAIN), f"2D 3D 5D {last}")
        assert state.to_move == (3,)
        assert (state.exchanges, state.view(0).total) == (0, 0)
        assert state.tricks[-1].taker == 3


# "Exactly 20: everybody slaps, the last to slap takes the trick and leads; who was highest has no
# part in it."


@pytest.mark.parametrize("last", ALL)
def test_at_20_the_last_to_slap_takes_the_trick_and_leads_whoever_was_highest(last):
    order = "".join(str(seat) for seat in (3, 1, 0, 2) if seat != last) + str(last)
    for options in (HeartsOptions(), REFLEX):
        state = played(middle(*AT_20, options=options), "2D 3D 5D TD")
        assert state.tricks[-1].cards == (parse("2C"),)
        lots = options.slap == "lots"
        state = state.play(CHANCE, parse(f"slap {order}")) if lots else slapped(state, order)
        assert write_cards(state.taken[last]) == "2D 3D 5D TD"
        assert state.to_move == (last,)
        assert state.tricks[-1][2:] == (last, last, 20)


@pytest.mark.parametrize("last", ["9D", "JD", "QD"])
def test_at_any_other_sum_nobody_slaps(last):
    hands = (*AT_20[:3], f"{last} 6S")
    assert not played(middle(*hands), f"2D 3D 5D {last}").view(0).is_slapping


# "Option slap: lots, by lot, recorded as chance's slap 2013 (first to last)"


def test_slaps_by_lots_are_one_move_of_chance_first_to_last():
    state = played(middle(*AT_20), "2D 3D 5D TD")
    assert state.to_move == (CHANCE,)
    assert state.view(0).timeout_play is None
    state = state.play(CHANCE, parse("slap 2013"))
    assert state.slaps == (2, 0, 1, 3)
    assert state.to_move == (3,)


def test_a_slap_by_lots_is_a_shuffle_of_0_1_2_3():
    state = played(middle(*AT_20), "2D 3D 5D TD")
    for event in range(24):
        assert state.chance(Lots(9, event)) == SlapLot(tuple(Lots(9, event).shuffled(range(4))))


# "reflex: every seat's own move slap, all may move at once and the order counts"


def test_by_reflex_all_may_slap_at_once_and_the_order_counts():
    before = played(middle(*AT_20, options=REFLEX), "2D 3D 5D TD")
    for order in permutations("0123"):
        state = before
        for count, seat in enumerate(order):
            assert state.to_move == tuple(sorted(map(int, order[count:])))
            state = state.play(int(seat), SLAP)
        assert state.slaps == tuple(map(int, order))
        assert state.to_move == (int(order[-1]),)


def test_nobody_slaps_twice_or_plays_a_card_while_they_slap():
    state = played(middle(*AT_20, options=REFLEX), "2D 3D 5D TD").play(2, SLAP)
    assert why_not(state, "slap", 2) == "it is not NORTH's turn"
    assert why_not(state, "3S", 0) == "the sum is 20, everybody slaps"
    assert why_not(middle(*AT_20, options=REFLEX), "slap", 0).startswith("slap is not a move")
    assert why_not(state, "slap 2013", CHANCE) == "it is not chance's turn"


# "after 3 seconds the missing slaps are made in seat order from the trick's leader"


@pytest.mark.parametrize("leader", ALL)
def test_who_is_late_slaps_in_seat_order_from_the_leader_of_the_trick(leader):
    turn = [(leader + place) % 4 for place in ALL]
    hands = [""] * 4
    for seat, hand in zip(turn, AT_20, strict=True):
        hands[seat] = hand
    state = played(middle(*hands, leader=leader, options=REFLEX), "2D 3D 5D")
    assert state.view(0).timeout_play is None
    state = played(state, "TD").play(turn[1], SLAP)
    late = []
    while play := state.view(None).timeout_play:
        assert {state.view(seat).timeout_play for seat in ALL} == {play}
        late.append(play)
        state = state.play(*play)
    assert late == [Play(seat, SLAP) for seat in (turn[0], turn[2], turn[3])]
    assert state.view(0).timeout_play is None


# "Exactly 21: all hands move at once to the right-hand neighbour (you get your left neighbour's)"


def test_at_21_all_hands_move_to_the_right_and_one_gets_the_left_neighbours():
    state = played(middle(*AT_21), "2D 3D 5D JD")
    assert [write_cards(hand) for hand in state.hands] == ["3H 4S", "4H 5S", "5H 6S", "2H 3S"]


# "and the cards of this trick, with their points, go to the right-hand neighbour of the winner"


@pytest.mark.parametrize(("cards", "winner"), [("2D 3D 5D JD", 3), ("JD 2D 3D 5D", 0)])
def test_at_21_the_trick_goes_to_the_right_hand_neighbour_of_its_winner(cards, winner):
    hands = [
        f"{card} {rank}H 9{suit}"
        for card, rank, suit in zip(cards.split(), "2345", "CDHS", strict=True)
    ]
    state = played(middle(*hands), cards)
    taker = (winner - 1) % 4
    assert write_cards(state.taken[taker]) == "2D 3D 5D JD"
    assert state.tricks[-1][2:] == (winner, taker, 21)


def test_at_21_the_points_go_with_the_trick():
    state = middle("2D 3S", "3D 4S", "5H 5S", "JD 6S", joker="3D")
    state = played(state, "2D 3D 5H JD")
    assert state.view(0).points == (0, 0, 2, 0)


# "The winner still leads next, from his new hand; what may be played depends on the new hand
# alone."


def test_at_21_the_winner_leads_next_from_his_new_hand():
    state = played(middle(*AT_21), "2D 3D 5D JD")
    assert state.to_move == (3,)
    assert write_cards(state.view(3).hand) == "2H 3S"
    assert why_not(state, "5H") == "5H is not in hand"


def test_after_an_exchange_what_may_be_played_depends_on_the_new_hand_alone():
    hands = ("2D 2H 4H", "3D 4S 3H", "5D 5S 6D", "JD 6S 5H")
    state = played(middle(*hands), "2D 3D 5D JD")
    # only hearts are left in the new hand, which therefore may be led
    assert write_cards(state.view(3).playable) == "2H 4H"
    state = played(state, "2H")
    # seat 0 has the cards of seat 1
    assert write_cards(state.view(0).playable) == "3H"


# "In the last trick only the cards move."


def test_at_21_in_the_last_trick_only_the_cards_move():
    state = played(middle("2D", "3D", "5D", "JD"), "2D 3D 5D JD")
    assert write_cards(state.taken[2]) == "2D 3D 5D JD"
    assert state.exchanges == 0
    assert not any("exchange" in str(line.what) for line in state.view(0).log)
    assert len(state.rounds) == 1
