"""Ends of duels, made by lot, and who wins them by the plain rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import slow_rules

from engine.duel.moves import Turn
from engine.duel.rules import DECK, Tops, cards_of, mask_of
from engine.duel.sides import Side
from engine.duel.view import DuelView
from engine.log import Log

Cards = frozenset[int]
Result = tuple[Cards, tuple[int, ...]]
"""The cards left in hand and the four tops as the player who has laid sees them."""

CLOSED = 40
"""The piles of these ends stand at least this far on, so that not all is decided in one turn."""


class Endgame(NamedTuple):
    """The end of a duel as it is: the opponent's draw pile is empty, the own one is `draw`."""

    hand: Cards
    their_hand: Cards
    draw: tuple[int, ...]
    tops: Tops

    @property
    def view(self) -> DuelView:
        """What the player to move sees."""
        hand = mask_of(self.hand)
        mine, theirs = hand | mask_of(self.draw), mask_of(self.their_hand)
        up, down, their_up, their_down = self.tops
        own = Side(up, down, hand_size=len(self.hand), draw_size=len(self.draw), laid=DECK & ~mine)
        other = Side(
            their_up, their_down, hand_size=len(self.their_hand), draw_size=0, laid=DECK & ~theirs
        )
        return DuelView(0, (0,), 0, (own, other), (hand, None), None, Log())

    def results(self) -> set[Result]:
        """Return all that a turn can lead to."""
        return results_of(self.hand, self.tops)

    def after(self, turn: Turn) -> Result:
        """Return what a turn leads to."""
        laid = [(lay.card, lay.pile.mark) for lay in turn.lays]
        played = slow_rules.play_out(set(self.hand), slow_rules.plain(self.tops), laid)
        assert played is not None
        left, tops = played
        return frozenset(left), tuple(tops.values())

    def is_won_by(self, result: Result) -> bool:
        """Say whether this result of a turn wins when all that can be drawn is drawn after it."""
        left, tops = result
        left = left.union(self.draw)
        return not left or not wins(self.their_hand, left, turned(tops))

    def is_over_after(self, result: Result) -> bool:
        """Say whether this result of a turn ends the game."""
        left, tops = result
        stuck = not slow_rules.can_lay_two(set(self.their_hand), slow_rules.plain(turned(tops)))
        return stuck or not (left or self.draw)


def endgame(random: Random, fewest: int, most: int, draw: int = 0) -> Endgame:
    """Return an end in which the player to move, with so many cards in hand, can lay two."""
    while True:
        mine = random.sample(cards_of(DECK), random.randint(fewest, most) + draw)
        theirs = random.sample(cards_of(DECK), random.randint(fewest, most))
        up, their_up = (random.randint(CLOSED, 59) for _ in range(2))
        down, their_down = (random.randint(2, 61 - CLOSED) for _ in range(2))
        tops = Tops(up, down, their_up, their_down)
        if slow_rules.can_lay_two(set(mine[draw:]), slow_rules.plain(tops)):
            return Endgame(frozenset(mine[draw:]), frozenset(theirs), tuple(mine[:draw]), tops)


def turned(tops: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tops as the other player sees them."""
    return (*tops[2:], *tops[:2])


@cache
def wins(
    hand: Cards, their_hand: Cards, tops: tuple[int, ...], least: int = 2, their_least: int = 2
) -> bool:
    """Say whether the player to move wins when nothing is left to draw, by trying everything."""
    return any(
        not left or not wins(their_hand, left, turned(after), their_least, least)
        for left, after in results_of(hand, tops, least)
    )


@cache
def results_of(hand: Cards, tops: tuple[int, ...], least: int = 2) -> set[Result]:
    """Return all that a turn can lead to, by the plain rules."""
    return slow_rules.all_results(set(hand), slow_rules.plain(tops), least)
