"""`tapis daily`: begun, gone on with, and compared."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO

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
    masters = DailyResult("daily master", True, 18, 0)
    monkeypatch.setattr("host.outside.now", lambda: NOW)
    monkeypatch.setattr("cli.commands.daily.masters_result", lambda _day: masters)


@pytest.fixture
def opened(monkeypatch):
    """Return what is opened."""
    seen = []

    def open_table(_options, request):
        seen.append(request)
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
    for request, day in zip(opened, (DAY, DAY - timedelta(1)), strict=True):
        assert isinstance(request, StartGame)
        assert request.series.setup.kinds == ("human", KIND)
        assert request.seed == seed_of(day)


def test_a_game_in_play_is_gone_on_with(store, opened):
    file, _ = saved_game(store.folder, new_table(daily_setup(), seed_of(DAY)))
    assert main(["daily"]) == 0
    assert opened == [OpenGame(file)]


def test_ones_result_stands_beside_the_masters(store, opened, capfd):
    saved_game(store.folder, game())
    assert main(["daily"]) == 0
    told = capfd.readouterr().out.splitlines()
    assert told[0] == "The deal of 2026-11-21, seen from North"
    assert [line.split()[0] for line in told[4:]] == ["daily", "Zoé", "Played"]
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
        "player daily master: result won in 18 turns.",
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


# The word in the lines


@pytest.fixture
def talk(monkeypatch, capfd):
    """Return a function that types lines at the first screen, and returns what is said."""
    masters = DailyResult("daily master", True, 18, 0)
    monkeypatch.setattr("play.daily.masters_result", lambda _day: masters)
    monkeypatch.setattr("play.daily_end.MastersGame.known", {})

    def say(*lines: str, status: int = 0) -> str:
        typed = "".join(f"{line}\n" for line in lines).encode()
        monkeypatch.setattr("cli.lines.start.standard_input", lambda: BytesIO(typed))
        assert main(["--talk"]) == status
        return capfd.readouterr().out.split("help lists all words.\n", 1)[1]

    return say


def test_the_word_begins_the_deal_of_today_and_goes_on_with_it(store, talk):
    assert "South: computer: daily master." in talk("daily", "home")
    assert store.paths() == []  # nobody has moved
    table = new_table(daily_setup(), seed_of(DAY))
    file, _ = saved_game(store.folder, table)
    assert f"as {file.name}." in talk("daily", "home")


def test_the_word_tells_the_results_of_a_deal_that_is_over_and_ones_line(store, talk):
    record = saved_game(store.folder, game(day=DAY - timedelta(1)), moment=NOW)[1]
    assert talk("daily 2026-11-20").splitlines() == [
        "> The deal of 2026-11-20, seen from North.",
        "Zoé: gave up after 0 turns.",
        "The master plays your seat; this takes a moment.",
        "daily master: won in 18 turns.",
        "Played in a row: 0 days; at most 0.",
        "Your game in a line, to be sent to others:",
        share_line(record),
        "> ",
    ]


def test_the_word_is_told_after_the_game_with_the_days_in_a_row(store, talk):
    saved_game(store.folder, game(day=DAY - timedelta(1)), "before", NOW - timedelta(1))
    file, _ = saved_game(store.folder, game())
    told = talk(f"resume {file}", "").replace("North> ", "").replace("> ", "").splitlines()
    assert "2 days in a row." in told
    assert "daily: your result beside that of the master, and your game in a line." in told


def test_the_deal_of_a_day_is_not_opened_to_others(store, talk):
    saved_game(store.folder, new_table(daily_setup(), seed_of(DAY)))
    refused = "> The daily deal is for you alone: it cannot be opened to others.\n"
    assert refused in talk("daily", "invite", "home").replace("North> ", "> ")


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("2026-11-22", "> There are deals from 2026-11-01 to today, 2026-11-21.\n"),
        ("yesterday", "> yesterday is not a date like 2026-11-27.\n"),
    ],
)
def test_the_word_refuses_a_day_without_a_deal(talk, day, told):
    assert told in talk(f"daily {day}")
