"""Quick turns: legal, the cheapest first, and never none where there is a turn."""

from __future__ import annotations

from random import Random

import pytest
import slow_rules
from duels import CARDS

from engine.duel import results
from engine.duel.quick_turns import REACH, quick_turns
from engine.duel.rules import Tops, mask_of

MOST = 8


def some_positions(count: int) -> list[tuple[set[int], Tops]]:
    """Return hands with tops: any, and such as lie near the cards, where jumps are."""
    random = Random(8)
    found = []
    for place in range(count):
        hand = set(random.sample(CARDS, random.randint(1, 6)))
        near = [card + step for card in hand for step in (-10, -1, 0, 1, 10)]
        ends = [end for end in near if 1 <= end <= 60] if place % 2 else range(1, 61)
        found.append((hand, Tops(*random.choices(ends, k=4))))
    # 55 is the one card for the own piles, and the smallest gift as well
    return [*found, ({45, 55}, Tops(51, 10, 57, 60)), ({5, 15, 55}, Tops(50, 2, 57, 59))]


POSITIONS = some_positions(600)


def cost_of(before: Tops, after: Tops) -> int:
    """Return the tenths of a pip: 10 for one of own advance, 8 for one of relief given."""
    own = after.up - before.up + before.down - after.down
    return 10 * own + 8 * (before.their_up - after.their_up + after.their_down - before.their_down)


def has_turn(hand: set[int], tops: Tops) -> bool:
    return slow_rules.can_lay_two(hand, slow_rules.plain(tops))


def is_near(card: int, pile: int, tops: Tops) -> bool:
    """Say whether an own pile takes the card, as a jump or close to its top."""
    takes = slow_rules.may_lay(card, "^v"[pile], slow_rules.plain(tops))
    return takes and abs(card - tops[pile]) <= REACH


def two_near_cards(hand: set[int], tops: Tops):
    """Yield what two own cards lead to, each near when it is laid."""
    for one in hand:
        for pile in (0, 1):
            if is_near(one, pile, tops):
                now = tops._replace(**{Tops._fields[pile]: one})
                for two in hand - {one}:
                    for other in (0, 1):
                        if is_near(two, other, now):
                            yield now._replace(**{Tops._fields[other]: two})


def a_near_card_and_a_smallest_gift(hand: set[int], tops: Tops):
    """Yield what a near card and the smallest gift to a pile lead to."""
    gifts = {
        "their_up": max((card for card in hand if card < tops.their_up), default=None),
        "their_down": min((card for card in hand if card > tops.their_down), default=None),
    }
    for card in hand:
        for pile in (0, 1):
            for name, gift in gifts.items():
                if gift not in (None, card) and is_near(card, pile, tops):
                    yield tops._replace(**{Tops._fields[pile]: card, name: gift})


def test_every_quick_turn_is_legal_and_costs_what_it_says():
    for hand, tops in POSITIONS:
        legal = {
            (
                sum(1 << card for place, card in enumerate(sorted(hand)) if result >> place & 1),
                results.tops_of(result),
            )
            for result in results.results(sorted(hand), tops)
        }
        for turn in quick_turns(mask_of(hand), tops, MOST):
            cost, used, *after = turn
            assert (used, tuple(after)) in legal, (hand, tops)
            assert cost == cost_of(tops, Tops(*after)), (hand, tops)


def test_the_cheapest_comes_first_and_fewer_are_the_first_of_many():
    for hand, tops in POSITIONS:
        costs = [turn[0] for turn in quick_turns(mask_of(hand), tops, MOST)]
        assert costs == sorted(costs)
        for most in (1, 3):
            few = quick_turns(mask_of(hand), tops, most)
            assert [turn[0] for turn in few] == costs[:most], (hand, tops)


def test_there_is_none_only_where_there_is_no_turn():
    for hand, tops in POSITIONS:
        for most in (1, MOST):
            assert bool(quick_turns(mask_of(hand), tops, most)) == has_turn(hand, tops), (
                hand,
                tops,
            )


@pytest.mark.parametrize("cheap", [two_near_cards, a_near_card_and_a_smallest_gift])
def test_nothing_near_is_cheaper_than_the_first(cheap):
    compared = 0
    for hand, tops in POSITIONS:
        for after in cheap(hand, tops):
            compared += 1
            assert quick_turns(mask_of(hand), tops, MOST)[0][0] <= cost_of(tops, after), (
                hand,
                tops,
                after,
            )
    assert compared > 1000


@pytest.mark.parametrize(
    ("hand", "tops", "expected"),
    [
        ({12, 14, 50}, Tops(10, 60, 1, 60), Tops(14, 60, 1, 60)),
        ({16, 20, 58}, Tops(30, 31, 1, 60), Tops(20, 16, 1, 60)),  # the jump, for all of 15 pips
        ({11, 50}, Tops(10, 60, 55, 10), Tops(11, 60, 50, 10)),  # 5 pips of relief against 10
        ({30, 50}, Tops(5, 58, 1, 60), Tops(5, 30, 1, 60)),  # all is looked at: only 50 is near
        ({45, 46, 55}, Tops(50, 10, 58, 60), Tops(45, 10, 58, 60)),  # 55, and the jump it opens
        ({15, 55}, Tops(50, 10, 57, 60), Tops(55, 10, 15, 60)),  # 15 is no small gift, but the one
    ],
)
def test_the_cheapest_by_hand(hand, tops, expected):
    assert quick_turns(mask_of(hand), tops, MOST)[0][2:] == expected


def test_a_hand_without_cards_or_without_a_place_has_none():
    assert quick_turns(0, Tops(1, 60, 1, 60), MOST) == []
    assert quick_turns(mask_of([30]), Tops(1, 60, 40, 20), MOST) == []
    assert quick_turns(mask_of([40, 41]), Tops(59, 2, 59, 2), MOST) == []  # two gifts
