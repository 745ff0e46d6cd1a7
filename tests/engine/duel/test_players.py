"""The computer players by name; `random` and `greedy`, whose turns can be worked out."""

from __future__ import annotations

import subprocess
import sys

import pytest
import slow_rules
from diagram import ROOT
from duels import new_table, play_on, positions, seeds, view_of
from hypothesis import given, settings
from hypothesis import strategies as st
from line_programs import environment

from engine.duel.game import DUEL
from engine.duel.rules import Tops
from engine.reasons import IllegalMove

KINDS = list(DUEL.computer_players)


def test_the_weakest_comes_first():
    assert KINDS == ["random", "novice", "casual", "greedy", "club", "expert", "master"]


HEAVY = {"random", "engine.duel.learned_evaluation", "engine.duel.look_ahead"}


@pytest.mark.parametrize("kind", ["greedy", "club", "master"])
def test_what_a_level_needs_is_loaded_when_it_first_plays(kind):
    assert loaded_after(f"{GAME}; players[{kind!r}](1)") & HEAVY == set()


GAME = "from engine.games import find_game; players = find_game('duel').computer_players"


def loaded_after(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running the code."""
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-I", "-c", script],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        timeout=60,
        check=True,
    )
    return set(run.stdout.decode().split())


@settings(max_examples=20)
@given(positions, seeds, st.sampled_from(KINDS))
def test_a_player_gives_the_same_legal_turn_for_the_same_view_and_seed(position, seed, kind):
    hand, tops = position
    if not slow_rules.can_lay_two(hand, slow_rules.plain(tops)):
        return
    view = view_of(hand, tops)
    turn = DUEL.computer_players[kind](seed).choose(view)
    view.check(turn)
    assert DUEL.computer_players[kind](seed).choose(view) == turn


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


@pytest.mark.parametrize(
    ("hand", "tops", "expected"),
    [
        ({12, 14, 50}, Tops(10, 60, 1, 60), "12^ 14^"),
        ({12, 20, 58}, Tops(30, 31, 1, 60), "20^ 12v"),  # the jump back pays for 19 pips down
        ({11, 50}, Tops(10, 60, 55, 10), "11^ 50^'"),  # 5 pips of relief are cheaper than 10
    ],
)
def test_greedy_by_hand(hand, tops, expected):
    assert str(DUEL.computer_players["greedy"](0).choose(view_of(hand, tops))) == expected


def test_random_players_with_other_seeds_play_other_games():
    games = {str(play_on(new_table(5), ("random", "random"), 6).plays) for _ in range(2)}
    assert len(games) == 1
    view = new_table(5).view(0)
    turns = {DUEL.computer_players["random"](seed).choose(view) for seed in range(30)}
    assert len(turns) > 20


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_that_is_not_to_move_is_refused(kind):
    with pytest.raises(IllegalMove):
        DUEL.computer_players[kind](1).choose(new_table(1).view(1))


def test_greedy_beats_random():
    outcomes = [play_on(new_table(seed), ("greedy", "random")).outcome for seed in range(20)]
    assert sum(outcome.winners == (0,) for outcome in outcomes) >= 18
