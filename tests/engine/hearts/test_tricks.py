"""Dame de Pique, the tricks and their points: suit, hearts, the queen, the joker, the end."""

from __future__ import annotations

import pytest
from hearts_tables import ALL, PLAIN, mask, middle, playable, played, why_not

from engine.game import CHANCE
from engine.hearts.cards import ALL as DECK
from engine.hearts.cards import HEARTS, write_cards
from engine.hearts.game import HEARTS as GAME
from engine.hearts.moves import parse
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.rules import chelem_of, round_points
from engine.shuffle import Lots

# What the second player may play after a card was led from `7D`, and why not something else.
FOLLOWING = [
    # "Follow suit if you can"
    ("7D", "5D JD 2C AH", "", "5D JD", "2C", "you must follow the suit of 7D"),
    ("7D", "5D JD 2C AH", "", "5D JD", "3S", "3S is not in hand"),
    # "Discarding hearts is free from trick 2 on."
    ("7D", "2C AH QS", "", "2C AH QS", "", ""),
    # "It keeps its suit and rank ... from the second trick on may be played whatever was led:
    # whoever can follow may play it instead; if it is his only card of the led suit he must"
    ("7C", "5C 7D 9D AH", "7D", "5C 7D", "9D", "you must follow the suit of 7C, or play the joker"),
    ("3D", "7D 5C AH", "7D", "7D", "5C", "you must follow the suit of 3D"),
]


@pytest.mark.parametrize(("led", "hand", "joker", "cards", "other", "why"), FOLLOWING)
def test_suit_is_followed_or_the_joker_is_played(led, hand, joker, cards, other, why):
    options = {"joker": joker} if joker else {"options": PLAIN}
    state = played(middle(led, hand, "3S", "4S", **options), led)
    assert playable(state) == cards
    assert not other or why_not(state, other) == why


# What may be played after the 2 of clubs was led, and why not something else.
FIRST_TRICK = [
    # "In the first trick hearts, the queen of spades and the joker are set aside first"
    ("3D 7D 5H QS AS", "7D", "3D AS", "5H", "no heart in the first trick"),
    ("3D 7D 5H QS AS", "7D", "3D AS", "QS", "no queen of spades in the first trick"),
    ("3D 7D 5H QS AS", "7D", "3D AS", "7D", "no joker in the first trick"),
    ("5C 3D 5H", "7D", "5C", "3D", "you must follow the suit of 2C"),
    # "(the joker even if it is a club: without another club, another suit is played)"
    ("5C 9C 3D", "9C", "5C", "9C", "no joker in the first trick"),
    ("9C 3D 5H QS", "9C", "3D", "9C", "no joker in the first trick"),
    # "if nothing is left the whole hand may be played, then suit is followed within it, and a joker
    # of clubs must follow."
    ("7D 5H AH QS", "7D", "7D 5H AH QS", "", ""),
    ("5H AH QS", None, "5H AH QS", "", ""),
    ("9C 5H QS", "9C", "9C", "5H", "you must follow the suit of 2C"),
]


@pytest.mark.parametrize(("hand", "joker", "cards", "other", "why"), FIRST_TRICK)
def test_in_the_first_trick_points_are_set_aside(hand, joker, cards, other, why):
    state = played(middle("2C", hand, "3C", "4C", joker=joker, first=True), "2C")
    assert playable(state) == cards
    assert not other or why_not(state, other) == why


NOT_BROKEN = "hearts may not be led before one has been played"
# What may be led, and why not something else.
LEADING = [
    # "Hearts may not be led until one has been played, unless the hand holds nothing else"
    ("5H 3D", False, "3D", "5H", NOT_BROKEN),
    ("5H AH", False, "5H AH", "", ""),
    ("5H 3D", True, "3D 5H", "", ""),
    # "the joker or the queen beside hearts is something else and must be led."
    ("5H AH QS", False, "QS", "5H", NOT_BROKEN),
    ("5H AH 7D", False, "7D", "5H", NOT_BROKEN),
    # "The queen may be led from trick 2 on."
    ("QS 3D", False, "3D QS", "", ""),
]


@pytest.mark.parametrize(("hand", "is_broken", "cards", "other", "why"), LEADING)
def test_hearts_are_led_once_they_are_broken(hand, is_broken, cards, other, why):
    state = middle(hand, "3C", "4C", "5C", joker="7D", is_broken=is_broken)
    assert playable(state) == cards
    assert not other or why_not(state, other) == why


# "Hearts are broken by any heart, led, discarded or forced; not by the queen, the joker, a pass or
# an exchange"
BREAKING = [
    (middle("5H", "3C", "4C", "5C"), "5H", True),
    (middle("5D 6D", "3H 4S", "4D 7D", "8D 9D", options=PLAIN), "5D 3H", True),
    (middle("2C", "3H 4H", "3C", "4C", first=True, options=PLAIN), "2C 3H", True),
    (middle("5D 6D", "QS 3H", "7C 9H", "8D 9D", joker="7C"), "5D QS 7C", False),
    (middle("2D 2H", "3D 3H", "4D 4H", "QD 4C"), "2D 3D 4D QD", False),
]


@pytest.mark.parametrize(("state", "cards", "is_broken"), BREAKING)
def test_hearts_are_broken_by_a_heart_alone(state, cards, is_broken):
    assert played(state, cards).is_broken == is_broken


def test_a_pass_of_hearts_does_not_break_hearts():
    hands = ["".join(f"{rank}{suit} " for rank in "23456789TJQKA") for suit in "CDHS"]
    state = middle(*hands, leader=None, number=1, options=PLAIN, first=True)
    for seat, suit in enumerate("CDHS"):
        state = state.play(seat, parse(f"pass 2{suit} 3{suit} 4{suit}"))
    assert write_cards(state.hands[3]).startswith("2H 3H 4H")
    assert not state.is_broken


# "the highest of the led suit takes the trick and leads the next." The joker "wins a trick only in
# the led suit; led, it is an ordinary card of its suit."
TAKING = [
    ("7D JD AS 9D", None, 1),
    ("3D 7D 6D 2D", "7D", 1),
    ("8D 7D 6D 2D", "7D", 0),
    ("2C AD 3C AS", "AD", 2),
    ("7D 9D 3S 4D", "7D", 1),
]


@pytest.mark.parametrize(("cards", "joker", "taker"), TAKING)
def test_the_highest_of_the_led_suit_takes_the_trick_and_leads_the_next(cards, joker, taker):
    hands = [f"{card} {rank}H" for card, rank in zip(cards.split(), "6789", strict=True)]
    state = played(middle(*hands, joker=joker, options=PLAIN), cards)
    assert sorted(write_cards(state.taken[taker]).split()) == sorted(cards.split())
    assert state.to_move == (taker,)
    assert state.tricks[-1].winner == state.tricks[-1].taker == taker


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
