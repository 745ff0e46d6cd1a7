"""The statistics screen: one person after the other, and nobody."""

from __future__ import annotations

import pytest
from pilots import on_screen, shown, until

from play.statistics_model import Counted
from saves.header import Header, HeaderOutcome
from saves.rating import Rating
from saves.statistics import GameStatistics, Result, ResultCount, statistics
from saves.store import Store
from tui.screens.statistics import StatisticsScreen, game_lines, sparkline
from words.translation import set_language

RESULTS = (0, 0, 1, 0, 1, 1, 0, 0, 0)


def headers(names=("Zoé", "Max"), kinds=("human", "master")) -> list[Header]:
    found = []
    for day, winner in enumerate(RESULTS, 1):
        time = f"2026-11-{day:02}T08:54:00Z"
        points = (day, 10 - day)
        ended = HeaderOutcome((winner,), (), "played out", points)
        found.append(Header("duel", names, kinds, ((0,), (1,)), 9, time, time, ended))
    return found


def plain(width: int) -> list[str]:
    one = statistics(headers(), ("duel",))["Zoé"]["duel"]
    return ["".join(part.text for part in row).rstrip() for row in game_lines("duel", one, width)]


def test_a_game_in_lines():
    assert plain(78) == [
        " The Game: Face to Face  9 games",
        f" won              {'━' * 27}{'─' * 13} 6 of 9, 67 %",
        " streak           3 now, 3 at best",
        " lately           ██▁█▁▁███",
        " points           5.0 a game, 1 to 9",
        f" {'':17}{sparkline(range(1, 10))}",
        " rating           1986 (1755 to 2217)",
        f" {'':17}▄█▃▅▂▁▂▃▄",
        f" against master   {'━' * 27}{'─' * 13} 6 of 9, 67 %",
        " 2026-11-01       First win",
        " 2026-11-09       Longest run: 3 wins",
        "",
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_phone_cuts_no_word(language):
    set_language(language)
    told = "\n".join(plain(38)[1:])
    assert "…" not in told
    master = {"en": "master", "fr": "maître"}[language]
    assert f"\n {master}     ━" in told


@pytest.mark.parametrize("width", [38, 58])
def test_the_lines_fit_narrow_screens(width):
    assert max(map(len, plain(width))) <= width


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("width", [38, 58, 78])
def test_of_thousands_of_games_no_number_is_cut_and_the_curve_has_the_whole_of_them(
    width, language
):
    set_language(language)
    one = GameStatistics(ResultCount([Result.WON, Result.LOST] * 1000))
    one.levels["master"] = one.tally
    one.ratings = [Rating(1500 + at // 250) for at in range(2000)]
    rows = ["".join(part.text for part in row) for row in game_lines("duel", one, width)]
    shares = [row for row in rows if row.endswith((" 1000 of 2000, 50 %", " 1000 sur 2000, 50 %"))]
    assert len(shares) == 2
    assert max(map(len, rows)) <= width
    (curve,) = (row.split() for row in rows if {*"▁█"} <= {*row} and "▄" in row)
    assert "".join(dict.fromkeys(curve[-1])) == "▁▂▃▄▅▆▇█"


@on_screen()
async def test_the_arrows_turn_to_the_next_person_and_back(pilot, monkeypatch):
    people = statistics(headers(kinds=("human", "human")), ("duel",))
    counted = Counted(people, "1 file cannot be read and is left out")
    screen = StatisticsScreen(Store())
    monkeypatch.setattr("play.statistics_model.count_games", lambda _: counted)
    pilot.app.push_screen(screen)
    await until(pilot, lambda: "Statistics  Max  1/2" in shown(pilot.app))
    await pilot.press("right")
    await until(pilot, lambda: "Statistics  Zoé  2/2" in shown(pilot.app))
    assert "6 of 9, 67 %" in shown(pilot.app)
    assert "1 file cannot be read and is left out." in shown(pilot.app)
    await pilot.press("right")
    await until(pilot, lambda: "Statistics  Max  1/2" in shown(pilot.app))


@on_screen()
async def test_without_finished_games_that_is_said(pilot):
    pilot.app.push_screen(StatisticsScreen(Store()))
    await until(pilot, lambda: "No finished games yet." in shown(pilot.app))
