"""The strongest level: it plays candidates out in worlds that fit all that its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from engine.game import StopFlag, Stopped
from engine.hearts import rules
from engine.hearts.cards import ALL, TWO_MASK, TWO_OF_CLUBS, cards_of, mask_of
from engine.hearts.playout import NOBODY, Playout, danger, pass_three, strength, threat_of
from engine.hearts.view import HeartsView
from engine.hearts.worlds import Worlds
from engine.shuffle import Lots

WORLDS: Final = 400
"""The worlds in which the best candidates are played out."""

PASS_WORLDS: Final = 160
PASS_CARDS: Final = 7
"""Every three of this many dangerous cards are a candidate for the pass."""

PASSES: Final = 14
"""The passes that are played out."""

STAGES: Final = (0.15, 0.35, 0.65)
"""The parts of the worlds after which the worse half of the candidates drops out."""

STRONG: Final = 11
"""The least strength of a hand with which a Grand Chelem is considered."""

TAKEN_ALL: Final = 6
"""A seat with all points, and at least this many, may be trying a Grand Chelem."""


class Chances:
    """Quick random numbers for one decision."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1, each equally likely."""
        is_exact = bound < 1 << 53  # the bits of `random()`
        return int(self.random.random() * bound) if is_exact else self.random.randrange(bound)


class Plan(NamedTuple):
    """A move, and whether all the rest is played for a Grand Chelem."""

    move: int
    for_all: bool = False


class Estimate(NamedTuple):
    """The estimate of a plan from the worlds it was played out in.

    Attributes:
        plan: The plan.
        cost: The mean of own points less the mean of the others' in each world.
        points: The mean of own points.
        chelems: The share of worlds in which the seat made a Grand Chelem.
    """

    plan: Plan
    cost: float
    points: float
    chelems: float


def estimate(view: HeartsView, lots: Lots, stop: StopFlag) -> list[Estimate]:
    """Return estimates of the plans of the seat to move, the best first. Raises `Stopped`."""
    assert view.seat is not None
    plans, world = plans_and_worlds(view, Chances(lots.seed()))
    return _compare(plans, world, PASS_WORLDS if view.is_passing else WORLDS, view.seat, stop)


World = Callable[[Plan], Sequence[int]]
"""A world: it returns the points of the round after a plan."""


def plans_and_worlds(view: HeartsView, chances: Chances) -> tuple[list[Plan], Callable[[], World]]:
    """Return the plans of the seat to move, and what draws worlds that fit all that it knows."""
    there = (_Passing if view.is_passing else _Playing)(view, chances)
    return there.plans(), there.world


class _Playing:
    """The worlds in which a card is played."""

    def __init__(self, view: HeartsView, chances: Chances) -> None:
        assert view.seat is not None
        self._view, self._chances, self._seat = view, chances, view.seat
        room = [view.hand_size(seat) - view.known[seat].bit_count() for seat in rules.SEATS]
        self._worlds = Worlds(view.unseen, room, view.may)
        self._has_all = threat_of(view.taken, TAKEN_ALL)

    def plans(self) -> list[Plan]:
        """Return every card, and again for a Grand Chelem where that can be thought of."""
        cards = cards_of(self._view.playable)
        plans = [Plan(card) for card in cards]
        if _may_try(self._view, self._has_all):
            plans += [Plan(card, for_all=True) for card in cards]
        return plans

    def world(self) -> World:
        """Draw a world."""
        view, chances = self._view, self._chances
        given = self._worlds.draw(chances)
        hands = [known | more for known, more in zip(view.known, given, strict=True)]
        # every other time a seat that has all points so far is assumed to try for the rest
        rival = NOBODY if self._has_all == self._seat or chances.below(2) else self._has_all

        def points(plan: Plan) -> Sequence[int]:
            assert view.leader is not None
            playout = Playout(
                hands[:],
                [*view.table],
                view.leader,
                [*view.taken],
                view.joker_mask,
                view.options.card_values,
                chances.random.random,
                is_first=not view.tricks,
                is_broken=view.is_broken,
            )
            return playout.finish(plan.move, self._seat if plan.for_all else rival)

        return points


class _Passing:
    """The worlds in which cards are passed."""

    def __init__(self, view: HeartsView, chances: Chances) -> None:
        assert view.seat is not None
        self._view, self._chances, self._seat = view, chances, view.seat
        self._step = rules.pass_step(view.number)
        room = [0 if seat == view.seat else rules.HAND_SIZE for seat in rules.SEATS]
        self._worlds = Worlds(ALL & ~view.hand, room, (ALL,) * rules.PLAYERS)

    def plans(self) -> list[Plan]:
        """Return the passes worth a look, of the most dangerous cards."""
        hand = self._view.hand
        worst = sorted(cards_of(hand), key=lambda card: -danger(card, hand))[:PASS_CARDS]
        threes = [mask_of(three) for three in combinations(worst, rules.PASS_SIZE)]
        threes.sort(key=lambda three: -_danger_of(three, hand))
        usual = pass_three(hand)
        chosen = [usual, *(three for three in threes if three != usual)][:PASSES]
        plans = [Plan(three) for three in chosen]
        if strength(hand) >= STRONG:
            plans += [Plan(three, for_all=True) for three in chosen[:2]]
            low = sorted(cards_of(hand), key=lambda card: (card.rank, card))
            plans.append(Plan(mask_of(low[: rules.PASS_SIZE]), for_all=True))
        return plans

    def world(self) -> World:
        """Draw a world: the hands and passes of the others, and the joker."""
        view, chances, seat, step = self._view, self._chances, self._seat, self._step
        dealt = self._worlds.draw(chances)
        dealt[seat] = view.hand
        passes = [0 if other == seat else pass_three(dealt[other]) for other in rules.SEATS]
        joker = 1 << rules.JOKERS[chances.below(len(rules.JOKERS))] if view.options.joker else 0
        values = view.options.card_values

        def points(plan: Plan) -> Sequence[int]:
            chosen = [plan.move if other == seat else passes[other] for other in rules.SEATS]
            hands = [
                dealt[other] & ~chosen[other] | chosen[(other - step) % rules.PLAYERS]
                for other in rules.SEATS
            ]
            leader = next(other for other in rules.SEATS if hands[other] & TWO_MASK)
            playout = Playout(
                hands,
                [],
                leader,
                [0] * rules.PLAYERS,
                joker,
                values,
                chances.random.random,
                is_first=True,
                is_broken=False,
            )
            return playout.finish(TWO_OF_CLUBS, seat if plan.for_all else NOBODY)

        return points


def _danger_of(cards: int, hand: int) -> int:
    return sum(danger(card, hand) for card in cards_of(cards))


def _may_try(view: HeartsView, has_all: int) -> bool:
    """Say whether a Grand Chelem of this seat's own can be thought of."""
    taken = sum(
        bool(cards & rules.CHELEM) for seat, cards in enumerate(view.taken) if seat != view.seat
    )
    if taken:
        return False
    return (
        has_all == view.seat
        or strength(view.hand) * rules.HAND_SIZE >= STRONG * view.hand.bit_count()
    )


class _Sum:
    """The sums of a plan's results."""

    __slots__ = ("chelems", "cost", "plan", "points", "worlds")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cost = 0.0
        self.points = self.chelems = self.worlds = 0

    def add(self, points: Sequence[int], seat: int) -> None:
        """Count the points of a round in one world."""
        own, total = points[seat], sum(points)
        self.cost += own - (total - own) / (rules.PLAYERS - 1)
        self.points += own
        self.chelems += rules.chelem_of(points) == seat
        self.worlds += 1

    @property
    def mean(self) -> float:
        """The mean cost."""
        return self.cost / self.worlds


def _compare(
    plans: Sequence[Plan], draw: Callable[[], World], worlds: int, seat: int, stop: StopFlag
) -> list[Estimate]:
    """Play the plans out in the same worlds; the worse half drops out after each stage."""
    sums = [_Sum(plan) for plan in plans]
    left = list(sums)
    stages = {int(part * worlds) for part in STAGES}
    for done in range(worlds):
        if stop():
            raise Stopped
        if done in stages and len(left) > 2:
            left.sort(key=lambda one: one.mean)
            del left[max(2, (len(left) + 1) // 2) :]
        world = draw()
        for one in left:
            one.add(world(one.plan), seat)
    left.sort(key=lambda one: one.mean)
    ordered = [*left, *sorted((one for one in sums if one not in left), key=lambda one: one.mean)]
    return [
        Estimate(one.plan, one.mean, one.points / one.worlds, one.chelems / one.worlds)
        for one in ordered
    ]
