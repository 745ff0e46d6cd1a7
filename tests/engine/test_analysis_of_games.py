"""The analysis of Zen, Dame de Pique and Bataille: what is a loss, and what adds up."""

from __future__ import annotations

from itertools import compress, pairwise
from random import Random

import hearts_tables
import pytest
import wars
import zens
from zens import at_position

from engine.analysis import SURE, Label, Measure, is_near_line, ledgers
from engine.game import CHANCE, Play, Stopped
from engine.hearts import analysis as hearts
from engine.hearts.cards import Card, parse_card
from engine.hearts.options import HeartsOptions
from engine.shuffle import Lots
from engine.war import analysis as war
from engine.war.options import WarOptions
from engine.zen import analysis as zen
from engine.zen.board import after, moves
from engine.zen.ending import connection, is_over, winning_moves
from engine.zen.game import ZEN
from engine.zen.moves import BoardMove, board_move
from engine.zen.search import Search

FEW = hearts.Effort(12, 4, 1)
SHALLOW = zen.Effort(20_000)


def zen_judged(table, effort=SHALLOW):
    return [*zen.analyse(table.states[: len(table.plays)], table.plays, effort=effort)]


def with_a_win_in_one():
    """Return a position in which some moves win at once and others do not, and one of each."""
    for seed in range(200):
        there = zens.any_position(Random(seed), fewest=3, most=4, width=6)
        if is_over(there, 1):
            continue
        wins = [*winning_moves(there, 1)]
        others = [code for code in moves(there, 1) if code not in wins]
        if wins and others and not connection(after(there, others[0])):
            return there, wins[0], others[0]
    raise AssertionError("there is such a position")


def test_a_win_in_one_that_is_missed_is_a_blunder_and_one_that_is_made_is_none():
    there, win, other = with_a_win_in_one()
    for code in (win, other):
        table = at_position(there)
        (seat,) = table.to_move
        table.play(seat, board_move(there, code))
        (found,) = zen_judged(table)
        assert found.wins_in == 1
        assert found.before == (100 if seat == 0 else 0)
        if code == win:
            assert (found.label, found.misses_win, found.best) == (None, False, found.played)
        else:
            assert (found.label, found.misses_win) == (Label.BLUNDER, True)
            assert found.best.code in winning_moves(there, 1)


def test_a_move_of_zen_is_judged_the_same_twice_and_losses_are_what_chances_differ_by():
    table = zens.play_on(zens.new_table(), 8, seed=3)
    found = zen_judged(table, zen.QUICK)
    assert found == zen_judged(table, zen.QUICK)
    for turn in found:
        sign = 1 if turn.seat == 0 else -1
        assert sign * (turn.before - turn.after) == pytest.approx(turn.loss)
        assert isinstance(turn.best, BoardMove)
        assert (turn.best == turn.played) == (turn.loss == 0)
    assert any(turn.loss > 2 for turn in found), "random moves lose something"


def judged_at(there, code, nodes=3_000):
    """Return how a move of Zen is judged in a game that begins in a position."""
    table = at_position(there)
    (seat,) = table.to_move
    table.play(seat, board_move(there, code))
    (found,) = zen_judged(table, zen.Effort(nodes))
    return found


def test_a_move_that_allows_a_win_in_one_leaves_no_chance_and_is_named_unless_all_was_lost():
    named = 0
    for seed in range(40):
        there = zens.any_position(Random(seed), fewest=3, most=4, width=6)
        if is_over(there, 1) or any(winning_moves(there, 1)):
            continue
        for code in moves(there, 1)[:4]:
            later = after(there, code)
            if is_over(later, 1) or not any(winning_moves(later, 1)):
                continue
            turn = judged_at(there, code)
            assert turn.after == (0 if turn.seat == 0 else 100)
            assert (turn.label is Label.BLUNDER) == (turn.loss > 20)
            assert (turn.error == 0) == (turn.loss in {0, 100})
            named += turn.label is Label.BLUNDER
    assert named > 5


def test_a_move_of_zen_back_to_an_earlier_position_is_no_draw_yet():
    there = zens.position("A1 A3 C1 C3 E1 E3 G1 G3 I1 I3", "K11 A11 F8 K6")
    table = at_position(there, variant=0)
    for text in ("A1-F1", "K6-J6", "F1-A1", "J6-K6"):
        (seat,) = table.to_move
        table.play(seat, ZEN.parse(text))
    assert [state.position for state in table.states].count(there) == 2
    assert all(turn.after > 80 for turn in zen_judged(table, zen.Effort(3_000)))


def test_a_loss_of_zen_has_the_name_that_each_of_the_last_three_depths_gives_it():
    table = zens.play_on(zens.new_table(), 12, seed=3)
    few, named = zen.Effort(5_000), 0
    for turn in zen_judged(table, few):
        state = table.states[turn.ply]
        search = Search(state.options.variant, state.past)
        depths = search.beside_best(state.position, turn.played.code, few.nodes)
        losses = [zen.chance(one.value) - zen.chance(one.played) for one in depths[-3:]]
        assert turn.loss - SURE * turn.error <= min(losses)
        named += turn.label is not None
    assert 0 < named < 12


def hearts_plays(seed, count):
    """Return the states and plays of the beginning of a game by random moves."""
    plays = hearts_tables.random_plays(HeartsOptions(), seed, rounds=1)[1][:count]
    states = [hearts_tables.replayed(HeartsOptions(), plays[:at]) for at in range(len(plays) + 1)]
    return states, plays


def test_worlds_that_look_alike_to_the_mover_give_equal_losses():
    states, plays = hearts_plays(3, 20)
    at = next(at for at, play in enumerate(plays) if isinstance(play.move, Card) and play.seat)
    seat = plays[at].seat
    others = states[at].redraw(plays[:at], frozenset({seat}), Lots(5, 0))
    other = hearts_tables.replayed(HeartsOptions(), others)
    assert other.hands != states[at].hands
    assert other.view(seat) == states[at].view(seat)
    one, two = (
        next(
            hearts.analyse(
                [*([state] * (at + 1))], [*[Play(CHANCE, None)] * at, plays[at]], effort=FEW
            )
        )
        for state in (states[at], other)
    )
    assert one == two


def test_points_are_measured_in_more_worlds_only_while_a_loss_is_near_a_line():
    states, plays = hearts_plays(1, 24)
    once, more = (
        [*hearts.analyse(states[:24], plays, effort=FEW._replace(most=times))] for times in (1, 9)
    )
    pairs = [pair for pair in zip(once, more, strict=True) if pair[0].loss]
    near = [is_near_line(one.loss / 0.26, one.error / 0.26) for one, _ in pairs]
    assert any(near)
    assert all(more.error < 0.9 * once.error for once, more in compress(pairs, near))
    assert all(
        one == other for (one, other), is_near in zip(pairs, near, strict=True) if not is_near
    )


def test_the_points_of_a_round_add_up():
    states, plays = hearts_plays(1, 400)
    end = next(at for at, state in enumerate(states) if state.rounds)
    turns = [*hearts.analyse(states[:end], plays[:end], effort=hearts.Effort(4, 2, 1))]
    won = hearts.round_results([*states[: end + 1]])[1]
    assert won == 26 - states[end].rounds[0][0]
    kept = ledgers(turns, won, (0,), ())
    assert kept.deal + kept.draws + kept.choices == pytest.approx(kept.result, abs=1e-9)
    assert kept.result == pytest.approx(won - 19.5)
    assert {turn.measure for turn in turns} == {Measure.POINTS}
    for turn in turns:
        if not turn.loss:
            assert turn.before == turn.after


def test_a_card_that_takes_the_queen_for_nothing_is_a_blunder_and_a_forced_one_never_counts():
    spread = ("", "2H", "3H", "")  # nobody can have all points
    state = hearts_tables.late("2C AS", "QS 5D", "3C 4C", "6C 7C", taken=spread)
    ace, two = parse_card("AS"), parse_card("2C")
    found = [
        next(hearts.analyse([state], [Play(0, card)], effort=hearts.Effort(60, 4, 1)))
        for card in (ace, two)
    ]
    assert [(one.best, one.label) for one in found] == [(two, Label.BLUNDER), (two, None)]
    assert found[0].loss > 5 > 3 * found[0].error
    state = hearts_tables.late("AS", "QS", "3C", "6C")
    (forced,) = hearts.analyse([state], [Play(0, ace)], effort=FEW)
    assert (forced.best, forced.loss, forced.counts) == (ace, 0, False)


def test_the_curve_of_bataille_is_the_share_of_the_cards_and_nothing_is_lost():
    table = wars.play_on(wars.new_table(WarOptions(cards=4, players=3)))
    found = [*war.analyse(table.states[: len(table.plays)], table.plays)]
    assert len(found) == table.turns
    assert {(turn.loss, turn.counts, turn.label, turn.measure) for turn in found} == {
        (0.0, False, None, Measure.CARDS)
    }
    assert found[0].shares == pytest.approx((100 / 3,) * 3)
    assert any(one.before != two.before for one, two in pairwise(found))
    assert all(one.after == two.before for one, two in pairwise(found)), "what was taken counts"
    assert found[-1].after == 100 * (0 in table.outcome.winners)
    for turn in found:
        assert turn.shares[0] == turn.before
        assert sum(turn.shares) == pytest.approx(100)


@pytest.mark.parametrize("module", [zen, hearts, war])
def test_an_analysis_stops_when_it_is_asked_to(module):
    tables = {
        zen: lambda: zens.play_on(zens.new_table(), 2),
        war: lambda: wars.play_on(wars.new_table(WarOptions(cards=4, players=2)), 2),
    }
    if module is hearts:
        states, plays = hearts_plays(2, 8)
    else:
        table = tables[module]()
        states, plays = table.states[: len(table.plays)], table.plays
    with pytest.raises(Stopped):
        [*module.analyse(states[: len(plays)], plays, lambda: True)]
