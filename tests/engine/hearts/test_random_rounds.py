"""Dame de Pique over many random rounds: against slow rules, and worlds against what is known."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hearts_tables import ALL, EVERY_OPTION, PLAIN, mask, random_plays, replayed
from slow_hearts import SlowRound

from engine.game import CHANCE
from engine.hearts.cards import ALL as DECK
from engine.hearts.cards import Card, cards_of
from engine.hearts.moves import CardPass, HeartsDeal, JokerLot, Slap
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import chelem_of
from engine.hearts.worlds import Worlds
from engine.shuffle import Lots

IN_THE_SUITE = 50
"""Rounds for each option."""

SLOW = 1_700


def names(cards: int) -> set[str]:
    return {str(card) for card in cards_of(cards)}


class Beside:
    """The slow rules, told of every move; `watch` compares."""

    def __init__(self, options: HeartsOptions) -> None:
        self.options = options
        self.slow = None
        self.before = None
        self.rounds = 0

    def watch(self, state, plays) -> None:
        seat, move = plays[-1]
        options, slow = self.options, self.slow
        if isinstance(move, HeartsDeal):
            hands = [names(hand) for hand in move.hands]
            slow = self.slow = SlowRound(
                hands, state.number, options.joker, options.sums, options.values
            )
        elif isinstance(move, CardPass):
            slow.do_pass(seat, names(move.cards))
        elif isinstance(move, JokerLot):
            slow.name_joker(str(move.card))
        elif isinstance(move, Card):
            assert seat == slow.seat_to_play()
            assert names(self.before.view(seat).playable) == slow.legal()
            if slow.play(str(move)) == "slap":
                assert state.view(None).is_slapping
        elif seat == CHANCE:
            slow.slap(move.seats)
        elif isinstance(move, Slap) and len(self.before.slaps) == 3:
            slow.slap([*self.before.slaps, seat])
        if not state.view(None).is_passing:
            assert [names(hand) for hand in state.hands] == slow.hands
        assert [names(cards) for cards in state.taken] == [set(cards) for cards in slow.won]
        every = [*slow.all_cards()]
        assert len(every) == len(set(every)) == 52
        if len(state.rounds) > self.rounds:
            self.rounds = len(state.rounds)
            points = slow.points()
            assert [*state.rounds[-1]] == points
            usual = 27 if options.joker else 26
            assert sum(points) == (usual if chelem_of(points) is None else 78)
        self.before = state


def compare(options: HeartsOptions, rounds: int) -> None:
    seed = done = 0
    while done < rounds:
        beside = Beside(options)
        random_plays(options, seed, beside.watch, rounds - done)
        done, seed = done + beside.rounds, seed + 1


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_a_plain_statement_of_the_rules_agrees_on_legal_moves_and_points(options):
    compare(options, IN_THE_SUITE)


@pytest.mark.slow
@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_it_agrees_over_10_000_random_rounds(options):
    compare(options, SLOW)


# Worlds: all ways the unseen cards can lie, each as likely.


def all_worlds(unseen: int, room, may) -> list[tuple[int, ...]]:
    """List every way to give the cards, slowly."""
    if not any(room):
        return [(0,) * len(room)]
    seat = next(seat for seat in ALL if room[seat])
    found = []
    for cards in combinations(cards_of(unseen & may[seat]), room[seat]):
        mine = mask(" ".join(map(str, cards)))
        rest = [0 if other == seat else count for other, count in enumerate(room)]
        found += [
            tuple(mine if other == seat else cards for other, cards in enumerate(others))
            for others in all_worlds(unseen & ~mine, rest, may)
        ]
    return found


DIAMONDS = mask("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD")


@pytest.mark.parametrize(
    ("unseen", "room", "may"),
    [
        ("2C 3C 2D 3D 4H", (0, 2, 2, 1), (DECK, DECK, DECK, DECK)),
        ("2C 3C 2D 3D 4H", (0, 2, 2, 1), (DECK, DECK & ~DIAMONDS, DECK, DECK)),
        ("2C 3C 2D 3D 4H", (0, 2, 2, 1), (DECK, DECK & ~DIAMONDS, DECK, DIAMONDS)),
        ("2C 2D 3D 4H", (1, 1, 1, 1), (DECK & ~DIAMONDS, DECK, DECK, DIAMONDS)),
    ],
)
def test_every_world_is_drawn_equally_often_and_no_other(unseen, room, may):
    listed = all_worlds(mask(unseen), room, may)
    worlds = Worlds(mask(unseen), room, may)
    assert worlds.count == len(listed) == len(set(listed))
    lots = Lots(5, 5)
    drawn = Counter(tuple(worlds.draw(lots)) for _ in range(100 * len(listed)))
    assert set(drawn) == set(listed)
    assert min(drawn.values()) > 55
    assert max(drawn.values()) < 155


def test_cards_that_cannot_lie_so_are_refused():
    worlds = Worlds(mask("2D 3D"), (1, 1, 0, 0), (DECK, DECK & ~DIAMONDS, DECK, DECK))
    assert worlds.count == 0
    with pytest.raises(ValueError, match="the cards cannot lie so"):
        worlds.draw(Lots(1, 1))


def contradictions(options: HeartsOptions, seed: int, rounds: int, every: int) -> set[int]:
    """Draw games anew at many moves; return how many cards lay elsewhere each time."""
    moved = set()

    def redraw(state, plays) -> None:
        lots = Lots(seed, len(plays))
        if state.outcome or lots.below(every):
            return
        known = frozenset(seat for seat in ALL if lots.below(3) == 0)
        redrawn = state.redraw(plays, known, lots)
        again = replayed(options, redrawn)  # every move of it is legal
        for seat in (*known, None):
            assert again.view(seat) == state.view(seat)
        assert again.rounds == state.rounds
        for seat in known:
            assert [p for p in redrawn if p.seat == seat] == [p for p in plays if p.seat == seat]
        assert [p.seat for p in redrawn] == [p.seat for p in plays]
        moved.add(sum((a & ~b).bit_count() for a, b in zip(state.hands, again.hands, strict=True)))

    random_plays(options, seed, redraw, rounds)
    return moved


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_what_is_drawn_anew_contradicts_nothing_that_is_known(options):
    assert len(contradictions(options, 11, rounds=5, every=10)) > 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_it_contradicts_nothing_at_any_move_of_whole_games(options, seed):
    contradictions(options, seed, rounds=99, every=5)


def test_what_is_drawn_anew_is_every_card_that_was_not_seen():
    state, plays = random_plays(PLAIN, 3, rounds=1)
    plays = plays[:21]
    state = replayed(PLAIN, plays)
    held = [0, 0, 0, 0]
    for seed in range(60):
        again = replayed(PLAIN, state.redraw(plays, frozenset({2}), Lots(seed, 1)))
        held = [cards | hand for cards, hand in zip(held, again.hands, strict=True)]
        assert again.passes[2] == state.passes[2]
        assert again.passes[1] == state.passes[1]  # what seat 2 received
    view = state.view(2)
    assert held[2] == state.hands[2]
    for seat in (0, 1, 3):
        assert held[seat] == view.known[seat] | view.unseen & view.may[seat]
