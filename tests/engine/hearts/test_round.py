"""Dame de Pique, a round before its first trick: seats, the deal, the pass, the joker."""

from __future__ import annotations

from itertools import permutations

import pytest
from hearts_tables import (
    ALL,
    EVERY_OPTION,
    PLAIN,
    mask,
    middle,
    played,
    random_plays,
    why_not,
)

from engine.game import CHANCE
from engine.hearts.cards import ALL as DECK
from engine.hearts.cards import CARDS, cards_of, write_cards
from engine.hearts.game import HEARTS
from engine.hearts.moves import CardPass, HeartsDeal, JokerLot, parse
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.rules import JOKERS, highest
from engine.hearts.state import HeartsState
from engine.reasons import IllegalMove
from engine.shuffle import Lots


def dealt(number: int = 1, seed: int = 1, options: HeartsOptions = HeartsOptions()) -> HeartsState:  # noqa: B008
    """Return the state after the deal of a round."""
    state = HeartsState(options, number=number - 1)
    return state.play(CHANCE, state.chance(Lots(seed, number)))


def first_three(state: HeartsState, seat: int) -> CardPass:
    return next(state.view(seat).legal())


def all_pass(state: HeartsState) -> HeartsState:
    for seat in state.to_move:
        state = state.play(seat, first_three(state, seat))
    return state


def begun(number: int = 1, seed: int = 1, options: HeartsOptions = HeartsOptions()) -> HeartsState:  # noqa: B008
    """Return the state before the first card of a round."""
    state = dealt(number, seed, options)
    if state.to_move != (CHANCE,) and state.leader is None:
        state = all_pass(state)
    if state.to_move == (CHANCE,):
        state = state.play(CHANCE, state.chance(Lots(seed, 99)))
    return state


# "Four players, each for himself, 52 cards, 13 each. Rank 2 low .. ace high."


def test_four_players_each_for_himself():
    for options in EVERY_OPTION:
        assert HEARTS.seats(options) == SEAT_NAMES
        assert HEARTS.sides(options) == ((0,), (1,), (2,), (3,))


def test_two_is_low_and_ace_is_high():
    order = [
        highest(0, (parse(low), parse(high)))
        for low, high in zip(
            ["2C", "9C", "TC", "JC", "QC", "KC"], ["3C", "TC", "JC", "QC", "KC", "AC"], strict=True
        )
    ]
    assert order == [1] * 6
    assert highest(0, (parse("AC"), parse("2C"))) == 0


# "Seats in order of arrival. Left of seat s is s+1, right s-1, across s+2; play goes left."


def test_play_goes_left():
    state = middle("3C", "4C", "5C", "6C", leader=2)
    order = []
    for card in ("5C", "6C", "3C"):
        order += state.to_move
        state = played(state, card)
    assert [*order, *state.to_move] == [2, 3, 0, 1]


# "Deal all. Choose three cards of the hand dealt to pass: round 1 to the left, 2 to the right, 3
# across, 4 none, and so on again."


@pytest.mark.parametrize(("number", "further"), [(1, 1), (2, 3), (3, 2), (5, 1), (6, 3), (7, 2)])
def test_three_cards_go_left_in_round_1_right_in_2_across_in_3_and_so_on_again(number, further):
    before = dealt(number)
    after = all_pass(before)
    for seat in ALL:
        gift = first_three(before, seat).cards
        assert after.hands[(seat + further) % 4] & gift == gift
        assert not after.hands[seat] & gift
        assert before.view(seat).receiver == (seat + further) % 4
    assert [hand.bit_count() for hand in after.hands] == [13] * 4
    assert sum(after.hands) == DECK


@pytest.mark.parametrize("number", [4, 8, 12])
def test_in_round_4_and_8_nothing_is_passed(number):
    state = dealt(number)
    assert state.to_move == (CHANCE,)
    assert state.view(0).receiver is None
    assert why_not(state, "pass 2C 3C 4C", 0) == "it is not SOUTH's turn"
    state = dealt(number, options=PLAIN)
    assert state.to_move == (state.leader,)
    assert state.hands[state.leader] & mask("2C")


def test_exactly_three_cards_of_the_hand_dealt_are_passed():
    state = dealt()
    strange = cards_of(state.hands[1])[0]
    own = cards_of(state.hands[0])
    move = CardPass(1 << own[0] | 1 << own[1] | 1 << strange)
    with pytest.raises(IllegalMove, match=f"{strange} is not in hand"):
        state.play(0, move)
    with pytest.raises(IllegalMove, match="three cards are passed, not 2"):
        state.play(0, CardPass(1 << own[0] | 1 << own[1]))
    assert why_not(state, str(own[0]), 0) == "three cards must be passed"
    assert why_not(state, "slap", 0) == "three cards must be passed"
    assert len(list(state.view(0).legal())) == 286


# "All choose before anyone sees what he gets; what one receives cannot be passed on."


def test_all_choose_before_anyone_sees_what_he_gets():
    state = dealt()
    assert state.to_move == ALL
    for count, seat in enumerate((2, 0, 3)):
        state = state.play(seat, first_three(state, seat))
        assert len(state.to_move) == 3 - count
        for other in ALL:
            view = state.view(other)
            assert view.received == 0
            assert view.hand == state.hands[other]
            assert all("received" not in str(line.what) for line in view.log)
    state = state.play(1, first_three(state, 1))
    assert state.view(1).received == state.passes[0]


def test_what_one_receives_cannot_be_passed_on():
    state = dealt()
    given = first_three(state, 0)
    later = state.play(0, given)
    with pytest.raises(IllegalMove, match="is not in hand"):
        later.play(1, given)
    with pytest.raises(IllegalMove, match="it is not SOUTH's turn"):
        later.play(0, next(iter(later.view(0).legal()), given))


def test_in_which_order_they_choose_changes_nothing():
    before, ends = dealt(), set()
    for order in permutations(ALL):
        state = before
        for seat in order:
            state = state.play(seat, first_three(before, seat))
        ends.add(state.hands)
    assert len(ends) == 1


# "After the last pass (rounds 4, 8, ...: after the deal) a joker is named in the open, by lot,
# among the 37 cards worth nothing, each equally likely, wherever it lies."


@pytest.mark.parametrize("number", [1, 2, 3, 4, 8])
def test_a_joker_is_named_after_the_last_pass_or_in_round_4_after_the_deal(number):
    state = dealt(number)
    if number % 4:
        for seat in ALL:
            assert CHANCE not in state.to_move
            state = state.play(seat, first_three(state, seat))
    assert state.to_move == (CHANCE,)
    assert state.leader is None
    state = state.play(CHANCE, parse("joker 7D"))
    assert str(state.joker) == "7D"
    assert state.to_move == (state.leader,)


def test_it_is_one_of_the_37_cards_worth_nothing_but_not_the_2_of_clubs():
    state = all_pass(dealt())
    names = [str(card) for card in JOKERS]
    assert len(names) == len(set(names)) == 37
    left_out = [str(card) for card in CARDS if str(card) not in names]
    assert left_out == ["2C", *[f"{rank}H" for rank in "23456789TJQKA"], "QS"]
    for name in left_out:
        assert why_not(state, f"joker {name}", CHANCE) == f"{name} cannot be the joker"


def test_each_of_the_37_is_as_likely_wherever_it_lies():
    state = all_pass(dealt())
    drawn = [state.chance(Lots(seed, 5)).card for seed in range(37 * 40)]
    counts = [drawn.count(card) for card in JOKERS]
    assert min(counts) > 15
    assert max(counts) < 80
    holders = [next(s for s in ALL if state.hands[s] >> card & 1) for card in drawn]
    assert {*holders} == {*ALL}


@pytest.mark.parametrize("options", [PLAIN, HeartsOptions(joker=False)])
def test_without_the_option_no_joker_is_named(options):
    state = begun(options=options)
    assert state.joker is None
    assert state.leader is not None
    _, plays = random_plays(options, 4, rounds=5)
    assert not [play for play in plays if isinstance(play.move, JokerLot)]


# "Who holds the 2 of clubs after the pass leads it."


@pytest.mark.parametrize("options", EVERY_OPTION)
def test_who_holds_the_2_of_clubs_after_the_pass_leads_it(options):
    for seed in range(12):
        state = begun(seed=seed, options=options)
        (leader,) = state.to_move
        assert state.hands[leader] & mask("2C")
        view = state.view(leader)
        assert [str(move) for move in view.legal()] == ["2C"]
        others = [str(card) for card in cards_of(view.hand) if str(card) != "2C"]
        assert {why_not(state, card) for card in others} == {"the 2 of clubs is led first"}


# "Chance: the deck is shuffled from 2C..AC 2D..AD 2S..AS 2H..AH, 13 to each seat; the joker is one
# lot below 37 in that order."


def test_chance_deals_and_draws_as_it_is_written():
    deck = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    shuffled = Lots(42, 0).shuffled(deck)
    deal = HEARTS.start(HeartsOptions()).chance(Lots(42, 0))
    for seat, hand in enumerate(deal.hands):
        assert set(write_cards(hand).split()) == set(shuffled[13 * seat : 13 * seat + 13])
    worthless = [card for card in deck if card[1] != "H" and card not in ("QS", "2C")]
    state = all_pass(dealt())
    for event in range(20):
        assert str(state.chance(Lots(42, event)).card) == worthless[Lots(42, event).below(37)]


def test_chance_makes_no_move_that_is_not_due():
    state = begun()
    with pytest.raises(IllegalMove, match="it is not chance's turn"):
        state.chance(Lots(1, 1))
    assert why_not(state, "joker 7D", CHANCE) == "it is not chance's turn"
    state = dealt(4)
    assert "not a move that can be made now" in why_not(state, "slap 0123", CHANCE)
    assert "not a move that can be made now" in why_not(state, str(HeartsDeal(state.hands)), CHANCE)
    start = HEARTS.start(HeartsOptions())
    assert "not a move that can be made now" in why_not(start, "joker 7D", CHANCE)


def test_a_deal_with_a_card_twice_is_refused():
    south, west, north, _ = dealt().hands
    with pytest.raises(IllegalMove, match="is dealt twice"):
        HEARTS.start(PLAIN).play(CHANCE, HeartsDeal((south, west, north, south)))
