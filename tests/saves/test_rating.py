"""The rating of a person: by Glicko-2, from games that were played alone and without aid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from duels import new_table, play_on
from games_on_disk import header as game
from games_on_disk import saved_game
from msgspec import structs

from engine.games import describe
from engine.table import EventKind
from saves.header import Header, header_of, read_header
from saves.rating import USUAL, Met, Rating, rated
from saves.statistics import statistics

PLAYERS = Path(__file__).parents[2] / "docs/players.md"
FOUR = ((0,), (1,), (2,), (3,))


def ratings(*headers: Header, key="duel") -> list[Rating]:
    return statistics(headers, (key,))["Zoé"][key].ratings


def test_the_example_of_the_paper_comes_out():
    games = [Met(1400, 1, 30), Met(1550, 0, 100), Met(1700, 0, 300)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.points == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_comes_near_the_strength_and_a_surprise_raises_the_volatility():
    rating = Rating()
    for number in range(400):
        rating = rated(rating, [Met(1600, float(number % 4 != 0))])
    assert rating.points == pytest.approx(1600 + 191, abs=60)
    assert rating.deviation < 80
    assert rated(Rating(1500, 50), [Met(500, 0)]).volatility > 0.06
    assert rated(Rating(1500, 350, 1.0), [Met(500, 1)]).deviation <= 350


def test_a_game_counts_by_what_the_level_is_worth():
    [weak] = ratings(game((0,), kinds=("human", "novice")))
    [strong] = ratings(game((0,), kinds=("human", "master")))
    assert USUAL < weak.points < strong.points
    first, second = ratings(game((0,)), game((1,), day=2))
    assert second.points < first.points


def test_games_with_aid_and_games_with_other_people_are_not_rated():
    hint = game((0,))
    aided = structs.replace(hint, is_aided=True)
    assert not ratings(aided)
    assert not ratings(game((0,), names=("Zoé", "Max"), kinds=("human", "human")))
    assert not ratings(game((0,), kinds=("human", "program")))


def test_each_of_three_opponents_counts_by_who_is_ahead():
    def four(*points):
        names = ("Zoé", "A", "B", "C")
        kinds = ("human", "club", "club", "club")
        return game((1,), names=names, kinds=kinds, sides=FOUR, points=points, game="hearts")

    [second] = ratings(four(5, 3, 40, 101), key="hearts")
    [last] = ratings(four(101, 3, 40, 5), key="hearts")
    assert last.points < USUAL + 147 < second.points


@pytest.mark.parametrize("kind", [EventKind.HINT, EventKind.TAKE_BACK])
def test_a_file_tells_whether_there_was_aid(tmp_path, kind):
    table = play_on(new_table())
    assert not header_of(saved_game(tmp_path, table)[1]).is_aided
    if kind is EventKind.HINT:
        table.note_hint(0, "20^ 23^")
    else:
        table.take_back(len(table.plays) - 1)
    file, record = saved_game(tmp_path, table)
    assert header_of(record).is_aided
    assert read_header(file.read_bytes()).is_aided


@pytest.mark.parametrize(("column", "key"), [(1, "duel"), (2, "zen"), (3, "hearts")])
def test_the_levels_are_worth_what_the_page_says(column, key):
    page = PLAYERS.read_text().split("The games behind it")[0]
    rows = re.findall(r"^\| `(\w+)` (.+)\|$", page, re.MULTILINE)
    told = {}
    for level, rest in rows:
        cell = rest.split("|")[column].strip()
        if cell:
            told[level] = int(re.sub(r"[ <>+]|\(.*", "", cell))
    assert describe(key).worth == told
    assert describe(key).worth.keys() == describe(key).levels.keys()
