"""The analysis of a duel: chances, losses by what the mover knew, ledgers that add up."""

from __future__ import annotations

from itertools import compress, pairwise, product
from random import Random

import pytest
from duels import by_seat, play_on

from engine.analysis import Judged, Label, error_rate, is_near_line, label_of, ledgers
from engine.duel.analysis import QUICK, Effort, analyse
from engine.duel.game import DUEL
from engine.duel.moves import Turn
from engine.duel.referee import Position, Referee, drawn_by_lot
from engine.duel.results import EndgameSolver
from engine.duel.rules import DECK, Tops, cards_of, mask_of
from engine.duel.state import DuelOptions
from engine.game import CHANCE, Stopped
from engine.table import Sitter, Table

LITTLE = Effort(20, 3, 12, 1)


def new_table(seed: int) -> Table:
    table = Table(DUEL, DuelOptions("north"), [Sitter("Ana"), Sitter("Bob")], seed)
    table.draw_lots()
    return table


def judged(table: Table, effort: Effort = LITTLE) -> list[Judged]:
    return [*analyse(table.states[: len(table.plays)], table.plays, effort=effort)]


@pytest.fixture(scope="module")
def finished():
    """A game that is over, and its turns as they are judged."""
    table = play_on(new_table(5), ("club", "random"))
    return table, judged(table)


def test_the_ledgers_add_up_to_the_result(finished):
    table, turns = finished
    won = 100.0 if table.outcome.winners == (0,) else 0.0
    kept = ledgers(turns, won)
    assert kept.deal + kept.draws + kept.choices == pytest.approx(kept.result, abs=1e-9)
    assert kept.result == won - 50
    assert kept.hidden + kept.losses == pytest.approx(kept.choices)


def test_a_resignation_is_a_choice():
    table = play_on(new_table(6), ("greedy", "greedy"), turns=4)
    turns = judged(table)
    kept = ledgers(turns, 0.0, was_forfeit=True)
    draws = sum(b.before - a.after for a, b in pairwise(turns))
    assert kept.draws == pytest.approx(draws)
    assert kept.deal + kept.draws + kept.choices == pytest.approx(-50, abs=1e-9)


def test_every_turn_is_judged_once_and_chances_are_points(finished):
    table, turns = finished
    assert [turn.ply for turn in turns] == [
        ply for ply, play in enumerate(table.plays) if play.seat != CHANCE
    ]
    for turn in turns:
        assert turn.played == table.plays[turn.ply].move
        assert 0 <= turn.before <= 100
        assert 0 <= turn.after <= 100
        assert turn.loss >= 0
        assert (turn.best == turn.played) == (turn.loss == 0)
        table.view_at(turn.ply, turn.seat).check(turn.best)


def test_better_with_open_cards_is_a_legal_third_turn_whose_gain_is_certain_enough():
    table = play_on(new_table(6), ("greedy", "greedy"), turns=16)
    turns = judged(table, Effort(20, 6, 4, 1))
    opened = [turn for turn in turns if turn.opened]
    assert opened
    for turn in opened:
        best, gain, error = turn.opened
        table.view_at(turn.ply, turn.seat).check(best)
        assert best not in (turn.played, turn.best)
        assert label_of(gain, error)
        assert turn.label is None, "an error is told already"


def test_a_quick_look_compares_no_turns_with_open_cards(finished):
    table, _turns = finished
    assert not any(turn.opened for turn in judged(table, QUICK))


def test_a_loss_is_measured_in_more_worlds_only_while_it_is_near_a_line(finished):
    table, _ = finished
    once, more = (judged(table, LITTLE._replace(most=times)) for times in (1, 4))
    near = [is_near_line(turn.loss, turn.error) for turn in once]
    pairs = [*zip(once, more, strict=True)]
    assert any(near)
    assert all(more.error < 0.9 * once.error for once, more in compress(pairs, near))
    assert all(
        one == other for (one, other), is_near in zip(pairs, near, strict=True) if not is_near
    )


@pytest.mark.parametrize(
    ("loss", "error", "is_near"),
    [(0.0, 0.9, False), (0.0, 6.0, True), (4.0, 0.4, False), (4.0, 1.0, True), (30.0, 3.0, False)],
)
def test_a_loss_is_near_a_line_where_two_errors_more_or_less_change_its_label(loss, error, is_near):
    assert is_near_line(loss, error) == is_near


def test_who_plays_by_lot_loses_more_than_who_judges(finished):
    _table, turns = finished
    assert error_rate(turns, 1) > 2 * error_rate(turns, 0)


def test_the_same_game_is_judged_the_same(finished):
    table, turns = finished
    assert judged(table)[:5] == turns[:5]


def test_games_that_look_alike_to_the_mover_give_equal_losses():
    table = play_on(new_table(7), ("greedy", "greedy"), turns=6)
    state, mover = table.state, table.state.mover
    other = 1 - mover
    hidden = [*cards_of(state.hands[other]), *state.decks[other]]
    Random(3).shuffle(hidden)
    size = state.sides[other].hand_size
    twin = state._replace(
        hands=by_seat(mover, state.hands[mover], mask_of(hidden[:size])),
        decks=by_seat(mover, tuple(reversed(state.decks[mover])), tuple(hidden[size:])),
    )
    assert twin.view(mover) == state.view(mover)
    move = DUEL.computer_players["random"](1).choose(state.view(mover))
    play = table.plays[-1]._replace(seat=mover, move=move)
    here, there = (next(analyse([one], [play], effort=LITTLE)) for one in (state, twin))
    assert (here.loss, here.error, here.best) == (there.loss, there.error, there.best)
    assert here.before != there.before


def test_an_end_is_judged_exactly():
    referee, random = Referee(), Random(2)
    won = 0
    for _ in range(40):
        hand, theirs = (mask_of(random.sample(cards_of(DECK), 3)) for _ in range(2))
        tops = Tops(*(random.randint(1, 60) for _ in range(4)))
        wins = EndgameSolver().winning_result(hand, theirs, tops) is not None
        assert referee.chance(Position(hand, 0, theirs, 0, tops)) == wins
        won += wins
    assert 0 < won < 40


def test_a_turn_before_the_last_draws_is_judged_exactly_however_badly_light_turns_end():
    hand, draw = mask_of([12, 18, 37, 38, 53, 59]), mask_of([4, 35])
    end = Position(hand, draw, mask_of([7, 34, 46, 49, 54, 57]), 0, Tops(26, 7, 52, 23))
    assert not end.has_lots
    assert [Referee().chance_by_play(end, Random(seed)) for seed in range(3)] == [1.0] * 3
    assert Referee().chance(end) == 1.0


@pytest.mark.parametrize("leasts", [(2, 2), (1, 2), (2, 1)])
def test_an_end_has_lots_while_a_player_may_draw_less_than_its_pile(leasts):
    hand, theirs = mask_of([12, 18, 37]), mask_of([7, 34])
    piles = 0, mask_of([4]), mask_of([4, 35]), mask_of([4, 35, 36])
    for count, other in product(range(4), repeat=2):
        end = Position(hand, piles[count], theirs, piles[other], Tops(26, 7, 52, 23), *leasts)
        assert end.has_lots == (count > leasts[0] or other > leasts[1])


def test_a_side_that_is_near_its_end_is_seen_to_lay_many_cards_at_once():
    hand, draw = mask_of([7, 12, 19, 34, 36, 38]), mask_of([24, 33, 44, 59])
    theirs, their_draw = mask_of([2, 28, 33, 35, 48, 58]), mask_of([44, 55])
    position = Position(hand, draw, theirs, their_draw, Tops(31, 47, 16, 13))
    assert min(Referee().chance_by_play(position, Random(seed)) for seed in range(6)) > 0.9


def test_a_draw_by_lot_takes_each_card_about_as_often():
    draw, random = mask_of(range(10, 20)), Random(1)
    drawn = [cards_of(drawn_by_lot(draw, 3, random)) for _ in range(1000)]
    assert {len(cards) for cards in drawn} == {3}
    counts = [sum(card in cards for cards in drawn) for card in range(10, 20)]
    assert sum(counts) == 3000
    assert all(240 < count < 360 for count in counts)
    assert drawn_by_lot(draw, 12, random) == draw


def test_a_stopped_analysis_ends():
    table = play_on(new_table(8), turns=2)
    with pytest.raises(Stopped):
        next(analyse(table.states, [*table.plays, table.plays[-1]], lambda: True, LITTLE))


@pytest.mark.parametrize(
    ("loss", "error", "label"),
    [
        (1.9, 0, None),
        (2, 0, Label.IMPRECISE),
        (5, 0, Label.ERROR),
        (10, 0, Label.BLUNDER),
        (11, 1, Label.ERROR),
        (11.6, 1, Label.BLUNDER),
        (30, 20, None),
    ],
)
def test_a_label_needs_a_loss_that_is_certain(loss, error, label):
    turn = Turn(())
    assert Judged(1, 0, turn, turn, loss, error, 50, 50, counts=True).label is label


def test_turns_without_a_choice_count_for_no_rate():
    turn = Turn(())
    rows = [(0, 4.0, True), (0, 0.0, False), (0, 2.0, True), (1, 0.0, False)]
    turns = [Judged(1, seat, turn, turn, loss, 0, 50, 50, counts) for seat, loss, counts in rows]
    assert error_rate(turns, 0) == 3
    assert error_rate(turns, 1) is None
