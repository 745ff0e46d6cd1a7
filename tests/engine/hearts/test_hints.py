"""Hints of Dame de Pique: what is said for a move is so."""

from __future__ import annotations

import pytest
from hearts_tables import ALL, PLAIN, REFLEX, late, mask, middle, played, random_plays, replayed

from engine.game import Stopped
from engine.hearts import master
from engine.hearts.cards import cards_of
from engine.hearts.game import HEARTS
from engine.hearts.hints import explain_card, explain_pass, hint
from engine.hearts.master import Estimate, Plan
from engine.hearts.moves import SLAP, CardPass, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsMerit
from engine.hearts.state import HeartsState
from engine.reasons import MOST_REASONS, IllegalMove
from engine.shuffle import Lots


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch):
    monkeypatch.setattr(master, "WORLDS", 12)
    monkeypatch.setattr(master, "PASS_WORLDS", 8)


def said(state: HeartsState, card: str, *, for_all: bool = False, points: float = 2.6) -> list[str]:
    """Return what is said for a card of the seat to move."""
    view = state.view(state.to_move[0])
    estimate = Estimate(Plan(parse(card), for_all), 0.0, points, 0.0)
    return [str(because) for because in explain_card(view, estimate)]


def said_of_pass(hand: str, cards: str, **more) -> list[str]:
    view = middle(hand, "", "", "", leader=None, number=1, first=True).view(0)
    estimate = Estimate(Plan(mask(cards), **more), 0.0, 6.4, 0.0)
    return [str(because) for because in explain_pass(view, estimate)]


ABOUT = "points to expect in this round: 3"


def test_the_only_card_needs_no_other_reason():
    assert said(middle("7D", "5D", "3S", "4S"), "7D") == ["it is the only card that can be played"]


def test_staying_under_names_the_card_that_is_higher():
    state = played(middle("9D 2C", "3D 8D JD", "2S", "2H", options=PLAIN), "9D")
    assert said(state, "8D") == ["stays under 9D", ABOUT]


def test_the_queen_on_another_s_trick():
    state = played(middle("9D 2C", "QS 2C", "2S 4C", "2H 5C", options=PLAIN), "9D")
    words = "puts the queen of spades on somebody else's trick"
    assert said(state, "QS") == [words, "leaves no other card of its suit in hand", ABOUT]
    state = played(middle("KS 2C", "QS 3S", "2S 4C", "2H 5C", options=PLAIN), "KS")
    assert said(state, "QS") == [words, "stays under KS", ABOUT]


def test_points_on_another_s_trick():
    state = played(middle("9D 2C", "AH 2H", "2S 4C", "2H 5C", joker="8S"), "9D")
    assert said(state, "AH")[0] == "puts points on somebody else's trick"
    state = played(middle("9D 2C", "8S 9S", "2S 4C", "2H 5C", joker="8S"), "9D")
    assert said(state, "8S")[0] == "puts points on somebody else's trick"
    assert "puts points on somebody else's trick" not in said(state, "9S")


def test_the_last_card_of_a_trick_makes_20_or_21():
    hands = ("2H 9C", "4H 8C", "5H 7C", "TH 9H 3C")
    state = played(middle(*hands, is_broken=True), "2H 4H 5H")
    words = {"9H": "makes 20, so that the last to slap takes the trick"}
    words["TH"] = "makes 21, so that the trick goes on to the right"
    for card, word in words.items():
        assert said(state, card)[0] == word
    plain = played(middle(*hands, is_broken=True, options=PLAIN), "2H 4H 5H")
    assert said(plain, "9H") == [ABOUT]


def test_a_trick_worth_nothing():
    state = played(middle("2D", "3D", "4D", "KD 9D 4C", options=PLAIN), "2D 3D 4D")
    assert said(state, "KD") == ["takes a trick that is worth nothing", ABOUT]
    state = played(middle("QD", "3D", "4D", "KD 9D 4C", options=PLAIN), "QD 3D 4D")
    assert said(state, "9D") == ["stays under QD", ABOUT]
    state = played(middle("2D", "3D", "2H", "KD 9D 4C", options=PLAIN), "2D 3D 2H")
    assert said(state, "KD") == [ABOUT]


def test_a_lead_that_draws_out_the_queen_or_is_lowest():
    state = late("5S 9C", "QS 3D", "2S 4D", "KS 5D", options=PLAIN)
    leaves = "leaves no other card of its suit in hand"
    assert said(state, "5S") == ["draws out the queen of spades", leaves, ABOUT]
    state = late("2S 9C", "3S 3D", "4S 4D", "KS 5D", options=PLAIN)
    assert said(state, "2S") == ["is lower than all others of its suit", leaves, ABOUT]


def test_a_grand_chelem_is_tried_or_stopped():
    state = middle("AD AC", "3D", "2H", "4C", options=PLAIN)
    assert said(state, "AD", for_all=True)[0] == "goes for a Grand Chelem"
    hearts = " ".join(f"{rank}H" for rank in "2345678T")
    taken = (mask(hearts + " QS"), 0, 0, 0)
    state = middle(
        "KH 3C", "AH 9H", "JH 2C", "QH 2D", leader=2, is_broken=True, options=PLAIN, taken=taken
    )
    state = played(state, "JH QH KH")
    assert said(state, "AH")[0] == "keeps SOUTH from a Grand Chelem"
    assert said(state, "9H")[0] != "keeps SOUTH from a Grand Chelem"


def test_nobody_is_kept_from_a_grand_chelem_by_a_trick_that_goes_elsewhere():
    taken = (mask(" ".join(f"{rank}H" for rank in "6789TQ") + " QS"), 0, 0, 0)
    hands = ("5H 3C", "JH KH", "2H 2C", "3H 2D")
    state = middle(*hands, leader=2, is_broken=True, taken=taken)
    state = played(state, "2H 3H 5H")
    # 2 + 3 + 5 + 11 is 21: it is seat 0, the right-hand neighbour, that has the trick
    assert said(state, "JH")[0] == "makes 21, so that the trick goes on to the right"


HAND = "2C 3C 9C KC 5D 9D 4S 8S 9S QS KS 3H AH"


def test_a_pass_says_what_it_takes_away_and_what_it_keeps():
    assert said_of_pass(HAND, "QS KS AH") == [
        "passes the queen of spades",
        "passes high spades that would take the queen",
        "passes AH, the highest of its suit",
    ]
    assert said_of_pass(HAND, "5D 9D KS") == [
        "passes high spades that would take the queen",
        "keeps the queen of spades behind 3 lower spades",
        "leaves a suit empty",
    ]
    assert said_of_pass(HAND, "2C 3C 5D", for_all=True)[0] == "goes for a Grand Chelem"
    assert said_of_pass(HAND, "9C 3H 8S") == ["points to expect in this round: 6"]


def test_a_slap_and_a_pass_are_advised():
    state = played(middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=REFLEX), "2D 3D 5D TD")
    found = hint(state.view(2))
    assert (found.move, [str(because) for because in found.reasons]) == (SLAP, ["everybody has to"])
    state = HEARTS.start(HeartsOptions())
    state = state.play(-1, state.chance(Lots(1, 0)))
    found = HEARTS.hint(state.view(1))
    assert isinstance(found.move, CardPass)
    state.view(1).check(found.move)


def test_a_hint_is_legal_has_reasons_and_tells_nothing_that_is_hidden():
    moments = []

    def watch(state, plays):
        if len(plays) % 17 == 5 and state.to_move and state.to_move[0] >= 0:
            moments.append((state, [*plays]))

    random_plays(HeartsOptions(), 5, watch, rounds=3)
    for state, plays in moments:
        seat = state.to_move[0]
        view = state.view(seat)
        found = HEARTS.hint(view)
        view.check(found.move)
        assert 1 <= len(found.reasons) <= MOST_REASONS
        weights = [[*HeartsMerit].index(because.reason) for because in found.reasons]
        assert weights == sorted(set(weights))
        other = replayed(HeartsOptions(), state.redraw(plays, frozenset({seat}), Lots(2, 2)))
        assert HEARTS.hint(other.view(seat)) == found


def test_who_is_not_to_move_gets_no_hint_and_one_that_is_stopped_ends():
    state = middle("7D 9D", "5D", "3S", "4S")
    for seat in (*ALL[1:], None):
        with pytest.raises(IllegalMove, match="it is not"):
            hint(state.view(seat))
    with pytest.raises(Stopped):
        hint(state.view(0), lambda: True)


def test_every_card_of_a_hand_can_be_explained():
    def watch(state, _plays):
        for seat in state.to_move:
            if seat >= 0 and state.leader is not None and len(state.table) < 4:
                view = state.view(seat)
                for card in cards_of(view.playable):
                    because = explain_card(view, Estimate(Plan(card), 0.0, 1.0, 0.0))
                    assert because and all(str(one) for one in because)

    random_plays(HeartsOptions(), 8, watch, rounds=3)
