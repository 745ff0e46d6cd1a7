"""The strongest player: the best turns by judgement, tried out in many worlds that may be true.

A world settles what a view hides: the opponent's hand and the order of both draw piles. In each the
opponent takes its cheapest turn, the player the best of its cheapest ones, and judgement says what
that is worth. The same worlds serve all turns compared, and the worse ones drop out on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from engine.duel import results
from engine.duel.judgement import Race, chance, other_rows, own_rows, race_rows, worth
from engine.duel.laying import Tops, can_lay_two
from engine.duel.quick import Own, Quick, cheapest, own_turns, quick_turns
from engine.duel.rules import HAND_SIZE, cards_of, draw_count, mask_of
from engine.duel.scene import Scene, turned
from engine.game import StopFlag, Stopped

QUICK: Final = 6
"""How many of the cheapest turns are judged at the end of a trial."""

WIN: Final = 1 << 62
"""The worth of having laid everything: more than any sum of rows."""


class Candidate(NamedTuple):
    """A result of a turn, what it leaves, and its worth by judgement alone."""

    worth: int
    result: int
    kept: int
    tops: Tops
    drawn: int


def candidates(scene: Scene, race: Race = race_rows) -> list[Candidate]:
    """Return every distinct result of the turn, the best by judgement first."""
    cards = cards_of(scene.hand)
    kept_by_used = [
        scene.hand & ~sum(1 << card for place, card in enumerate(cards) if used >> place & 1)
        for used in range(1 << len(cards))
    ]
    draw_size = scene.draw.bit_count()
    their_left = scene.unseen.bit_count()
    own: dict[tuple[int, int, int, int], int] = {}
    other: dict[tuple[int, int], int] = {}
    found = []
    stay = (scene.tops.their_up, scene.tops.their_down)
    for result in results.results(cards, scene.tops):
        tops = results.tops_of(result)
        kept = kept_by_used[result & results.USED]
        theirs = (tops.their_up, tops.their_down)
        drawn = draw_count(kept.bit_count(), draw_size, theirs != stay)
        key = (kept, tops.up, tops.down, drawn)
        rows = own.get(key)
        if rows is None:
            rows = own[key] = own_rows(kept, scene.draw, tops.up, tops.down, drawn)
        more = other.get(theirs)
        if more is None:
            more = other[theirs] = other_rows(scene.unseen, scene.their_hand, *theirs)
        if left := kept.bit_count() + draw_size:
            value = worth(rows + more + race(left, tops.up, tops.down, their_left, *theirs))
        else:
            value = WIN
        found.append(Candidate(value, result, kept, tops, drawn))
    found.sort(reverse=True)
    return found


class World:
    """One way things may lie.

    Attributes:
        hand: The opponent's hand, as a mask.
        mine: By n, the mask of the next n cards that the player draws.
        theirs: The same for the opponent.
    """

    __slots__ = ("_own", "hand", "mine", "theirs")

    def __init__(self, hand: int, mine: list[int], theirs: list[int]) -> None:
        self.hand = hand
        self.mine = mine
        self.theirs = theirs
        self._own: dict[tuple[int, int], list[Own]] = {}

    def answer(self, tops: Tops) -> Quick:
        """Return the opponent's quick turn; the hand must have one."""
        key = (tops.up, tops.down)
        own = self._own.get(key)
        if own is None:
            own = self._own[key] = own_turns(self.hand, tops.up, tops.down)
        return cheapest(own, self.hand, tops, 1)[0]


class Worlds:
    """Draws worlds by lot."""

    def __init__(self, scene: Scene, random: Random) -> None:
        self._mine = cards_of(scene.draw)
        self._theirs = cards_of(scene.unseen)
        self._their_hand = scene.their_hand
        self._random = random.random

    def next(self) -> World:
        """Return another world."""
        size = self._their_hand
        self._settle(self._mine, HAND_SIZE)
        self._settle(self._theirs, size + HAND_SIZE)
        return World(
            mask_of(self._theirs[:size]),
            _prefixes(self._mine[:HAND_SIZE]),
            _prefixes(self._theirs[size : size + HAND_SIZE]),
        )

    def _settle(self, cards: list[int], count: int) -> None:
        """Put `count` cards drawn by lot in front."""
        size, random = len(cards), self._random
        for place in range(min(count, size)):
            other = place + int(random() * (size - place))
            cards[place], cards[other] = cards[other], cards[place]


def _prefixes(cards: list[int]) -> list[int]:
    masks = [0]
    for card in cards:
        masks.append(masks[-1] | 1 << card)
    return masks


class LookAhead:
    """Compares turns of a scene in worlds."""

    def __init__(
        self, scene: Scene, random: Random, stop: StopFlag, race: Race = race_rows
    ) -> None:
        self._scene = scene
        self._race = race
        self._worlds = Worlds(scene, random)
        self._stop = stop

    def best(self, field: Sequence[Candidate], worlds: int, stages: int = 2) -> Candidate:
        """Return the candidate that fares best; after each stage the worse half drops out.

        Raises `Stopped`.
        """
        chances = [0.0] * len(field)
        still = list(range(len(field)))
        for world in range(worlds):
            if self._stop():
                raise Stopped
            if world and world * stages % worlds < stages and len(still) > 2:
                still.sort(key=lambda place: -chances[place])
                del still[(len(still) + 1) // 2 :]
            there = self._worlds.next()
            for place in still:
                chances[place] += self._try(field[place], there)
        return field[max(still, key=lambda place: chances[place])]

    def _try(self, turn: Candidate, world: World) -> float:
        """Return the chance of winning after the turn in one world."""
        scene = self._scene
        drawn = world.mine[turn.drawn]
        hand, draw = turn.kept | drawn, scene.draw & ~drawn
        tops = turned(turn.tops)
        if not can_lay_two(world.hand, tops):
            return 1.0
        answer = world.answer(tops)
        kept = world.hand & ~answer.used
        pile = len(world.theirs) - 1
        new = kept | world.theirs[draw_count(kept.bit_count(), pile, answer.gives(tops))]
        if not new:
            return 0.0
        unseen = scene.unseen & ~answer.used
        return chance_to_move(hand, draw, turned(answer.tops), unseen, new.bit_count(), self._race)


def chance_to_move(
    hand: int, draw: int, tops: Tops, unseen: int, their_hand: int, race: Race = race_rows
) -> float:
    """Return the chance of winning for a player about to move, by the best of its quick turns.

    Args:
        hand: The own hand, as a mask.
        draw: The own draw pile, as a mask.
        tops: The tops as the player to move sees them.
        unseen: The opponent's cards, hand and draw pile as one mask.
        their_hand: How many of them are in hand.
        race: How the race of both sides is judged.
    """
    best, draw_size, their_left = -WIN, draw.bit_count(), unseen.bit_count()
    others: dict[tuple[int, int], int] = {}
    for turn in quick_turns(hand, tops, QUICK):
        kept = hand & ~turn.used
        if not kept and not draw:
            return 1.0
        size = kept.bit_count()
        drawn = draw_count(size, draw_size, turn.gives(tops))
        up, down, their_up, their_down = turn.tops
        theirs = others.get((their_up, their_down))
        if theirs is None:
            theirs = other_rows(unseen, their_hand, their_up, their_down)
            others[their_up, their_down] = theirs
        rows = own_rows(kept, draw, up, down, drawn) + theirs
        rows += race(size + draw_size, up, down, their_left, their_up, their_down)
        best = max(best, worth(rows))
    return 0.0 if best == -WIN else chance(best)
