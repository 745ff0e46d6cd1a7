"""The cheapest turns of a hand by their results: near cards, and the smallest gifts."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.duel.learned_evaluation import JUMP_DOWN, JUMP_UP, within
from engine.duel.results import USED, pile_results
from engine.duel.rules import GOES_DOWN, GOES_UP, HELPS_DOWN, HELPS_UP, MIN_LAID, Tops, cards_of

REACH: Final = 15
"""The pips beyond a top within which cards are looked for, unless no turn is so near."""

PIP: Final = 10
RELIEF: Final = 8
"""The costs of a pip of own advance and of a pip of relief given to the opponent."""

_REACH_UP, _REACH_DOWN = within(REACH)
_NIGH_UP: Final = tuple(map(int.__or__, _REACH_UP, JUMP_UP))
_NIGH_DOWN: Final = tuple(map(int.__or__, _REACH_DOWN, JUMP_DOWN))

OwnResult: TypeAlias = int
"""A result on the own piles, the cheaper the smaller: its cost, the places in the hand of its cards
as six bits, and six bits for each top. The opponent's tops go into the twelve bits below."""

QuickTurn: TypeAlias = tuple[int, int, int, int, int, int]
"""A turn by its result: its cost, its cards as a mask, the tops of the four piles it leads to."""

_COST: Final = 30
_USED: Final = 24
_UP: Final = 18
_DOWN: Final = 12
_THEIR_UP: Final = 6
_ANY: Final = 63 << _USED
"""The bits of the cards of a result."""


def quick_turns(hand: int, tops: Tops, most: int, least: int = MIN_LAID) -> list[QuickTurn]:
    """Return the cheapest turns, the cheapest first; none if the hand has no turn.

    `least` is the number of cards that have to be laid.
    """
    return cheapest(own_turns(hand, tops.up, tops.down, least), hand, tops, most, least)


def own_turns(hand: int, up: int, down: int, least: int = MIN_LAID) -> list[OwnResult]:
    """Return the results of laying cards on the own piles, the cheapest first.

    One card less than the least counts too, for a gift may be the other one. Cards further off are
    looked at only if near ones are too few to be laid.
    """
    cards = cards_of(hand)
    assert len(cards) <= USED.bit_length()  # a card beyond these would be laid again and again
    near = _crossed(cards, up, down, _NIGH_UP, _NIGH_DOWN, least)
    for result in near:
        used = result & _ANY
        if used & used - (1 << _USED) or (used and least < MIN_LAID):
            return near
    return _crossed(cards, up, down, GOES_UP, GOES_DOWN, least)


def _crossed(
    cards: list[int],
    up: int,
    down: int,
    rises: tuple[int, ...],
    falls: tuple[int, ...],
    least: int,
) -> list[OwnResult]:
    """Return the results of both piles with different cards, the cheapest first.

    They have one card less than the least, or more.
    """
    one, more = pile_results(cards, up << 6, up, rises, 6)
    ups = [
        (PIP * ((result >> 6) - up) << _COST) + ((result & USED) << _USED) + (result >> 6 << _UP)
        for result in one + more
    ]
    one, more = pile_results(cards, down << 6, down, falls, 6)
    downs = [
        (PIP * (down - (result >> 6)) << _COST)
        + ((result & USED) << _USED)
        + (result >> 6 << _DOWN)
        for result in one + more
    ]
    stay_up, stay_down = up << _UP, down << _DOWN
    found = [a + b for a in ups for b in downs if not a & b & _ANY]
    found += [a + stay_down for a in ups]
    found += [stay_up + b for b in downs]
    if least < MIN_LAID:
        found.append(stay_up + stay_down)
    found.sort()
    return found


def cheapest(
    own: list[OwnResult], hand: int, tops: Tops, most: int, least: int = MIN_LAID
) -> list[QuickTurn]:
    """Return the cheapest turns: own results, alone and with the smallest gift to each pile."""
    cards = cards_of(hand)
    found = _cheapest(own, cards, hand, tops, most, least)
    if not found and own:
        # the only card for the own piles is the smallest gift as well: another card has to be it
        rest = hand & ~_mask(own[0], cards)
        if rest != hand:
            found = _cheapest(own, cards, rest, tops, most, least)
    return [
        (
            turn >> _COST,
            _mask(turn, cards),
            turn >> _UP & 63,
            turn >> _DOWN & 63,
            turn >> _THEIR_UP & 63,
            turn & 63,
        )
        for turn in found
    ]


def _cheapest(
    own: list[OwnResult], cards: list[int], givable: int, tops: Tops, most: int, least: int
) -> list[int]:
    """Return the cheapest turns as own results that have the opponent's tops too.

    Args:
        own: The results on the own piles, the cheapest first.
        cards: The hand.
        givable: The cards that may be given, as a mask.
        tops: The tops before the turn.
        most: How many turns are wanted.
        least: The cards that have to be laid.
    """
    their_up, their_down = tops.their_up, tops.their_down
    stay = (their_up << _THEIR_UP) + their_down
    turns = []
    for result in own:
        used = result & _ANY
        if used & used - (1 << _USED) or (used and least < MIN_LAID):
            turns.append(result + stay)
            if len(turns) == most:
                break
    gifts = []
    if helping := givable & HELPS_UP[their_up]:
        card = helping.bit_length() - 1
        gift = (RELIEF * (their_up - card) << _COST) + (1 << cards.index(card) + _USED)
        gifts.append(gift + (card << _THEIR_UP) + their_down)
    if helping := givable & HELPS_DOWN[their_down]:
        card = (helping & -helping).bit_length() - 1
        gift = (RELIEF * (card - their_down) << _COST) + (1 << cards.index(card) + _USED)
        gifts.append(gift + (their_up << _THEIR_UP) + card)
    for gift in gifts:
        room, given = most, gift & _ANY
        for result in own:
            if not result & given:
                turns.append(result + gift)
                room -= 1
                if not room:
                    break
    turns.sort()
    return turns[:most]


def _mask(turn: int, cards: list[int]) -> int:
    """Return the cards of a result as a mask."""
    mask, used = 0, turn >> _USED & USED
    while used:
        low = used & -used
        used ^= low
        mask |= 1 << cards[low.bit_length() - 1]
    return mask
