"""`tapis daily`: begun, gone on with, and compared."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from games_on_disk import NOW, saved_game

from cli.__main__ import main
from engine.table import Sitter, Table
from play.daily import DailyResult, daily_setup
from play.requests import OpenGame, StartGame
from play.setup import new_table
from saves.daily import KIND, seed_of
from saves.record import Record
from saves.share_line import share_line

DAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def on_that_day(monkeypatch):
    """Let it be that day, and the master be quick."""
    masters = DailyResult("master of the day", True, 18, 0)
    monkeypatch.setattr("host.outside.now", lambda: NOW)
    monkeypatch.setattr("cli.commands.daily.masters_result", lambda _day: masters)


@pytest.fixture
def opened(monkeypatch):
    """Return what is opened, each with its seed."""
    seen = []

    def open_table(_options, request, seed=None):
        seen.append((request, seed))
        return 0

    monkeypatch.setattr("cli.commands.daily.open_table", open_table)
    return seen


def game(name: str = "Zoé", day: date = DAY) -> Table:
    """Return a game of a day in which North gave up at once."""
    table = new_table(daily_setup(), seed_of(day))
    table.sitters = (Sitter(name), table.sitters[1])
    table.forfeit(0, "resigned")
    return table


def test_the_deal_of_today_is_begun(opened):
    assert main(["daily"]) == 0
    assert main(["daily", "--date", "2026-11-20"]) == 0
    for (request, seed), day in zip(opened, (DAY, DAY - timedelta(1)), strict=True):
        assert isinstance(request, StartGame)
        assert request.series.setup.kinds == ("human", KIND)
        assert seed == seed_of(day)


def test_a_game_in_play_is_gone_on_with(store, opened):
    file, _ = saved_game(store.folder, new_table(daily_setup(), seed_of(DAY)))
    assert main(["daily"]) == 0
    assert opened == [(OpenGame(file), None)]


def test_ones_result_stands_beside_the_masters(store, opened, capfd):
    saved_game(store.folder, game())
    assert main(["daily"]) == 0
    told = capfd.readouterr().out.splitlines()
    assert told[0] == "The deal of 2026-11-21, seen from North"
    assert [line.split()[0] for line in told[4:]] == ["master", "Zoé", "Played"]
    assert told[6] == "Played in a row: 1 day; at most 1."
    assert told[4].endswith("won in 18 turns")
    assert told[5].endswith("gave up after 0 turns")
    assert not opened


def test_lines_of_others_stand_beside_it_too_and_one_that_is_made_up_does_not(store, capfd):
    saved_game(store.folder, game())
    line = share_line(Record.new(game("Paul"), NOW))
    older = share_line(Record.new(game("Max", DAY - timedelta(1)), NOW))
    assert main(["daily", line, older, "--talk"]) == 1
    told = capfd.readouterr().out.splitlines()
    assert told[1:] == [
        "player master of the day: result won in 18 turns.",
        "player Paul: result gave up after 0 turns.",
        "player Zoé: result gave up after 0 turns.",
        f"{older[:20]}...: does not count: its deal is that of 2026-11-20, and not of 2026-11-21",
    ]
    assert main(["daily", older, "--talk"]) == 0
    assert "The deal of 2026-11-20" in capfd.readouterr().out


def test_ones_own_game_is_told_once(store, capfd):
    file, record = saved_game(store.folder, game())
    assert main(["daily", str(file), "--talk"]) == 0
    assert main(["daily", share_line(record), "--talk"]) == 0
    assert capfd.readouterr().out.count("Zoé") == 2


@pytest.mark.parametrize("day", ["2026-11-22", "2026-10-31"])
def test_a_day_without_a_deal_is_refused(day, capfd):
    assert main(["daily", "--date", day]) == 2
    assert "there are deals from 2026-11-01 to today, 2026-11-21" in capfd.readouterr().err


def test_what_is_no_date_is_refused(capfd):
    with pytest.raises(SystemExit):
        main(["daily", "--date", "yesterday"])
    assert "'yesterday' is not a date: write 2026-11-27" in capfd.readouterr().err
