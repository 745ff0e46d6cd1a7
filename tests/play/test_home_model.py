"""The first screen without a screen: the game it goes on with, the state of the other places."""

from __future__ import annotations

from datetime import timedelta

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from host.session import Session
from play import saved_games
from play.daily import daily_setup
from play.home_model import DAILY, PROBLEMS, HomeModel, latest_in_play, newest_games
from play.problems import LATER, Standing
from play.requests import OpenGame
from play.setup import new_table as set_up
from saves.attempts import Attempt, keep_attempt
from saves.daily import seed_of
from saves.store import Store

COPIES = {
    "at the table": lambda session, to: session.write_copy(to),
    "from its record": lambda session, to: session.record.write_copy(to),
    "in the list": lambda session, to: saved_games.copy(session.path, to),
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_is_not_the_game_to_go_on_with_until_it_is_opened(copy):
    store = Store()
    game, sunday = store.path("game"), store.path("Sunday")
    store.folder.mkdir(parents=True)
    session = Session(new_table(3), waits=True)
    session.keep(game, pytest.fail)
    play_on(session.table, turns=2)
    copy(session, sunday)
    session.close()
    assert to_go_on_with(store) == {game}
    Session.opened(sunday, pytest.fail, waits=True).close()
    assert to_go_on_with(store) == {sunday}


def to_go_on_with(store):
    """Return what `tapis resume` and the first screen go on with."""
    latest = latest_in_play(store)
    return {latest.path if latest else None, newest_games(store, {})["duel"].saved.path}


# The daily deal


@pytest.fixture(autouse=True)
def today(monkeypatch):
    """Let it be a certain day."""
    monkeypatch.setattr("host.outside.now", lambda: NOW)


def deal(store, days_ago=0, *, is_over=True):
    """Play the deal of a day on that day: give up at once, unless it is not over."""
    moment = NOW - timedelta(days_ago)
    table = set_up(daily_setup(), seed_of(moment.date()))
    if is_over:
        table.forfeit(0, "resigned")
    return saved_game(store.folder, table, f"{days_ago} days ago", moment)[0]


def told(store):
    """Return how the daily deal stands: beside its name, in words, and the request of Enter."""
    model = HomeModel(store)
    model.news = model.find_news()
    return model.words(DAILY), model.told(DAILY), model.request(DAILY)


def test_the_deal_of_today_is_offered_until_it_is_played(store):
    name, words, request = told(store)
    assert (name, words) == ("Daily deal", "Daily deal: not played yet today.")
    assert request.seed == seed_of(NOW.date())
    file = deal(store, is_over=False)
    assert told(store) == ("Daily deal (in play)", "Daily deal: in play.", OpenGame(file))
    deal(store)
    words = "Daily deal: gave up after 0 turns."
    assert told(store) == ("Daily deal (lost)", words, OpenGame(file))


def test_the_days_in_a_row_are_told_from_the_second_on_and_until_the_day_is_over(store):
    deal(store, 1)
    assert told(store)[1] == "Daily deal: not played yet today."
    deal(store, 2)
    assert told(store)[1] == "Daily deal: not played yet today, 2 days in a row."
    deal(store)
    assert told(store)[1] == "Daily deal: gave up after 0 turns, 3 days in a row."


def problems_told(store, *attempts):
    """Return how the problems stand after attempts at those of Zen, by their place and success."""
    problems = Standing("zen").problems
    for place, is_solved in attempts:
        keep_attempt(Attempt("zen", problems[place].id, is_solved))
    model = HomeModel(store)
    model.news = model.find_news()
    assert model.request(PROBLEMS) is None
    return model.words(PROBLEMS), model.told(PROBLEMS)


def test_how_many_problems_are_solved_is_told_and_how_many_failed_ones_come_again(store):
    assert problems_told(store) == ("Problems", "Problems: none tried yet.")
    assert problems_told(store, (0, False), (1, True))[0] == "Problems"
    assert problems_told(store, *((place, True) for place in range(2, 2 + LATER))) == (
        "Problems (1 again)",
        f"Problems: {1 + LATER} of 1330 solved, 1 to try again.",
    )


def test_the_effect_of_enter_is_told_with_the_state_where_there_is_room(store):
    deal(store, 1)
    deal(store, 2)
    model = HomeModel(store)
    model.news = model.find_news()
    assert model.effect(DAILY) == [
        "Daily deal: not played yet today, 2 days in a row. Enter begins it.",
        "Daily deal: not played yet today, 2 days in a row.",
        "Daily deal: not played yet today. Enter begins it.",
        "Daily deal: not played yet today.",
        "Enter begins it.",
    ]


def test_no_days_in_a_row_are_told_where_not_all_games_are_quick_to_look_at(store, monkeypatch):
    deal(store, 1)
    deal(store, 2)
    monkeypatch.setattr("play.home_model.MOST_FILES", 1)
    assert told(store)[1] == "Daily deal: not played yet today."
