"""The rules of Bataille, sentence by sentence: each row and each test is the case of one."""

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


def test_there_are_52_cards_ace_high_in_the_order_in_which_they_are_shuffled():
    assert len(set(DECK)) == len(DECK) == 52
    ranks = sorted({card[0] for card in DECK}, key=lambda rank: RANK_OF[f"{rank}C"])
    assert "".join(ranks) == "23456789TJQKA"
    assert DECK[:2] + DECK[12:15] + DECK[-1:] == ("2C", "3C", "AC", "2D", "3D", "AH")
    assert [card[1] for card in DECK[::13]] == ["C", "D", "S", "H"]


@pytest.mark.parametrize("suit", "CDSH")
def test_suits_don_t_count(suit):
    assert {RANK_OF[card] for card in DECK if card[1] == suit} == {*range(13)}
    assert moved(dealt(f"T{suit} 2C / 9S 3C"), "turn").taker == 0


def test_two_to_eight_sit_in_order_of_arrival():
    assert [len(WarOptions(count).seats) for count in (2, 8)] == [2, 8]
    assert WAR.seats(WarOptions(3)) == ("PLAYER 1", "PLAYER 2", "PLAYER 3")
    assert WAR.sides(WarOptions(3)) == ((0,), (1,), (2,))


def test_each_gets_the_same_number_of_cards_and_that_is_5_unless_an_option_says_otherwise():
    assert (WarOptions().cards, WarOptions().limit) == (5, 10_000)
    assert [len(pile) for pile in new_table(WarOptions(4)).state.piles] == [5] * 4
    assert [len(pile) for pile in new_table(WarOptions(3, 17)).state.piles] == [17] * 3


@pytest.mark.parametrize(("players", "most"), [(2, 26), (3, 17), (5, 10), (8, 6)])
def test_players_times_cards_are_52_at_most_and_each_has_one_at_least(players, most):
    assert WarOptions(players, most)
    for cards in (0, most + 1):
        with pytest.raises(ValueError, match=f"cards is 1 to {most} for {players} players"):
            WarOptions(players, cards)


def test_nobody_sees_a_pile_its_owner_included():
    table = new_table(WarOptions(3, 6), 5)
    told = [str(line.what) for seat in (None, 0, 1, 2) for line in table.view(seat).log]
    assert told == ["deal ? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ?"] * 4
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


# A duel: a deal, how many duels were fought, who meets next, and when each player fell out.

MEETINGS = [
    # "players meet in turn in a circle"; two take turns to be the challenger
    *[
        ("2C 6C 6S 9C / 3D 6D 7S 9D / 4H 6H 8S 9H", duels, (duels % 3, (duels + 1) % 3), (0, 0, 0))
        for duels in range(7)
    ],
    *[("2C 3C AC / AD KD 2D", duels, (duels % 2, 1 - duels % 2), (0, 0)) for duels in range(3)],
    # who is out is passed over
    ("2C / 3D / 4H / 5S", 1, (1, 2), (1, 0, 0, 0)),
    ("AC / 3D / 4H / 5S", 2, (3, 0), (0, 1, 2, 0)),
    ("AC / 3D / 4H", 1, (2, 0), (0, 1, 0)),
    ("2C / 3D / 4H", 1, (1, 2), (1, 0, 0)),
    ("2C 3S / 3D 9S / 4H JS / 5C 7S", 3, (3, 0), (0, 0, 0, 0)),
    ("2C 3S / 3D 9S / 4H JS / 5C 7S", 4, (1, 2), (4, 0, 0, 0)),
    # in a tie who has no card left loses: the challenger, the opponent, of both the challenger
    ("AC 4C / 3D 9D / 9H 2H", 1, (1, 2), (0, 0, 0)),
    ("2C 9C / 3C 9D", 1, (1, 0), (0, 0)),
    ("7C / 7D / 2H", 1, (1, 2), (1, 0, 0)),
    # a card on the table is no pile: its owner is out once the duel is decided
    ("7C / 3D / 2H", 1, (2, 0), (0, 1, 0)),
]


@pytest.mark.parametrize(("deal", "duels", "next_two", "out"), MEETINGS)
def test_who_meets_next_and_who_is_out(deal, duels, next_two, out):
    state = fought(dealt(deal), duels)
    assert (pair(state), state.out) == (next_two, out)


TAKERS = [
    ("2C 5C / 3D 6C", 1, 1),
    ("KC 5C / AD 6C", 1, 1),
    ("TC 5C / 9D 6C", 1, 0),
    ("5C 9C 2C / 5D 8D 3C", 2, 0),
    ("5C 9C 2C / 5D 9D 3C", 3, 1),  # a tie may follow a tie
    ("7C / 7D / 2H", 1, 1),
]
"""A deal, the turns until the duel is decided, and who takes its cards."""


@pytest.mark.parametrize(("deal", "turns", "taker"), TAKERS)
def test_the_higher_card_takes_all_the_cards_of_a_duel_and_ties_are_gone_on_with(
    deal, turns, taker
):
    state = dealt(deal)
    for _ in range(turns):
        assert (state.taker, state.to_move, state.duel.number) == (None, (0,), 1)
        state = moved(state, "turn")
    assert (state.taker, state.to_move) == (taker, (CHANCE,))
    cards = state.duel.cards
    assert len(cards) == 2 * turns
    after = moved(state, f"shuffle {' '.join(reversed(cards))}")
    assert after.piles[taker] == (*state.piles[taker], *reversed(cards))
    assert after.piles[1 - taker] == state.piles[1 - taker]


@pytest.mark.parametrize(
    ("deal", "piles"),
    [
        ("AC 4C / 3D 9D / 9H 2H", (("4C", "AC", "3D"), (), ("2H", "9D", "9H"))),
        ("2C 9C / 3C 9D", ((), ("9D", "2C", "3C", "9C"))),
    ],
)
def test_in_a_tie_who_has_no_card_left_loses_and_nobody_turns_a_further_card(deal, piles):
    state = moved(fought(dealt(deal)), "turn")
    assert state.to_move == (CHANCE,)
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, TURN)
    assert refusal.value.reason is TableReason.NOT_TO_MOVE
    after = moved(state, f"shuffle {' '.join(state.duel.cards)}")
    assert sorted(map(sorted, after.piles)) == sorted(map(sorted, piles))


def test_a_duel_counts_once_however_many_ties():
    state = fought(dealt("5C 9C 2C 7S / 5D 9D 3C 8S"))
    assert state.duel.number == 2
    texts = [str(line.what) for line in state.log if str(line.what).startswith("duel")]
    assert texts == ["duel 1 1 5C 2 5D", "duel 1 1 9C 2 9D", "duel 1 1 2C 2 3C"]


# The end


def test_after_a_duel_who_has_no_card_is_out_and_the_last_one_in_wins():
    state = fought(dealt("2C / 3D / 4H"))
    assert state.view(0).log.latest(1)[0][1:] == (0, OUT)
    state = moved(dealt("2C / 3D / 4H"), "turn", "shuffle 3D 2C", "turn", "shuffle 4H 3D")
    assert (state.out, state.outcome) == ((1, 0, 0), None)
    over = fought(state)
    assert (over.out, over.outcome) == ((1, 3, 0), ((2,), WarEnding.LAST_IN, ()))
    assert len(over.piles[2]) == 3


@pytest.mark.parametrize(
    ("deal", "limit", "duels", "winners", "why"),
    [
        ("2C AS / 3D 4S / 4H 5S", 3, 3, (0, 1, 2), WarEnding.LIMIT),  # all that are left
        ("2C / 3D / 4H / 5S", 1, 1, (1, 2, 3), WarEnding.LIMIT),
        ("2C / 3D", 1, 1, (1,), WarEnding.LAST_IN),
        ("7C / 7D", 9, 1, (1,), WarEnding.LAST_IN),
        ("2C 9C / 3C 9D", 9, 2, (1,), WarEnding.LAST_IN),
    ],
)
def test_the_game_ends_with_the_last_one_in_or_with_the_last_duel_allowed(
    deal, limit, duels, winners, why
):
    assert fought(dealt(deal, limit=limit), duels - 1).outcome is None
    assert fought(dealt(deal, limit=limit), duels).outcome == (winners, why, ())


def test_a_forfeit_ends_the_game_and_the_others_still_in_share_the_win():
    state = fought(dealt("2C 3S / 3D 4S / 4H 5S / 5C 6S"))
    assert state.forfeit(1).outcome == ((0, 2, 3), WarEnding.FORFEIT, ())
    fallen = fought(dealt("2C / 3D / 4H / 5S"))
    assert fallen.forfeit(3).outcome.winners == (1, 2)
    assert fallen.forfeit(0).outcome.winners == (1, 2, 3)
    on_the_table = moved(dealt("7C / 7D / 2H"), "turn")
    assert on_the_table.forfeit(2).outcome.winners == (0, 1)


# Moves and chance


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
    assert len(set(dealt_cards)) == options.players * options.cards
    assert all(sorted(cards_in(state)) == dealt_cards for state in table.states[1:])
    for state in table.states[1:]:
        in_hands = {seat for seat, pile in enumerate(state.piles) if not pile}
        fighting = {*pair(state)} if state.duel.turned else set()
        assert {seat for seat, out in enumerate(state.out) if out} == in_hands - fighting


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
