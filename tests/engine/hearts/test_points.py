"""Dame de Pique, points and the end: rounds, Grand Chelem, 100 points, giving up."""

from __future__ import annotations

import pytest
from hearts_tables import ALL, mask, middle, played

from engine.game import CHANCE
from engine.hearts.cards import ALL as DECK
from engine.hearts.cards import HEARTS
from engine.hearts.game import HEARTS as GAME
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.rules import chelem_of, round_points
from engine.shuffle import Lots


def last_trick(*taken: str, joker: str | None = "7D", scores=(0, 0, 0, 0), rounds=(), **more):
    """Return the state after a last trick of 2D 3D 4D 9D, where seats have taken cards before."""
    south, west, north, east = map(mask, taken)
    state = middle(
        "2D",
        "3D",
        "4D",
        "9D",
        joker=joker,
        taken=(south, west, north, east),
        scores=scores,
        rounds=rounds,
        **more,
    )
    return played(state, "2D 3D 4D 9D")


HEARTS_TEXT = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


# "Points are counted at the end of the round by who then has the cards. A heart 1, the queen of
# spades 13, the joker 1: 27 in a round."


def test_a_heart_is_1_the_queen_13_the_joker_1():
    assert last_trick("2H 3H", "QS", "7D", "AS").rounds == ((2, 13, 1, 0),)
    assert last_trick("2H 3H QS 7D", "", "", "").rounds == ((16, 0, 0, 0),)


def test_the_joker_that_is_none_is_worth_nothing():
    assert last_trick("2H 3H", "QS", "7D", "AS", joker=None).rounds == ((2, 13, 0, 0),)


def test_points_are_counted_at_the_end_of_the_round_only():
    state = middle("2D 5D", "3D 6D", "4D 7H", "9D 8D", taken=(0, mask("QS"), 0, 0))
    state = played(state, "2D 3D 4D 9D")
    assert (state.rounds, state.scores) == ((), (0, 0, 0, 0))
    assert state.view(0).points == (0, 13, 0, 0)


# "Who has all thirteen hearts and the queen of spades ("Grand Chelem", no announcement, no joker
# needed) scores 0 and each other player 26; the joker then counts for nobody: 78."


@pytest.mark.parametrize("joker_to", ALL)
@pytest.mark.parametrize("seat", ALL)
def test_a_grand_chelem_scores_0_and_26_for_all_others_and_the_joker_counts_for_nobody(
    seat, joker_to
):
    taken = [0, 0, 0, 0]
    taken[seat] |= HEARTS | mask("QS")
    taken[joker_to] |= mask("7D")
    points = round_points(taken, mask("7D"))
    assert points == tuple(0 if other == seat else 26 for other in ALL)
    assert chelem_of(points) == seat


def test_without_the_queen_or_a_heart_it_is_no_grand_chelem():
    assert last_trick(HEARTS_TEXT, "QS", "7D", "").rounds == ((13, 13, 1, 0),)
    state = last_trick(HEARTS_TEXT[3:] + " QS 7D", "2H", "", "")
    assert state.rounds == ((26, 1, 0, 0),)
    assert chelem_of(state.rounds[0]) is None


def test_without_a_joker_a_grand_chelem_is_78_too():
    state = last_trick(HEARTS_TEXT + " QS", "", "", "", joker=None)
    assert state.rounds == ((0, 26, 26, 26),)


# "End. After a round in which somebody reached or passed 100 the lowest score wins; equal lowest
# share the win."


@pytest.mark.parametrize(("before", "scores"), [(87, 100), (95, 108)])
def test_after_a_round_in_which_somebody_reached_100_the_lowest_score_wins(before, scores):
    state = last_trick("2H", "QS", "7D", "", scores=(40, before, 30, 35))
    assert state.scores == (41, scores, 31, 35)
    assert state.outcome == ((2,), HeartsEnding.HUNDRED, state.scores)
    assert state.to_move == ()
    assert not state.chance_to_come


def test_below_100_the_next_round_is_dealt():
    state = last_trick("2H", "QS", "7D", "", scores=(40, 86, 30, 35))
    assert state.scores[1] == 99
    assert state.outcome is None
    assert state.to_move == (CHANCE,)
    state = state.play(CHANCE, state.chance(Lots(1, 1)))
    assert (state.number, state.to_move) == (5, ALL)
    assert sum(state.hands) == DECK
    assert (state.taken, state.tricks, state.table) == ((0, 0, 0, 0), (), ())


def test_the_equal_lowest_share_the_win():
    state = last_trick("2H", "QS", "7D", "", scores=(30, 90, 30, 50))
    assert state.outcome.winners == (0, 2)


def test_100_in_the_middle_of_a_round_ends_nothing():
    state = middle(
        "2D 5D", "3D 6D", "4D 7D", "9D 8D", taken=(0, mask("QS"), 0, 0), scores=(0, 99, 0, 0)
    )
    assert played(state, "2D 3D 4D 9D").outcome is None


# "Who gives up ends the game: lowest score of the finished rounds among the others wins."


@pytest.mark.parametrize(("seat", "winners"), [(0, (1, 3)), (1, (0,)), (2, (0,)), (3, (0,))])
def test_who_gives_up_ends_the_game_and_the_lowest_of_the_others_wins(seat, winners):
    state = middle("2D", "3D", "4D", "5D", scores=(10, 20, 40, 20), taken=(mask("QS"), 0, 0, 0))
    ended = state.forfeit(seat)
    assert ended.outcome == (winners, HeartsEnding.FORFEIT, (10, 20, 40, 20))
    assert ended.to_move == ()


def test_before_any_round_is_finished_all_others_share_the_win():
    state = GAME.start(HeartsOptions()).forfeit(2)
    assert state.outcome == ((0, 1, 3), HeartsEnding.FORFEIT, (0, 0, 0, 0))


# "Outcome: points the four scores, why hundred or forfeit."
