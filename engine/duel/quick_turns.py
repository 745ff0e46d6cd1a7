"""The cheapest turns of a hand by their results: near cards, and the smallest gifts."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.duel.learned_evaluation import JUMP_DOWN, JUMP_UP, within
from engine.duel.rules import GOES_DOWN, GOES_UP, HELPS_DOWN, HELPS_UP, Tops

REACH: Final = 15
"""The pips beyond a top within which cards are looked for, unless no turn is so near."""

PIP: Final = 10
RELIEF: Final = 8
"""The costs of a pip of own advance and of a pip of relief given to the opponent."""

_REACH_UP, _REACH_DOWN = within(REACH)
_NIGH_UP: Final = tuple(map(int.__or__, _REACH_UP, JUMP_UP))
_NIGH_DOWN: Final = tuple(map(int.__or__, _REACH_DOWN, JUMP_DOWN))

OwnResult: TypeAlias = tuple[int, int, int, int]
"""A result on the own piles: its cost, its cards as a mask, the two tops; a tuple for speed."""

QuickTurn: TypeAlias = tuple[int, int, int, int, int, int]
"""A turn by its result: its cost, its cards as a mask, the tops of the four piles it leads to."""


def quick_turns(hand: int, tops: Tops, most: int) -> list[QuickTurn]:
    """Return the cheapest turns, the cheapest first; none if the hand has no turn."""
    return cheapest(own_turns(hand, tops.up, tops.down), hand, tops, most)


def own_turns(hand: int, up: int, down: int) -> list[OwnResult]:
    """Return the results of laying cards on the own piles, the cheapest first.

    A single card counts too, for a gift may be the second. Cards further off are looked at only if
    no two near cards can be laid.
    """
    near = _crossed(_reached(hand, up, _NIGH_UP), _reached(hand, down, _NIGH_DOWN), up, down)
    if any(used & used - 1 for _, used, _, _ in near):
        return near
    return _crossed(_reached(hand, up, GOES_UP), _reached(hand, down, GOES_DOWN), up, down)


def cheapest(own: list[OwnResult], hand: int, tops: Tops, most: int) -> list[QuickTurn]:
    """Return the cheapest turns: own results, alone and with the smallest gift to each pile."""
    their_up, their_down = tops.their_up, tops.their_down
    turns: list[QuickTurn] = []
    for cost, used, up, down in own:
        if used & used - 1:
            turns.append((cost, used, up, down, their_up, their_down))
            if len(turns) == most:
                break
    for relief, card, new_up, new_down in _smallest_gifts(hand, their_up, their_down):
        room = most
        for cost, used, up, down in own:
            if not used & card:
                turns.append((cost + relief, used | card, up, down, new_up, new_down))
                room -= 1
                if not room:
                    break
    if not turns and own and hand & own[0][1]:
        # the only card for the own piles is the smallest gift as well: another card has to be it
        return cheapest(own, hand & ~own[0][1], tops, most)
    turns.sort()
    return turns[:most]


def _smallest_gifts(hand: int, their_up: int, their_down: int) -> list[tuple[int, int, int, int]]:
    """Return the smallest gift to each pile: its cost, its card as a mask, the tops after it."""
    found = []
    if helping := hand & HELPS_UP[their_up]:
        card = helping.bit_length() - 1
        found.append((RELIEF * (their_up - card), 1 << card, card, their_down))
    if helping := hand & HELPS_DOWN[their_down]:
        card = (helping & -helping).bit_length() - 1
        found.append((RELIEF * (card - their_down), 1 << card, their_up, card))
    return found


def _crossed(
    ups: list[tuple[int, int]], downs: list[tuple[int, int]], up: int, down: int
) -> list[OwnResult]:
    """Return the results of two piles that use different cards, at least one, cheapest first."""
    costs = [(PIP * (down - top), used, top) for used, top in downs]
    found = []
    for used_up, top_up in ups:
        cost_up = PIP * (top_up - up)
        for cost_down, used_down, top_down in costs:
            used = used_up | used_down
            if used and not used_up & used_down:
                found.append((cost_up + cost_down, used, top_up, top_down))
    found.sort()
    return found


def _reached(hand: int, top: int, goes: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the results on one pile: the cards used, as a mask, and the top after them."""
    reached = [(0, top)]
    for used, current in reached:  # grows while it is read
        fitting = goes[current] & hand & ~used
        while fitting:
            low = fitting & -fitting
            fitting ^= low
            state = (used | low, low.bit_length() - 1)
            if state not in reached:
                reached.append(state)
    return reached
