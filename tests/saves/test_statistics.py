"""Statistics: what counts as won, against whom, in which order, and what counts once."""

from __future__ import annotations

import pytest
from games_on_disk import header as game

from saves.header import Header
from saves.statistics import Result, ResultCount, statistics

FOUR = ((0,), (1,), (2,), (3,))


def of(*headers: Header, name="Zoé", key="duel"):
    return statistics(headers, ("duel", "zen", "hearts"))[name][key]


def test_games_are_counted_by_result_and_games_in_play_are_not():
    found = of(game((0,)), game((1,), day=2), game((), day=3), game(None, day=4))
    assert found.tally.to_json() == {"games": 3, "won": 1, "drawn": 1, "lost": 1}
    assert found.tally.results == [Result.WON, Result.LOST, Result.DRAWN]


def test_the_games_follow_each_other_in_the_order_in_which_they_were_saved():
    found = of(game((1,), day=9), game((0,), day=2), game((0,), day=1))
    assert (found.tally.streak, found.tally.longest_streak) == (0, 2)
    assert of(game((1,), day=1), game((0,), day=2)).tally.streak == 1


def test_a_copy_of_a_game_counts_once():
    assert of(game((0,)), game((0,)), game((0,), turns=10)).tally.games == 2


def test_computers_count_by_level_and_people_by_name_each_with_an_own_view_of_the_game():
    two = game((1,), names=("Zoé", "Max"), kinds=("human", "human"), day=2)
    found = statistics([game((0,)), two], ("duel",))
    assert list(found) == ["Zoé", "Max"]
    assert found["Zoé"]["duel"].levels["greedy"].won == 1
    assert found["Zoé"]["duel"].people["Max"].lost == 1
    assert found["Max"]["duel"].people["Zoé"].won == 1


def test_among_four_one_is_ahead_of_nobody_else_who_lost_too():
    names, kinds = ("Zoé", "A", "B", "C"), ("human", "club", "club", "human")
    found = of(game((1,), names=names, kinds=kinds, sides=FOUR, points=(27, 3, 40, 101)))
    assert found.tally.lost == 1
    assert found.levels["club"].results == [Result.LOST]
    assert found.people["C"].results == [Result.DRAWN]
    assert found.points == [27]


@pytest.mark.parametrize(
    ("winner", "club", "novice"),
    [
        (0, Result.WON, Result.WON),
        (1, Result.LOST, Result.DRAWN),
        (3, Result.DRAWN, Result.LOST),
    ],
)
def test_a_game_against_several_of_a_level_is_one_game(winner, club, novice):
    kinds = ("human", "club", "club", "novice")
    found = of(game((winner,), names=("Zoé", "A", "B", "C"), kinds=kinds, sides=FOUR))
    assert found.levels["club"].results == [club]
    assert found.levels["novice"].results == [novice]


def test_partners_are_no_opponents_and_win_together():
    names, kinds = ("Zoé", "A", "B", "C"), ("human", "club", "club", "random")
    found = of(game((0, 2), names=names, kinds=kinds, sides=((0, 2), (1, 3))))
    assert found.tally.won == 1
    assert {kind: tally.won for kind, tally in found.levels.items()} == {"club": 1, "random": 1}


def test_a_win_shared_by_all_is_a_draw_and_one_shared_by_some_is_none():
    names, kinds = ("Zoé", "A", "B", "C"), ("human",) * 4
    assert of(game((0, 1, 2, 3), names, kinds, sides=FOUR)).tally.drawn == 1
    assert of(game((0, 3), names, kinds, sides=FOUR)).tally.won == 1


def test_games_come_in_the_order_asked_for():
    found = statistics([game((0,)), game((0,), game="zen", day=2)], ("zen", "duel"))
    assert list(found["Zoé"]) == ["zen", "duel"]


def test_no_game_at_all():
    assert statistics([], ("duel",)) == {}
    assert (ResultCount().streak, ResultCount().longest_streak) == (0, 0)
