"""The look-ahead of the strongest players: the best turns are tried in many sampled worlds.

A world fixes what a view hides: the opponent's hand and the order of both draw piles. In each world
the opponent plays its cheapest turn, the player the best of its cheapest ones, and the evaluation
values the outcome. All turns are compared in the same worlds, and the worse ones drop out early.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from engine.bits import count_bits
from engine.duel import results
from engine.duel.learned_evaluation import (
    chance,
    other_rows,
    own_rows,
    race_rows,
    worth,
)
from engine.duel.moves import HAND_SIZE
from engine.duel.quick_turns import OwnResult, QuickTurn, cheapest, own_turns, quick_turns
from engine.duel.rules import (
    MIN_LAID,
    Tops,
    can_lay,
    cards_of,
    draw_count,
    mask_of,
    swapped_tops,
)
from engine.duel.view import Knowledge
from engine.game import StopFlag, Stopped

QUICK: Final = 6
"""The number of cheapest turns evaluated at the end of a trial, unless it is given."""

WIN: Final = 1 << 62
"""The value of having laid every card: more than any sum of rows."""


class Candidate(NamedTuple):
    """A result of a turn, the cards and tops it leaves, and its value without look-ahead."""

    worth: int
    result: int
    kept: int
    tops: Tops
    drawn: int


def candidates(knowledge: Knowledge, *, sees_race: bool = True) -> list[Candidate]:
    """Return every distinct result of the turn, the highest value first."""
    cards = cards_of(knowledge.hand)
    kept_by_used = [
        knowledge.hand & ~sum(1 << card for place, card in enumerate(cards) if used >> place & 1)
        for used in range(1 << len(cards))
    ]
    draw_size = count_bits(knowledge.draw)
    their_left = count_bits(knowledge.unseen)
    own: dict[tuple[int, int, int, int], int] = {}
    other: dict[tuple[int, int], int] = {}
    found = []
    stay = (knowledge.tops.their_up, knowledge.tops.their_down)
    for result in results.results(cards, knowledge.tops, knowledge.least):
        tops = results.tops_of(result)
        kept = kept_by_used[result & results.USED]
        theirs = (tops.their_up, tops.their_down)
        drawn = draw_count(count_bits(kept), draw_size, theirs != stay)
        key = (kept, tops.up, tops.down, drawn)
        rows = own.get(key)
        if rows is None:
            rows = own[key] = own_rows(kept, knowledge.draw, tops.up, tops.down, drawn)
        more = other.get(theirs)
        if more is None:
            more = other[theirs] = other_rows(knowledge.unseen, knowledge.their_hand, *theirs)
        if left := count_bits(kept) + draw_size:
            rows += more
            if sees_race:
                rows += race_rows(left, tops.up, tops.down, their_left, *theirs)
            value = worth(rows)
        else:
            value = WIN
        found.append(Candidate(value, result, kept, tops, drawn))
    found.sort(reverse=True)
    return found


class World:
    """One possible arrangement of the hidden cards.

    Attributes:
        hand: The opponent's hand, as a mask.
        own_draws: The mask of the next n cards that the player draws, for each n.
        their_draws: The same for the opponent.
        least: The cards that the opponent has to lay in a turn.
    """

    __slots__ = ("_own", "hand", "least", "own_draws", "their_draws")

    def __init__(
        self, hand: int, own_draws: list[int], their_draws: list[int], least: int = MIN_LAID
    ) -> None:
        self.hand = hand
        self.least = least
        self.own_draws = own_draws
        self.their_draws = their_draws
        self._own: dict[tuple[int, int], list[OwnResult]] = {}

    def answer(self, tops: Tops) -> QuickTurn:
        """Return the opponent's quick turn; the hand must have one."""
        key = (tops.up, tops.down)
        own = self._own.get(key)
        if own is None:
            own = self._own[key] = own_turns(self.hand, tops.up, tops.down, self.least)
        return cheapest(own, self.hand, tops, 1, self.least)[0]


class WorldSampler:
    """A random source of worlds that fit what the player knows."""

    def __init__(self, knowledge: Knowledge, random: Random) -> None:
        self._mine = cards_of(knowledge.draw)
        self._theirs = cards_of(knowledge.unseen)
        self._their_hand, self._their_least = knowledge.their_hand, knowledge.their_least
        self._random = random.random

    def sample(self) -> World:
        """Return a new random world."""
        self._settle(self._mine, HAND_SIZE)
        self._settle_theirs()
        hand, rest = self._theirs[: self._their_hand], self._theirs[self._their_hand :]
        return World(mask_of(hand), _prefixes(self._mine), _prefixes(rest), self._their_least)

    def _settle_theirs(self) -> None:
        """Bring the opponent's hand to the front, and what it draws next behind it."""
        self._settle(self._theirs, self._their_hand + HAND_SIZE)

    def _settle(self, cards: list[int], count: int) -> None:
        """Move `count` random cards to the front."""
        size, random = len(cards), self._random
        for place in range(min(count, size)):
            other = place + int(random() * (size - place))
            cards[place], cards[other] = cards[other], cards[place]


def _prefixes(cards: list[int]) -> list[int]:
    return [*accumulate((1 << card for card in cards[:HAND_SIZE]), initial=0)]


class LookAhead:
    """A comparison of candidate turns in sampled worlds."""

    def __init__(
        self,
        knowledge: Knowledge,
        worlds: WorldSampler,
        stop: StopFlag,
        *,
        sees_race: bool = True,
        most: int = QUICK,
    ) -> None:
        self._knowledge, self._worlds = knowledge, worlds
        self._stop, self._sees_race, self._most = stop, sees_race, most

    def best(self, turns: Sequence[Candidate], worlds: int, stages: int = 2) -> Candidate:
        """Return the best candidate; after each stage the worse half drops out.

        Raises `Stopped`.
        """
        chances = [0.0] * len(turns)
        still = list(range(len(turns)))
        for world in range(worlds):
            if self._stop():
                raise Stopped
            if world and world * stages % worlds < stages and len(still) > 2:
                still.sort(key=lambda place: -chances[place])
                del still[(len(still) + 1) // 2 :]
            there = self._worlds.sample()
            for place in still:
                chances[place] += self.chance_in(there, turns[place])
        return turns[max(still, key=lambda place: chances[place])]

    def chance_in(self, world: World, turn: Candidate) -> float:
        """Return the chance of winning after the turn in one world."""
        knowledge, drawn = self._knowledge, world.own_draws[turn.drawn]
        hand, draw = turn.kept | drawn, knowledge.draw & ~drawn
        tops = swapped_tops(turn.tops)
        if not can_lay(world.hand, tops, world.least):
            return 1.0
        answer = world.answer(tops)
        _, used, up, down, their_up, their_down = answer
        gave = their_up != tops.their_up or their_down != tops.their_down
        kept, pile = world.hand & ~used, len(world.their_draws) - 1
        new = kept | world.their_draws[draw_count(count_bits(kept), pile, gave)]
        if not new:
            return 0.0
        unseen, held = knowledge.unseen & ~used, count_bits(new)
        tops = Tops(their_up, their_down, up, down)
        sees_race, most, least = self._sees_race, self._most, knowledge.least
        return chance_to_move(hand, draw, tops, unseen, held, sees_race, most, least)


def chance_to_move(
    hand: int,
    draw: int,
    tops: Tops,
    unseen: int,
    their_hand: int,
    sees_race: bool = True,
    most: int = QUICK,
    least: int = MIN_LAID,
) -> float:
    """Return the chance of winning for the player to move, by the best of its quick turns.

    Args:
        hand: The own hand, as a mask.
        draw: The own draw pile, as a mask.
        tops: The tops as the player to move sees them.
        unseen: The opponent's cards, hand and draw pile as one mask.
        their_hand: How many of them are in hand.
        sees_race: Whether the race of both sides is evaluated.
        most: How many quick turns are evaluated.
        least: The cards that the player to move has to lay.
    """
    found = best_quick(hand, draw, tops, unseen, their_hand, sees_race, most, least)
    if found is None:
        return 0.0
    value, _ = found
    return 1.0 if value == WIN else chance(value)


def best_quick(
    hand: int,
    draw: int,
    tops: Tops,
    unseen: int,
    their_hand: int,
    sees_race: bool = True,
    most: int = QUICK,
    least: int = MIN_LAID,
) -> tuple[int, QuickTurn] | None:
    """Return the best of the quick turns and its value, None without a turn.

    The arguments are those of `chance_to_move`.
    """
    best, draw_size, their_left = None, count_bits(draw), count_bits(unseen)
    highest = -WIN
    others: dict[tuple[int, int], int] = {}
    before_up, before_down = tops.their_up, tops.their_down
    for turn in quick_turns(hand, tops, most, least):
        _, used, up, down, their_up, their_down = turn
        kept = hand & ~used
        if not kept and not draw:
            return WIN, turn
        size = count_bits(kept)
        gave = their_up != before_up or their_down != before_down
        drawn = draw_count(size, draw_size, gave)
        theirs = others.get((their_up, their_down))
        if theirs is None:
            theirs = other_rows(unseen, their_hand, their_up, their_down)
            others[their_up, their_down] = theirs
        rows = own_rows(kept, draw, up, down, drawn) + theirs
        if sees_race:
            rows += race_rows(size + draw_size, up, down, their_left, their_up, their_down)
        value = worth(rows)
        if value > highest:
            highest, best = value, turn
    return None if best is None else (highest, best)


REPLIES: Final = 6
"""How many of the opponent's replies are considered."""


def best_with_their_hand_known(
    knowledge: Knowledge, turns: Sequence[Candidate], random: Random, draws: int, stop: StopFlag
) -> Candidate:
    """Return the best of the candidates when only the own draws are unknown.

    The opponent, whose hand is all that is unseen, takes the reply that is best against the average
    of some draws, which it cannot see. After that the own hand is known: its best turn is
    evaluated, or the rest solved exactly if nothing is left to draw. Raises `Stopped`.
    """
    worlds = WorldSampler(knowledge, random)
    orders = [worlds.sample().own_draws for _ in range(draws)]
    solver = results.EndgameSolver(stop)

    def expected(turn: Candidate) -> float:
        if stop():
            raise Stopped
        tops = swapped_tops(turn.tops)
        if not can_lay(knowledge.unseen, tops, knowledge.their_least):
            return 1.0
        drawn = [order[turn.drawn] for order in orders]
        hands = [(turn.kept | cards, knowledge.draw & ~cards) for cards in drawn]
        mine, held = turn.kept | knowledge.draw, count_bits(hands[0][0])
        leasts = knowledge.their_least, knowledge.least
        replies = candidates(Knowledge(knowledge.unseen, 0, mine, held, tops, *leasts))
        if replies[0].worth == WIN:
            return 0.0
        return min(
            sum(_chance_after(reply, hand, draw, knowledge, solver, stop) for hand, draw in hands)
            / draws
            for reply in replies[:REPLIES]
        )

    return max(turns, key=expected)


def _chance_after(
    reply: Candidate,
    hand: int,
    draw: int,
    knowledge: Knowledge,
    solver: results.EndgameSolver,
    stop: StopFlag,
) -> float:
    """Return the chance of winning after the opponent's reply, with the own hand known."""
    if stop():
        raise Stopped
    tops, least = swapped_tops(reply.tops), knowledge.least
    if not can_lay(hand, tops, least):
        return 0.0
    if not draw:
        found = solver.winning_result(hand, reply.kept, tops, least, knowledge.their_least)
        return float(found is not None)
    held = count_bits(reply.kept)
    return chance_to_move(hand, draw, tops, reply.kept, held, least=least)
