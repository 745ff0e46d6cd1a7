"""The levels: legal turns, the same for the same view, no secrets, an end when told to stop."""

from __future__ import annotations

import sys
from collections import Counter
from math import exp

import pytest
import slow_rules
from duels import new_table, play_on, positions, state_at, view_of
from hypothesis import given, settings

from engine.duel import look_ahead, players
from engine.duel.game import DUEL
from engine.duel.rules import Tops
from engine.duel.state import DuelState
from engine.game import Stopped

LEVELS = ("novice", "casual", "club", "expert", "master")


def some_states() -> list[DuelState]:
    """Return moments of games, before the last two of which draw piles ran out."""
    games = [
        play_on(new_table(seed), ("greedy", "club"), turns)
        for seed, turns in ((1, 0), (2, 7), (3, 12), (4, 17))
    ]
    return [
        *(table.state for table in games if table.outcome is None),
        state_at(0, ([20, 25, 33, 44], [30, 31, 50, 7]), ([3, 58, 9], []), (15, 48), (12, 55)),
        state_at(1, ([20, 25, 33, 44], [30, 31, 50, 7]), ([], []), (38, 22), (40, 20)),
    ]


STATES = some_states()
VIEWS = [state.view(state.mover) for state in STATES]


def player(level: str, seed: int = 1):
    return DUEL.computer_players[level](seed)


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_a_level_that_errs_lays_different_turns_with_different_seeds(level):
    assert len({player(level, seed).choose(VIEWS[0]) for seed in range(20)}) > 1


# 16 on the own pile costs 4 pips more, as a gift 0.95 for the relief.
CHOICE = view_of({12, 16}, Tops(10, 5, 1, 15))
AHEAD = 4 - 0.95


@pytest.mark.parametrize(
    ("level", "scale"), [("novice", players.NOVICE_ERROR), ("casual", players.CASUAL_ERROR)]
)
def test_a_level_errs_as_far_as_it_says(level, scale):
    """Of two turns it takes the better with odds exp(pips ahead / scale)."""
    tries = 2000
    laid = Counter(str(player(level, seed).choose(CHOICE)) for seed in range(tries))
    assert set(laid) == {"12^ 16^", "12^ 16v'"}
    expected = 1 / (1 + exp(-AHEAD / scale))
    assert laid["12^ 16v'"] / tries == pytest.approx(expected, abs=0.03)


def test_club_does_not_err_and_draws_no_lots():
    assert {str(player("club", seed).choose(CHOICE)) for seed in range(50)} == {"12^ 16v'"}
    for view in VIEWS:
        assert len({player("club", seed).choose(view) for seed in range(5)}) == 1


def test_a_level_errs_anew_at_every_turn_of_a_game():
    told = CHOICE.log
    turns = []
    for _ in range(40):
        told = told.tell((0, 0, "15^ 20^"))
        turns.append(player("novice").choose(CHOICE._replace(log=told)))
    assert len(set(turns)) == 2


def test_master_sees_the_race_and_expert_does_not(monkeypatch):
    asked = []

    def race(*facts: int) -> int:
        asked.append(facts)
        return 0

    monkeypatch.setattr(look_ahead, "race_rows", race)
    view = VIEWS[1]
    player("expert").choose(view)
    assert not asked
    player("master").choose(view)
    assert asked


def test_club_beats_novice_and_novice_beats_random():
    for better, worse in (("club", "novice"), ("novice", "random")):
        won = 0
        for seed in range(6):
            kinds = (better, worse) if seed % 2 == 0 else (worse, better)
            won += play_on(new_table(seed), kinds).outcome.winners == (seed % 2,)
        assert won >= 5, better


class Flag:
    """Is raised at a certain look; counts the looks, and the calls between two of them."""

    def __init__(self, last: int = 1 << 30) -> None:
        self.last, self.looks, self.calls, self.most = last, 0, 0, 0

    def __call__(self) -> bool:
        self.looks += 1
        self.most, self.calls = max(self.most, self.calls), 0
        return self.looks >= self.last

    def watch(self, frame, event, arg) -> None:
        self.calls += event == "call"


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_is_told_to_stop_does_so_at_its_next_look(level):
    for view in VIEWS:
        flag = Flag()
        player(level).choose(view, flag)
        assert flag.looks >= 1
        for last in {1, flag.looks}:
            until = Flag(last)
            with pytest.raises(Stopped):
                player(level).choose(view, until)
            assert until.looks == last


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_looks_at_the_flag_often_enough(level):
    """What it does from one look to the next takes a small part of the 0.1 s it is allowed."""
    player(level).choose(WIDE[0].view(0))  # loads what it needs
    for state in WIDE:
        flag = Flag()
        sys.setprofile(flag.watch)
        try:
            player(level).choose(state.view(0), flag)
        finally:
            sys.setprofile(None)
        flag()
        assert flag.most < 100_000


# Both have thousands of turns; SUD can lay all its cards in one, whatever NORD does.
HANDS = [11, 21, 22, 31, 41, 42], [19, 20, 29, 30, 39, 40]
WIDE = [
    state_at(0, HANDS, ([3, 4, 59, 58], [5, 6, 7]), (12, 50), (50, 12)),
    state_at(0, HANDS, ([3, 4, 59, 58], []), (12, 50), (10, 51)),
    state_at(0, HANDS, ([], []), (12, 50), (50, 12)),
]


@settings(max_examples=40)
@given(positions)
def test_greedy_spends_the_fewest_pips(position):
    hand, tops = position
    costs = slow_rules.greedy_costs(hand, slow_rules.plain(tops))
    if not costs:
        return
    turn = DUEL.computer_players["greedy"](0).choose(view_of(hand, tops))
    laid = [(lay.card, lay.pile.mark) for lay in turn.lays]
    left, after = slow_rules.play_out(hand, slow_rules.plain(tops), laid)
    assert costs[frozenset(left), tuple(after.values())] == pytest.approx(min(costs.values()))


def test_greedy_beats_random():
    outcomes = [play_on(new_table(seed), ("greedy", "random")).outcome for seed in range(20)]
    assert sum(outcome.winners == (0,) for outcome in outcomes) >= 18
