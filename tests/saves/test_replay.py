"""The replay: a cursor over turns and cards, what each seat could see, and branches."""

from __future__ import annotations

import pytest
from duels import new_table, play_on, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.duel.game import DUEL
from engine.duel.rules import cards_of
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.shuffle import Lots
from engine.table import EventKind, Sitter, Table
from saves.replay import Replay, ReplayPosition, branch

FINISHED = play_on(new_table(8, "lots"), ("greedy", "greedy"))
IN_PLAY = play_on(new_table(8, "lots"), ("greedy", "greedy"), 7)
MOST = 999
"""More places than a replay has: one that goes past its end is found, not stepped on for ever."""


def branched(table, replay, seed):
    """Return a branch from where a replay stands."""
    return branch(table, replay.moves_before, replay.seats, seed)


def test_the_first_turn_comes_after_the_deal():
    replay = Replay.of(FINISHED)
    assert replay.place == ReplayPosition(0, 0)
    assert replay.moves_before == 2
    assert replay.view(0) == FINISHED.states[2].view(0)
    assert replay.turns == len(FINISHED.plays) - 2


def test_card_by_card_forwards_and_back():
    replay = Replay.of(FINISHED)
    places = [replay.place]
    while replay.next_step() and len(places) < MOST:
        places.append(replay.place)
    expected = [
        ReplayPosition(turn, step)
        for turn, play in enumerate(FINISHED.plays[2:])
        for step in range(len(play.move.lays))
    ]
    assert places == [*expected, ReplayPosition(replay.turns)]
    back = [replay.place]
    while replay.previous_step() and len(back) < MOST:
        back.append(replay.place)
    assert back == places[::-1]


def test_in_the_middle_of_a_turn_the_cards_laid_so_far_are_seen():
    replay = Replay.of(FINISHED)
    replay.next_step()
    seat, turn = FINISHED.plays[2]
    lay = turn.lays[0]
    before = FINISHED.states[2]
    for eyes in (0, 1, None):
        view = replay.view(eyes)
        assert view.tops == before.view(eyes).tops.after(lay)
        assert view.sides[seat].hand_size == 5
        assert view.log == before.view(eyes).log
    assert lay.card not in cards_of(replay.view(seat).hand)


def test_first_last_and_within_a_turn():
    replay = Replay.of(FINISHED)
    assert replay.last()
    assert not replay.last()
    assert not replay.next()
    assert replay.first()
    assert not replay.first()
    assert not replay.previous()
    assert not replay.previous_step()
    replay.next_step()
    assert replay.previous()  # to the beginning of the turn
    assert replay.place == ReplayPosition(0)
    replay.go_to(3, 1)
    assert replay.next()
    assert replay.place == ReplayPosition(4)


@pytest.mark.parametrize("place", [(-1, 0), (1000, 0), (0, 6), (0, -1)])
def test_there_is_no_going_to_a_place_that_is_none(place):
    replay = Replay.of(FINISHED)
    replay.go_to(2)
    with pytest.raises(ValueError, match=r"there is no turn|has no step"):
        replay.go_to(*place)
    assert replay.place == ReplayPosition(2)


def test_while_a_game_is_in_play_only_the_seat_to_move_has_eyes():
    replay = Replay.of(IN_PLAY)
    (mover,) = IN_PLAY.to_move
    assert replay.visible_seats == {mover, None}
    assert replay.view(mover).seat == mover
    for _ in range(replay.turns):
        with pytest.raises(ValueError, match="keeps its secrets"):
            replay.view(1 - mover)
        assert replay.view(None).hands == (None, None)
        replay.next()


def test_after_the_end_everybody_has_eyes_and_both_hands_are_open_at_the_end_only():
    replay = Replay.of(FINISHED)
    assert replay.visible_seats == {0, 1, None}
    assert replay.view(0).hands[1] is None
    replay.last()
    assert None not in replay.view(None).hands


def test_a_game_with_no_turn_yet_can_be_looked_at():
    replay = Replay.of(new_table(1))
    assert replay.turns == 0
    assert not replay.next()
    assert replay.view(None).to_move == (0,)


def test_a_forfeited_game_shows_its_end():
    table = play_on(new_table(8), turns=3)
    table.forfeit(0, "left")
    replay = Replay.of(table)
    replay.last()
    assert replay.view(1).outcome.winners == (1,)


@settings(max_examples=25)
@given(seeds, st.integers(0, 100))
def test_a_branch_goes_on_from_here_and_all_that_was_not_drawn_falls_anew(seed, turn):
    replay = Replay.of(FINISHED)
    replay.go_to(turn % replay.turns)
    table = branched(FINISHED, replay, seed)
    at = replay.moves_before
    for seat in (0, 1):
        assert table.view(seat) == FINISHED.states[at].view(seat)
    assert table.plays[2:] == FINISHED.plays[2:at]
    assert table.plays[1].move != FINISHED.plays[1].move or at > 30
    assert [event.kind for event in table.events] == [EventKind.BRANCH]
    assert play_on(table).outcome


def test_a_branch_of_a_game_in_play_deals_the_hidden_hand_anew_too():
    replay = Replay.of(IN_PLAY)
    replay.last()
    (mover,) = IN_PLAY.to_move
    made = [branched(IN_PLAY, replay, seed) for seed in range(5)]
    hands = {one.state.hands[1 - mover] for one in made}
    assert len(hands) > 1
    for one in made:
        assert one.view(mover).log == IN_PLAY.view(mover).log


def test_the_same_seed_branches_the_same_way():
    replay = Replay.of(FINISHED)
    replay.go_to(5)
    assert branched(FINISHED, replay, 4).plays == branched(FINISHED, replay, 4).plays
    assert branched(FINISHED, replay, 4).plays != branched(FINISHED, replay, 5).plays
    assert [play.seat for play in branched(FINISHED, replay, 4).plays[:2]] == [CHANCE, CHANCE]


def test_there_is_no_branch_from_the_end():
    replay = Replay.of(FINISHED)
    replay.last()
    with pytest.raises(ValueError, match="the game is over here"):
        branched(FINISHED, replay, 1)


@pytest.mark.parametrize(("turn", "seed"), [(0, 4), (1, 4), (5, 4), (9, 2**53 - 1)])
def test_the_lots_of_a_branch_are_those_of_its_seed_and_its_place(turn, seed):
    replay = Replay.of(FINISHED)
    replay.go_to(turn)
    at = 2 + turn  # who begins, and the deal
    state, before = FINISHED.states[at], FINISHED.plays[:at]
    made = branched(FINISHED, replay, seed)
    assert made.plays == state.redraw(before, frozenset({0, 1}), Lots(seed, at))
    assert made.plays != state.redraw(before, frozenset({0, 1}), Lots(seed, 0))
    assert made.seed == seed


def test_a_branch_of_a_game_without_its_deal_deals_by_its_own_seed():
    table = Table(DUEL, DuelOptions("lots"), [Sitter("NORD"), Sitter("SUD")])
    again = branch(table, 0, frozenset(), 5)
    assert again.plays == new_table(5, "lots").plays
    assert again.to_move in {(0,), (1,)}


@pytest.mark.parametrize("seed", range(8))
def test_a_branch_is_never_over_when_it_is_made(seed):
    whole = play_on(new_table(seed), ("random", "random"))
    cut = play_on(new_table(seed), ("random", "random"), len(whole.plays) - 3)
    replay = Replay.of(cut)
    (mover,) = replay.visible_seats - {None}
    for turn in range(replay.turns + 1):
        replay.go_to(turn)
        for lots in range(2):
            made = branched(cut, replay, lots)
            assert made.outcome is None
            assert made.view(mover) == replay.view(mover)
