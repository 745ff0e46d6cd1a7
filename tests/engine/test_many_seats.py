"""Several may move at once: choices that stay hidden, races, what is stale, who may know what."""

from __future__ import annotations

from itertools import permutations

import pytest
from toy_game import new_table, play_on
from toy_moves import GRAB, Move, ToyOptions, parse

from engine.game import CHANCE, UNKNOWN, Play
from engine.reasons import IllegalMove
from engine.table import Table
from engine.timeline import TableTimeline

ALL = (0, 1, 2, 3)
OPTIONS = [
    ToyOptions(),
    ToyOptions(teams=True, rounds=1),
    ToyOptions(players=3, rounds=1),
    ToyOptions(players=2),
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)
FIRST_CHOICE = 1
"""How many moves stand before the first choice."""


def pick(card: int) -> Move:
    return Move("pick", (card,))


def lowest(table: Table, seat: int) -> Move:
    return next(table.view(seat).legal())


def end_of_time(table: Table) -> list[Play]:
    """Make every move that the game makes for who is late; return them."""
    made = []
    while late := table.view(None).timeout_play:
        table.play(*late)
        made.append(late)
    return made


def test_four_choose_at_once_in_any_order_and_all_orders_come_to_the_same():
    ends = set()
    for order in permutations(ALL):
        table = new_table(seed=3)
        for count, seat in enumerate(order):
            assert table.to_move == tuple(sorted(order[count:]))
            table.play(seat, lowest(table, seat))
        ends.add((table.state.scores, table.state.hands, table.plays[-1]))
    assert len(ends) == 1
    assert table.plays[-1] == Play(CHANCE, Move("race", (table.state.race,)))


def test_while_several_may_move_the_moves_of_others_make_nothing_stale():
    table = new_table()
    seen = dict.fromkeys(ALL, table.seen)
    chosen = {seat: lowest(table, seat) for seat in ALL}
    for seat in (2, 0, 3, 1):
        table.play(seat, chosen[seat], seen[seat])
    assert table.to_move == ALL
    seen = dict.fromkeys(ALL, table.seen)
    for seat in (3, 1, 2, 0):
        table.play(seat, GRAB, seen[seat])
    assert table.state.grabs == (3, 1, 2, 0)


def test_a_second_choice_of_the_same_seat_is_stale():
    table = new_table()
    seen = table.seen
    first, second, _ = table.view(1).legal()
    table.play(1, first, seen)
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play(1, second, seen)
    with pytest.raises(IllegalMove, match="it is not East's turn"):
        table.play(1, second, table.seen)
    assert len(table.plays) == FIRST_CHOICE + 1


def test_a_choice_made_before_all_were_shown_is_stale_afterwards():
    table = play_on(new_table(), 3)
    seen, (late,) = table.seen, table.to_move
    move = lowest(table, late)
    table.play(late, move)
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play((late + 1) % 4, GRAB, seen)


def test_one_seat_s_take_back_makes_what_all_others_chose_before_it_stale():
    table = new_table()
    table.play(1, lowest(table, 1))
    seen = table.seen
    table.take_back(FIRST_CHOICE, 1)
    with pytest.raises(IllegalMove, match="the game has gone on"):
        table.play(2, lowest(table, 2), seen)
    table.play(2, lowest(table, 2), table.seen)


def test_the_first_to_grab_takes_the_point():
    for first in ALL:
        table = play_on(new_table(), 4)
        before = table.state.scores
        for seat in (first, *(seat for seat in ALL if seat != first)):
            table.play(seat, GRAB)
        gained = [now - then for now, then in zip(table.state.scores, before, strict=True)]
        assert gained == [int(seat == first) for seat in ALL]


@every_option
def test_who_is_late_in_a_race_moves_in_the_order_the_game_gives(options):
    count = options.players
    table = play_on(new_table(options), count - 1)
    assert table.view(None).timeout_play is None  # there is time to choose
    play_on(table, 1)
    (_, race) = table.plays[-1]
    table.play(1, GRAB)
    turn = [(race.numbers[0] + place) % count for place in range(count)]
    assert end_of_time(table) == [Play(seat, GRAB) for seat in turn if seat != 1]
    assert table.view(None).timeout_play is None
    assert {table.view(seat).timeout_play for seat in range(count)} == {None}


def test_who_has_as_many_points_shares_the_win_and_teams_win_together():
    outcomes = [play_on(new_table(seed=seed)).outcome for seed in range(40)]
    for outcome in outcomes:
        best = max(outcome.points)
        assert outcome.winners == tuple(s for s in ALL if outcome.points[s] == best)
    assert {len(outcome.winners) for outcome in outcomes} >= {1, 2}
    table = play_on(new_table(ToyOptions(teams=True)))
    assert table.outcome.winners in {(0, 2), (1, 3), ALL}


def test_a_hidden_choice_is_known_to_its_seat_alone_until_the_end():
    table = play_on(new_table(), 10)
    at = FIRST_CHOICE
    chooser = table.plays[at].seat
    for seat in (*ALL, None):
        known = table.plays[at] if seat == chooser else Play(chooser, UNKNOWN)
        assert TableTimeline(table, frozenset({seat} - {None})).plays[at] == known
    play_on(table)
    for seat in (*ALL, None):
        assert TableTimeline(table, frozenset({seat} - {None})).plays == table.plays


def test_of_several_open_eyes_all_have_to_know_a_move():
    table = play_on(new_table(), 12)
    one, two = (table.plays[at].seat for at in (FIRST_CHOICE, FIRST_CHOICE + 1))
    timeline = TableTimeline(table, frozenset({one, two}))
    assert timeline.visible_seats == {one, two, None}
    picks = range(FIRST_CHOICE, FIRST_CHOICE + 4)
    assert [timeline.plays[at].move for at in picks] == [UNKNOWN] * 4
    assert [timeline.plays[at] for at in range(5, 10)] == table.plays[5:10]
    before = FIRST_CHOICE + 1
    assert timeline.view_at(before, one).picks[one] == table.plays[FIRST_CHOICE].move.numbers[0]
    assert timeline.view_at(before, two).picks[one] == "?"


def test_moves_that_cannot_be_made_say_why():
    table = new_table(seed=None)
    for deal in ("1 2 3 4 5 6 7 8 9 10 11 17", "2 1 3 4 5 6 7 8 9 10 11 12", "1 2 3 4 5 6"):
        with pytest.raises(IllegalMove, match="is not a move that can be made now"):
            table.play(CHANCE, parse(f"deal {deal}"))
    table.play(CHANCE, parse("deal 1 2 3 4 5 6 7 8 9 10 11 12"))
    for seat, text, why in [
        (0, "pick 4", "4 is not in hand"),
        (0, "grab", "grab is not a move that can be made now"),
        (CHANCE, "race 1", "it is not chance's turn"),
        (9, "pick 1", "it is not seat 9's turn"),
    ]:
        with pytest.raises(IllegalMove, match=why):
            table.play(seat, parse(text))


# What a seat is told never depends on what it may not know.
