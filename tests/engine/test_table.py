"""A table: moves, take-backs, forfeits, and what its watchers are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from duels import deal_from, new_table, play_on

from engine.duel.game import DUEL
from engine.duel.moves import parse_turn
from engine.duel.state import DuelOptions
from engine.game import CHANCE, UNKNOWN, Play
from engine.play_text import read_play
from engine.reasons import IllegalMove, NotationError
from engine.table import Event, EventKind, Seen, Sitter, SitterKind, Table


def test_a_table_with_a_seed_plays_chance_by_itself():
    table = new_table(1, "lots")
    assert [play.seat for play in table.plays] == [CHANCE, CHANCE]
    assert len(table.states) == 3


def test_a_table_without_a_seed_waits_for_chance():
    table = Table(DUEL, DuelOptions("north"), [Sitter("A"), Sitter("B")])
    assert table.to_move == (CHANCE,)
    table.play(CHANCE, deal_from([], []))
    assert table.to_move == (0,)


@pytest.mark.parametrize("first", ["north", "south", "lots"])
def test_a_deal_that_is_given_comes_after_the_lots_before_it(first):
    deal = deal_from([], [])
    table = Table.dealt(DUEL, DuelOptions(first), [Sitter("A"), Sitter("B")], 9, deal)
    *lots, last = table.plays
    assert last == Play(CHANCE, deal)
    assert lots == new_table(9, first).plays[:-1]
    assert table.seed == 9


def test_what_a_game_never_deals_is_refused():
    with pytest.raises(IllegalMove):
        Table.dealt(DUEL, DuelOptions(), [Sitter("A"), Sitter("B")], 9, parse_turn("02^ 03^"))


def test_a_table_needs_as_many_players_as_the_game():
    with pytest.raises(ValueError, match="2 players are needed, not 3"):
        Table(DUEL, DuelOptions(), [Sitter("A")] * 3)


def test_a_refused_move_changes_nothing():
    table = new_table(1)
    state = table.state
    with pytest.raises(IllegalMove):
        table.play(0, parse_turn("02^ 02^"))
    assert table.state is state
    assert len(table.plays) == 1


def test_taking_back_brings_the_same_state_and_the_same_cards_again():
    table = play_on(new_table(4), turns=6)
    before, plays = list(table.states), list(table.plays)
    table.take_back(3, seat=0)
    assert table.states == before[:4]
    assert table.events == [
        Event(EventKind.TAKE_BACK, 3, 0, tuple(DUEL.format(play.move) for play in plays[3:]))
    ]
    for play in plays[3:]:
        table.play(*play)
    assert table.states == before


@pytest.mark.parametrize("to", [-1, 7, 8, 100])
def test_there_is_no_taking_back_what_was_not_played(to):
    table = play_on(new_table(4), turns=6)
    with pytest.raises(ValueError, match="no going back"):
        table.take_back(to)


def test_the_last_turn_of_a_seat_is_where_it_moved():
    table = play_on(new_table(4), turns=3)
    assert [table.last_turn(seat) for seat in (0, 1)] == [3, 2]
    assert new_table(4).last_turn(0) is None


def test_a_forfeit_ends_the_game_and_can_be_taken_back():
    table = play_on(new_table(4), turns=2)
    table.forfeit(1, "no answer for 10 s")
    assert table.outcome.winners == (0,)
    assert table.events[-1] == Event(EventKind.FORFEIT, 3, 1, text="no answer for 10 s")
    with pytest.raises(IllegalMove):
        table.forfeit(0, "too late")
    table.take_back(3)
    assert table.outcome is None
    assert table.to_move == (0,)


def test_watchers_are_told_what_their_seat_may_know():
    table, seen = new_table(4), []
    for seat in (0, 1, None):
        table.watch(seat, lambda change, view: seen.append((change, view)))
    play_on(table, turns=1)
    table.note_hint(1, "15^ 20^")
    hint = Event(EventKind.HINT, 2, 1, text="15^ 20^")
    blank = replace(hint, text="")
    assert [change for change, _ in seen] == [table.plays[1]] * 3 + [blank, hint, blank]
    assert [view for _, view in seen[:3]] == [table.view(seat) for seat in (0, 1, None)]


def test_a_move_is_unknown_to_who_may_not_know_it():
    table, seen = Table(DUEL, DuelOptions("north"), [Sitter("A"), Sitter("B")]), []
    table.watch(0, lambda change, _view: seen.append(change))
    table.play(CHANCE, deal_from([], []))
    assert seen == [Play(CHANCE, UNKNOWN)]
    play_on(table)
    assert table.known_play(0, None) == table.plays[0]  # all is open after the end


def test_who_leaves_is_told_nothing_any_more():
    table, seen = new_table(4), []

    def watcher(change, _view):
        seen.append(change)

    table.watch(0, watcher)
    table.unwatch(watcher)
    play_on(table, turns=1)
    assert seen == []


def test_an_observer_that_fails_breaks_neither_the_move_nor_the_others(caplog):
    table, seen = new_table(4), []

    def failing(_change, _view):
        raise RuntimeError("no room")

    table.watch(None, failing)
    table.watch(0, lambda change, _view: seen.append(change))
    play_on(table, turns=1)
    assert seen == [table.plays[1]]
    assert "no room" in caplog.text


def test_a_move_chosen_before_a_take_back_is_stale():
    table = new_table(4)
    early = table.seen
    seen, again = play_on(table, turns=2).seen, table.plays[1]
    table.take_back(1)
    for old in (seen, early):  # as many moves as early stand now
        with pytest.raises(IllegalMove, match="the game has gone on"):
            table.play(0, again.move, old)
    table.play(0, again.move, table.seen)


def test_a_move_chosen_before_another_one_is_stale():
    table = new_table(4)
    seen = table.seen
    first, second = (play.move for play in play_on(new_table(4), turns=2).plays[1:])
    table.play(0, first, seen)
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play(0, first, seen)
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play(1, second, seen)
    table.play(1, second, table.seen)


@pytest.mark.parametrize("moves", [-1, 2, 10**30])
def test_what_nobody_can_have_seen_is_stale(moves):
    table = new_table(4)
    move = play_on(new_table(4), turns=1).plays[1].move
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play(0, move, Seen(moves, 0))


def test_the_kinds_of_sitters_are_told_apart():
    kinds = ["human", "elsewhere", "greedy", "exec:./bot"]
    sitters = [Sitter("A", kind) for kind in kinds]
    assert [sitter.sitter_kind for sitter in sitters] == list(SitterKind)
    assert [sitter.is_person for sitter in sitters] == [True, True, False, False]


def test_who_leaves_a_seat_is_noted():
    table = new_table(4)
    table.sit(1, Sitter("Greedy", "greedy", 5))
    assert table.sitters[1].kind == "greedy"
    assert table.events == [Event(EventKind.SEAT, 1, 1, sitter=Sitter("SUD"))]


class FourAtOnce:
    """A state in which four seats may move, and the least of a game around it."""

    to_move = (0, 1, 2, 3)
    parse = staticmethod(str.upper)
    format = staticmethod(str.lower)


def test_where_several_may_move_the_seat_stands_in_front():
    table = new_table(1)
    table.game, table.states, table.plays = FourAtOnce(), [FourAtOnce()], [Play(2, "PASS 2C")]
    assert table.move_text(0) == "2:pass 2c"
    assert read_play(FourAtOnce(), FourAtOnce(), "2:pass 2c") == Play(2, "PASS 2C")


@pytest.mark.parametrize("text", ["pass", ":pass", "x:pass", "²:pass", "-1:pass"])
def test_a_move_without_its_seat_is_no_move_there(text):
    with pytest.raises(NotationError):
        read_play(FourAtOnce(), FourAtOnce(), text)


def test_no_move_can_be_read_after_the_end():
    table = play_on(new_table(4))
    with pytest.raises(IllegalMove, match="the game is over"):
        read_play(DUEL, table.state, "02^ 03^")
