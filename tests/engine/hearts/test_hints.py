"""Hints of Dame de Pique: what is said for a move is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hearts_tables import ALL, PLAIN, REFLEX, late, mask, middle, played, random_plays, replayed

from engine.game import Stopped
from engine.hearts import master
from engine.hearts.cards import QUEEN_MASK, SUIT_OF, Card, cards_of
from engine.hearts.game import HEARTS
from engine.hearts.hints import explain_card, explain_pass, hint
from engine.hearts.master import Estimate, Plan
from engine.hearts.moves import SLAP, CardPass, parse
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.reasons import HeartsMerit
from engine.hearts.rules import union
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


def table(cards: str, *hands: str, **more) -> HeartsState:
    """Return a plain table of these hands with these cards on it."""
    return played(middle(*hands, **{"options": PLAIN, **more}), cards)


SUMS = {"options": HeartsOptions(joker=False), "is_broken": True}
QUEEN_TAKEN = {"taken": (mask("QS"), 0, 0, 0)}

REASONS = [
    (table("9D", "9D 2C", "3D 8D JD", "2S", "2H"), "8D", "stays under 9D"),
    (
        table("JD", "JD 2C", "3D 8D", "2S", "2H"),
        "8D",
        "all your cards here stay under JD, so the highest goes",
    ),
    (table("3D", "3D 2C", "8D JD", "2S", "2H"), "8D", "none of your cards stays under 3D"),
    (
        table("9D", "9D 2C", "QS 2C", "2S 4C", "2H 5C"),
        "QS",
        "puts the queen of spades on somebody else's trick",
    ),
    (
        table("KS", "KS 2C", "QS 3S", "2S 4C", "2H 5C"),
        "QS",
        "puts the queen of spades on somebody else's trick",
    ),
    (
        table("9D", "9D 2C", "KS 9S", "2S 4C", "2H 5C"),
        "KS",
        "the queen of spades is out, and KS could take her later",
    ),
    (
        table("2S 3S 4S", "2S 2C", "3S 2D", "4S 4C", "AS 9S"),
        "AS",
        "the queen of spades is out, and AS could take her later",
    ),
    (
        table("9D", "9D 2C", "AH 2H", "2S 4C", "2H 5C"),
        "AH",
        "puts a heart on somebody else's trick",
    ),
    (
        table("9D", "9D 2C", "8S 9S", "2S 4C", "2H 5C", options=HeartsOptions(), joker="8S"),
        "8S",
        "puts the joker on somebody else's trick",
    ),
    (table("9D", "9D 2C", "KC 9S", "2S 4C", "2H 5C"), "KC", "gets rid of a high card"),
    (table("9D", "9D 2C", "3C 5C 2S 4S 6S", "2S", "2H"), "5C", "its suit is your shortest"),
    (
        table("2H 4H 5H", "2H 9C", "4H 8C", "5H 7C", "TH 9H 3C", **SUMS),
        "9H",
        "makes 20, so that the last to slap takes the trick",
    ),
    (
        table("2H 4H 5H", "2H 9C", "4H 8C", "5H 7C", "TH 9H 3C", **SUMS),
        "TH",
        "makes 21, so that the trick goes to NORTH",
    ),
    (
        table("QH 2H 4H", "QH 9C", "2H 8C", "4H 7C", "3H 9H 3C", **SUMS),
        "3H",
        "makes 21, so that the trick comes to you",
    ),
    (
        table("QH 2H 4H", "QH 9C", "2H 8C", "4H 7C", "3H 9H 3C", **SUMS),
        "9H",
        "3H would make 21, and the trick would come to you",
    ),
    (
        table("JH 2H 4H", "JH 9C", "2H 8C", "4H 7C", "3H 9H 3C", **SUMS),
        "9H",
        "3H would make 20, and the trick might come to you",
    ),
    (
        middle("9D QS 3S", "", "", "", options=PLAIN),
        "9D",
        "you hold the queen of spades, so lead no spade",
    ),
    (
        middle("9D KS AS 3S", "", "", "", options=PLAIN),
        "9D",
        "the queen of spades is out, and you hold KS",
    ),
    (late("5S 9C", "QS 3D", "2S 4D", "KS 5D"), "5S", "draws out the queen of spades"),
    (late("2S 9C", "3S 3D", "4S 4D", "KS 5D"), "2S", "is lower than all others of its suit"),
    (
        late("5S 9C", "6S 3D", "2S 4D", "KS 5D"),
        "5S",
        "the queen of spades is gone, so spades are safer",
    ),
    (late("5S 9C", "6S 3D", "2S 4D", "KS 5D"), "5S", "left of its suit: 2 above, 1 below"),
    (late("5S 9C", "6D 3D", "2D 4D", "KD 5D"), "5S", "nobody else has its suit"),
    (
        table("2C", "2C 3D", "5C KC", "4C", "3C", first=True),
        "KC",
        "points are set aside in the first trick",
    ),
    (
        table("2D 3D 4D", "2D", "3D", "4D", "KD 9D 4C"),
        "KD",
        "takes a trick that is worth nothing",
    ),
    (table("9D 3D", "9D", "3D", "KD 2D", "4D"), "KD", "no points lie on the table yet"),
    (table("9D 3D", "9D", "3D", "KD 2D", "4D"), "KD", "only EAST plays after you"),
    (
        table("3S", "3S 2C", "9S QS", "2S", "2H"),
        "9S",
        "the queen of spades would be the highest card here",
    ),
    (
        table("3S", "3S 2C", "9S 8S", "2S", "2H"),
        "9S",
        "stays under the queen of spades, which is out",
    ),
    (
        table("9D", "9D 2C", "QS 2C", "2S 4C", "2H 5C"),
        "QS",
        "leaves no other card of its suit in hand",
    ),
]


@pytest.mark.parametrize(("state", "card", "words"), REASONS, ids=[row[2] for row in REASONS])
def test_the_reason_for_a_card(state, card, words):
    assert words in said(state, card)


@pytest.mark.parametrize(
    ("state", "card", "words"),
    [
        (table("9D", "9D 2C", "KS 9S", "2S 4C", "2H 5C", **QUEEN_TAKEN), "KS", "take her later"),
        (middle("9D KS 3S", "", "", "", **QUEEN_TAKEN), "9D", "the queen of spades is out"),
        (table("3S", "3S 2C", "9S 8S", "2S", "2H", **QUEEN_TAKEN), "9S", "stays under the queen"),
        (table("KS", "KS 2C", "9S QS", "2S", "2H"), "9S", "would be the highest"),
        (table("2H 4H 5H", "2H 9C", "4H 8C", "5H 7C", "TH 9H", is_broken=True), "9H", "makes 20"),
        (table("2D 3D 2H", "2D", "3D", "2H", "KD 9D 4C"), "KD", "worth nothing"),
        (table("9D", "9D 2C", "8S 9S", "2S", "2H", joker="8S"), "9S", "the joker"),
    ],
)
def test_what_is_not_so_is_no_reason(state, card, words):
    assert words not in " ".join(said(state, card))


def test_another_card_that_is_about_as_good_is_named_where_nothing_else_is_to_say():
    view = table("9D", "9D 2C", "2C 4C 3H", "2S 4C", "2H 5C").view(1)
    best, *others = (
        Estimate(Plan(parse(card)), cost, 3.0, 0.0)
        for card, cost in (("2C", 1.0), ("4C", 1.2), ("3H", 4.0))
    )
    assert [str(one) for one in explain_card(view, best, others)] == ["4C is about as good", ABOUT]
    assert [str(one) for one in explain_card(view, best, others[1:])] == [ABOUT]


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
    assert said(state, "JH")[0] == "makes 21, so that the trick goes to SOUTH"


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
    about = "points to expect in this round: 6"
    assert said_of_pass(HAND, "9C 3H 8S") == ["leaves a single card of a suit", about]
    assert said_of_pass(HAND, "9C 8S 9S") == [about]


def test_a_move_that_an_analysis_found_has_the_reasons_of_a_hint_but_for_points():
    state = table("9D", "9D 2C", "3D 8D JD", "2S", "2H")
    told = [str(because) for because in HEARTS.explain(state.view(1), parse("8D"), None)]
    assert told == [words for words in said(state, "8D") if words != ABOUT] != []
    view = middle(HAND, "", "", "", leader=None, number=1, first=True).view(0)
    found = HEARTS.explain(view, CardPass(mask("5D 9D KS")), None)
    assert [str(because) for because in found] == said_of_pass(HAND, "5D 9D KS")


def test_nothing_is_said_of_a_move_that_may_try_a_grand_chelem_with_few_points():
    state = middle("AD AC", "3D", "2H", "4C", options=PLAIN, taken=(mask("2H 3H"), 0, 0, 0))
    assert said(state, "AD") != []
    assert HEARTS.explain(state.view(0), parse("AD"), None) == ()


def test_a_card_that_nothing_beats_keeps_a_grand_chelem_possible_once_there_are_many_points():
    hearts = " ".join(f"{rank}H" for rank in "2345678T")
    hands = ("AS 4S", "JS KS", "2D 3D", "4D 5D")
    mine, theirs = (mask(f"{hearts} QS"), 0, 0, 0), (0, mask(f"{hearts} QS"), 0, 0)
    view = middle(*hands, is_broken=True, options=PLAIN, taken=mine).view(0)
    best = "nothing beats it, and a Grand Chelem stays possible"
    assert [str(one) for one in HEARTS.explain(view, parse("AS"), None)] == [best]
    assert HEARTS.explain(view, parse("4S"), None) == ()
    view = middle(*hands, is_broken=True, options=PLAIN, taken=theirs).view(0)
    assert best not in map(str, HEARTS.explain(view, parse("AS"), None))


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


class Fate:
    """A card that is played where all cards are known."""

    def __init__(self, state: HeartsState, card: Card, facts: Mapping[str, Any]) -> None:
        (self.seat,) = state.to_move
        self.state, self.card, self.facts = state, card, facts
        self.after = state.play(self.seat, card)
        others = [0 if at == self.seat else hand for at, hand in enumerate(state.hands)]
        self.elsewhere = union(others)
        suit = self.elsewhere & SUIT_OF[card]
        self.above, self.below = (suit >> card).bit_count(), (suit & (1 << card) - 1).bit_count()
        self.total = self.after.view(self.seat).total or self.after.tricks[-1].total
        self.highest = self.after.view(self.seat).highest
        self.taker = self.after.tricks[-1].taker if not self.after.table else None

    def of_other(self) -> Fate:
        """Return the fate of the card that is named."""
        return Fate(self.state, self.facts["card"], {})

    def points(self) -> list[tuple[int, ...]]:
        """Return the points before the card and after it."""
        return [state.view(self.seat).points for state in (self.state, self.after)]


IS_SO = {
    HeartsMerit.MAKES_SLAP: lambda fate: fate.total == 20,
    HeartsMerit.AVOIDS_SLAP: lambda fate: fate.total != 20 == fate.of_other().total,
    HeartsMerit.MAKES_EXCHANGE: lambda fate: SEAT_NAMES[fate.taker] == fate.facts["player"],
    HeartsMerit.WINS_EXCHANGE: lambda fate: (fate.total, fate.taker) == (21, fate.seat),
    HeartsMerit.AVOIDS_EXCHANGE: lambda fate: fate.taker != fate.seat == fate.of_other().taker,
    HeartsMerit.NOBODY_ELSE: lambda fate: not fate.above + fate.below,
    HeartsMerit.SAFE_LEAD: lambda fate: fate.above and not fate.below,
    HeartsMerit.LOSES_HIGH: lambda fate: fate.below > 2 * fate.above,
    HeartsMerit.SUIT_LEFT: lambda fate: [*fate.facts.values()] == [fate.above, fate.below],
    HeartsMerit.HOLDS_HIGH_SPADE: lambda fate: fate.elsewhere & QUEEN_MASK,
    HeartsMerit.LOSES_HIGH_SPADE: lambda fate: fate.elsewhere & QUEEN_MASK,
    HeartsMerit.FLUSHES_QUEEN: lambda fate: fate.elsewhere & QUEEN_MASK,
    HeartsMerit.UNDER_QUEEN: lambda fate: fate.elsewhere & QUEEN_MASK,
    HeartsMerit.QUEEN_GONE: lambda fate: not union(fate.state.hands) & QUEEN_MASK,
    HeartsMerit.TAKES_NOTHING: lambda fate: fate.points()[0] == fate.points()[1],
    HeartsMerit.STAYS_UNDER: lambda fate: fate.seat not in (fate.highest, fate.taker),
    HeartsMerit.ALL_UNDER: lambda fate: fate.seat not in (fate.highest, fate.taker),
    HeartsMerit.LAST_OF_SUIT: lambda fate: not fate.after.hands[fate.seat] & SUIT_OF[fate.card],
}
"""Whether reasons are so, by all the cards as they lie; the others are of the own hand alone."""


def test_every_card_can_be_explained_by_what_is_so_and_hardly_any_by_points_alone():
    explained: list[bool] = []

    def watch(state, _plays):
        for seat in state.to_move:
            if seat >= 0 and state.leader is not None and len(state.table) < 4:
                view = state.view(seat)
                for card in cards_of(view.playable):
                    reasons = explain_card(view, Estimate(Plan(card), 0.0, 1.0, 0.0))
                    for one in reasons:
                        told = IS_SO.get(one.reason)
                        assert told is None or told(Fate(state, card, one.facts)), str(one)
                    explained.append(reasons[0].reason is not HeartsMerit.ABOUT)

    for options in (HeartsOptions(), HeartsOptions(values="faces")):
        random_plays(options, 0, watch, rounds=12)
    assert explained.count(False) <= len(explained) // 20
