"""The daily deal: the same for everybody, and no made-up game of it counts."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

import pytest
from games_on_disk import NOW, saved_game

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.table import Event, EventKind, Sitter, Table
from play import daily
from play.daily import (
    NotOfTheDay,
    daily_setup,
    days_played,
    judge,
    masters_result,
    opened,
    own_games,
    streak,
)
from play.requests import OpenGame, StartGame
from play.setup import new_table, usual_setup
from programs.players import make_player
from saves.daily import FIRST_DAY, KIND, LONGEST_SEARCH, day_of, masters_table, seed_of
from saves.header import read_header
from saves.record import Record
from saves.share_line import read_share_line, share_line
from words.translation import set_language, why

DAY = date(2026, 11, 20)
LAST = date(2026, 11, 27)

FIRST_TURNS = ["52v 51v", "13^ 18^ 24^ 14^ 56v'", "40v 50v 04^'", "47v 43v"]
"""The first turns that both masters make on that day."""


def begun(day: date = DAY, turns: int = 0) -> Table:
    """Return a game of a day, after some turns of a hasty person and of the master."""
    return _begun(day, turns).ahead()


@cache
def _begun(day: date, turns: int) -> Table:
    table = new_table(daily_setup(), seed_of(day))
    players = DUEL.computer_players["greedy"](0), make_player(DUEL, table.sitters[1])
    while table.turns < turns:
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def moves(table: Table) -> list[str]:
    """Return the moves of a game, as its file has them."""
    return [table.move_text(at) for at in range(len(table.plays))]


@pytest.fixture
def given_up() -> Table:
    """Return a game of the day in which North gave up after four turns."""
    table = begun(turns=4)
    table.forfeit(0, "resigned")
    return table


def refusal(table: Table, day: date | None = None) -> str:
    """Return why a game counts for no day."""
    with pytest.raises(NotOfTheDay) as refused:
        judge(table, LAST, day)
    return why(refused.value)


# The deal


def test_a_day_has_one_deal_for_everybody_and_another_day_another_one():
    assert begun().plays == begun().plays == masters_table(DAY).plays
    assert begun().sitters[1].seed == masters_table(DAY).sitters[1].seed
    assert begun(date(2026, 11, 21)).plays != begun().plays


def test_the_day_of_a_game_is_found_by_its_deal():
    assert day_of(moves(begun()), LAST) == day_of(moves(begun()), DAY) == DAY
    assert day_of(moves(begun()), date(2026, 11, 19)) is None
    assert day_of(moves(begun(FIRST_DAY)), LAST) == FIRST_DAY
    assert day_of(moves(new_table(daily_setup(), 7)), LAST) is None


def test_a_day_is_looked_for_among_so_many_at_most(monkeypatch):
    asked = []
    monkeypatch.setattr("saves.daily._lots", lambda day: asked.append(day) or [day])
    day_of(moves(begun()), date(9000, 1, 1))
    assert len(asked) == LONGEST_SEARCH + 1  # one to know how many moves there are


def test_the_master_of_the_day_plays_as_ever():
    """Another play would make all lines of earlier versions false: it needs another kind."""
    table = masters_table(DAY)
    players = [make_player(DUEL, sitter) for sitter in table.sitters]
    while table.turns < len(FIRST_TURNS):
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    assert [str(play.move) for play in table.plays[2:]] == FIRST_TURNS
    assert {sitter.kind for sitter in table.sitters} == {KIND} == {*DUEL.pinned_players}


def test_nobody_is_offered_the_master_of_the_day_as_a_level():
    assert KIND not in DUEL.computer_players


# Games that count


def test_a_game_counts_from_its_file_and_from_its_line(given_up):
    line = share_line(Record.new(given_up, NOW))
    for table in (given_up, read_share_line(line).table):
        day, result = judge(table, LAST)
        assert day == DAY
        turns = sum(play.seat == 0 for play in table.plays)
        assert result.words == f"gave up after {turns} turns"
        assert (result.name, result.has_help, result.is_won) == ("North", False, False)


def test_take_backs_and_hints_are_told_and_stand_behind():
    table = begun(turns=3)
    table.note_hint(0, "20^ 23^")
    table.take_back(table.last_turn(0), 0)
    table.forfeit(0, "resigned")
    result = judge(table, LAST, DAY)[1]
    assert result.words.endswith(", with 1 take-back and 1 hint")
    assert result.rank > result._replace(take_backs=0, hints=0).rank
    set_language("fr")
    assert result.words.endswith(", avec 1 retour et 1 conseil")


def test_wins_in_few_turns_stand_first_and_then_defeats_with_few_cards():
    won = daily.DailyResult("Zoé", True, 17, 0)
    order = [won, won._replace(turns=18), won._replace(is_won=False, left=2)]
    order += [order[-1]._replace(left=9), won._replace(hints=1)]
    mixed = [order[at] for at in (3, 0, 4, 2, 1)]
    assert sorted(mixed, key=lambda one: one.rank) == order
    words = ["won in 17 turns", "lost with 9 cards left, in 17 turns"]
    assert [order[0].words, order[3].words] == words


def test_the_masters_own_result_is_that_of_north_in_its_game(monkeypatch):
    monkeypatch.setattr(daily, "make_player", lambda _game, _sitter: quick)
    quick = DUEL.computer_players["greedy"](0)
    table = masters_table(DAY)
    while table.outcome is None:
        (seat,) = table.to_move
        table.play(seat, quick.choose(table.view(seat)))
    result = masters_result(DAY)
    side = table.view(0).sides[0]
    assert result.name == "daily master"
    assert result.is_won == (table.outcome.winners == (0,))
    assert result.left == side.hand_size + side.draw_size
    assert result.turns == sum(play.seat == 0 for play in table.plays)


def test_own_games_of_a_day_are_found_in_the_folder_and_copies_are_not(store, given_up):
    mine, record = saved_game(store.folder, given_up, "mine")
    record.write_copy(store.folder / "a copy.json")
    saved_game(store.folder, begun(date(2026, 11, 21), 1), "of another day")
    saved_game(store.folder, new_table(daily_setup(), 7), "of no day")
    days = {one.day: one.path for one in own_games(store)}
    assert days == {DAY: mine, date(2026, 11, 21): store.path("of another day")}
    assert opened(DAY, own_games(store)) == OpenGame(mine)


def test_the_first_game_of_a_day_is_the_one_that_is_gone_on_with(store):
    for name, hours in (("later", 1), ("first", 0)):
        saved_game(store.folder, begun(), name, NOW - timedelta(1) + timedelta(hours=hours))
    assert opened(DAY, own_games(store)) == OpenGame(store.path("first"))


def test_a_deal_is_begun_with_the_seed_of_its_day():
    request = opened(DAY, ())
    assert isinstance(request, StartGame)
    assert (request.series.setup.kinds, request.seed) == (("human", KIND), seed_of(DAY))


def test_a_list_knows_the_day_of_a_game_from_its_file_alone(tmp_path):
    """It is not later than anywhere on earth when the game was created."""
    for days, found in ((0, DAY), (-1, DAY), (-2, None), (400, DAY)):
        path, _record = saved_game(tmp_path, begun(), moment=NOW - timedelta(1 - days))
        assert read_header(path.read_bytes()).day == found
    path, _record = saved_game(tmp_path, new_table(usual_setup("duel"), seed_of(DAY)))
    assert read_header(path.read_bytes()).day is None


def test_a_day_counts_for_the_streak_if_its_deal_was_begun_on_it_and_finished(store):
    for day in (19, 20, 21):
        table = begun(date(2026, 11, day))
        table.forfeit(0, "resigned")
        saved_game(store.folder, table, f"of {day}", NOW - timedelta(21 - day))
    saved_game(store.folder, begun(date(2026, 11, 18)), "in play", NOW - timedelta(3))
    late = begun(date(2026, 11, 17))
    late.forfeit(0, "resigned")
    saved_game(store.folder, late, "played later", NOW)
    days = days_played(own_games(store))
    assert sorted(day.day for day in days) == [19, 20, 21]


def test_a_streak_lasts_until_a_day_has_passed_without_a_deal():
    days = {date(2026, 11, day) for day in (2, 3, 4, 5, 19, 20)}
    assert streak(days, date(2026, 11, 20)) == streak(days, date(2026, 11, 21)) == (2, 4)
    assert streak(days, date(2026, 11, 22)) == (0, 4)
    assert streak((), date(2026, 11, 22)) == (0, 0)


# Made-up games


def test_another_move_of_the_master_is_found(given_up):
    at = next(at for at, play in enumerate(given_up.plays) if play.seat == 1)
    view = given_up.view_at(at, 1)
    made_up = begun()
    for seat, move in given_up.plays[2:at]:
        made_up.play(seat, move)
    right = given_up.plays[at].move
    made_up.play(1, next(move for move in view.legal() if move != right))
    made_up.forfeit(0, "resigned")
    assert f"in turn {at - 1} the daily master plays {right}, and not " in refusal(made_up)


def test_another_deal_is_found():
    table = new_table(daily_setup(), 7)
    table.forfeit(0, "resigned")
    assert refusal(table) == "its deal is that of no day from 2026-11-01 to 2026-11-27"


def test_the_deal_of_another_day_is_told(given_up):
    told = "its deal is that of 2026-11-20, and not of 2026-11-21"
    assert refusal(given_up, date(2026, 11, 21)) == told


@pytest.mark.parametrize(
    ("seat", "kind", "told"),
    [
        (1, "master-2", "it was played against master-2, and this version"),
        (1, "master", "it is no game against the daily master"),
        (0, "greedy", "no person sits at North"),
    ],
)
def test_other_players_and_versions_are_told(given_up, seat, kind, told):
    sitters = list(given_up.sitters)
    sitters[seat] = Sitter("X", kind, 5)
    given_up.sitters = tuple(sitters)
    assert refusal(given_up).startswith(told)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event(EventKind.BRANCH, 2), "it goes on from the middle of another game"),
        (Event(EventKind.SEAT, 2, 1, sitter=Sitter("X")), "other players sat down"),
        (Event(EventKind.FORFEIT, 6, 1), "the master gave up, which it never does"),
    ],
)
def test_what_makes_another_game_of_it_is_told(given_up, event, told):
    given_up.events = [event]
    assert refusal(given_up).startswith(told)


def test_a_game_with_a_handicap_does_not_count():
    table = Table(DUEL, DuelOptions(handicap="north"), begun().sitters, seed_of(DAY))
    table.draw_lots()
    assert day_of(moves(table), LAST) == DAY
    table.forfeit(0, "resigned")
    assert refusal(table) == "it has other options than the daily deal, as a handicap"


def test_a_game_in_play_counts_once_it_is_over():
    assert refusal(begun(turns=1)) == "the game is in play: it counts once it is over"


def test_the_day_is_the_one_where_the_machine_is(monkeypatch):
    monkeypatch.setattr("host.outside.now", lambda: NOW)
    assert daily.today() == date(2026, 11, 21)
