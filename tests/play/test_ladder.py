"""The ladder of levels: a first game against novice, and which step is offered when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, header, saved_game

from engine.games import GAMES, describe, find_game
from engine.series import SeriesPlace
from engine.table import HUMAN
from play.afterwards import Over, after
from play.ladder import Step, offered_step
from play.last_setup import at_level, keep_setup, last_setup
from play.setup import Series
from play.statistics_model import opponents
from saves.record import Record
from saves.statistics import GameStatistics, ResultCount
from saves.store import Store

FOUR = ((0,), (1,), (2,), (3,))


def step(results: str, *before, level: str = "novice", **more):
    """Return the step after games won (W), lost (L) or drawn (D) at a level, the last one last."""
    winners = {"W": (0,), "L": (1,), "D": ()}
    games = [
        header(winners[result], kinds=(HUMAN, level), day=10 + day, **more)
        for day, result in enumerate(results)
    ][::-1]
    return offered_step(games[0], [*games[1:], *before])


@pytest.mark.parametrize(
    ("results", "level", "offered"),
    [
        ("W", "novice", None),
        ("WW", "novice", Step("casual", True)),
        ("LWWW", "novice", Step("casual", True)),
        ("WLW", "novice", None),
        ("WDW", "novice", None),
        ("LL", "novice", None),
        ("LLL", "novice", Step("random", False)),
        ("LLDL", "novice", None),
        ("LLL", "random", None),
        ("WW", "master", None),
        ("WW", "casual", Step("greedy", True)),
        ("LLL", "club", Step("greedy", False)),
        ("WW", "exec:bot", None),
    ],
)
def test_two_wins_in_a_row_offer_the_next_level_and_three_losses_the_one_below(
    results, level, offered
):
    assert step(results, level=level) == offered


def test_one_game_is_enough_where_the_rating_says_what_somebody_is_worth():
    wins = [header((0,), kinds=(HUMAN, "expert"), day=1, turns=turns) for turns in range(1, 13)]
    assert step("W", *wins, level="casual") == Step("greedy", True)
    assert step("L", *wins, level="master") is None
    losses = [header((1,), kinds=(HUMAN, "novice"), day=1, turns=turns) for turns in range(1, 13)]
    assert step("L", *losses, level="club") == Step("greedy", False)
    assert step("W", *losses, level="club") is None
    assert step("L", *losses, level="exec:bot") is None


@pytest.mark.parametrize(
    ("between", "offered"),
    [
        (header((0,), kinds=(HUMAN, "casual"), day=9), None),
        (header((0,), names=("Max", "SUD"), kinds=(HUMAN, "casual"), day=9), "casual"),
        (header((0,), kinds=(HUMAN, HUMAN), day=9), "casual"),
        (header(None, kinds=(HUMAN, "casual"), day=9), "casual"),
        (header((0,), game="zen", kinds=(HUMAN, "casual"), day=9), "casual"),
    ],
    ids=["another level", "another person", "two people", "a game in play", "another game"],
)
def test_another_level_ends_the_count_and_other_games_are_passed_over(between, offered):
    first = header((0,), kinds=(HUMAN, "novice"), day=8)
    assert step("W", first) == Step("casual", True)
    assert step("W", between, first) == (Step(offered, True) if offered else None)


def test_a_copy_of_the_game_is_no_second_win_and_mixed_opponents_are_no_level():
    assert step("W", header((0,), kinds=(HUMAN, "novice"), day=10)) is None
    names, kinds = ("Zoé", "A", "B", "C"), (HUMAN, "novice", "club", "novice")
    games = [
        header((0,), names, kinds, day, game="hearts", sides=FOUR, points=(1, 9, 9, 9))
        for day in (2, 1)
    ]
    assert offered_step(games[0], games[1:]) is None


@pytest.mark.parametrize(("number", "offered"), [(2, None), (3, Step("casual", True))])
def test_no_step_is_offered_in_the_middle_of_a_series(number, offered):
    kinds = ("human", "novice")
    table = play_on(new_table(1, kinds=kinds), ("club", "random"))
    assert table.outcome.winners == (0,)
    saved_game(Store().folder, table)
    record = Record.new(table, NOW + timedelta(hours=1))
    record.series = SeriesPlace(number, 3, (1, 0))
    assert after(Over.of(record)).step == offered


@pytest.mark.parametrize("key", GAMES)
def test_levels_stand_in_the_order_of_their_strength_everywhere(key):
    levels = [*describe(key).levels]
    assert levels == [*find_game(key).computer_players]
    told = GameStatistics(levels={level: ResultCount() for level in reversed(levels)})
    assert [other.name for other in opponents(key, told)] == levels


@pytest.mark.parametrize("key", GAMES)
def test_the_first_new_game_is_against_novice_until_another_level_is_kept(key):
    setup = last_setup(key)
    computers = {kind for kind in setup.kinds if kind != HUMAN}
    if len(describe(key).levels) == 1:
        assert computers == {"random"}
        return
    assert computers == {"novice"}
    assert at_level(Series(setup), "club").setup == setup.at_level("club")
    assert last_setup(key) == setup.at_level("club")
    keep_setup(setup.with_kind(1, "master"))
    assert last_setup(key).kinds[1] == "master"
