"""A duel from the deal to the end: set-up, drawing, the ways it ends, what stays secret."""

from __future__ import annotations

import pytest
from duels import CARDS, deal_from, hand_of, new_table, play_on, seeds, state_at
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.duel.game import DUEL
from engine.duel.moves import Deal, FirstSeat, parse_turn
from engine.duel.reasons import Ending
from engine.duel.rules import DECK, cards_of, mask_of
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots


def dealt(north=(), south=(), first="north"):
    return DUEL.start(DuelOptions(first)).play(CHANCE, deal_from(list(north), list(south)))


def test_each_begins_with_six_cards_and_a_draw_pile_of_52():
    state = dealt([15, 20, 23, 32, 41, 48], [3, 12, 17, 19, 28, 39])
    assert hand_of(state.view(0)) == [15, 20, 23, 32, 41, 48]
    assert hand_of(state.view(1)) == [3, 12, 17, 19, 28, 39]
    for side in state.view(None).sides:
        assert (side.up, side.down, side.hand_size, side.draw_size) == (1, 60, 6, 52)
    assert state.to_move == (0,)


def test_lots_decide_who_begins_unless_an_option_does():
    assert DUEL.start(DuelOptions("south")).play(CHANCE, deal_from([], [])).to_move == (1,)
    state = DUEL.start(DuelOptions())
    beginners = {state.chance(Lots(seed, 0)) for seed in range(20)}
    assert beginners == {FirstSeat(0), FirstSeat(1)}
    begun = state.play(CHANCE, FirstSeat(1))
    assert begun.to_move == (CHANCE,)
    assert begun.play(CHANCE, begun.chance(Lots(1, 1))).to_move == (1,)


@given(seeds)
def test_chance_deals_both_whole_decks(seed):
    state = DUEL.start(DuelOptions("north"))
    deal = state.chance(Lots(seed, 0))
    assert all(sorted(deck) == list(CARDS) for deck in deal.decks)
    assert deal.decks[0] != deal.decks[1]


DECKS = (tuple(CARDS), tuple(CARDS))


@pytest.mark.parametrize(
    ("decks", "words"),
    [
        ((DECKS[0][:-1], DECKS[1]), "NORD: 57 cards instead of 58"),
        ((DECKS[0], (*DECKS[1], 2)), "SUD: 59 cards instead of 58"),
        ((DECKS[0], (*DECKS[1][:-1], 2)), "SUD: 2 appears twice"),
        (((*DECKS[0][:-1], 60), DECKS[1]), "NORD: 60 is not a card from 2 to 59"),
        (((1, *DECKS[0][1:]), DECKS[1]), "NORD: 1 is not a card from 2 to 59"),
    ],
)
def test_a_wrong_deal_is_refused_with_seat_and_fault(decks, words):
    with pytest.raises(IllegalMove, match=f"^{words}$"):
        DUEL.start(DuelOptions("north")).play(CHANCE, Deal(decks))


def test_only_the_move_that_is_due_can_be_made():
    start, state = DUEL.start(DuelOptions()), dealt()
    for wrong, seat, move in [
        (start, CHANCE, deal_from([], [])),  # who begins comes first
        (start, 0, parse_turn("02^ 03^")),
        (DUEL.start(DuelOptions("north")), CHANCE, FirstSeat(0)),
        (state, CHANCE, deal_from([], [])),
        (state, 1, parse_turn("02^ 03^")),
        (state, 0, FirstSeat(0)),
        (state, 2, parse_turn("02^ 03^")),
    ]:
        with pytest.raises(IllegalMove):
            wrong.play(seat, move)
    with pytest.raises(IllegalMove):
        state.chance(Lots(1, 1))


@pytest.mark.parametrize(
    ("turn", "drawn"),
    [
        ("15^ 20^", 2),
        ("15^ 20^ 23^ 32^", 2),
        ("15^ 20^ 23^ 32^ 41^ 48^", 2),
        ("15^ 20v'", 2),
        ("15^ 20^ 23^ 32v'", 4),
    ],
)
def test_two_cards_are_drawn_or_up_to_six_after_a_gift(turn, drawn):
    hand, north_draws = [15, 20, 23, 32, 41, 48], [9, 10, 11, 12, 13, 14]
    state = state_at(0, (hand, [2, 3, 4, 5, 6, 7]), (north_draws, [50, 51]), south=(1, 19))
    laid = len(turn.split())
    after = state.play(0, parse_turn(turn))
    side = after.view(None).sides[0]
    assert (side.hand_size, side.draw_size) == (6 - laid + drawn, 6 - drawn)
    kept = set(hand) - {lay.card for lay in parse_turn(turn).lays}
    assert hand_of(after.view(0)) == sorted(kept | set(north_draws[:drawn]))


def test_what_is_left_is_drawn_if_the_pile_holds_fewer():
    state = state_at(0, ([15, 20, 23, 32], [2, 3]), ([9], [50]), south=(1, 19))
    assert state.play(0, parse_turn("15^ 20v'")).view(None).sides[0].draw_size == 0
    assert hand_of(state.play(0, parse_turn("15^ 20v'")).view(0)) == [9, 23, 32]


def test_who_has_laid_all_his_cards_wins_at_once():
    state = state_at(1, ([5, 6], [20, 30]), ([], [])).play(1, parse_turn("20^ 30^"))
    assert (state.outcome.winners, state.outcome.why) == ((1,), Ending.ALL_LAID)
    assert (state.to_move, state.mover) == ((), 0)
    assert [hand_of(state.view(seat)) for seat in (0, 1)] == [[5, 6], []]


def test_the_last_card_may_be_a_gift():
    state = state_at(0, ([20, 30], [5, 6]), ([], []), south=(40, 50)).play(
        0, parse_turn("20^ 30^'")
    )
    assert (state.outcome.winners, state.outcome.why) == ((0,), Ending.ALL_LAID)


@pytest.mark.parametrize(("hand", "draw"), [([52], []), ([52], [40]), ([55, 57], [3]), ([], [])])
def test_who_cannot_lay_two_at_the_start_of_his_turn_loses_at_once(hand, draw):
    state = state_at(0, ([20, 30, 40], hand), ([], draw), south=(58, 5)).play(
        0, parse_turn("20^ 30^")
    )
    assert (state.outcome.winners, state.outcome.why) == ((0,), Ending.BLOCKED)
    assert state.to_move == ()


def test_a_player_helped_by_nothing_but_a_jump_goes_on():
    state = state_at(0, ([20, 30, 40], [59, 49]), ([], []), south=(58, 2)).play(
        0, parse_turn("20^ 30^")
    )
    assert state.outcome is None
    assert state.play(1, parse_turn("59^ 49^")).outcome.why is Ending.ALL_LAID


def test_after_the_end_nothing_can_be_played_and_both_hands_are_open():
    state = state_at(1, ([5, 6], [20, 30, 40]), ([], [])).forfeit(1)
    assert state.outcome.winners == (0,)
    assert state.outcome.why is Ending.FORFEIT
    for seat in (0, 1, None):
        assert [cards_of(hand) for hand in state.view(seat).hands] == [[5, 6], [20, 30, 40]]
    for attempt in (
        lambda: state.play(1, parse_turn("20^ 30^")),
        lambda: state.forfeit(0),
        state.view(1).draft,
    ):
        with pytest.raises(IllegalMove) as refused:
            attempt()
        assert refused.value.reason is TableReason.GAME_OVER


@settings(max_examples=40)
@given(seeds, st.sampled_from([("random", "random"), ("greedy", "random"), ("greedy", "greedy")]))
def test_each_player_has_58_cards_at_all_times(seed, kinds):
    table = play_on(new_table(seed), kinds)
    assert table.outcome
    for state in table.states[1:]:
        for seat, side in enumerate(state.view(None).sides):
            parts = [state.hands[seat], mask_of(state.decks[seat]), side.laid]
            assert sum(parts) == DECK  # no card twice, none missing
            assert side.hand_size == state.hands[seat].bit_count() <= 6
            assert side.draw_size == len(state.decks[seat])
            piles = sum(s.up_count + s.down_count for s in state.view(None).sides)
        assert piles == sum(side.laid.bit_count() for side in state.view(None).sides)


def test_the_log_tells_each_seat_its_own_cards_only():
    state = dealt([15, 20, 23, 32, 41, 48], [3, 12, 17, 19, 28, 39]).play(0, parse_turn("20^ 23^"))
    assert [str(told.what) for told in state.view(0).log] == [
        "deal 15 20 23 32 41 48 / ? ? ? ? ? ?",
        "20^ 23^",
        "draw 02 03",
    ]
    assert [str(told.what) for told in state.view(1).log] == [
        "deal ? ? ? ? ? ? / 03 12 17 19 28 39",
        "20^ 23^",
        "draw ? ?",
    ]
    assert [str(told.what) for told in state.view(None).log] == [
        "deal ? ? ? ? ? ? / ? ? ? ? ? ?",
        "20^ 23^",
        "draw ? ?",
    ]


def test_with_an_empty_draw_pile_the_other_hand_is_what_is_unseen():
    state = state_at(0, ([15, 20], [7, 9]), ([], []))
    assert cards_of(state.view(0).unseen(1)) == [7, 9]
    assert cards_of(state.view(None).unseen(0)) == [15, 20]
    assert state.view(0).unseen(0) == 0


def replayed(options, plays):
    """Return every state of a game, the first one included."""
    states = [DUEL.start(options)]
    for play in plays:
        states.append(states[-1].play(*play))
    return states


@pytest.mark.parametrize("seat", [0, 1])
def test_drawing_anew_keeps_no_card_that_is_still_to_be_drawn(seat):
    table = play_on(new_table(3), ("random", "greedy"), 4)
    next_cards, known = set(), frozenset({seat})
    for seed in range(20):
        plays = table.state.redraw(table.plays, known, Lots(seed, 5))
        next_cards.add(replayed(table.options, plays)[-1].decks[seat][0])
    assert len(next_cards) > 5
