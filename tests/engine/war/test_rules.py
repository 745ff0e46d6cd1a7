"""The rules of Bataille, sentence by sentence: each test is named for the case of one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from wars import cards_in, dealt, fought, moved, new_table, options_of_war, play_on, seeds

from engine.game import CHANCE
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots
from engine.war.game import WAR
from engine.war.moves import OUT, TURN, Shuffle
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding, WarRefusal
from engine.war.rules import DECK, RANK_OF
from engine.war.state import WarState


def pair(state: WarState) -> tuple[int, int]:
    return state.duel.challenger, state.duel.opponent


# The table


@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players):
    with pytest.raises(ValueError, match="players is 2 to 8"):
        WarOptions(players, 1)
    assert [len(WarOptions(count).seats) for count in (2, 8)] == [2, 8]


def test_there_are_52_cards_ace_high():
    assert len(set(DECK)) == len(DECK) == 52
    ranks = sorted({card[0] for card in DECK}, key=lambda rank: RANK_OF[f"{rank}C"])
    assert "".join(ranks) == "23456789TJQKA"


@pytest.mark.parametrize("suit", "CDSH")
def test_suits_don_t_count(suit):
    assert {RANK_OF[card] for card in DECK if card[1] == suit} == {*range(13)}
    assert moved(dealt(f"T{suit} 2C / 9S 3C"), "turn").taker == 0


def test_seats_are_in_order_of_arrival_and_the_dealer_has_none():
    assert WAR.seats(WarOptions(3)) == ("PLAYER 1", "PLAYER 2", "PLAYER 3")
    assert WAR.sides(WarOptions(3)) == ((0,), (1,), (2,))


def test_each_gets_the_same_number_of_cards_and_that_is_5_unless_an_option_says_otherwise():
    assert WarOptions().cards == 5
    assert [len(pile) for pile in new_table(WarOptions(4)).state.piles] == [5] * 4
    assert [len(pile) for pile in new_table(WarOptions(3, 17)).state.piles] == [17] * 3


@pytest.mark.parametrize(("players", "most"), [(2, 26), (3, 17), (5, 10), (8, 6)])
def test_players_times_cards_are_52_at_most_and_each_has_one_at_least(players, most):
    assert WarOptions(players, most)
    for cards in (0, most + 1):
        with pytest.raises(ValueError, match=f"cards is 1 to {most} for {players} players"):
            WarOptions(players, cards)


def test_the_other_cards_stay_aside_unseen():
    table = play_on(new_table(WarOptions(2, 5), 3))
    assert all(len(set(cards_in(state))) == 10 for state in table.states[1:])


def test_nobody_sees_a_pile_its_owner_included():
    table = new_table(WarOptions(3, 6), 5)
    told = [str(line.what) for seat in (None, 0, 1, 2) for line in table.view(seat).log]
    assert told == ["deal ? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ?"] * 4


def test_views_of_two_games_with_the_same_cards_turned_are_equal_for_everybody():
    one = moved(dealt("AC 2C 4D / KC 3C 5D"), "turn", "shuffle AC KC")
    other = moved(dealt("AC 9C 8D / KC JC 7D"), "turn", "shuffle KC AC")
    assert [one.view(seat) for seat in (0, 1, None)] == [other.view(seat) for seat in (0, 1, None)]


def test_the_cards_turned_who_took_them_and_the_sizes_of_the_piles_are_public():
    state = moved(dealt("2C 5C / KC 3C / 7D 8D"), "turn")
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert view.duel.cards == ("2C", "KC")
        assert view.taker == 1
        assert view.piles == (1, 1, 2)
        lines = [(line.seat, str(line.what)) for line in view.log][1:]
        assert lines == [(0, "turn"), (0, "duel 1 1 2C 2 KC"), (1, "takes 2")]


# A duel


def test_players_meet_in_turn_in_a_circle():
    state, met = dealt("2C 6C 6S 9C / 3D 6D 7S 9D / 4H 6H 8S 9H"), []
    for _ in range(7):
        met.append(pair(state))
        state = fought(state)
    assert met == [(0, 1), (1, 2), (2, 0), (0, 1), (1, 2), (2, 0), (0, 1)]


def test_two_players_take_turns_to_be_the_challenger():
    state = dealt("2C 3C AC / AD KD 2D")
    assert [pair(fought(state, duels)) for duels in range(3)] == [(0, 1), (1, 0), (0, 1)]


def test_who_is_out_is_passed_over():
    state = fought(dealt("2C / 3D / 4H / 5S"))
    assert state.out == (1, 0, 0, 0)
    assert pair(state) == (1, 2)
    assert pair(fought(dealt("AC / 3D / 4H / 5S"), 2)) == (3, 0)


@pytest.mark.parametrize(("cards", "taker"), [("2C 3D", 1), ("KC AD", 1), ("TC 9D", 0)])
def test_each_turns_the_top_card_and_the_higher_takes_both(cards, taker):
    first, second = cards.split()
    state = moved(dealt(f"{first} 5C / {second} 6C"), "turn")
    assert (state.duel.cards, state.taker) == ((first, second), taker)
    assert fought(state).piles[taker][1:] == (first, second)
    assert len(fought(state).piles[1 - taker]) == 1


def test_a_tie_with_cards_left_in_both_piles_waits_for_another_turn():
    state = moved(dealt("5C 9C 2C / 5D 8D 3C"), "turn")
    assert (state.taker, state.to_move) == (None, (0,))
    assert state.view(1).duel.turned == (("5C", "5D"),)
    state = moved(state, "turn")
    assert state.duel.cards == ("5C", "5D", "9C", "8D")
    assert state.taker == 0


def test_the_winner_of_a_tie_takes_all_the_cards_of_the_duel():
    state = fought(dealt("5C 9C 2C / 5D 8D 3C"))
    assert state.piles == (("2C", "5C", "5D", "9C", "8D"), ("3C",))


def test_a_tie_may_follow_a_tie():
    state = moved(dealt("5C 9C 2C / 5D 9D 3C"), "turn", "turn")
    assert (state.taker, state.duel.number) == (None, 1)
    assert moved(state, "turn").taker == 1


def test_in_a_tie_the_challenger_without_a_card_left_loses():
    state = fought(dealt("AC 4C / 3D 9D / 9H 2H"))
    assert (pair(state), state.piles[1]) == ((1, 2), ("9D",))
    assert moved(state, "turn").taker == 2
    assert fought(state).piles == (("4C", "AC", "3D"), (), ("2H", "9D", "9H"))


def test_in_a_tie_the_opponent_without_a_card_left_loses():
    state = fought(dealt("2C 9C / 3C 9D"))
    assert (pair(state), state.piles[0]) == ((1, 0), ("9C",))
    assert moved(state, "turn").taker == 1
    assert fought(state).outcome == ((1,), WarEnding.LAST_IN, ())


def test_in_a_tie_in_which_both_have_no_card_left_the_challenger_loses():
    state = moved(dealt("7C / 7D / 2H"), "turn")
    assert state.taker == 1
    after = fought(state)
    assert (after.out, after.piles) == ((1, 0, 0), ((), ("7C", "7D"), ("2H",)))


def test_in_a_run_out_nobody_turns_a_further_card():
    state = moved(fought(dealt("2C 9C / 3C 9D")), "turn")
    assert state.to_move == (CHANCE,)
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, TURN)
    assert refusal.value.reason is TableReason.NOT_TO_MOVE


def test_who_has_his_last_card_on_the_table_is_not_out_before_the_duel_is_decided():
    state = moved(dealt("7C / 3D / 2H"), "turn")
    assert (state.piles[0], state.out) == ((), (0, 0, 0))
    assert state.outcome is None
    assert fought(state).out == (0, 1, 0)


def test_every_duel_ends_with_one_shuffle_of_all_its_cards_that_go_under_the_taker_s_pile():
    state = moved(dealt("5C 9C 2C / 5D 8D 3C"), "turn", "turn")
    after = moved(state, "shuffle 8D 5D 9C 5C")
    assert after.piles[0] == ("2C", "8D", "5D", "9C", "5C")
    assert after.duel == (2, 1, 0, ())


def test_a_shuffle_follows_a_run_out_and_the_last_duel_of_the_game_too():
    state = moved(dealt("7C / 7D"), "turn")
    assert (state.to_move, state.outcome) == ((CHANCE,), None)
    over = moved(state, "shuffle 7D 7C")
    assert over.outcome == ((1,), WarEnding.LAST_IN, ())
    assert over.piles == ((), ("7D", "7C"))


def test_after_a_duel_who_has_no_card_is_out_and_the_last_one_in_wins():
    state = fought(dealt("2C / 3D / 4H"))
    assert (state.out, state.outcome) == ((1, 0, 0), None)
    assert state.view(0).log.latest(1)[0][1:] == (0, OUT)
    state = moved(dealt("2C / 3D / 4H"), "turn", "shuffle 3D 2C", "turn", "shuffle 4H 3D")
    assert (state.out, state.outcome) == ((1, 0, 0), None)
    over = fought(state)
    assert (over.out, over.outcome) == ((1, 3, 0), ((2,), WarEnding.LAST_IN, ()))
    assert len(over.piles[2]) == 3


# Who comes next


def test_when_1_falls_to_0_the_next_are_2_and_0():
    assert pair(fought(dealt("AC / 3D / 4H"))) == (2, 0)


def test_when_0_falls_the_next_are_1_and_2():
    assert pair(fought(dealt("2C / 3D / 4H"))) == (1, 2)


def test_the_next_challenger_follows_the_last_one_in_or_out_and_the_opponent_him():
    state = fought(dealt("2C 3S / 3D 9S / 4H JS / 5C 7S"), 3)
    assert pair(state) == (3, 0)
    state = fought(state)
    assert (state.out, pair(state)) == ((4, 0, 0, 0), (1, 2))


def test_a_duel_counts_once_however_many_ties():
    state = fought(dealt("5C 9C 2C 7S / 5D 9D 3C 8S"))
    assert state.duel.number == 2
    texts = [str(line.what) for line in state.log if str(line.what).startswith("duel")]
    assert texts == ["duel 1 1 5C 2 5D", "duel 1 1 9C 2 9D", "duel 1 1 2C 2 3C"]


# The end


def test_those_left_after_the_last_duel_allowed_share_the_win():
    state = fought(dealt("2C AS / 3D 4S / 4H 5S", limit=3), 3)
    assert state.outcome == ((0, 1, 2), WarEnding.LIMIT, ())
    fallen = fought(dealt("2C / 3D / 4H / 5S", limit=1))
    assert fallen.outcome == ((1, 2, 3), WarEnding.LIMIT, ())


def test_one_left_at_the_limit_is_the_last_in():
    assert fought(dealt("2C / 3D", limit=1)).outcome == ((1,), WarEnding.LAST_IN, ())


def test_the_limit_is_10_000_unless_an_option_says_otherwise():
    assert WarOptions().limit == 10_000
    for limit in (0, 10_001):
        with pytest.raises(ValueError, match="limit is 1 to 10000"):
            WarOptions(limit=limit)


def test_a_forfeit_ends_the_game_and_the_others_still_in_share_the_win():
    state = fought(dealt("2C 3S / 3D 4S / 4H 5S / 5C 6S"))
    assert state.forfeit(1).outcome == ((0, 2, 3), WarEnding.FORFEIT, ())
    fallen = fought(dealt("2C / 3D / 4H / 5S"))
    assert fallen.forfeit(3).outcome.winners == (1, 2)
    assert fallen.forfeit(0).outcome.winners == (1, 2, 3)
    with pytest.raises(IllegalMove):
        fallen.forfeit(3).forfeit(2)


def test_in_a_forfeit_who_has_his_last_card_on_the_table_is_still_in():
    state = moved(dealt("7C / 7D / 2H"), "turn")
    assert state.forfeit(2).outcome.winners == (0, 1)


def test_an_outcome_is_last_in_limit_or_forfeit_without_points():
    assert [why.code for why in WarEnding] == ["last-in", "limit", "forfeit"]
    assert play_on(new_table(WarOptions(3, 2), 2)).outcome.points == ()


# Moves and chance


def test_the_challenger_alone_turns_and_decides_nothing():
    state = dealt("2C 3S / 3D 4S / 4H 5S")
    assert state.to_move == (0,)
    assert list(state.view(0).legal()) == [TURN]
    assert list(state.view(1).legal()) == list(state.view(None).legal()) == []
    assert state.view(0).draft().add(TURN).finish() is TURN
    for seat in (1, None):
        with pytest.raises(IllegalMove) as refusal:
            state.view(seat).check(TURN)
        assert refusal.value.reason is TableReason.NOT_TO_MOVE


def test_the_deck_is_shuffled_from_clubs_diamonds_spades_hearts_2_to_ace():
    assert DECK[:2] + DECK[12:15] + DECK[-1:] == ("2C", "3C", "AC", "2D", "3D", "AH")
    assert [card[1] for card in DECK[::13]] == ["C", "D", "S", "H"]


@given(seeds, options_of_war())
def test_each_seat_gets_its_cards_from_the_front_of_the_shuffled_deck(seed, options):
    deal = WAR.start(options).chance(Lots(seed, 0))
    deck = Lots(seed, 0).shuffled(DECK)
    assert [card for pile in deal.piles for card in pile] == deck[: options.players * options.cards]


@given(seeds)
def test_a_shuffle_is_of_the_table_as_turned_the_challenger_s_card_first_in_each_turn(seed):
    state = moved(dealt("5C 9C 2C / 5D 8D 3C"), "turn", "turn")
    assert state.chance(Lots(seed, 9)) == Shuffle(
        tuple(Lots(seed, 9).shuffled(["5C", "5D", "9C", "8D"]))
    )
    second = moved(fought(dealt("2C 9C / 3C 4D")), "turn")
    assert second.duel.cards == ("4D", "9C")


@settings(max_examples=30)
@given(seeds, options_of_war())
def test_cards_never_appear_or_vanish(seed, options):
    table = play_on(new_table(options, seed))
    dealt_cards = sorted(cards_in(table.states[1]))
    assert len(dealt_cards) == options.players * options.cards
    assert all(sorted(cards_in(state)) == dealt_cards for state in table.states[1:])
    for state in table.states[1:]:
        in_hands = {seat for seat, pile in enumerate(state.piles) if not pile}
        fighting = {*pair(state)} if state.duel.turned else set()
        assert {seat for seat, out in enumerate(state.out) if out} == in_hands - fighting


# What is refused


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (WAR.start(WarOptions(2, 2)), "deal 2C 3C / 4C", WarRefusal.OTHER_DEAL),
        (WAR.start(WarOptions(2, 2)), "deal 2C 3C / 4C 2C", WarRefusal.OTHER_DEAL),
        (WAR.start(WarOptions(2, 1)), "deal 2C / 3C / 4C", WarRefusal.OTHER_DEAL),
        (WAR.start(WarOptions(2, 1)), "shuffle 2C 3C", TableReason.NOT_A_MOVE_NOW),
        (WAR.start(WarOptions(2, 1)), "turn", TableReason.NOT_A_MOVE_NOW),
        (dealt("2C / 3C"), "shuffle 2C 3C", TableReason.NOT_A_MOVE_NOW),
        (dealt("2C / 3C"), "deal 2C / 3C", TableReason.NOT_A_MOVE_NOW),
        (moved(dealt("2C / 3C"), "turn"), "turn", TableReason.NOT_A_MOVE_NOW),
        (moved(dealt("2C / 3C"), "turn"), "shuffle 2C 4C", WarRefusal.OTHER_CARDS),
        (moved(dealt("2C / 3C"), "turn"), "shuffle 2C 3C 3C", WarRefusal.OTHER_CARDS),
    ],
)
def test_a_move_that_is_not_due_is_refused(state, move, reason):
    with pytest.raises(IllegalMove) as refusal:
        moved(state, move)
    assert refusal.value.reason is reason
