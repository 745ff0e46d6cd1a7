"""`tapis stats`: tables for people, JSON for programs, and what is left out."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from cli.__main__ import main
from engine.table import Sitter
from play.daily import daily_setup
from play.setup import new_table as set_up
from saves.daily import seed_of
from saves.store import Store


@pytest.fixture
def store() -> Store:
    """Return a folder with two games of Zoé's that are over, and one in play."""
    store = Store()
    for name, seed, turns in (("one", 8, 1000), ("two", 3, 1000), ("three", 5, 2)):
        table = play_on(new_table(seed), turns=turns)
        table.sitters = (Sitter("Zoé"), Sitter("Max", "greedy", 1))
        saved_game(store.folder, table, name)
    return store


def test_tables_of_games_and_opponents(store, capfd):
    assert main(["stats"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "Zoé"
    games = next(row for row in lines if row.startswith("The Game: Face to Face  "))
    assert games.split()[5:] == ["2", "2", "0", "0", "100", "2", "2"]
    assert "The Game: Face to Face, rating: 1742 (1333 to 2152)" in lines
    assert any(row.split()[:3] == ["computer", "greedy", "2"] for row in lines)


SAID = {
    "en": ("2 games, 2 won, 0 drawn, 0 lost.", "wins in a row: 2 now, 2 at best."),
    "fr": (
        "2 parties, 2 gagnées, 0 nulle, 0 perdue.",
        "victoires d'affilée : 2 en cours, 2 au mieux.",
    ),
}


@pytest.mark.parametrize("language", SAID)
def test_lines_of_games_and_opponents(store, language, capfd):
    assert main(["--lang", language, "stats", "--talk"]) == 0
    told = capfd.readouterr().out.splitlines()
    counts, row = SAID[language]
    assert [line.strip() for line in told][1] == row
    assert all(line.endswith(counts) for line in (told[0], told[3]))
    assert "1742 (1333 " in told[2]


def test_json_for_programs_in_any_language(store, capfd):
    assert main(["--lang", "fr", "stats", "--json", "zoe"]) == 0
    numbers = json.loads(capfd.readouterr().out)["Zoé"]["duel"]
    won = {"games": 2, "won": 2, "drawn": 0, "lost": 0}
    rest = {"streak": 2, "longest_streak": 2, "levels": {"greedy": won}, "people": {}}
    rest["rating"] = {"games": 2, "points": 1742.3, "deviation": 209.0}
    rest["feats"] = [
        {"feat": "first win", "level": "greedy", "date": "2026-11-21T08:54:00Z"},
        {"feat": "fewest turns", "level": "greedy", "amount": 5, "date": "2026-11-21T08:54:00Z"},
    ]
    assert numbers == won | rest


def test_somebody_who_plays_alone_without_a_name_is_one_person_at_every_seat(capfd):
    for seats, seed in ((("NORD", "Max"), 8), (("North", "Max"), 3), (("Max", "SUD"), 5)):
        table = play_on(new_table(seed))
        table.sitters = tuple(
            Sitter(name, "greedy", 1) if name == "Max" else Sitter(name) for name in seats
        )
        saved_game(Store().folder, table, " ".join(seats))
    for language, called in (("en", "no name"), ("fr", "sans nom")):
        assert main(["--lang", language, "stats", "--json"]) == 0
        told = json.loads(capfd.readouterr().out)
        assert [*told] == [called]
        assert told[called]["duel"]["games"] == 3
        assert sum(one["feat"] == "first win" for one in told[called]["duel"]["feats"]) == 1


def test_two_people_without_names_at_one_keyboard_are_two(capfd):
    table = play_on(new_table(8))
    table.sitters = (Sitter("NORD"), Sitter("SUD"))
    saved_game(Store().folder, table, "both")
    assert main(["--lang", "fr", "stats", "--json"]) == 0
    assert sorted(json.loads(capfd.readouterr().out)) == ["NORD", "SUD"]


def test_damaged_files_are_left_out_and_that_is_told(store, capfd):
    store.path("broken").write_text("{")
    assert main(["stats", "--json"]) == 0
    told = capfd.readouterr()
    assert json.loads(told.out)["Zoé"]["duel"]["games"] == 2
    assert told.err == "tapis: 1 file cannot be read and is left out\n"


def test_nobody_and_somebody_unknown(capfd):
    assert main(["stats"]) == 0
    assert capfd.readouterr().out == "No finished games yet.\n"
    assert main(["stats", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {}
    assert main(["stats", "Ana"]) == 2
    assert capfd.readouterr().err == "tapis: no finished game of Ana\n"


@pytest.fixture
def days() -> Store:
    """Return a folder with the daily deals of four days: one begun a day too late, one in play."""
    store = Store()
    for back, late, is_over in ((0, 0, True), (1, 0, True), (3, 1, True), (4, 0, False)):
        moment = NOW - timedelta(back)
        table = set_up(daily_setup(), seed_of(moment.date()))
        table.sitters = (Sitter("Zoé"), table.sitters[1])
        if is_over:
            table.forfeit(0, "resigned")
        saved_game(store.folder, table, f"{back} days ago", moment + timedelta(late))
    return store


@pytest.mark.usefixtures("days")
def test_the_days_in_a_row_of_the_daily_deal_are_counted(monkeypatch, capfd):
    monkeypatch.setattr("host.outside.now", lambda: NOW)
    assert main(["stats", "--json"]) == 0
    numbers = json.loads(capfd.readouterr().out)["Zoé"]["duel"]
    assert numbers["daily"] == {"days": 2, "streak": 2, "longest_streak": 2}
    assert main(["stats"]) == 0
    told = "The Game: Face to Face, days of the daily deal: 2 in a row, 2 at best"
    assert told in capfd.readouterr().out.splitlines()
    assert main(["stats", "--talk"]) == 0
    assert "  days of the daily deal: 2 in a row, 2 at best." in capfd.readouterr().out.splitlines()
    monkeypatch.setattr("host.outside.now", lambda: NOW + timedelta(2))
    assert main(["stats", "--talk", "--lang", "fr"]) == 0
    assert "  jours de la donne du jour : 0 de suite, 2 au mieux." in capfd.readouterr().out
