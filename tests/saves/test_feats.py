"""Feats: which games count, what is a first or a record, and in which game it is told."""

from __future__ import annotations

import pytest
from games_on_disk import header
from msgspec import structs

from engine.games import GAMES, describe
from saves.feats import FeatKind
from saves.header import Header
from saves.statistics import statistics

FOUR = ((0,), (1,), (2,), (3,))
FIRST, OWN, RUN, BEST = FeatKind


def won(day: int, level: str = "novice", turns: int = 50, **more) -> Header:
    return header((0,), kinds=("human", level), day=day, turns=turns, **more)


def lost(day: int, level: str = "novice", **more) -> Header:
    return header((1,), kinds=("human", level), day=day, **more)


def feats(*games: Header):
    return statistics(games, (games[0].game,))["Zoé"][games[0].game].feats


def told(*games: Header) -> list[list[FeatKind]]:
    """Return what is told after each game, when it is the last one."""
    return [
        [feat.kind for feat in feats(*games[: at + 1]).told_after(game)]
        for at, game in enumerate(games)
    ]


def test_the_first_win_at_each_level_is_told_once():
    games = lost(1), won(2), won(3), won(4, "club"), lost(5, "club"), won(6, "club")
    assert told(*games) == [[], [FIRST], [], [FIRST], [], []]
    kept = [(feat.level, feat.done_in) for feat in feats(*games).listed() if feat.kind is FIRST]
    assert kept == [("novice", games[1]), ("club", games[3])]


def test_a_run_is_told_from_three_wins_on_and_again_where_it_is_longer_than_ever():
    games = [won(day) for day in (1, 2, 3, 4)] + [lost(5)]
    games += [won(day) for day in (6, 7, 8, 9, 10)]
    assert told(*games)[:5] == [[FIRST], [], [RUN], [RUN], []]
    assert told(*games)[5:] == [[], [], [], [], [RUN]]
    assert [feat.amount for feat in feats(*games).listed() if feat.kind is RUN] == [5]


def test_another_level_does_not_end_a_run():
    games = won(1), lost(2, "club"), won(3), won(4)
    assert told(*games)[-1] == [RUN]


def test_a_quicker_win_is_a_record_and_the_first_one_breaks_none():
    games = won(1, turns=50), won(2, turns=50), won(3, turns=49), lost(4, turns=9)
    assert told(*games) == [[FIRST], [], [RUN, BEST], []]
    assert [feat.amount for feat in feats(*games).listed() if feat.kind is BEST] == [49]


def test_fewest_points_are_a_record_of_dame_de_pique_and_most_turns_one_of_bataille():
    names, kinds = ("Zoé", "A", "B", "C"), ("human", "club", "novice", "club")
    more = {"game": "hearts", "sides": FOUR}
    games = [
        header((0,), names, kinds, day, points=(points, 100, 90, 80), turns=400 - day, **more)
        for day, points in ((1, 30), (2, 40), (3, 12))
    ]
    best = [feat for feat in feats(*games).listed() if feat.kind is BEST]
    assert [(feat.level, feat.amount) for feat in best] == [("novice", 12)]
    games = [won(day, "random", turns, game="war") for day, turns in ((1, 30), (2, 80), (3, 70))]
    assert told(*games) == [[FIRST], [BEST], [RUN]]


def test_zen_with_rounds_is_not_compared_by_its_turns():
    games = [won(day, "club", 90 - day, game="zen", points=(7, 3)) for day in (1, 2)]
    assert told(*games) == [[FIRST], []]


def test_what_a_game_has_of_its_own_is_told_once_and_need_not_be_a_win():
    chelem = structs.replace(lost(1, game="hearts"), feat=(0,))
    assert told(chelem, structs.replace(won(2, game="hearts"), feat=(0,))) == [[OWN], [FIRST]]
    assert told(structs.replace(lost(1, game="hearts"), feat=(1,))) == [[]]


@pytest.mark.parametrize(
    "game",
    [
        structs.replace(won(1), is_aided=True),
        won(1, "exec:bot"),
        header((0,), kinds=("human", "human")),
        header((0,), ("Zoé", "A", "B", "C"), ("human", "human", "club", "club"), sides=FOUR),
    ],
    ids=["with help", "against a program", "between two people", "among two people"],
)
def test_games_with_help_with_others_and_against_programs_do_not_count(game):
    assert told(game) == [[]]
    assert told(game, won(2)) == [[], [FIRST]]


def test_a_game_that_is_opened_again_at_its_end_tells_the_same():
    games = [won(day) for day in (1, 2, 3)]
    assert [feat.kind for feat in feats(*games).told_after(games[0])] == [FIRST]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_what_makes_the_best_of_its_wins(key):
    assert describe(key).best


@pytest.mark.parametrize(
    ("key", "why"), [("duel", "the other player gave up"), ("zen", "the other side gave up")]
)
def test_a_game_that_ends_because_somebody_gave_up_is_no_feat(key, why):
    given = header((0,), kinds=("human", "novice"), game=key)
    given = structs.replace(given, ended=given.ended._replace(why=why))
    assert told(given) == [[]]
